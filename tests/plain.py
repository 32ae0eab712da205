"""The plain Python files beside the compiled core, for the tests that both are one program."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import speto

Digest = Callable[[int, int], str]
"""A hash over so many deals from a first one on."""


def by_plain_files(module: str, first: int, deals: int) -> subprocess.Popen[str]:
    """A process that computes the `digest` of a test module uncompiled."""
    return subprocess.Popen(
        [sys.executable, "-c", f"from {module} import digest; print(digest({first}, {deals}))"],
        env={**os.environ, "SPETO_PURE": "1"},
        stdout=subprocess.PIPE,
        text=True,
    )


def check_parity(module: str, digest: Digest, deals: int) -> None:
    """See that the `digest` of a test module over so many deals is the same, compiled and plain."""
    assert speto.compiled, "the core is not compiled"
    half = deals // 2
    with by_plain_files(module, 0, half) as one, by_plain_files(module, half, half) as two:
        for first, process in ((0, one), (half, two)):
            out, _ = process.communicate()
            assert out.strip() == digest(first, half)

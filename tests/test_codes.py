"""Every code that the server sends has a sentence, in every language."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import speto.server
from speto.server.terms import Ending, Notice
from speto.texts import languages, load

pytestmark = pytest.mark.once

SERVER = Path(speto.server.__file__).parent
each_language = pytest.mark.parametrize("language", languages())
# What becomes a `refused` message, and where its code stands among the arguments.
RAISED = {"Refused", "NotSaid", "WireError"}


def codes_in(tree: ast.Module) -> Iterator[str]:
    """The codes with which a module refuses."""
    constants = {
        node.target.id: node.value
        for node in tree.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        given = node.args[:1] if node.func.id in RAISED else []
        if node.func.id in RAISED | {"Answer"}:
            given = given + [each.value for each in node.keywords if each.arg == "code"]
        for each in given:
            value = constants.get(each.id, each) if isinstance(each, ast.Name) else each
            match value:
                case ast.Constant(value=str(code)):
                    yield code
                case ast.Name(id=name):  # one of several, chosen just before
                    yield from chosen(tree, name)


def chosen(tree: ast.Module, name: str) -> Iterator[str]:
    """The constants among which a variable is chosen."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == name for target in node.targets
        ):
            yield from (
                each.value
                for each in ast.walk(node.value)
                if isinstance(each, ast.Constant) and isinstance(each.value, str)
            )


@pytest.fixture(scope="module")
def refused() -> set[str]:
    """All codes with which the server refuses what is asked over a socket."""
    modules = [ast.parse(file.read_text(encoding="utf-8")) for file in SERVER.rglob("*.py")]
    return {code for tree in modules for code in codes_in(tree)}


def endings(language: str, start: str) -> set[str]:
    """How the keys of a catalogue go on that begin so."""
    keys = load(language).texts
    return {key.removeprefix(start) for key in keys if key.startswith(start)}


@each_language
def test_every_refusal_has_its_sentence(language: str, refused: set[str]) -> None:
    """There is a text for each code that a refusal may have, and none that no refusal has."""
    assert {"turn", "stale", "field", "type", "muted", "store"} <= refused
    assert endings(language, "ui.refused.") == refused


@each_language
def test_every_notice_and_end_has_its_sentence(language: str) -> None:
    """So it is for notices, and for why a socket is closed."""
    assert endings(language, "ui.notice.") == set(get_args(Notice))
    assert endings(language, "ui.closing.") == set(get_args(Ending))

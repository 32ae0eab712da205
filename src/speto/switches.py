"""What several commands share: their options, and how what was asked for is made.

What must stay true: what is heavy is imported when it is asked for.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from speto.cards import ParseError, shown

if TYPE_CHECKING:
    from speto.terminal.screen import Screen
    from speto.texts import Catalogue

PATIENCE = 2.0
"""Seconds after which work without an end in sight shows how far it is."""

Apart = Annotated[
    bool,
    typer.Option("--apart", help="Computer players think in a process that is sent views alone."),
]
Which = Annotated[str, typer.Argument(help="The game: dummy or indian.")]
Language = Annotated[
    str | None,
    typer.Option("--lang", help="en, th, zh-Hant or hi; that of the system if left out."),
]
Colors = Annotated[str, typer.Option(help="How suits are colored: four, two or none.")]
Letters = Annotated[bool, typer.Option("--ascii", help="Write suits as c d h s.")]
Plain = Annotated[
    bool,
    typer.Option("--plain", help="Short sentences from top to bottom, as for a screen reader."),
]


def one_of(value: str, option: str, known: Sequence[str]) -> str:
    """The value of an option that has a few.

    :raises ParseError: if it is another.
    """
    if value not in known:
        raise ParseError(f"{option} {shown(value)}: write {', '.join(known)}")
    return value


def texts_in(lang: str | None) -> Catalogue:
    """The texts of the language that is asked for, or of the system's.

    :raises ParseError: if there is no such language.
    """
    from speto.texts import languages, load, preferred

    if lang is not None:
        return load(one_of(lang, "--lang", languages()))
    names = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return load(preferred(next(filter(None, names), "en")))


def screen_with(colors: str, *, letters: bool, plain: bool) -> Screen:
    from speto.terminal.screen import COLORS, Screen

    colors = one_of(colors, "--colors", list(COLORS))
    return Screen(colors=colors, letters=letters, plain=plain)


T = TypeVar("T")


def plainly(text: str) -> str:
    r"""A text on one line, without what a terminal would obey; file names may hold anything.

    >>> plainly("a\x1b[31m b\nc")
    'a?[31m b c'
    """
    return "".join(c if c.isprintable() else "?" for c in " ".join(text.split()))


def shown_to_advance(results: Iterable[T], total: int) -> Iterator[T]:
    """Each result; how far it is, on standard error, where that is a terminal and it takes long."""
    from rich.console import Console
    from rich.progress import Progress

    begun = monotonic()
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=total, visible=False)
        for result in results:
            yield result
            bar.update(task, advance=1, visible=monotonic() - begun > PATIENCE)

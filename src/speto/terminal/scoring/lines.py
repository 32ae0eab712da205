"""What the sheets of all games share: lines of points, rules in full, who pays, what is wrong.

What must stay true: translated text stands at the ends of lines.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from speto.cards import Card, ParseError
from speto.clause import Clause
from speto.games import Match
from speto.score.wrong import Wrong
from speto.terminal.page import WIDTH, cells, fit, pack, wrap
from speto.terminal.speech import Speech
from speto.texts import Catalogue

POINTS: Final = 6
CODE: Final = 13
BODY: Final = WIDTH - POINTS - 2 - CODE


def points_line(
    points: str, clause: Clause, cards: Iterable[Card], speech: Speech
) -> Iterator[str]:
    """One line of points: the rule's code, the cards, the rule's title."""
    named = speech.cards(cards)
    title = speech.title(clause)
    body = [f"{named}  {title}".strip()]
    if cells(body[0]) > BODY:
        body = [*pack(named.split(), BODY, " "), *wrap(title, BODY)]
    yield f"{points:>{POINTS}}  {fit(clause.code, CODE)}{body[0]}"
    for more in body[1:]:
        yield " " * (POINTS + 2 + CODE) + more


def rule_line(clause: Clause, speech: Speech) -> Iterator[str]:
    """A rule that decided without points."""
    title = wrap(speech.title(clause), BODY)
    yield " " * (POINTS + 2) + fit(clause.code, CODE) + title[0]
    yield from (" " * (POINTS + 2 + CODE) + more for more in title[1:])


def rules_in_full(clauses: Iterable[Clause], speech: Speech) -> Iterator[str]:
    """Every rule that a sheet names, in full."""
    yield ""
    yield speech.texts.text("ui.score.why")
    for clause in dict.fromkeys(clauses):
        yield from wrap(speech.words(clause), hang=2)


def who_pays(match: Match, names: Sequence[str], texts: Catalogue) -> Iterator[str]:
    """Who pays and who gets what, if anything is paid."""
    paid = match.settlement()
    if not any(paid):
        return
    yield texts.text("ui.score.paid" if match.over else "ui.score.paid_now")
    for name, points in zip(names, paid, strict=True):
        key = "gets" if points > 0 else "pays" if points else "even"
        yield "  " + texts.text(f"ui.score.{key}", name=name, points=abs(points))


def who_won(match: Match, names: Sequence[str], texts: Catalogue) -> Iterator[str]:
    """Who has won a match, if somebody has."""
    if match.over and match.winners:
        winners = ", ".join(names[seat] for seat in match.winners)
        yield from wrap(texts.text("ui.score.over", n=len(match.winners), names=winners))


def called(texts: Catalogue, name: str) -> str:
    """A name; where none was written it is a number."""
    return texts.text("ui.score.player", n=name) if name.isdecimal() else name


def told(wrong: Wrong, file: str, texts: Catalogue) -> ParseError:
    """The one line that tells what is wrong in a file, and where."""
    key = "ui.score.place" if wrong.line else "ui.score.file"
    return ParseError(texts.text(key, file=file, line=wrong.line, problem=wrong.said(texts)))


def text_of(file: str) -> str:
    """The text of a file or of standard input.

    :raises ParseError: if it is not UTF-8.
    """
    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise ParseError(f"byte {problem.start} is not UTF-8 text", place=file) from None

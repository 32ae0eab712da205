"""The match that the tables of a file make up, and what a program is told of it.

What must stay true: with `strict` nothing that cannot be is scored; without, what was written is
scored, and each thing that cannot be is a warning beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from speto.clause import Clause
from speto.dummy.match import Match, begin
from speto.score.dummy.checking import check
from speto.score.dummy.settling import Settled, is_dark, settle
from speto.score.dummy.table import Setting, Table
from speto.score.wrong import Wrong
from speto.texts import Catalogue


@dataclass(frozen=True, slots=True)
class Scored:
    """A deal of the match: its table, how it was settled, the match after it, and what is odd."""

    table: Table
    settled: Settled
    match: Match
    warnings: tuple[Wrong, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """All deals of a file; there is at least one."""

    setting: Setting
    deals: tuple[Scored, ...]

    @property
    def match(self) -> Match:
        """The match after the last deal."""
        return self.deals[-1].match


def score(tables: Sequence[Table], *, strict: bool = True) -> Score:
    """Score the tables of a match.

    :raises Wrong: at the first thing that cannot be, or without `strict` cannot be scored.
    """
    deals: list[Scored] = []
    for table in tables:
        deals.append(score_deal(table, deals[-1].match if deals else None, strict=strict))
    return Score(tables[0].setting, tuple(deals))


def score_deal(table: Table, before: Match | None, *, strict: bool) -> Scored:
    """Score one table, after a match so far.

    :raises Wrong: as `score` does.
    """
    found: list[Wrong] = []

    def note(wrongs: Iterator[Wrong]) -> None:
        for wrong in wrongs:
            if strict or not wrong.soft:
                raise wrong
            found.append(wrong)

    match = before or _begin(table)
    note(_against(table, match))
    starter = match.starter if table.starter is None else table.starter
    direction = match.direction if table.direction is None else table.direction
    table = replace(table, starter=starter, direction=direction)
    note(check(table))
    settled = settle(table, starter, direction)
    note(iter(settled.refused))
    after = replace(match, starter=starter, direction=direction).after(settled.state)
    return Scored(table, settled, after, tuple(found))


def _begin(table: Table) -> Match:
    """The match before its first deal; who is named first starts, if nobody else was named."""
    setting = table.setting
    return begin(
        setting.rules,
        seats=setting.seats,
        starter=table.starter or 0,
        direction=table.direction or 1,
    )


def _against(table: Table, match: Match) -> Iterator[Wrong]:
    """What is written against what the deals before lead to."""
    if match.over:
        yield Wrong("over", line=table.first, soft=True)
    if table.starter not in (None, match.starter):
        name = table.name(match.starter)
        yield Wrong("starter", line=table.line("starter"), soft=True, name=name)
    if table.direction not in (None, match.direction):
        yield Wrong("direction", line=table.line("direction"), soft=True)


def as_json(found: Score, texts: Catalogue) -> dict[str, Any]:
    """The score as plain values for programs; seats count from 0."""
    match = found.match
    return {
        "rules": str(found.setting.rules),
        "seats": list(found.setting.names),
        "deals": [_deal(deal, texts) for deal in found.deals],
        "match": {
            "totals": list(match.totals),
            "starter": match.starter,
            "direction": match.direction,
            "over": match.over,
            "winners": list(match.winners),
            "settlement": list(match.settlement()),
            "settled_by": match.settled_by and match.settled_by.code,
        },
    }


def _deal(deal: Scored, texts: Catalogue) -> dict[str, Any]:
    table, rules = deal.table, deal.table.setting.rules

    def named(clause: Clause) -> dict[str, str]:
        return {"clause": clause.code, "title": texts.title(clause, rules)}

    return {
        "line": table.first,
        "starter": table.starter,
        "direction": table.direction,
        "knocker": table.knocker,
        "knock_card": str(table.card) if table.card else None,
        "dark": is_dark(table),
        "fool": deal.settled.state.fool,
        "entries": [
            {
                "seat": entry.seat,
                "points": entry.points,
                **named(entry.clause),
                "cards": [str(card) for card in entry.cards],
            }
            for entry in deal.settled.entries
        ],
        "scores": list(deal.settled.state.scores),
        "totals": list(deal.match.totals),
        "notes": [named(clause) for clause in deal.settled.notes],
        "warnings": [{"line": wrong.line, "text": wrong.said(texts)} for wrong in deal.warnings],
    }

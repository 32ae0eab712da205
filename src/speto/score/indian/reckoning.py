"""The match that the deals of a file make up.

What must stay true: nothing that cannot be is scored; every settlement sums to zero.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from speto.indian.match import Match, begin
from speto.score.indian.checking import check
from speto.score.indian.settling import Settled, settle
from speto.score.indian.table import Setting, Table
from speto.score.wrong import Wrong


@dataclass(frozen=True, slots=True)
class Scored:
    """A deal of the match: who sat in it, how it was settled, the match after it, who came back.

    There is no match after a deal that goes on.
    """

    table: Table
    playing: tuple[int, ...]
    settled: Settled
    match: Match | None
    back: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """All deals of a file; there is at least one."""

    setting: Setting
    deals: tuple[Scored, ...]

    @property
    def match(self) -> Match | None:
        """The match after the last deal, if that is over."""
        return self.deals[-1].match


def score(tables: Sequence[Table]) -> Score:
    """Score the deals of a match.

    :raises Wrong: at the first thing that cannot be.
    """
    deals: list[Scored] = []
    for table in tables:
        before = deals[-1].match if deals else None
        if deals and not before:
            raise Wrong("goes_on", line=table.first)
        deals.append(_score_deal(table, before))
    return Score(tables[0].setting, tuple(deals))


def _score_deal(table: Table, before: Match | None) -> Scored:
    match = before or begin(
        table.setting.rules,
        seats=len(table.setting.names),
        starter=table.starter or 0,
        direction=table.direction or 1,
    )
    back = tuple(seat for seat in match.may_rejoin if seat in table.laid)
    for seat in back:
        match = match.rejoin(seat)
    for wrong in (*_against(table, match), *check(table, match.playing)):
        raise wrong
    starter = match.starter
    settled = settle(table, match.playing, starter, match.direction)
    after = match.after(settled.state) if settled.state.over else None
    table = replace(table, starter=match.playing[starter], direction=match.direction)
    return Scored(table, match.playing, settled, after, back)


def _against(table: Table, match: Match) -> Iterator[Wrong]:
    """What is written against what the deals before lead to."""
    if match.over:
        yield Wrong("over_rummy", line=table.first)
    starter = match.playing[match.starter]
    if table.starter not in (None, starter):
        yield Wrong("starter", line=table.line("starter"), name=table.name(starter))
    if table.direction not in (None, match.direction):
        yield Wrong("direction", line=table.line("direction"))

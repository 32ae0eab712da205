"""What is printed of the deals of a match of Indian Rummy: who owes what, who pays whom.

What must stay true: every entry stands on the sheet once, under its seat, with its rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from speto.clause import Clause
from speto.indian.clauses import (
    DROP_3,
    END_2,
    PAY_1,
    PAY_2,
    SEQ_2,
    SHOW_1,
    SHOW_4,
    TIE_1,
    TIE_2,
)
from speto.indian.groups import Arrangement
from speto.indian.rules import Format
from speto.score.indian import Judged, Score, Scored
from speto.score.indian.table import CLAIMS, DROPS, Mark
from speto.terminal.page import wrap
from speto.terminal.scoring.hand import HandSheet
from speto.terminal.scoring.lines import (
    points_line,
    rule_line,
    rules_in_full,
    who_pays,
    who_won,
)

COUNTED: Final = ("show", "points")
"""A deal that ended so was settled by what hands count."""


class DealsSheet:
    """What is printed of the deals of a match."""

    def __init__(self, found: Score, sheet: HandSheet) -> None:
        self.found = found
        self.sheet = sheet
        self.ui = sheet.ui
        self.speech = sheet.speech
        self.names = sheet.speech.names

    def lines(self) -> Iterator[str]:
        """The whole sheet."""
        for number in range(1, len(self.found.deals) + 1):
            yield from self.deal(number)
            yield ""
        match = self.found.match
        if match:
            if self.sheet.rules.format is not Format.POINTS:
                yield from who_won(match, self.names, self.speech.texts)
            yield from who_pays(match, self.names, self.speech.texts)

    def deal(self, number: int) -> Iterator[str]:
        """One deal: how it ended, each hand and what its seat owes, how the match stands."""
        deal = self.found.deals[number - 1]
        yield from wrap(self.how(deal, number))
        yield from self.sheet.wilds(deal.table.cut)
        for seat in range(len(deal.playing)):
            yield ""
            yield from self.seat(deal, seat)
        notes = self.notes(deal)
        if notes:
            yield ""
            yield self.speech.texts.text("ui.score.notes")
            for clause in notes:
                yield from rule_line(clause, self.speech)
        if self.sheet.why:
            named = [line.clause for line in deal.settled.entries]
            named += [SHOW_1, SEQ_2] if deal.settled.state.ended == "show" else []
            yield from rules_in_full([*named, *notes], self.speech)
        yield from self.standing(deal, number + 1)

    def how(self, deal: Scored, number: int) -> str:
        """How a deal ended."""
        state = deal.settled.state
        winners = [self.name(deal, seat) for seat in state.winners]
        names = self.speech.listed(winners) if winners else ""
        if not state.over:
            wrong = [self.name(deal, seat) for seat in deal.settled.wrong_shows]
            return self.ui("goes_on", deal=number, names=self.speech.listed(wrong))
        if state.ended == "points":
            return self.ui("ended.points", deal=number, n=len(winners), names=names)
        return self.ui(f"ended.{state.ended}", deal=number, names=names)

    def notes(self, deal: Scored) -> list[Clause]:
        """The rules that decided who wins and who pays, without a line of points."""
        state, rules = deal.settled.state, self.sheet.rules
        found: list[Clause] = []
        if state.ended == "points":
            found.append(TIE_2 if len(state.winners) > 1 else END_2)
        elif state.ended == "last_one":
            # which came last is not known
            marks = {deal.table.laid[seat].mark for seat in deal.playing}
            found += [DROP_3] if marks & DROPS else []
            found += [SHOW_4] if Mark.WRONG in marks or deal.settled.wrong_shows else []
        elif state.ended == "show" and any(
            not points and not out and seat != state.shower
            for seat, (points, out) in enumerate(zip(state.scores, state.out, strict=True))
        ):
            found.append(TIE_1)
        if deal.match and deal.match.winners and rules.format is Format.POINTS:
            found.append(PAY_1)
            found += [PAY_2] if state.ended == "points" else []
        return found

    def name(self, deal: Scored, seat: int) -> str:
        """The name of a seat of the deal."""
        return self.names[deal.playing[seat]]

    def seat(self, deal: Scored, seat: int) -> Iterator[str]:
        """One seat: its hand in groups, and each line of what it owes."""
        settled = deal.settled
        name, points = self.name(deal, seat), settled.state.scores[seat]
        mark = deal.table.laid[deal.playing[seat]].mark
        key = "owes_nothing" if not points else "owes"
        yield self.ui(key, name=name, n=points)
        judged = settled.judged.get(seat)
        called_show = judged and mark in CLAIMS
        if judged:
            found = judged.checked if called_show else judged.counts
            yield from self.sheet.groups(judged, found, finish=bool(called_show))
            yield from self.no_groups(judged, found)
            if called_show:
                for lack in judged.lacks:
                    yield from wrap(f"- {self.sheet.lack(lack)}", hang=2)
                yield from self.sheet.ungrouped(judged)
                yield from self.too_late(deal, seat)
            elif judged.checked.show and settled.state.ended == "points":
                yield from wrap("- " + self.ui("could_show", name=name), hang=2)
            if settled.state.ended in COUNTED:
                yield from self.other_grouping(judged)
        for line in settled.entries:
            if line.seat == seat:
                yield from points_line(str(line.points), line.clause, line.cards, self.speech)

    def no_groups(self, judged: Judged, found: Arrangement) -> Iterator[str]:
        """Why cards that look like a group, or were made one, are none."""
        if judged.own is None:
            yield from self.sheet.same_twice(judged, found)
        elif found is not judged.own:
            for part in judged.groups:
                if part.flaw:
                    yield from self.sheet.flawed(part.cards, part.flaw)

    def too_late(self, deal: Scored, seat: int) -> Iterator[str]:
        """That a wrong Show was none if the right one came before it."""
        settled = deal.settled
        for other, judged in settled.judged.items():
            if seat in settled.wrong_shows and judged.laid.mark in CLAIMS and judged.checked.show:
                name, word = self.name(deal, other), settled.judged[seat].laid.mark.value
                yield from wrap("- " + self.ui("too_late", name=name, word=word), hang=2)

    def other_grouping(self, judged: Judged) -> Iterator[str]:
        """What the hand would cost in the arrangement that does not count."""
        own, best, counts = judged.own, judged.best, judged.counts
        if own and own.points != best.points and judged.laid.mark not in CLAIMS:
            key, other = ("would_own", own) if counts is best else ("would_best", best)
            yield from wrap("- " + self.ui(key, n=other.points), hang=2)

    def standing(self, deal: Scored, number: int) -> Iterator[str]:
        """How a match of several deals stands after one, and who starts the next."""
        match, rules = deal.match, self.sheet.rules
        if not match or rules.format is Format.POINTS:
            return
        yield ""
        scores = match.deals[-1]
        for seat, name in enumerate(self.names):
            key = "pool" if rules.format is Format.POOL else "deals"
            holes = {"name": name, "deal": scores[seat], "match": match.totals[seat]}
            yield from wrap(self.ui(f"total.{key}", **holes))
        for seat in match.may_rejoin:
            yield from wrap(self.ui("may_rejoin", name=self.names[seat]))
        if not match.over:
            first = match.playing[match.starter]
            order = [
                match.playing[(match.starter + match.direction * n) % len(match.playing)]
                for n in range(len(match.playing))
            ]
            names = ", ".join(self.names[seat] for seat in order)
            told_so = self.speech.texts.text(
                "ui.score.next", name=self.names[first], n=number, order=names
            )
            yield from wrap(told_so)

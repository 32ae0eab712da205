"""What is printed of a hand of Indian Rummy: its groups, what it costs, what is lacking to a Show.

What must stay true: a hand that is no Show is told which condition fails; a group that is none is
told why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from speto.cards import JOKER, Card
from speto.indian.actions import in_order
from speto.indian.clauses import ARR_1, SEQ_2, SHOW_1, SHOW_2, SHOW_5
from speto.indian.flaws import Fault, Flaw, why_no_group
from speto.indian.groups import Arrangement, Kind, wilds_of
from speto.indian.rules import ShowCheck
from speto.score.indian import Judged, Lack, Mark, lacks, owed
from speto.score.indian.table import CLAIMS, DROPS
from speto.terminal.page import cells, fit, wrap
from speto.terminal.scoring.lines import points_line, rules_in_full
from speto.terminal.speech import Speech


class HandSheet:
    """What is printed of the hands of one table of rules."""

    def __init__(self, speech: Speech, *, why: bool) -> None:
        self.speech = speech
        self.texts = speech.texts
        self.rules = speech.rules
        self.why = why

    def ui(self, key: str, /, **holes: object) -> str:
        """A text of the score of Indian Rummy."""
        return self.texts.text(f"ui.score.indian.{key}", **holes)

    def wilds(self, cut: Card) -> list[str]:
        """Which cards are wild."""
        wilds = self.speech.cards(sorted(wilds_of(cut, self.rules)))
        key = "wilds_joker" if cut == JOKER else "wilds"
        return wrap(self.ui(key, cut=self.speech.card(cut), wilds=wilds))

    def hand(self, judged: Judged) -> Iterator[str]:
        """One hand: as a person grouped it, the best arrangement, which of them counts."""
        best, own, mark = judged.best, judged.own, judged.laid.mark
        if own is None:
            yield from self.arrangement(judged, best, "best")
        else:
            yield from self.arrangement(judged, own, "own")
            yield ""
            if (own.points, own.show) == (best.points, best.show):
                yield from wrap(self.ui("none_better"))
            else:
                yield from self.arrangement(judged, best, "after_own")
                if mark not in DROPS:
                    yield from self.which_counts(judged)
        yield from self.better_discard(judged)
        if mark in CLAIMS:
            yield from self.call(judged)
        yield from self.costs(judged)

    def arrangement(self, judged: Judged, found: Arrangement, key: str) -> Iterator[str]:
        """An arrangement: what it costs, its groups, and what is lacking to a Show."""
        kind = "show" if found.show else "no_show"
        if found.discard is not None:
            kind += "_finished" if judged.laid.finishing else "_discard"
        told_so = self.ui(
            f"{key}.{kind}",
            n=found.points,
            card=self.speech.card(found.discard) if found.discard else "",
        )
        yield from wrap(told_so)
        yield from self.groups(judged, found)
        if judged.own is None:
            yield from self.same_twice(judged, found)
        for lack in lacks(found, judged.wilds):
            yield from wrap(f"- {self.lack(lack)}", hang=2)

    def groups(self, judged: Judged, found: Arrangement, *, finish: bool = False) -> Iterator[str]:
        """The groups, each with what it is; under those that a person made, why some are none."""
        lines = [(group.cards, self.kind(group.kind)) for group in found.groups]
        loose = list(found.loose)
        if found is judged.own:
            lines = []
            for part in judged.groups:
                flawed = part.flaw and self.flaw(part.flaw)
                lines.append((part.cards, flawed or self.kind(part.kind)))
                for card in part.cards if part.flaw else ():
                    loose.remove(card)
        plain = [c for c in loose if c != JOKER and c not in judged.wilds]
        if plain:
            lines.append((tuple(plain), self.ui("kind.loose")))
        if len(plain) < len(loose):
            lines.append((tuple(c for c in loose if c not in plain), self.ui("kind.left_over")))
        if finish and found.discard:
            lines.append(((found.discard,), self.ui("kind.finishing")))
        named = [(self.speech.cards(cards), label) for cards, label in lines]
        width = max(cells(cards) for cards, label in named) + 2
        for cards, label in named:
            first, *more = wrap(label, 76 - min(width, 36))
            yield f"  {fit(cards, max(width, cells(cards) + 2))}{first}"
            for line in more:
                yield "  " + " " * width + line

    def same_twice(self, judged: Judged, found: Arrangement) -> Iterator[str]:
        """That loose cards of one rank are no set, or not in it: one of them is there twice."""
        sets = [card for group in found.groups if group.kind is Kind.SET for card in group.cards]
        for rank in dict.fromkeys(card.rank for card in found.loose if card != JOKER):
            cards = [card for card in (*sets, *found.loose) if card.rank == rank]
            flaw = why_no_group(cards, judged.wilds, Kind.SET)
            if flaw and flaw.fault is Fault.SAME_IN_SET:
                yield from self.flawed(cards, flaw)

    def flawed(self, cards: Iterable[Card], flaw: Flaw) -> Iterator[str]:
        """A line of its own about cards that are no group."""
        told_so = self.speech.colon(self.speech.cards(in_order(cards)), self.flaw(flaw))
        yield from wrap(f"- {told_so}", hang=2)

    def kind(self, kind: Kind) -> str:
        """What a group is called."""
        return self.ui(f"kind.{kind.name.lower()}")

    def flaw(self, flaw: Flaw) -> str:
        """Why cards are no group."""
        cards = self.speech.cards(flaw.cards)
        key = "gap_wide" if flaw.fault == "gap" and len(flaw.cards) > 3 else flaw.fault.value
        return self.ui(f"flaw.{key}", n=len(flaw.cards), cards=cards, code=flaw.clause.code)

    def lack(self, lack: Lack) -> str:
        """A condition of a Show that is not met."""
        cards = self.speech.listed(map(self.speech.cards, lack.cards)) if lack.cards else ""
        n = sum(map(len, lack.cards)) if lack.key == "loose" else len(lack.cards)
        return self.ui(f"lack.{lack.key}", n=n, cards=cards, code=lack.clause.code)

    def which_counts(self, judged: Judged) -> Iterator[str]:
        """Which of two arrangements the rules of the table follow."""
        best, own = judged.best, judged.own
        assert own
        yield ""
        if own.points != best.points and judged.laid.mark is Mark.NOTHING:
            title = self.speech.title(ARR_1)
            points = judged.counts.points
            yield from wrap(self.ui("counts", n=points, title=title, code=ARR_1.code))
        if own.show != best.show:
            title = self.speech.title(SHOW_5)
            key = "judged_good" if judged.checked.show else "judged_wrong"
            yield from wrap(self.ui(key, title=title, code=SHOW_5.code))

    def better_discard(self, judged: Judged) -> Iterator[str]:
        """That another finishing card would have been better."""
        least = judged.least
        if least and least.discard:
            key = "other_finish" if least.show else "other_discard"
            card = self.speech.card(least.discard)
            yield from wrap(self.ui(key, card=card, n=least.points))

    def call(self, judged: Judged) -> Iterator[str]:
        """What a hand alone costs or brings that was called a Show."""
        yield from self.ungrouped(judged)
        heaven = judged.laid.mark is Mark.HEAVEN
        key = "call_good" if judged.checked.show else "call_wrong"
        if heaven and judged.checked.show:
            key = "heaven_good"
        yield from wrap(self.ui(key, n=self.rules.heaven))

    def ungrouped(self, judged: Judged) -> Iterator[str]:
        """That a Show is judged by groups, and none were given."""
        if judged.own is None and self.rules.show_check is ShowCheck.DECLARED:
            yield from wrap(self.ui("ungrouped", title=self.speech.title(SHOW_5), code=SHOW_5.code))

    def costs(self, judged: Judged) -> Iterator[str]:
        """What the hand costs, line by line, and the rules in full."""
        lines = owed(judged)
        if lines:
            yield ""
            yield self.ui("costs")
        for line in lines:
            yield from points_line(str(line.points), line.clause, line.cards, self.speech)
        if self.why:
            named = [SHOW_1, SEQ_2] if judged.checked.show else []
            named += [SHOW_2] if judged.checked.show and judged.discard else []
            named += [lack.clause for lack in judged.lacks]
            named += [part.flaw.clause for part in judged.groups if part.flaw]
            named += [line.clause for line in lines]
            named += [ARR_1, SHOW_5] if judged.own else []
            if named:
                yield from rules_in_full(named, self.speech)

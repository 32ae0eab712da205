"""One hand judged: what it costs, whether it is a Show, and what is lacking.

What must stay true: points, groups and Shows are those of the game; here is only told which
condition of a Show (I-SHOW-1) an arrangement misses, and why a group is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from speto.cards import JOKER, Card
from speto.clause import Clause
from speto.indian import Rules
from speto.indian.clauses import CAP_1, MORE_1, MORE_21, SCORE_1, SEQ_2, SHOW_1, SHOW_3
from speto.indian.groups import (
    Arrangement,
    Flaw,
    Kind,
    Stage,
    arranged,
    declared,
    kind_of_cards,
    why_no_group,
)
from speto.indian.rules import NoPure, ScoreArrangement, ShowCheck
from speto.score.indian.table import CLAIMS, HAND, Laid, Mark, Part


class Lack(NamedTuple):
    """A condition of a Show that is not met: the key of its words, the rule, the cards of it."""

    key: str
    clause: Clause
    cards: tuple[tuple[Card, ...], ...] = ()


class Grouped(NamedTuple):
    """A part as a person made it: what it is, and if it is no group, why."""

    cards: Part
    kind: Kind
    flaw: Flaw | None


@dataclass(frozen=True, slots=True)
class Judged:
    """A hand judged.

    `best` is its best arrangement, of 14 cards after `discard`; `own` is the arrangement that a
    person made, if one did, and `parts` are the 13 cards as they lie in it. `least` is the best
    arrangement after another discard, if the finishing card that was named costs points.
    """

    laid: Laid
    wilds: frozenset[Card]
    rules: Rules
    best: Arrangement
    own: Arrangement | None = None
    parts: tuple[Part, ...] = ()
    least: Arrangement | None = None

    @property
    def counts(self) -> Arrangement:
        """The arrangement by which the hand is counted (I-ARR-1)."""
        declares = self.rules.score_arrangement is ScoreArrangement.DECLARED
        return self.own if self.own and declares else self.best

    @property
    def checked(self) -> Arrangement:
        """The arrangement by which a Show of the hand is judged (I-SHOW-5)."""
        declares = self.rules.show_check is ShowCheck.DECLARED
        return self.own if self.own and declares else self.best

    @property
    def lacks(self) -> tuple[Lack, ...]:
        """What is lacking to a Show of the hand."""
        return lacks(self.checked, self.wilds)

    @property
    def groups(self) -> tuple[Grouped, ...]:
        """The parts of more than one card that a person made, each with what it is."""
        return tuple(
            Grouped(part, kind_of_cards(part, self.wilds), why_no_group(part, self.wilds))
            for part in self.parts
            if len(part) > 1
        )

    @property
    def discard(self) -> Card | None:
        """The card of 14 that is discarded: the finishing card of a Show."""
        return self.checked.discard


def judge(laid: Laid, wilds: frozenset[Card], rules: Rules) -> Judged:
    """A hand of 13 or 14 cards judged.

    :raises ParseError: if the two packs do not have these cards.
    """
    if not laid.grouped:
        cards = laid.cards if laid.finishing else laid.all_cards
        best = _finished(arranged(cards, wilds, rules), laid.finishing)
        return Judged(laid, wilds, rules, best, least=_least(laid, wilds, rules, best))
    own, parts = _own(laid, wilds, rules)
    best = arranged(laid.cards, wilds, rules)
    if not laid.finishing and best.discard and own.discard and best.points == own.points:
        rest = list(laid.cards)
        rest.remove(own.discard)
        best = _finished(arranged(rest, wilds, rules), own.discard)
    best = _finished(best, laid.finishing)
    return Judged(laid, wilds, rules, best, own, parts, _least(laid, wilds, rules, best))


def _finished(arrangement: Arrangement, finishing: Card | None) -> Arrangement:
    return arrangement._replace(discard=finishing) if finishing else arrangement


def _least(
    laid: Laid, wilds: frozenset[Card], rules: Rules, best: Arrangement
) -> Arrangement | None:
    """The arrangement after the best discard, where the one that was named costs more."""
    if not laid.finishing:
        return None
    least = arranged(laid.all_cards, wilds, rules)
    return least if least.points < best.points or least.show > best.show else None


def _own(laid: Laid, wilds: frozenset[Card], rules: Rules) -> tuple[Arrangement, tuple[Part, ...]]:
    """The arrangement that a person made, and its parts, of 14 cards without the best discard.

    Where no finishing card was named, it is the one that costs fewest points.
    """
    if len(laid.cards) <= HAND:
        own = _declared(laid.parts, wilds, rules)
        return _finished(own, laid.finishing), laid.parts
    tried = [
        (_declared(parts, wilds, rules)._replace(discard=card), parts)
        for card, parts in _less_one(laid.parts)
    ]
    return min(tried, key=lambda found: (found[0].points, -found[0].show, found[0].sum))


def _less_one(parts: Sequence[Part]) -> Iterator[tuple[Card, tuple[Part, ...]]]:
    """Each card with the parts without it, cards of the smallest parts first."""
    for at in sorted(range(len(parts)), key=lambda at: len(parts[at])):
        for card in dict.fromkeys(parts[at]):
            left = list(parts[at])
            left.remove(card)
            yield card, (*parts[:at], tuple(left), *parts[at + 1 :])


def _declared(parts: Sequence[Part], wilds: frozenset[Card], rules: Rules) -> Arrangement:
    return declared(parts, (), wilds, rules)


class Charge(NamedTuple):
    """One line of what a hand costs: points, the rule, the cards."""

    points: int
    clause: Clause
    cards: tuple[Card, ...] = ()


def charges(found: Arrangement, rules: Rules) -> tuple[Charge, ...]:
    """What an arrangement costs, line by line, as the ledger has it; nothing for nothing."""
    flat = found.stage is Stage.NO_PURE and rules.no_pure is NoPure.FLAT
    lines = [Charge(found.sum, found.clause, found.counted)]
    if flat:
        lines = [Charge(rules.cap, SCORE_1)]
    elif found.sum > rules.cap:
        lines.append(Charge(rules.cap - found.sum, CAP_1))
    return tuple(line for line in lines if line.points)


def owed(judged: Judged) -> tuple[Charge, ...]:
    """What a hand alone owes, line by line: a called Show nothing, or the price of a wrong one."""
    mark, rules = judged.laid.mark, judged.rules
    if mark not in CLAIMS:
        return charges(judged.counts, rules)
    if judged.checked.show or not rules.wrong_show:
        return ()
    return (Charge(rules.wrong_show, MORE_1 if mark is Mark.HEAVEN else SHOW_3),)


def lacks(found: Arrangement, wilds: frozenset[Card]) -> tuple[Lack, ...]:
    """The conditions of a Show that an arrangement does not meet; none if it is one."""
    missing: list[Lack] = []
    runs = tuple(group.cards for group in found.groups if group.kind >= Kind.RUN)
    if found.stage is Stage.NO_PURE:
        missing.append(Lack("no_pure" if not runs else "none_is_pure", SEQ_2, runs))
    elif found.stage is Stage.ONE_PURE and len(runs) > 1:
        missing.append(Lack("short_runs", MORE_21, runs))
    elif found.stage is Stage.ONE_PURE:
        missing.append(Lack("one_run", SHOW_1, runs))
    loose = tuple(card for card in found.loose if card != JOKER and card not in wilds)
    if loose:
        missing.append(Lack("loose", SHOW_1, (loose,)))
    return tuple(missing)

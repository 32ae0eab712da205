"""One hand judged: what it costs, whether it is a Show, and what is lacking.

What must stay true: points, groups and Shows are those of the game; here is only told which
condition of a Show (I-SHOW-1) an arrangement misses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from speto.cards import JOKER, Card
from speto.clause import Clause
from speto.indian import Rules
from speto.indian.clauses import MORE_21, SEQ_2, SHOW_1
from speto.indian.flaws import Flaw, why_no_group
from speto.indian.groups import (
    Arrangement,
    Kind,
    Stage,
    arranged,
    declared,
    judged_by,
    kind_of_cards,
)
from speto.indian.rules import ScoreArrangement, ShowCheck
from speto.score.indian.charging import OUT_BY, Charge, charges, price
from speto.score.indian.table import CLAIMS, Laid, Mark, Part
from speto.score.wrong import Wrong


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
    person made, if one did. `least` is the best arrangement after another discard, if the finishing
    card that was named costs points. `asked`: its player may say how it is arranged, as after a
    Show; nobody is asked where nobody showed (I-MORE-31).
    """

    laid: Laid
    wilds: frozenset[Card]
    rules: Rules
    best: Arrangement
    own: Arrangement | None = None
    least: Arrangement | None = None
    asked: bool = True

    @property
    def counts(self) -> Arrangement:
        """The arrangement by which the hand is counted (I-ARR-1)."""
        declares = self.asked and self.rules.score_arrangement is ScoreArrangement.DECLARED
        return self.own if self.own and declares else self.best

    @property
    def checked(self) -> Arrangement:
        """The arrangement by which a Show of the hand is judged (I-SHOW-5)."""
        return judged_by(self.own or self.best, self.best, self.rules)

    @property
    def lacks(self) -> tuple[Lack, ...]:
        """What is lacking to a Show of the hand."""
        return lacks(self.checked, self.wilds)

    @property
    def groups(self) -> tuple[Grouped, ...]:
        """The parts of more than one card that a person made, each with what it is."""
        return tuple(
            Grouped(part, kind_of_cards(part, self.wilds), why_no_group(part, self.wilds))
            for part in (self.own.parts if self.own else ())
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
    best = arranged(laid.cards, wilds, rules)
    own = declared(laid.parts, (), wilds, rules) if laid.grouped else None
    if own and own.discard:
        rest = list(laid.cards)
        rest.remove(own.discard)
        alike = arranged(rest, wilds, rules)
        if (alike.points, alike.show) == (best.points, best.show):
            best = alike._replace(discard=own.discard)
    if not laid.finishing:
        return Judged(laid, wilds, rules, best, own)
    best = best._replace(discard=laid.finishing)
    own = own and own._replace(discard=laid.finishing)
    least = arranged(laid.all_cards, wilds, rules)
    better = least.points < best.points or least.show > best.show
    return Judged(laid, wilds, rules, best, own, least if better else None)


def check_wrong(judged: Judged) -> None:
    """See that a Show that is called wrong is none, as far as one can know without its groups.

    :raises Wrong: if it is one.
    """
    known = judged.own or judged.rules.show_check is ShowCheck.BEST
    if judged.laid.mark is Mark.WRONG and known and judged.checked.show:
        raise Wrong("not_wrong", line=judged.laid.line)


def owed(judged: Judged) -> tuple[Charge, ...]:
    """What a hand alone owes, line by line: a right Show nothing, a wrong one or a drop its price.

    Any other hand owes what it costs after the Show of another.
    """
    mark, rules = judged.laid.mark, judged.rules
    if mark in CLAIMS:
        return () if judged.checked.show else price(Mark.WRONG, rules)
    if mark in OUT_BY:
        return price(mark, rules)
    return charges(judged.counts, judged.wilds, rules)


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

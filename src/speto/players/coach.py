"""The coach: what there is to say of a moment, made of a `View` and of what a player thought of it.

What must stay true: it knows no more than the seat it speaks to; it names a text by its key and
writes no sentence; what cannot be told apart from the best, as far as two standard errors go, is
called equal to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import hypot
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

from speto.cards import Card
from speto.clause import Clause
from speto.games import View, game_of
from speto.thought import Budget, Option, Thought

T = TypeVar("T")

SELDOM: Final = 0.03
"""What happens less often is not spoken of."""
SHARE: Final = 0.25
"""What explains less than this part of a difference is not its reason."""


class Weighed(NamedTuple):
    """A difference in chances counts as a reason from `least` on; `points` are what one is worth.

    The points choose between reasons, and are told to nobody.
    """

    least: float
    points: float


FINED: Final = Weighed(0.05, 50.0)
FED: Final = Weighed(0.1, 20.0)
ENDED: Final = Weighed(0.08, 50.0)

DROPS: Final = ("drop", "no_drop")
"""What a drop costs is certain, and no fine to be told as a chance."""
NEAR: Final = 2
"""Cards of a suit so many ranks apart may lie in one run."""
TEN: Final = 10
"""From this rank on a card counts more than those below it, in every game."""
DEUCE: Final = 2


class Reason(NamedTuple):
    """Why an option is the best, or is worse than the best: the key of a sentence and its holes.

    `much` and `little` are chances in per cent, `points` a difference.
    """

    key: str
    much: int = 0
    little: int = 0
    points: int = 0
    clause: Clause | None = None
    seat: int | None = None


SAME: Final = Reason("worse.equal")


class Advised(NamedTuple):
    """An option as it is told: points with their error, and how far behind the best it is.

    `fines` are chances by clause, `feeds` by seat, the likeliest first; what is no discard feeds
    nobody. `ends` is the chance that the seat itself ends the deal.
    """

    action: Any
    points: float
    error: float
    behind: float
    doubt: float
    equal: bool
    fines: tuple[tuple[Clause, float], ...]
    feeds: tuple[tuple[int, float], ...]
    ends: float
    reason: Reason


class Advice(NamedTuple):
    """What the coach says of a moment: its options, the best first, and how much work that was."""

    options: tuple[Advised, ...]
    worlds: int
    playouts: int

    def of(self, action: Any) -> Advised | None:
        """What is said of one action; none if it was not weighed."""
        return next((one for one in self.options if one.action == action), None)


def advise(view: View[Any], budget: Budget, rng: Random) -> Advice:
    """What the coach says to the seat whose turn it is.

    A search soon has done with a lone move; its worth is asked for luck's sake, so the whole budget
    of play-outs is spent on it.
    """
    think = game_of(view.rules).think
    thought = think(view, budget, rng)
    while budget.playouts and len(thought.options) == 1:
        left = budget.playouts - thought.playouts
        more = think(view, Budget(playouts=left), rng) if left > 0 else None
        if more is None or not more.playouts:
            break
        thought = _pooled(thought, more)
    return tell(view, thought)


def _pooled(one: Thought, two: Thought) -> Thought:
    """Two thoughts of the same lone move as one."""
    a, b = one.options[0], two.options[0]
    n = a.worlds + b.worlds
    first, second = a.worlds / n, b.worlds / n

    def mean(x: float, y: float) -> float:
        return first * x + second * y

    option = a._replace(
        points=mean(a.points, b.points),
        error=hypot(first * a.error, second * b.error),
        worlds=n,
        fines={
            code: mean(a.fines.get(code, 0.0), b.fines.get(code, 0.0))
            for code in sorted({*a.fines, *b.fines})
        },
        feeds=tuple(map(mean, a.feeds, b.feeds)),
        ends=mean(a.ends, b.ends),
    )
    return Thought(one.action, (option,), one.worlds + two.worlds, one.playouts + two.playouts)


def tell(view: View[Any], thought: Thought) -> Advice:
    """What a thought about this view comes to in the coach's words."""
    clauses = game_of(view.rules).BY_CODE
    best, *others = thought.options
    worse = next((one for one in others if not thought.equal(one)), None)
    reasons = [_why_best(view, best, worse, clauses)]
    for other in others:
        same = thought.equal(other)
        reasons.append(SAME if same else _why_worse(view, best, other, clauses))
    told = zip(thought.options, reasons, strict=True)
    return Advice(
        tuple(_told(option, thought.equal(option), reason, clauses) for option, reason in told),
        thought.worlds,
        thought.playouts,
    )


def _told(option: Option, equal: bool, reason: Reason, clauses: Mapping[str, Clause]) -> Advised:
    fines = ((clauses[code], chance) for code, chance in option.fines.items())
    return Advised(
        option.action,
        option.points,
        option.error,
        option.behind,
        option.doubt,
        equal,
        _likeliest(fines),
        _likeliest(enumerate(option.feeds)) if _kind(option.action) == "discard" else (),
        option.ends,
        reason,
    )


def _likeliest(chances: Iterable[tuple[T, float]]) -> tuple[tuple[T, float], ...]:
    told = [(what, chance) for what, chance in chances if chance >= SELDOM]
    return tuple(sorted(told, key=lambda pair: -pair[1]))


def _why_best(
    view: View[Any], best: Option, worse: Option | None, clauses: Mapping[str, Clause]
) -> Reason:
    """Why the best is the best, beside the next one that is clearly worse."""
    if len(view.legal) == 1 or all(map(ends_deal, view.legal)):
        return Reason("because.only")
    if ends_deal(best.action):
        return Reason("because.ends", points=round(best.points))
    if worse is None:
        return Reason("because.equal")
    kind = _by_kind(best.action, worse.action)
    found = _by_chances(best, worse, clauses)
    if found and kind not in DROPS:
        return found._replace(key=f"because.{found.key}")
    kind = kind or _by_cards(best.action, worse.action, view.hand)
    return Reason(f"because.{kind or 'all'}", points=round(worse.behind))


def _why_worse(
    view: View[Any], best: Option, other: Option, clauses: Mapping[str, Clause]
) -> Reason:
    """Why an option is not as good as the best."""
    points = round(other.behind)
    if ends_deal(best.action) or ends_deal(other.action):
        return Reason("worse.ends" if ends_deal(other.action) else "worse.goes_on", points=points)
    kind = _by_kind(best.action, other.action)
    found = _by_chances(best, other, clauses)
    if found and kind not in DROPS:
        return found._replace(key=f"worse.{found.key}")
    kind = kind or _by_cards(best.action, other.action, view.hand)
    return Reason(f"worse.{kind or 'all'}", points=points)


def _by_chances(best: Option, other: Option, clauses: Mapping[str, Clause]) -> Reason | None:
    """The difference between two options that weighs most, among what may happen after them."""
    found: list[tuple[float, Reason]] = []

    def differ(weighed: Weighed, much: float, little: float, reason: Reason) -> None:
        worth = (much - little) * weighed.points
        if much - little >= weighed.least and worth >= SHARE * other.behind:
            told = reason._replace(much=round(100 * much), little=round(100 * little))
            found.append((worth, told))

    for code, chance in other.fines.items():
        reason = Reason("fine", clause=clauses[code])
        differ(FINED, chance, best.fines.get(code, 0.0), reason)
    if _are_discards(best.action, other.action):
        fed = dict(enumerate(best.feeds))
        for seat, chance in enumerate(other.feeds):
            differ(FED, chance, fed.get(seat, 0.0), Reason("feeds", seat=seat))
    differ(ENDED, best.ends, other.ends, Reason("finish"))
    return max(found, key=lambda pair: pair[0])[1] if found else None


def _by_kind(best: Any, other: Any) -> str | None:
    """The reason in what sort of actions two are, by the marks that all games' words share."""
    one, two = _kind(best), _kind(other)
    if one == two:
        return None
    for kind in ("drop", "decline"):
        if kind == one:
            return kind
        if kind == two:
            return f"no_{kind}"
    if {one, two} == {"draw", "take"}:
        return one
    if "lay" in (one, two):
        return "lay" if one == "lay" else "hold"
    return None


def _kind(action: Any) -> str:
    """What sort of action it is: `^` takes, with a meld behind it in Dummy; `x` drops."""
    kinds = {"+": "draw", "^": "take", "=": "lay", ">": "lay", "-": "discard"}
    return kinds.get(str(action)[0]) or {"x": "drop", ".": "decline"}.get(str(action)[0], "end")


def _are_discards(one: Any, other: Any) -> bool:
    """Whether of both actions the card that is picked up next is their own."""
    return _kind(one) == _kind(other) == "discard"


def ends_deal(action: Any) -> bool:
    """Whether an action is a knock or a Show, which end a deal."""
    return _kind(action) == "end"


def _by_cards(best: Any, other: Any, hand: Sequence[Card]) -> str | None:
    """The reason in two cards, one of which is discarded."""
    if not _are_discards(best, other):
        return None
    if _neighbors(best.card, hand) < _neighbors(other.card, hand):
        return "near"
    # the two of clubs is dear in Dummy, so nothing is said of deuces
    if DEUCE < other.card.rank < TEN <= best.card.rank:
        return "dear"
    return None


def _neighbors(card: Card, hand: Sequence[Card]) -> int:
    """How many other cards of a hand may come to lie in a meld with a card."""
    return sum(
        other.rank == card.rank or (other.suit == card.suit and abs(other.rank - card.rank) <= NEAR)
        for other in hand
        if other != card and other.rank and card.rank
    )


def as_data(advice: Advice) -> dict[str, Any]:
    """What the coach says in plain values, for JSON: words, clause codes, rounded numbers."""
    return {
        "worlds": advice.worlds,
        "playouts": advice.playouts,
        "options": [_option(one) for one in advice.options],
    }


def _option(one: Advised) -> dict[str, Any]:
    reason = one.reason
    return {
        "word": str(one.action),
        "points": round(one.points, 1),
        "error": round(one.error, 1),
        "behind": round(one.behind, 1),
        "doubt": round(one.doubt, 1),
        "equal": one.equal,
        "fines": [{"clause": it.code, "chance": round(chance, 3)} for it, chance in one.fines],
        "feeds": [{"seat": seat, "chance": round(chance, 3)} for seat, chance in one.feeds],
        "ends": round(one.ends, 3),
        "reason": {
            "key": reason.key,
            "much": reason.much,
            "little": reason.little,
            "points": reason.points,
            "clause": reason.clause.code if reason.clause else None,
            "seat": reason.seat,
        },
    }

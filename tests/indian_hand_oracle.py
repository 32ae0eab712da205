"""A second, slow reckoning of one Indian hand, written from the rules and not from the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, product
from typing import NamedTuple

Options = Mapping[str, int | bool | str]

RANKS = "23456789TJQKA"
LADDER = "A" + RANKS  # I-SEQ-4: an ace stands low or high
SUITS = "cdhs"
JOKER = "**"
DEALT = 13
PACK = tuple(rank + suit for rank in RANKS for suit in SUITS) * 2 + (JOKER, JOKER)


def options_in(text: str) -> dict[str, int | bool | str]:
    """Options as `name=value`."""
    words = {"true": True, "false": False}
    pairs = [pair.split("=") for pair in text.split()]
    return {name: int(v) if v.isdigit() else words.get(v, v) for name, v in pairs}


DEFAULTS = options_in("""
    wild_scope=exact second_run_min=3 may_discard_taken=false wild_pick=first_turn_only
    first_drop=20 middle_drop=40 missed_turns=3 show_check=best score_arrangement=best
    no_pure=flat one_pure=exempt cap=80 wrong_show=80 on_exhaust=settle exhaust_pay=own_points
    heaven=40 next_starter=rotate max_turns=500
    format=points pool_limit=101 rejoin=true split=true deals=2 point_value=1""")
ONLINE = options_in("""
    wild_scope=rank no_pure=sum_capped one_pure=count_all show_check=declared
    on_exhaust=reshuffle heaven=0""")
POOLS = {  # I-POOL-3
    101: options_in("first_drop=20 middle_drop=40 cap=80 wrong_show=80"),
    201: options_in("first_drop=25 middle_drop=50 cap=80 wrong_show=80"),
    61: options_in("first_drop=15 middle_drop=30 cap=60 wrong_show=60"),
}
AT_LEAST_ONE = ("missed_turns", "cap", "max_turns", "deals", "point_value")
NEARLY_OUT = {101: 80, 201: 175, 61: 45}  # I-POOL-2, I-POOL-4


def with_defaults(given: Options) -> dict[str, int | bool | str]:
    """All options: what a pool limit sets, and what falls to the cap, if it was not given."""
    options = {**DEFAULTS, **given}
    if options["format"] == "pool":  # I-MORE-26
        options = {**options, **POOLS[int(options["pool_limit"])], **given}
    for name in ("wrong_show", "heaven"):  # I-MORE-30
        if name not in given:
            options[name] = min(int(options[name]), int(options["cap"]))
    return options


def contradiction(given: Options) -> str:
    """Two options that are refused together, or one out of its range (I-MORE-30), or nothing."""
    o = {
        name: value
        for name, value in with_defaults(given).items()
        if isinstance(value, int) and not isinstance(value, bool)
    }
    if wrong := [name for name, number in o.items() if number < (name in AT_LEAST_ONE)]:
        return wrong[0]
    pairs = [("first_drop", "middle_drop")]
    pairs += [(name, "cap") for name in ("middle_drop", "heaven", "wrong_show")]
    return next((f"{less} {more}" for less, more in pairs if o[less] > o[more]), "")


# Cards


def card_order(card: str) -> tuple[int, int]:
    if card == JOKER:
        return len(RANKS), 0
    return RANKS.index(card[0]), SUITS.index(card[1])


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(cards, key=card_order))


def wilds_of(cut: str, options: Options) -> frozenset[str]:
    """The special wild cards (I-WILD-1, I-WILD-2, I-WILD-5)."""
    if cut == JOKER:
        return frozenset("A" + suit for suit in SUITS)
    if options["wild_scope"] == "rank":
        return frozenset(cut[0] + suit for suit in SUITS)
    return frozenset({cut})


def value(card: str, wilds: Collection[str]) -> int:
    """I-VAL-1."""
    if card == JOKER or card in wilds:
        return 0
    return 10 if card[0] in "AKQJT" else int(card[0])


def total(cards: Iterable[str], wilds: Collection[str]) -> int:
    return sum(value(card, wilds) for card in cards)


def without_wilds(cards: Iterable[str], wilds: Collection[str]) -> tuple[str, ...]:
    return in_order(card for card in cards if card != JOKER and card not in wilds)


# Groups


@cache
def run_places(length: int) -> tuple[tuple[str, ...], ...]:
    """The places of every run of this many cards: 13 of the 14 rungs, so never two aces."""
    if not 3 <= length <= DEALT:
        return ()
    starts = range(len(LADDER) - length + 1)
    return tuple(
        tuple(rank + suit for rank in LADDER[start : start + length])
        for suit in SUITS
        for start in starts
    )


@cache
def set_places() -> tuple[tuple[str, ...], ...]:
    """The cards of one rank, of which a set holds three or four."""
    return tuple(tuple(rank + suit for suit in SUITS) for rank in RANKS)


def _left_over(cards: Sequence[str], places: Iterable[str]) -> list[str]:
    """The cards that remain when each place is filled with its own card, if it is there."""
    rest = list(cards)
    for place in places:
        if place in rest:
            rest.remove(place)
    return rest


def kind(group: Sequence[str], wilds: Collection[str]) -> str:
    """What a group is: a run before a set (I-SEQ-1 to I-SEQ-4, I-SET-1 to I-SET-3, I-MORE-7)."""

    def holds(places: Iterable[str]) -> bool:
        rest = _left_over(group, places)
        all_wild = not without_wilds(rest, wilds)
        return all_wild and len(rest) < len(group)

    runs = [places for places in run_places(len(group)) if holds(places)]
    if any(not _left_over(group, places) for places in runs):
        return "PURE_RUN"
    if runs:
        return "RUN"
    if len(group) in (3, 4) and any(holds(places) for places in set_places()):
        return "SET"
    return "LOOSE"


# The fewest points


class Group(NamedTuple):
    natural: tuple[str, ...]  # cards that stand for themselves, in order
    jokers: int  # and so many wilds that stand for others
    run: bool


@lru_cache(maxsize=1000)
def _groups_in(natural: tuple[str, ...], jokers: int) -> dict[str, list[Group]]:
    """Every group of these cards, by its lowest natural card: any of the places may be a joker's,
    whether or not its own card is there."""
    held = set(natural)
    found: set[Group] = set()
    for size in range(3, len(natural) + jokers + 1):
        for places in run_places(size):
            here = [card for card in places if card in held]
            for filled in range(max(1, size - jokers), len(here) + 1):
                for some in combinations(here, filled):
                    found.add(Group(in_order(some), size - filled, run=True))
    for places in set_places():
        here = [card for card in places if card in held]
        for filled in range(1, len(here) + 1):
            for some in combinations(here, filled):
                for size in (3, 4):
                    if 0 <= size - filled <= jokers:
                        found.add(Group(in_order(some), size - filled, run=False))
    by_lowest: dict[str, list[Group]] = {card: [] for card in held}
    for group in sorted(found):
        by_lowest[group.natural[0]].append(group)
    return by_lowest


Loose = tuple[int, tuple[str, ...]]  # points, and the cards they are of
NEVER: Loose = (10_000, ())  # more than any hand counts


def _fewest_loose(
    natural: tuple[str, ...], jokers: int, wilds: frozenset[str], long_run: int
) -> Loose:
    """The cheapest loose cards beside a pure run and a second run, one of them long.

    Every partition is tried: the lowest card is loose or in one of all the groups it can be in.
    """
    groups = _groups_in(natural, jokers)
    if not _pure_runs(natural):
        return NEVER

    @cache
    def search(
        rest: tuple[str, ...], jokers: int, runs: int, has_pure: bool, has_long: bool
    ) -> Loose:
        if not rest:
            return (0, ()) if runs >= 2 and has_pure and has_long else NEVER
        best = NEVER
        for group in groups[rest[0]]:
            left = _left_over(rest, group.natural)
            if group.jokers <= jokers and len(left) + len(group.natural) == len(rest):
                size = len(group.natural) + group.jokers
                loose = search(
                    tuple(left),
                    jokers - group.jokers,
                    min(2, runs + group.run),
                    has_pure or (group.run and not group.jokers),
                    has_long or (group.run and size >= long_run),
                )
                best = min(best, loose)
                if best[0] == 0:
                    return best  # nothing is fewer
        worth, cards = search(rest[1:], jokers, runs, has_pure, has_long)
        own = value(rest[0], wilds)
        return min(best, (worth + own, rest[:1] + cards if own else cards))

    return search(natural, jokers, 0, False, False)


@lru_cache(maxsize=100_000)
def _complete(hand: tuple[str, ...], wilds: frozenset[str], long_run: int) -> Loose:
    """The same of a hand: each special wild stands for itself or for another, in every way."""
    natural = without_wilds(hand, wilds)
    specials = Counter(card for card in hand if card in wilds)
    free = len(hand) - len(natural)
    best = NEVER
    for numbers in product(*(range(number + 1) for number in specials.values())):
        as_itself = [c for c, n in zip(specials, numbers, strict=True) for _ in range(n)]
        cards = in_order((*natural, *as_itself))
        best = min(best, _fewest_loose(cards, free - len(as_itself), wilds, long_run))
        if best[0] == 0:
            break  # nothing is fewer
    return best


@lru_cache(maxsize=100_000)
def _pure_runs(hand: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    held = set(hand)
    return tuple(
        places
        for size in range(3, DEALT + 1)
        for places in run_places(size)
        if held.issuperset(places)
    )


STAGES = ("COMPLETE", "ONE_PURE", "NO_PURE")  # in a tie the first
Points = tuple[int, int, str]  # points, the same before the cap, stage


class Verdict(NamedTuple):
    points: int
    sum: int  # before the cap
    stage: str
    show: bool
    counted: tuple[str, ...]

    def order(self) -> tuple[int, int, int]:
        return self.points, self.sum, STAGES.index(self.stage)


def _verdict(stage: str, counted: Sequence[str], wilds: Collection[str], o: Options) -> Verdict:
    worth, cap = total(counted, wilds), int(o["cap"])
    if stage == "NO_PURE" and o["no_pure"] == "flat":  # I-SCORE-1, I-MORE-9
        worth, counted = cap, ()
    show = stage == "COMPLETE" and not counted
    return Verdict(min(worth, cap), worth, stage, show, without_wilds(counted, wilds))


def _one_pure(
    hand: Sequence[str], runs: Iterable[Sequence[str]], wilds: Collection[str], o: Options
) -> Verdict:
    """I-SCORE-2."""
    dearest = max(runs, key=lambda run: total(run, wilds))
    counted = _left_over(hand, dearest if o["one_pure"] == "exempt" else ())
    return _verdict("ONE_PURE", counted, wilds, o)


def best_verdict(hand: Iterable[str], wilds: Collection[str], options: Options) -> Verdict:
    """Of the arrangement with the fewest points; where there are several, of one of them."""
    hand, wilds, o = in_order(hand), frozenset(wilds), {**DEFAULTS, **options}
    runs = _pure_runs(hand)
    if not runs:  # so no arrangement has one
        return _verdict("NO_PURE", hand, wilds, o)
    found = [_one_pure(hand, runs, wilds, o)]
    complete = _complete(hand, wilds, int(o["second_run_min"]))
    if complete != NEVER:
        found.append(_verdict("COMPLETE", complete[1], wilds, o))
    return min(found, key=Verdict.order)


def points(hand: Iterable[str], wilds: Collection[str], options: Options) -> Points:
    """The fewest points of 13 cards, the same before the cap, and NO_PURE, ONE_PURE or COMPLETE."""
    return best_verdict(hand, wilds, options)[:3]


def is_show(hand: Iterable[str], wilds: Collection[str], options: Options) -> bool:
    """I-SHOW-1: 13 cards with a pure run, a second run and no loose card but wilds."""
    return best_verdict(hand, wilds, options).show


def discards(hand: Collection[str]) -> dict[str, list[str]]:
    """The hand that each discard leaves."""
    return {card: _left_over(in_order(hand), [card]) for card in hand}


def best_discard_points(hand: Collection[str], wilds: Collection[str], options: Options) -> Points:
    """The fewest points of 14 cards after any one of them, a wild too, is thrown."""
    found = [best_verdict(rest, wilds, options) for rest in discards(hand).values()]
    return min(found, key=Verdict.order)[:3]


def show_cards(hand: Collection[str], wilds: Collection[str], options: Options) -> set[str]:
    """The finishing cards of 14 that leave a valid Show (I-SHOW-2)."""
    return {card for card, rest in discards(hand).items() if is_show(rest, wilds, options)}


def judge(
    groups: Iterable[Sequence[str]], hand: Iterable[str], wilds: Collection[str], options: Options
) -> Verdict:
    """The points of a hand in just these groups; what is no group, and the rest, is loose."""
    hand, o = in_order(hand), {**DEFAULTS, **options}
    kinds = [(kind(group, wilds), group) for group in groups]
    runs = [group for what, group in kinds if what in ("RUN", "PURE_RUN")]
    pure = [group for what, group in kinds if what == "PURE_RUN"]
    if not pure:
        return _verdict("NO_PURE", hand, wilds, o)
    if len(runs) < 2 or max(map(len, runs)) < int(o["second_run_min"]):
        return _one_pure(hand, pure, wilds, o)
    grouped = [card for what, group in kinds if what != "LOOSE" for card in group]
    loose = without_wilds(_left_over(hand, grouped), wilds)
    return _verdict("COMPLETE", loose, wilds, o)


def may_count(
    cards: Sequence[str],
    hand: Iterable[str],
    wilds: Collection[str],
    options: Options,
    groups: Sequence[Sequence[str]] | None = None,
) -> bool:
    """Whether just these cards can be what counts in an arrangement with the fewest points, or
    in these groups (of equally dear pure runs any one may be the free one)."""
    hand, wilds, o = in_order(hand), frozenset(wilds), {**DEFAULTS, **options}
    if groups is None:
        best, runs = best_verdict(hand, wilds, o), list(_pure_runs(hand))
    else:
        best = judge(groups, hand, wilds, o)
        runs = [in_order(group) for group in groups if kind(group, wilds) == "PURE_RUN"]
    rest = _left_over(hand, cards)
    if without_wilds(cards, wilds) != tuple(cards) or len(rest) + len(cards) != len(hand):
        return False
    same_sum = total(cards, wilds) == best.sum
    if best.stage == "COMPLETE" and groups is None:
        return same_sum and _complete(tuple(rest), wilds, int(o["second_run_min"]))[0] == 0
    if best.stage == "ONE_PURE" and o["one_pure"] == "exempt":
        left = without_wilds(rest, wilds)
        return same_sum and any(without_wilds(run, wilds) == left for run in runs)
    return tuple(cards) == best.counted

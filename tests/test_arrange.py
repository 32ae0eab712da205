"""The arranger finds the fewest points of every hand, and an arrangement that has them."""

from collections.abc import Iterable, Iterator
from itertools import product
from random import Random

import pytest

import speto
from speto.indian.arrange import (
    Arranger,
    arrange,
    arrange_discarding,
    can_show,
    fewest,
    fewest_discarding,
    prepare,
    shows,
)
from speto.indian.codes import COMPLETE, EXEMPT, HAND, JOKER, NO_PURE, ONE_PURE, PURE_RUN
from speto.indian.cover import dearest, worth
from speto.indian.melds import points_of, value
from tests import indian_hand_oracle as oracle

STAGES = {"NO_PURE": NO_PURE, "ONE_PURE": ONE_PURE, "COMPLETE": COMPLETE}
KINDS = ["LOOSE", "SET", "RUN", "PURE_RUN"]
NO_PURES = ["flat", "sum_capped"]
ONE_PURES = ["exempt", "count_all"]
OPTIONS = list(product((3, 4), range(2), range(2), (80, 61, 200)))
"""Every (second_run_min, no_pure, one_pure), with caps that bind and one that does not."""

Options = tuple[int, int, int, int]
Masks = tuple[int, int, int]


def name(card: int) -> str:
    """A card as the oracle spells it."""
    return oracle.JOKER if card == JOKER else oracle.RANKS[card >> 2] + oracle.SUITS[card & 3]


CODES = {name(card): card for card in range(JOKER + 1)}


def masks(cards: Iterable[int]) -> Masks:
    """A hand in integers."""
    one = two = jokers = 0
    for card in cards:
        if card == JOKER:
            jokers += 1
        else:
            two |= one & 1 << card
            one |= 1 << card
    return one, two, jokers


def cards_of(one: int, two: int, jokers: int) -> list[int]:
    """The cards of a part of a hand."""
    held = [card for card in range(JOKER) for mask in (one, two) if mask >> card & 1]
    return held + [JOKER] * jokers


def hand_of(text: str) -> Masks:
    """A hand as a person writes it."""
    return masks(CODES[word.replace("10", "T")] for word in text.split())


def ready(options: Options, wilds: str | int) -> Arranger:
    """An arranger for these options and special wilds."""
    arranger = Arranger()
    if isinstance(wilds, str):
        wilds = sum(1 << CODES[word] for word in wilds.split())
    prepare(arranger, wilds, *options)
    return arranger


def some_wild(random: Random) -> int:
    """The special wilds of a cut card: one card or a rank."""
    rank = random.randrange(13)
    return random.choice((1 << 4 * rank + random.randrange(4), 15 << 4 * rank))


def some_hand(random: Random, size: int, wild: int) -> list[int]:
    """A hand: random, or out of runs, sets and near cards, with none to six wilds."""
    pack = [*range(JOKER + 1)] * 2
    hand: list[int] = []

    def take(cards: Iterable[int]) -> None:
        for card in cards:
            if card in pack and len(hand) < size:
                pack.remove(card)
                hand.append(card)

    if random.random() < 0.85:
        for _ in range(random.choice((1, 2, 2, 3))):
            suit, length = random.randrange(4), random.choice((3, 3, 4, 5, 6))
            low = random.randrange(15 - length)
            run = [(low + i - 1) % 13 * 4 + suit for i in range(length)]
            take(run * random.choice((1, 1, 1, 2)))
        if random.random() < 0.5:
            rank = random.randrange(13)
            take(rank * 4 + suit for suit in random.sample(range(4), 3))
    wilds = [card for card in pack if card == JOKER or wild >> card & 1]
    random.shuffle(wilds)
    take(wilds[: random.choice((0, 0, 1, 2, 3, 4, 5, 6))])
    near = [card for card in pack if card % 4 == suit_of(hand) and card != JOKER]
    take(random.sample(near, random.randrange(4)))
    take(random.sample(pack, size))
    return hand


def suit_of(hand: list[int]) -> int:
    """The suit of the first card, for cards that may fit it."""
    return hand[0] % 4 if hand else 0


def said(options: Options) -> dict[str, int | bool | str]:
    """The options as the oracle knows them."""
    long, no_pure, one_pure, cap = options
    return {
        "second_run_min": long,
        "no_pure": NO_PURES[no_pure],
        "one_pure": ONE_PURES[one_pure],
        "cap": cap,
    }


def check_arrangement(
    a: Arranger, options: Options, hand: list[int], wilds: frozenset[str]
) -> None:
    """The groups are what they are said to be, and are worth what the arranger says."""
    groups = [(kind, [name(card) for card in cards_of(*part)]) for kind, *part in a.groups()]
    for kind, cards in groups:
        assert oracle.kind(cards, wilds) == KINDS[kind]
    loose = [name(card) for card in cards_of(*a.loose())]
    laid = [card for _, cards in groups for card in cards]
    assert sorted(laid + loose) == sorted(map(name, hand))
    verdict = oracle.judge([cards for _, cards in groups], map(name, hand), wilds, said(options))
    assert STAGES[verdict.stage] == a.stage
    assert verdict.sum == a.sum
    assert verdict.points == a.points
    if a.stage != NO_PURE:
        assert groups[0][0] == PURE_RUN
    if a.stage == ONE_PURE and options[2] == EXEMPT:
        assert oracle.total(groups[0][1], wilds) == oracle.total(map(name, hand), wilds) - a.sum


def check_thirteen(a: Arranger, random: Random, options: list[Options]) -> None:
    """A hand of 13 gets the oracle's points, stage and Show."""
    wild = some_wild(random)
    hand = some_hand(random, HAND, wild)
    names = [name(card) for card in hand]
    wilds = frozenset(name(card) for card in cards_of(wild, 0, 0))
    for each in options:
        prepare(a, wild, *each)
        expected = oracle.best_verdict(names, wilds, said(each))
        assert fewest(a, *masks(hand)) == expected.points, (names, wilds, each)
        assert can_show(a, *masks(hand)) == expected.show, (names, wilds, each)
        arrange(a, *masks(hand))
        assert (a.points, a.sum, a.stage) == (
            expected.points,
            expected.sum,
            STAGES[expected.stage],
        ), (names, wilds, each)
        assert a.discard == -1
        check_arrangement(a, each, hand, wilds)


def check_fourteen(a: Arranger, random: Random, options: list[Options]) -> None:
    """A hand of 14 gets the oracle's points after the best discard, and its finishing cards."""
    wild = some_wild(random)
    hand = some_hand(random, HAND + 1, wild)
    names = [name(card) for card in hand]
    wilds = frozenset(name(card) for card in cards_of(wild, 0, 0))
    for each in options:
        prepare(a, wild, *each)
        expected = oracle.best_discard_points(names, wilds, said(each))
        assert fewest_discarding(a, *masks(hand)) == expected[0], (names, wilds, each)
        finishing = {name(card) for card in range(JOKER + 1) if shows(a, *masks(hand)) >> card & 1}
        assert finishing == oracle.show_cards(names, wilds, said(each)), (names, wilds, each)
        arrange_discarding(a, *masks(hand))
        points, total, stage = expected
        assert (a.points, a.sum, a.stage) == (points, total, STAGES[stage]), (names, wilds, each)
        rest = list(hand)
        rest.remove(a.discard)
        check_arrangement(a, each, rest, wilds)


def drawn(random: Random, count: int) -> Iterator[list[Options]]:
    """For each of so many hands two of the options; in turn, all of them."""
    for i in range(count):
        yield [OPTIONS[i % len(OPTIONS)], random.choice(OPTIONS)]


@pytest.mark.parametrize("seed", range(4))
def test_thirteen_cards(seed: int) -> None:
    """Thirteen cards have the points, the stage and the Show that the oracle finds."""
    a, random = Arranger(), Random(seed)
    for options in drawn(random, 150 if speto.compiled else 20):
        check_thirteen(a, random, options)


@pytest.mark.parametrize("seed", range(2))
def test_fourteen_cards(seed: int) -> None:
    """Fourteen cards have the points after the best discard, and the finishing cards, likewise."""
    a, random = Arranger(), Random(seed)
    for options in drawn(random, 40 if speto.compiled else 3):
        check_fourteen(a, random, options)


@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize("seed", range(100, 120))
def test_thirteen_cards_under_every_option(seed: int) -> None:
    """So have 20,000 hands under each combination of options."""
    a, random = Arranger(), Random(seed)
    for _ in range(1000):
        check_thirteen(a, random, OPTIONS)


@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize("seed", range(100, 110))
def test_fourteen_cards_under_every_option(seed: int) -> None:
    """So have 1,000 hands of 14."""
    a, random = Arranger(), Random(seed)
    for _ in range(100):
        check_fourteen(a, random, OPTIONS)


DEFAULT: Options = (3, 0, 0, 80)
LONG: Options = (4, 0, 0, 80)


@pytest.mark.parametrize(
    ("options", "hand", "points"),
    (
        (DEFAULT, "3h 4h 5h 6h Jc ** ** 9c 9d 9h Kc Kd Ks", 0),
        (LONG, "3h 4h 5h 6h Jc ** ** 9c 9d 9h Kc Kd Ks", 0),
        (LONG, "3h 4h 5h Jc Jc ** ** 9c 9d 9h Kc Kd Ks", 0),
        (LONG, "3h 4h 5h 6d Jc ** ** 9c 9d 9h Kc Kd Ks", 0),
        (LONG, "3h 4h 5h 6s 7s 8s 9c 9d 9h Kc Kd Ks 2d", 71),
        (LONG, "4s 5s 6s 7s 8s 9s Kh Kd Kc ** Qd 3c 2h", 15),
        (LONG, "3s 4s 5s 6s 7s 8s 9s Kh Kd Kc Qd 3c 2h", 15),
        (DEFAULT, "Tc Jc Qc 3h 6h 9h Kd 2d 5d 8s Ks 4s 7s", 64),
        (DEFAULT, "Tc Jc Qc Jc Kh Kd ** 2c 2d 2h 8s 8d 8h", 10),
        (DEFAULT, "Tc Jc Qc 3d 4d Jc Kh Kd ** 2c 2d 2h 9s", 9),
    ),
)
def test_special_wilds_and_long_runs(options: Options, hand: str, points: int) -> None:
    """A special wild makes three wilds a run, and a run pure in its own place; long ones count."""
    a = ready(options, "Jc")
    assert fewest(a, *hand_of(hand)) == points
    names = [word for word in hand.split()]
    assert oracle.points(names, {"Jc"}, said(options))[0] == points


def laid(a: Arranger, hand: str) -> str:
    """The arrangement as words, the groups in order, then the loose cards."""
    arrange(a, *hand_of(hand))
    parts = [cards_of(*part) for _, *part in a.groups()] + [cards_of(*a.loose())]
    return " / ".join(" ".join(map(name, cards)) for cards in parts)


@pytest.mark.parametrize(
    ("hand", "natural"),
    (
        (  # the longest pure run is kept whole where another run is there
            "3h 4h 5h 6h 7h 8h 9h Ts Js Qs 2c 5d 9s",
            "3h 4h 5h 6h 7h 8h 9h / 9s Ts Js Qs / 2c 5d",
        ),
        (  # and is split where it must be two
            "4s 5s 6s 7s 8s 9s Kh Kd Kc 2d Qd 3c 2h",
            "4s 5s 6s / 7s 8s 9s / Kc Kd Kh / 2d 2h 3c Qd",
        ),
        (  # a wild that no group needs stays loose
            "3h 4h 5h 6h 7s 8s 9s 9c 9d 9h Kc Kd **",
            "3h 4h 5h 6h / 7s 8s 9s / 9c 9d 9h / Kc Kd ** / ",
        ),
        (
            "3h 4h 5h 6h 7s 8s 9s 9c 9d 9h ** Jc **",
            "3h 4h 5h 6h / 7s 8s 9s / 9c 9d 9h / Jc ** **",
        ),
        (  # a special wild goes to its own place first
            "3h 4h 5h 6h Tc Jc Qc 9c 9d 9h Kc Kd **",
            "3h 4h 5h 6h / Tc Jc Qc / 9c 9d 9h / Kc Kd ** / ",
        ),
    ),
)
def test_natural_arrangement(hand: str, natural: str) -> None:
    """A hand is laid as a person would lay it."""
    assert laid(ready(DEFAULT, "Jc"), hand) == natural


def test_best_discard_is_natural() -> None:
    """Of discards that leave as little, the dearest is chosen, and no wild if that can be."""
    a = ready(DEFAULT, "Jc")
    arrange_discarding(a, *hand_of("3h 4h 5h 6h 7s 8s 9s 9c 9d 9h ** Jc 2d Kd"))
    assert (a.points, name(a.discard)) == (0, "Kd")
    arrange_discarding(a, *hand_of("3h 4h 5h 6h 7s 8s 9s 9c 9d 9h Kc Kd Ks **"))
    assert (a.points, name(a.discard)) == (0, "Ks")
    arrange_discarding(a, *hand_of("3h 4h 5h 7s 8s 9s 9c 9d 9h Kc Kd Ks ** Jc"))
    assert a.points == 0
    assert name(a.discard) == "Ks"


@pytest.mark.parametrize("size", (13, 14))
def test_many_wilds(size: int) -> None:
    """With seven wilds and more beside a pure run nothing is left to pay, under any option."""
    random = Random(7)
    for _ in range(200 if speto.compiled else 10):
        rank = random.randrange(3, 13)
        wilds = [*range(4 * rank, 4 * rank + 4)] * 2 + [JOKER] * 2
        hand = random.sample(wilds, random.randrange(7, 11))
        hand += [0, 4, 8]
        rest = [card for card in range(12, 52) if card // 4 != rank]
        hand += random.sample(rest, size - len(hand)) if len(hand) < size else []
        for options in OPTIONS:
            a = ready(options, 15 << 4 * rank)
            work = fewest if size == HAND else fewest_discarding
            assert work(a, *masks(hand[:size])) == 0


def test_table_only_saves_time() -> None:
    """An arranger that has seen many hands answers as a fresh one does."""
    random, used = Random(5), Arranger()
    for _ in range(300 if speto.compiled else 5):
        wild = some_wild(random)
        hand = masks(some_hand(random, HAND, wild))
        options = random.choice(OPTIONS)
        prepare(used, wild, *options)
        arrange(used, *hand)
        fresh = ready(options, wild)
        arrange(fresh, *hand)
        assert (used.points, used.groups()) == (fresh.points, fresh.groups())


def test_worth_of_cards() -> None:
    """What cards are worth is the sum over them, and the dearest is the most of one."""
    random = Random(6)
    for _ in range(500):
        hand = [card for card in some_hand(random, random.randrange(15), 0) if card != JOKER]
        one, two, _ = masks(hand)
        assert worth(one, two) == points_of(one, two, 0) == sum(map(value, hand))
        assert dearest(one) == max(map(value, hand), default=0)

"""The distance to a valid Show is exact, whatever is wild, asked for or gone."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import speto
from speto.indian.codes import FULL
from speto.indian.distance import Distances, distance, prepare
from speto.indian.places import most, pattern_of, word_of
from speto.indian.targets import can_reach
from tests.distance_oracle import JOKER, UNREACHABLE
from tests.distance_oracle import distance as searched
from tests.indian_hand_oracle import DEFAULTS, is_show

RANKS = "23456789TJQKA"
PACK = [*range(JOKER + 1)] * 2
SCOPES = ("exact", "rank", "aces")
HANDS = 200 if speto.compiled else 40
SHARES_GONE = (0.1, 0.3, 0.5, 0.7, 0.9, 0.95)
NOTHING = Counter[int]()

every_house = pytest.mark.parametrize("second_run_min", [3, 4])
every_scope = pytest.mark.parametrize("scope", SCOPES)


def number(card: str) -> int:
    return JOKER if card == "**" else RANKS.index(card[0]) * 4 + "cdhs".index(card[1])


def name(card: int) -> str:
    return "**" if card == JOKER else RANKS[card // 4] + "cdhs"[card % 4]


def read(text: str) -> Counter[int]:
    """Cards written `3h 3h **`."""
    return Counter(map(number, text.split()))


def masks(cards: Counter[int]) -> tuple[int, int, int]:
    one = sum(1 << card for card, n in cards.items() if n and card != JOKER)
    two = sum(1 << card for card, n in cards.items() if n == 2 and card != JOKER)
    return one, two, cards[JOKER]


def wilds_in(random: Random, scope: str) -> frozenset[int]:
    """The special wilds of a deal."""
    first = 48 if scope == "aces" else random.randrange(13) * 4
    suits = [random.randrange(4)] if scope == "exact" else range(4)
    return frozenset(first + suit for suit in suits)


def house(d: Distances, wilds: frozenset[int], second_run_min: int) -> None:
    prepare(d, sum(1 << card for card in wilds), second_run_min)


def away(d: Distances, hand: Counter[int], gone: Counter[int] = NOTHING) -> int:
    """The distance of 13 or 14 cards."""

    return distance(d, *masks(hand), *masks(gone))


def others(hand: Counter[int]) -> list[int]:
    """The cards of the pack that are not in the hand."""
    return list((Counter(PACK) - hand).elements())


def some_hand(random: Random, wilds: frozenset[int], size: int) -> Counter[int]:
    """Cards at random or near one another, often with so many wilds up to six."""
    special = [card for card in PACK if card == JOKER or card in wilds]
    natural = [card for card in PACK if card != JOKER and card not in wilds]
    near = [random.choice(natural) for _ in range(random.randrange(3, 8))]
    close = [
        card
        for card in natural
        if any(card // 4 == x // 4 or ((card - x) % 4 == 0 and abs(card - x) <= 8) for x in near)
    ]
    wanted = random.sample(special, random.randrange(min(6, len(special)) + 1))
    hand = Counter(wanted if random.random() < 0.8 else random.sample(PACK, 5))
    chosen = random.choice((close, close, natural))
    for card in [*random.sample(chosen, len(chosen)), *random.sample(natural, len(natural))]:
        if hand.total() < size and hand[card] < 2:
            hand[card] += 1
    return hand


def nearer(random: Random, d: Distances, hand: Counter[int], turns: int) -> Counter[int]:
    """The hand after some turns of drawing a card and throwing the one that is missed least."""
    for card in random.sample(others(hand), turns):
        hand = hand + Counter([card])
        thrown = random.sample(sorted(hand), len(hand))
        hand = min((hand - Counter([x]) for x in thrown), key=lambda rest: away(d, rest))
    return hand


def played_hand(random: Random, d: Distances, wilds: frozenset[int]) -> Counter[int]:
    """Thirteen cards or fourteen, as dealt or from the middle of a deal."""
    hand = nearer(random, d, some_hand(random, wilds, 13), random.randrange(8))
    return hand + Counter(random.sample(others(hand), random.randrange(2)))


def some_gone(random: Random, hand: Counter[int], wilds: frozenset[int]) -> Counter[int]:
    """A share of the other cards, sometimes the wilds first of all."""
    rest = others(hand)
    random.shuffle(rest)
    if random.random() < 0.3:
        rest.sort(key=lambda card: card != JOKER and card not in wilds)
    return Counter(rest[: int(len(rest) * random.choice(SHARES_GONE))])


def compare(scope: str, second_run_min: int, hands: int, seed: str, *, with_gone: bool) -> None:
    """Ask the tables and the search."""
    random, d = Random(seed), Distances()
    for _ in range(hands):
        wilds = wilds_in(random, scope)
        house(d, wilds, second_run_min)
        hand = played_hand(random, d, wilds)
        gone = some_gone(random, hand, wilds) if with_gone else NOTHING
        found = away(d, hand, gone)
        told = " ".join(map(name, sorted(hand.elements()))), sorted(wilds), gone
        assert found == searched(hand, gone, wilds, second_run_min), told
        assert found >= away(d, hand), told


@pytest.mark.parametrize(
    ("cut", "second_run_min", "cards", "wanted"),
    [
        ("Jc", 3, "3h 4h 5h 6h 7s 8s ** 9c 9d 9h Kc Kd Ks", 0),
        ("Jc", 3, "As 2s 3s Qh Kh Ah 5c 5d 5s 8d 8h 8c 8s", 0),
        ("Jc", 4, "As 2s 3s Qh Kh Ah 5c 5d 5s 8d 8h 8c 8s", 1),
        # K-A-2 is no run
        ("Jc", 3, "Ks As 2s 4h 5h 6h 7d 8d 9d Tc Td Th Ts", 1),
        # a jack of clubs and a third two are missing
        ("4c", 3, "4h 5h 6h 7h 8h 9c Tc Qc Kc Kd 2d 2s 7s", 2),
        # the wild stands for a queen that is held, so that T-J-Q stays pure
        ("4c", 3, "Td Jd Qd Ad ** ** 3c 3h 3s 6c 6d 6h 6s", 0),
        # three runs of three are none of four, but two of them may be one of six
        ("Jc", 4, "3h 4h 5h 3d 4d 5d 8c 9c Tc Kc Kd Kh Ks", 1),
        ("Jc", 4, "3h 4h 5h 6h 7h 8h 8c 9c Tc Kc Kd Kh Ks", 0),
        # 2-6 and 7-J lack three cards each of being pure; two would fill the rest
        ("As", 3, "2c 6c 7d Jd Kc Kh Ks Qh 5s As As ** **", 3),
    ],
)
def test_hands_worked_out(cut: str, second_run_min: int, cards: str, wanted: int) -> None:
    """Hands worked out from the rules have the distance that was found."""
    d = Distances()
    house(d, frozenset([number(cut)]), second_run_min)
    assert away(d, read(cards)) == wanted
    assert searched(read(cards), NOTHING, frozenset([number(cut)]), second_run_min) == wanted


@every_scope
@every_house
def test_the_tables_agree_with_a_search(scope: str, second_run_min: int) -> None:
    """The distance is the one that a search over all shows finds."""
    compare(scope, second_run_min, HANDS, f"{scope}{second_run_min}", with_gone=False)


@every_scope
@every_house
def test_gone_cards_agree_with_a_search(scope: str, second_run_min: int) -> None:
    """The same of the distance that leaves out the cards known to be gone."""
    compare(scope, second_run_min, HANDS // 6, f"{scope}{second_run_min}", with_gone=True)


def reached(d: Distances, hand: Counter[int], wilds: frozenset[int], second_run_min: int) -> int:
    """The distance by the search that counts every card there is."""
    one, two, _ = masks(hand)
    wild = sum(1 << card for card in wilds)
    held = sum(n for card, n in hand.items() if card == JOKER or card in wilds)
    fill, four = 13 - 2 - 2 * len(wilds), second_run_min == 4
    every = FULL, FULL, wild
    return next(
        n for n in range(14) if can_reach(d, one, two, *every, n, 13 - held - n, fill, four)
    )


@every_scope
@every_house
@pytest.mark.parametrize("hands", [200, pytest.param(5_000, marks=pytest.mark.long)])
def test_no_card_is_short(scope: str, second_run_min: int, hands: int) -> None:
    """While no card is gone the tables, which ask for none, agree with the search that counts."""
    random, d = Random(f"{scope}{second_run_min}"), Distances()
    for _ in range(hands if speto.compiled else 10):
        wilds = wilds_in(random, scope)
        house(d, wilds, second_run_min)
        hand = played_hand(random, d, wilds)
        assert away(d, hand) == reached(d, hand, wilds, second_run_min), sorted(hand.elements())


@pytest.mark.long
@every_scope
@every_house
@pytest.mark.parametrize("part", range(4))
def test_many_hands(scope: str, second_run_min: int, part: int) -> None:
    """The same on 24,000 hands, and on 4,800 with cards gone."""
    compare(scope, second_run_min, 1000, f"{scope}{second_run_min}/{part}", with_gone=False)
    compare(scope, second_run_min, 200, f"{scope}{second_run_min}+{part}", with_gone=True)


def walk(random: Random, d: Distances, hand: Counter[int], gone: Counter[int]) -> Counter[int]:
    """Replace one card after another by the one that helps most, down to a show."""
    left = away(d, hand, gone)
    while left:
        pool = sorted(set(others(hand + gone)))
        swaps = [hand - Counter([old]) + Counter([new]) for old in sorted(hand) for new in pool]
        found = [away(d, swapped, gone) for swapped in swaps]
        assert min(found) == left - 1, (sorted(hand.elements()), gone)
        hand = random.choice([s for s, n in zip(swaps, found, strict=True) if n == left - 1])
        left -= 1
    return hand


@every_house
@pytest.mark.parametrize("hands", [12, pytest.param(200, marks=pytest.mark.long)])
def test_one_card_is_one_step(second_run_min: int, hands: int) -> None:
    """The best single replacement lowers the distance by one, and no other by more, down to 0."""
    random, d = Random(second_run_min), Distances()
    for _ in range(hands if speto.compiled else 2):
        wilds = wilds_in(random, random.choice(SCOPES))
        house(d, wilds, second_run_min)
        hand = some_hand(random, wilds, 13)
        gone = some_gone(random, hand, wilds) if random.random() < 0.5 else NOTHING
        if away(d, hand, gone) == UNREACHABLE:
            continue
        show = walk(random, d, hand, gone)
        names = frozenset(map(name, wilds))
        options = {**DEFAULTS, "second_run_min": second_run_min}
        assert is_show(map(name, show.elements()), names, options)


@every_house
@pytest.mark.parametrize("hands", [150, pytest.param(2500, marks=pytest.mark.long)])
def test_no_distance_is_a_show(second_run_min: int, hands: int) -> None:
    """A hand is at distance 0 exactly if the brute force can show it."""
    random, d = Random(second_run_min), Distances()
    options = {**DEFAULTS, "second_run_min": second_run_min}
    shows = 0
    for _ in range(hands if speto.compiled else 20):
        wilds = wilds_in(random, random.choice(SCOPES))
        house(d, wilds, second_run_min)
        hand = nearer(random, d, some_hand(random, wilds, 13), 10)
        shown = is_show(map(name, hand.elements()), frozenset(map(name, wilds)), options)
        assert (away(d, hand) == 0) == shown, sorted(hand.elements())
        shows += shown
    assert shows


def test_the_best_discard() -> None:
    """Fourteen cards are as near as the nearest thirteen of them."""
    random, d = Random(14), Distances()
    for _ in range(HANDS // 4):
        wilds = wilds_in(random, random.choice(SCOPES))
        house(d, wilds, random.choice((3, 4)))
        hand = some_hand(random, wilds, 14)
        gone = some_gone(random, hand, wilds) if random.random() < 0.5 else NOTHING
        assert away(d, hand, gone) == min(away(d, hand - Counter([card]), gone) for card in hand)


def test_nothing_is_left() -> None:
    """With every other card gone a show stays one, and no other hand can become one."""
    d = Distances()
    house(d, frozenset([number("Jc")]), 3)
    show = read("3h 4h 5h 6h 7s 8s ** 9c 9d 9h Kc Kd Ks")
    assert away(d, show, Counter(others(show))) == 0
    nearly = show - read("5h") + read("2d")
    assert away(d, nearly, Counter(others(nearly))) == UNREACHABLE
    assert away(d, nearly, Counter(others(nearly)) - read("5h")) == 1


def test_full_tables_are_filled_anew() -> None:
    """Tables that are full forget, even in the middle of an answer, and answer the same."""
    random, d, fresh = Random(5), Distances(), Distances()
    rows = 0x20000
    for _ in range(HANDS):
        hand = some_hand(random, frozenset([3]), 14)
        house(d, frozenset([3]), 3)
        house(fresh, frozenset([3]), 3)
        d.rows = max(d.rows, rows - random.randrange(40))
        assert away(d, hand) == away(fresh, hand)
        assert d.rows <= rows


def test_a_word_counts_places() -> None:
    """Three cards in a row need three places, and an ace stands low or high."""
    d = Distances()
    three = word_of(d, pattern_of(d, masks(read("2c 3c 4c"))[0], 0, 0))
    assert [most(three, places) for places in range(5)] == [0, 0, 0, 3, 3]
    around = word_of(d, pattern_of(d, masks(read("2h 3h Kh Ah"))[0], 0, 2))
    assert [most(around, places) for places in range(7)] == [0, 0, 0, 3, 3, 3, 4]

"""Random packs, rules, hands and words of Indian Rummy for the tests."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from speto.cards import JOKER, Card
from speto.indian import PACK, PRESETS, Rules, State, start
from tests.dealing import some_rules

NUMBERS = {
    "second_run_min": (3, 4),
    "first_drop": (0, 10, 20),
    "middle_drop": (20, 40, 50),
    "missed_turns": (1, 2, 3),
    "cap": (60, 80, 120),
    "wrong_show": (0, 60, 80),
    "heaven": (0, 40, 60),
    "max_turns": (7, 40, 500, 1000),
    "pool_limit": (101, 201, 61),
    "deals": (1, 2, 3),
    "point_value": (1, 2, 7),
}


def random_pack(random: Random) -> list[Card]:
    """A shuffled pack."""
    pack = list(PACK)
    random.shuffle(pack)
    return pack


def kind_pack(random: Random, seats: int) -> list[Card]:
    """A pack that deals good hands: runs of a suit go to one seat, wilds to any."""
    pack = random_pack(random)
    hands: list[list[Card]] = [[] for _ in range(seats)]
    left = list(pack)
    for hand in hands:
        while len(hand) < 13:
            low, suit = random.randrange(2, 12), random.randrange(4)
            wanted = [Card(low + n, suit) for n in range(random.choice((3, 4)))]
            if random.random() < 0.3:
                wanted = [Card(low, s) for s in range(4)]
            if random.random() < 0.3:
                wanted[-1] = JOKER
            if random.random() < 0.15:
                wanted = [random.choice(left)]
            for card in wanted:
                if card in left and len(hand) < 13:
                    left.remove(card)
                    hand.append(card)
    return [hands[i % seats][i // seats] for i in range(13 * seats)] + left


def random_rules(random: Random) -> Rules:
    """A preset, often with a few of its options changed."""
    return some_rules(random, PRESETS, NUMBERS)


def random_deal(random: Random, rules: Rules | None = None) -> State:
    """A fresh deal with random seats, starter and direction, often of good hands."""
    seats = random.choice((2, 3, 4, 5, 6))
    pack = kind_pack(random, seats) if random.random() < 0.6 else random_pack(random)
    return start(
        rules or random_rules(random),
        pack,
        seats=seats,
        starter=random.randrange(seats),
        direction=random.choice((1, -1)),
    )


def busy_choice(random: Random, state: State) -> int:
    """An index into the legal actions that seldom drops and shows half of the time it can."""
    words: Sequence[str] = [str(action) for action in state.legal]
    shows = [i for i, word in enumerate(words) if word[0] == "!"]
    if shows and random.random() < 0.5:
        return random.choice(shows)
    stays = [i for i, word in enumerate(words) if word != "x"]
    return random.choice(stays) if random.random() < 0.98 else random.randrange(len(words))

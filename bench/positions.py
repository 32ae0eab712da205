"""Stored moments of Dummy deals, out of random and `simple` play by two to four seats."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random

from speto.dummy.codes import DISCARD, DRAW, OVER
from speto.dummy.deal import Deal, House, copy, hand_size
from speto.dummy.deal import start as start_deal
from speto.dummy.melds import Moves
from speto.dummy.moves import legal
from speto.dummy.rules import Birth, Rules, StockEnd
from speto.dummy.sight import Sight, see
from speto.dummy.simple import simple
from speto.dummy.turn import apply

MANNERS = ("random", "simple", "lively")


def random_rules(random: Random) -> Rules:
    """The default with each option that `legal` reads chosen at random."""

    def coin() -> bool:
        return random.random() < 0.5

    return replace(
        Rules(),
        first_turn_pickup=coin(),
        pickup_needs_hand_card=coin(),
        pickup_for_layoff=coin(),
        ace_low_run=coin(),
        layoff_own=coin(),
        qka_fully_closed=coin(),
        birth=random.choice(list(Birth)),
        stock_end=random.choice(list(StockEnd)),
    )


def clumped_pack(random: Random, seats: int) -> list[int]:
    """A pack from which the hands come out full of runs and sets, so that seats knock early."""
    suits = [card for suit in range(4) for card in range(suit, 52, 4)]
    order = random.choice((suits, list(range(52))))
    cuts = sorted({0, 52, *random.sample(range(1, 52), random.randrange(8, 20))})
    clumps = [order[i:j] for i, j in pairwise(cuts)]
    random.shuffle(clumps)
    pack = [card for clump in clumps for card in clump]
    for _ in range(random.randrange(8)):
        i, j = random.randrange(52), random.randrange(52)
        pack[i], pack[j] = pack[j], pack[i]
    size = hand_size(seats)
    dealt = [pack[seat * size + i] for i in range(size) for seat in range(seats)]
    return dealt + pack[seats * size :]


def choose(random: Random, actions: list[int], lively: bool) -> int:
    """One of the actions; a lively seat mostly lays, picks up or knocks if it can."""
    if lively and random.random() < 0.8:
        actions = [action for action in actions if action >> 58 not in (DRAW, DISCARD)] or actions
    return random.choice(actions)


def played(random: Random, deal: Deal, moves: Moves, manners: list[str]) -> Iterator[Deal]:
    """The deal at each of its moments, as its seats play it to the end."""
    sight = Sight(deal.house)
    while deal.phase != OVER:
        yield deal
        legal(deal, moves)
        manner = manners[deal.to_act]
        if manner == "simple":
            see(sight, deal, deal.to_act)
            apply(deal, simple(sight, moves))
        else:
            apply(deal, choose(random, moves.listed(), manner == "lively"))


def positions(
    count: int, seed: int, *, any_rules: bool = False, every: int = 8
) -> Iterator[tuple[Rules, Deal]]:
    """So many moments, about one in `every` of the deals played, with the rules they stand under.

    By default rules and by random and `simple` play; with `any_rules` by random rules, by lively
    play too and from clumped packs, which come to the rare ends.
    """
    random = Random(seed)
    moves = Moves()
    rules = Rules()
    house = House(rules)
    while count > 0:
        if any_rules:
            rules = random_rules(random)
            house = House(rules)
        seats = random.choice((2, 3, 4))
        deal = Deal(house)
        if any_rules and random.random() < 0.5:
            deal.set_pack(clumped_pack(random, seats))
        else:
            deal.set_pack(random.sample(range(52), 52))
        start_deal(deal, seats, random.randrange(seats), random.choice((1, -1)))
        manners = random.choices(MANNERS[: 3 if any_rules else 2], k=seats)
        for moment in played(random, deal, moves, manners):
            if count > 0 and random.randrange(every) == 0:
                stored = Deal(deal.house)
                copy(stored, moment)
                yield rules, stored
                count -= 1

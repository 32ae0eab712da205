"""Indian Rummy's compiled core and its plain Python files are one program."""

from __future__ import annotations

import hashlib
import os
from random import Random

import pytest

import speto
from speto.indian import PRESETS, start
from speto.indian.actions import arranged_show, card_of, encode, hand_cards
from speto.indian.codes import ACT, DECLARE, DROP, MISS, OVER
from speto.indian.deal import Deal, House, copy
from speto.indian.deal import start as start_deal
from speto.indian.judge import legal, why_not
from speto.indian.labels import Moves
from speto.indian.play import Tally, play_levels, play_out, playouts, shuffle
from speto.indian.sight import Sight
from speto.indian.turn import apply
from speto.rng import Rng, below
from speto.rng import start as start_stream
from tests.indian_dealing import busy_choice, random_deal, random_rules
from tests.plain import check_parity

DEALS = 2_000
STEPPED = 500


def digest(first: int, deals: int) -> str:
    """A hash over the ends of many deals: random and thinking seats, random rules."""
    found = hashlib.sha256()
    rng, moves = Rng(), Moves()
    for number in range(first, first + deals):
        random = Random(number)
        deal = Deal(House(random_rules(random)))
        seats = random.choice((2, 3, 4, 5, 6))
        start_stream(rng, 12, number)
        shuffle(deal, rng)
        start_deal(deal, seats, random.randrange(seats), random.choice((1, -1)))
        chance = random.random()
        if chance < 0.05:
            actions = play_out(deal, moves, rng, True)
        elif chance < 0.2:
            actions = play_wildly(deal, moves, random)
        else:
            actions = play_levels(deal, moves, Sight(deal.house), rng, random.randrange(1 << seats))
        line = (number, actions, deal.scores(), deal.entries(), deal.piled(), deal.hands())
        found.update(repr(line).encode())
    return found.hexdigest()


def play_wildly(deal: Deal, moves: Moves, random: Random) -> int:
    """Play a deal with missed turns, wrong Shows and bad declared groups; the number of actions."""
    actions = 0
    while deal.phase != OVER:
        legal(deal, moves)
        chosen = random.choice([action for action in moves.listed() if action >> 58 != DROP])
        chance = random.random()
        if chance < 0.1:
            chosen = MISS << 58
        elif chance < 0.2 or deal.phase == DECLARE:
            hand = hand_cards(*deal.hands()[deal.to_act])
            cards = random.sample(hand, len(hand))
            finish = cards.pop() if deal.phase == ACT else None
            show = encode(arranged_show([cards[:4], cards[4:7], cards[7:10], cards[10:]], finish))
            chosen = chosen if why_not(deal, moves, show) else show
        apply(deal, moves, chosen)
        actions += 1
    return actions


if speto.compiled or os.environ.get("SPETO_REQUIRE_COMPILED"):  # else there is nothing to compare

    @pytest.mark.once
    def test_compiled_and_plain_agree() -> None:
        """Hashes over 2,000 deals under random rules are equal, compiled and uncompiled."""
        check_parity("tests.test_indian_parity", digest, DEALS)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_playouts_are_deals_stepped_through_states(seats: int) -> None:
    """The scores of native play-outs are those of the same seeds stepped through `State`."""
    rules = PRESETS["online"]
    deals = STEPPED if speto.compiled else 20
    deal, moves, rng = Deal(House(rules)), Moves(), Rng()
    for number in range(deals):
        tally = Tally()
        playouts(deal, moves, rng, tally, seats, 1, 5, number, False)
        start_stream(rng, 5, number)
        shuffle(deal, rng)
        state = start(
            rules,
            [card_of(card) for card in deal.dealt()],
            seats=seats,
            starter=number % seats,
            direction=1 - 2 * (number // seats % 2),
        )
        while not state.over:
            state = state.apply(state.legal[below(rng, len(state.legal))])
        assert state.scores == tuple(tally.totals()[:seats])
        assert state.at == tally.decisions


def test_a_copy_shares_nothing_but_the_house() -> None:
    """Playing on a copied deal leaves the one it was copied from as it was."""
    random = Random(9)
    moves = Moves()
    for _ in range(10):
        state = random_deal(random)
        for _ in range(60):
            if state.over:
                break
            before = str(state)
            twin = Deal(state._deal.house)
            copy(twin, state._deal)
            action = state.legal[busy_choice(random, state)]
            apply(twin, moves, encode(action))
            assert str(state) == before
            state = state.apply(action)
        assert legal(state._deal, moves) == len(state.legal)

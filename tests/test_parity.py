"""The compiled core and the plain Python files are one program."""

from __future__ import annotations

import hashlib
import os
from random import Random

import pytest

import speto
from speto.cards import PACK
from speto.dummy import PRESETS, start
from speto.dummy.actions import encode
from speto.dummy.deal import Deal, House, copy
from speto.dummy.deal import start as start_deal
from speto.dummy.melds import Moves
from speto.dummy.play import Tally, play_levels, playouts, shuffle
from speto.dummy.sight import Sight
from speto.dummy.turn import apply
from speto.rng import Rng, below
from speto.rng import start as start_stream
from tests.dealing import busy_choice, random_deal, random_rules
from tests.plain import check_parity

DEALS = 10_000
STEPPED = 1_000


def digest(first: int, deals: int) -> str:
    """A hash over the scores of many deals: random and thinking seats, random rules."""
    found = hashlib.sha256()
    rng, moves = Rng(), Moves()
    for number in range(first, first + deals):
        random = Random(number)
        deal = Deal(House(random_rules(random)))
        seats = random.choice((2, 3, 4))
        start_stream(rng, 12, number)
        shuffle(deal, rng)
        start_deal(deal, seats, random.randrange(seats), random.choice((1, -1)))
        thinkers = random.choice((0, 0, 0, 0, 0, 5))
        actions = play_levels(deal, moves, Sight(deal.house), rng, thinkers)
        line = (number, actions, deal.scores(), deal.entries(), deal.places(), deal.hands())
        found.update(repr(line).encode())
    return found.hexdigest()


if speto.compiled or os.environ.get("SPETO_REQUIRE_COMPILED"):  # else there is nothing to compare

    @pytest.mark.once
    def test_compiled_and_plain_agree() -> None:
        """Hashes over 10,000 deals under random rules are equal, compiled and uncompiled."""
        check_parity("tests.test_parity", digest, DEALS)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_playouts_are_deals_stepped_through_states(seats: int) -> None:
    """The scores of native play-outs are those of the same seeds stepped through `State`."""
    rules = PRESETS["default"]
    deals = STEPPED if speto.compiled else 20
    deal, moves, rng = Deal(House(rules)), Moves(), Rng()
    for number in range(deals):
        tally = Tally()
        playouts(deal, moves, rng, tally, seats, 1, 5, number)
        start_stream(rng, 5, number)
        shuffle(deal, rng)
        state = start(
            rules,
            [PACK[card] for card in deal.pack()],
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
    for _ in range(20):
        state = random_deal(random)
        while not state.over:
            before = str(state)
            twin = Deal(state._deal.house)
            copy(twin, state._deal)
            action = state.legal[busy_choice(random, state)]
            apply(twin, encode(action))
            assert str(state) == before
            state = state.apply(action)

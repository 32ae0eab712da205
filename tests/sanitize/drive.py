"""Plays deals on a core built with address and undefined-behaviour sanitizers.

Any fault ends the process with the sanitizer's report; see `make test-sanitize`.
"""

import sys
from random import Random

import speto
from speto.dummy import PRESETS
from speto.dummy.deal import Deal, House
from speto.dummy.deal import start as start_deal
from speto.dummy.melds import Moves
from speto.dummy.play import Tally, play_levels, playouts, shuffle
from speto.dummy.sight import Sight
from speto.rng import Rng
from speto.rng import start as start_stream
from tests.dealing import busy_choice, random_deal, random_rules

DEALS = 2000

if not speto.compiled:
    sys.exit("the core is not compiled, so nothing is watched")
for name, rules in PRESETS.items():
    for seats in (2, 3, 4):
        tally = Tally()
        playouts(Deal(House(rules)), Moves(), Rng(), tally, seats, DEALS, 1, 0)
        print(f"sanitizers: {name}, {seats} seats, {tally.decisions} decisions in {DEALS} deals")

rng, moves, actions = Rng(), Moves(), 0
for number in range(DEALS):
    random = Random(number)
    deal = Deal(House(random_rules(random)))
    start_stream(rng, 2, number)
    shuffle(deal, rng)
    start_deal(deal, random.choice((2, 3, 4)), 0, random.choice((1, -1)))
    actions += play_levels(deal, moves, Sight(deal.house), rng, random.randrange(16))
print(f"sanitizers: random rules, simple and random seats, {actions} decisions in {DEALS} deals")

states = 0
for number in range(100):
    random = Random(number)
    state = random_deal(random)
    while not state.over:
        view = state.view_for(state.to_act)
        states += len(view.risks) + len(view.previews) + len(type(state).read(str(state)).legal)
        state = state.apply(state.legal[busy_choice(random, state)])
print(f"sanitizers: states, views and positions of 100 deals, {states} things read")

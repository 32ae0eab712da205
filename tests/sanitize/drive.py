"""Plays deals on a core built with address and undefined-behaviour sanitizers.

Any fault ends the process with the sanitizer's report; see `make test-sanitize`.
"""

import sys
from array import array
from math import prod
from random import Random
from typing import Any

import speto
from speto import dummy, indian
from speto.batch import Batch, play
from speto.dummy.deal import Deal, House
from speto.dummy.deal import start as start_deal
from speto.dummy.melds import Moves
from speto.dummy.play import Tally, play_levels, playouts, shuffle
from speto.dummy.sight import Sight
from speto.games import game
from speto.indian.deal import Deal as IndianDeal
from speto.indian.deal import House as IndianHouse
from speto.indian.deal import start as start_indian
from speto.indian.labels import Moves as IndianMoves
from speto.indian.play import Tally as IndianTally
from speto.indian.play import play_levels as play_indian_levels
from speto.indian.play import playouts as indian_playouts
from speto.indian.play import shuffle as shuffle_indian
from speto.indian.sight import Sight as IndianSight
from speto.rng import Rng
from speto.rng import start as start_stream
from tests import dealing, indian_dealing

DEALS = 2000

if not speto.compiled:
    sys.exit("the core is not compiled, so nothing is watched")
for name, rules in dummy.PRESETS.items():
    for seats in dummy.SEATS:
        tally = Tally()
        playouts(Deal(House(rules)), Moves(), Rng(), tally, seats, DEALS, 1, 0)
        print(f"sanitizers: {name}, {seats} seats, {tally.decisions} decisions in {DEALS} deals")
for name, house in indian.PRESETS.items():
    for seats in indian.SEATS:
        count = IndianTally()
        to_the_end = DEALS // 40
        table = IndianDeal(IndianHouse(house))
        indian_playouts(table, IndianMoves(), Rng(), count, seats, DEALS, 1, 0, False)
        indian_playouts(table, IndianMoves(), Rng(), count, seats, to_the_end, 2, 0, True)
        done = f"{count.decisions} decisions in {DEALS + to_the_end} deals"
        print(f"sanitizers: {name}, {seats} seats, {done}")

rng, moves, actions = Rng(), Moves(), 0
for number in range(DEALS):
    random = Random(number)
    deal = Deal(House(dealing.random_rules(random)))
    start_stream(rng, 2, number)
    shuffle(deal, rng)
    start_deal(deal, random.choice(dummy.SEATS), 0, random.choice((1, -1)))
    actions += play_levels(deal, moves, Sight(deal.house), rng, random.randrange(16))
    other = IndianDeal(IndianHouse(indian_dealing.random_rules(random)))
    shuffle_indian(other, rng)
    start_indian(other, random.choice(indian.SEATS), 0, random.choice((1, -1)))
    sight = IndianSight(other.house)
    actions += play_indian_levels(other, IndianMoves(), sight, rng, random.randrange(64))
print(f"sanitizers: random rules, simple and random seats, {actions} decisions, {2 * DEALS} deals")

states = 0
for number in range(100):
    random = Random(number)
    state = dealing.random_deal(random)
    while not state.over:
        view = state.view_for(state.to_act)
        states += len(view.risks) + len(view.previews) + len(type(state).read(str(state)).legal)
        state = state.apply(state.legal[dealing.busy_choice(random, state)])
for number in range(20):
    random = Random(number)
    moment = indian_dealing.random_deal(random)
    while not moment.over:
        seen = moment.view_for(moment.to_act)
        states += len(seen.best.groups) + len(seen.previews)
        states += len(type(moment).read(str(moment)).legal)
        moment = moment.apply(moment.legal[indian_dealing.busy_choice(random, moment)])
print(f"sanitizers: states, views and positions of 120 deals, {states} things read")

steps = 0
for number in range(60):
    random = Random(number)
    name, dealer = random.choice((("dummy", dealing), ("indian", indian_dealing)))
    seats, n = random.choice(game(name).SEATS), random.randrange(1, 40)
    rules = dealer.random_rules(random)
    batch = Batch(name, rules, seats=seats, n=n, seed=number)
    out = {
        key: memoryview(bytearray(8 * prod(shape))).cast("q", shape)
        for key, shape in batch.shapes.items()
    }
    batch.reset(**out)
    counts: Any = out["count"]
    for _ in range(400):
        batch.step(
            array("q", [random.choice((count - 1, random.randrange(count))) for count in counts])
        )
        steps += n
    points = memoryview(bytearray(8 * 20 * seats)).cast("q", (20, seats))
    steps += play(name, rules, points, players=["simple"] * seats, seed=number)
print(f"sanitizers: batches and series under random rules, {steps} steps")

"""Indian Rummy's tuned and thinking players: legal, honest, reproducible, and not blind."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random
from statistics import fmean as mean

import pytest

from speto import indian
from speto.cards import Card, write_cards
from speto.indian import PACK, PRESETS, State
from speto.indian.actions import TakeOpen, code_of, encode, hand_cards, masks_of
from speto.indian.codes import OVER, SHOW, SIMPLE, TAKE, TUNED
from speto.indian.contest import Contest, Entrant, duel
from speto.indian.deal import Deal, House
from speto.indian.deal import start as start_deal
from speto.indian.judge import legal
from speto.indian.labels import Moves
from speto.indian.minds import Mind, helps, lacks, ready
from speto.indian.past import Past, forget, note
from speto.indian.play import shuffle
from speto.indian.playout import Playout, do, play_on, set_out, simply
from speto.indian.recall import remembered
from speto.indian.search import Search, search
from speto.indian.sight import Sight, see
from speto.indian.simple import choose
from speto.indian.through import through
from speto.indian.traces import Worlds
from speto.indian.tuned import first_worth, tuned
from speto.indian.turn import apply
from speto.indian.worlds import advance, begin, lay_out
from speto.rng import Rng
from speto.rng import start as start_stream
from speto.thought import Budget, Skill
from tests.indian_dealing import busy_choice, random_deal

SMALL = Budget(playouts=200)
PARTS = 64
THOUGHTS = """
from random import Random
from speto import indian
from speto.thought import Budget
from tests.test_indian_players import moments
for state in moments(Random(11), 2, 6):
    print(indian.think(state.view_for(state.to_act), Budget(playouts=24), Random(1)))
"""


def moments(random: Random, number: int, least: int = 0) -> list[State]:
    """Moments of random deals, so many actions old or some more."""
    found: list[State] = []
    while len(found) < number:
        state = random_deal(random)
        for _ in range(least + random.randrange(20)):
            if not state.over:
                state = state.apply(state.legal[busy_choice(random, state)])
        if not state.over:
            found.append(state)
    return found


@pytest.mark.once
def test_words_are_legal() -> None:
    """Whatever the rules and seats, every kind of player says what the judge allows."""
    random = Random(3)
    for number, state in enumerate(moments(random, 40)):
        seat = state.to_act
        assert seat is not None
        view = state.view_for(seat)
        said = [
            indian.tuned(view, Skill(), random),
            indian.tuned(view, Skill(3, 4.0), random),
            through(state, seat, hands=True, top=True, tuned=number % 2 == 0),
            through(state, seat, hands=number % 3 == 0, top=True, tuned=number % 2 == 1),
            *(option.action for option in indian.think(view, SMALL, random).options),
        ]
        for action in said:
            assert state.why_not(action) is None, f"{action} at {state}"


@pytest.mark.once
def test_missed_turns_do_no_harm() -> None:
    """A player thinks on where the clock has acted for others, or for itself."""
    random = Random(12)
    for _ in range(12):
        state = random_deal(random)
        while not state.over and state.at < 90:
            if random.random() < 0.3:
                state = state.apply(state.timeout())
                continue
            if state.at % 9 == 0:
                view = state.view_for(state.to_act)
                thought = indian.think(view, Budget(playouts=20), random)
                assert state.why_not(thought.action) is None
            state = state.apply(state.legal[busy_choice(random, state)])


@pytest.mark.once
def test_same_seed_same_thought() -> None:
    """A thought under a budget of work is a function of the view and the seed alone."""
    random = Random(4)
    for state in moments(random, 8):
        view = state.view_for(state.to_act)
        first = indian.think(view, SMALL, Random(9))
        other = random_deal(random)
        indian.think(other.view_for(other.to_act), SMALL, Random(1))
        assert indian.think(view, SMALL, Random(9)) == first


def dealt_anew(state: State, random: Random) -> State:
    """The position with what the seat to act can't see dealt anew."""
    view = state.view_for(state.to_act)
    fields = dict(part.split("=", 1) for part in str(state).split(" "))
    hands = [list(hand) for hand in state.hands]
    hidden = [seat for seat in range(state.seats) if seat != view.seat and not view.shown[seat]]
    loose: list[Card] = list(PACK)
    for card in [view.cut, *view.pile]:
        loose.remove(card)
    for seat, hand in enumerate(hands):
        for card in view.known[seat] if seat in hidden else hand:
            loose.remove(card)
    random.shuffle(loose)
    for seat in hidden:
        missing = len(hands[seat]) - len(view.known[seat])
        hands[seat] = [*view.known[seat], *loose[:missing]]
        del loose[:missing]
    fields["hands"] = "/".join(map(write_cards, hands))
    fields["stock"] = write_cards(loose)
    return State.read(" ".join(f"{key}={value}" for key, value in fields.items()))


@pytest.mark.once
def test_hidden_cards_change_nothing() -> None:
    """A player that is shown the same does the same, whatever lies where it can't see."""
    random = Random(5)
    for played in moments(random, 12):
        state = State.read(str(played))
        other = dealt_anew(state, random)
        view, twin = state.view_for(state.to_act), other.view_for(state.to_act)
        assert other.hands != state.hands
        assert indian.think(twin, SMALL, Random(1)) == indian.think(view, SMALL, Random(1))
        for skill in (Skill(), Skill(2, 3.0)):
            said = indian.tuned(view, skill, Random(2))
            assert indian.tuned(twin, skill, Random(2)) == said


def test_worlds_fit_what_is_seen() -> None:
    """A world has every card of the pack once, sizes as they are, and keeps what all saw taken."""
    for state in moments(Random(6), 6, 8):
        view = state.view_for(state.to_act)
        seen = view.sight.seen
        mind, worlds, rng, world = Mind(), Worlds(), Rng(), Deal(seen.house)
        ready(mind, seen)
        start_stream(rng, 5, 6)
        begin(worlds, view.sight, remembered(view), mind, rng)
        for _ in range(4):
            advance(worlds, view.sight, mind, rng, 25)
            lay_out(worlds, view.sight, world, rng)
            cards = [code_of(view.cut), *world.piled(), *world.stock_left()]
            for seat, hand in enumerate(map(masks, world.hands())):
                assert len(hand) == view.sizes[seat]
                left = list(hand)
                for card in view.known[seat]:
                    left.remove(card)
                cards += map(code_of, hand)
            assert sorted(cards) == sorted(map(code_of, PACK))
            assert masks(world.hands()[seen.to_act]) == view.hand


def masks(hand: tuple[int, int, int]) -> tuple[Card, ...]:
    """The cards of a hand in integers."""
    return hand_cards(*hand)


def test_the_log_tells_what_was_noted() -> None:
    """What is remembered of a view's log is what was noted while the deal was played."""
    random = Random(7)
    for _ in range(12):
        state = random_deal(random)
        past = Past()
        forget(past)
        while not state.over and state.at < 50:
            view = state.view_for(state.to_act)
            assert remembered(view).turns() == past.turns()
            action = state.legal[busy_choice(random, state)]
            note(past, view.sight.seen, encode(action))
            state = state.apply(action)


def test_helpful_cards() -> None:
    """Of the cards that lie near a hand, those help whose distance says so."""
    random = Random(8)
    mind = Mind()
    for _ in range(6):
        state = random_deal(random)
        ready(mind, state.view_for(0).sight.seen)
        one, two, jokers = masks_of(state.hands[0])
        found = helps(mind, one, two, jokers)
        now = lacks(mind, one, two, jokers)
        for code in range(52):
            card = 1 << code
            nearer = lacks(mind, one | card, two | one & card, jokers) < now
            assert nearer or not found & card


def test_a_card_that_shows_is_taken() -> None:
    """Where the open card makes a Show, every player takes it, and then shows."""
    text = (
        "rules=default seats=2 direction=1 starter=0 turn=2 act=0 phase=take cut=Jc pile=Kd9h6s"
        " hands=2c3c4c5c5d6d7dThJhQh6h6cKs/2d2s4h4s5s7c8cTdTsQdKcAhAd known=-/- out=- began=01"
        " acted=01 missed=0,0 scores=0,0"
    )
    state = State.read(text)
    for budget in (Budget(playouts=40), Budget(milliseconds=30)):
        thought = indian.think(state.view_for(0), budget, Random(1))
        assert str(thought.action) == "^"
    state = state.apply(TakeOpen())
    assert str(indian.think(state.view_for(0), Budget(8), Random(1)).action).startswith("!")
    assert str(indian.tuned(state.view_for(0), Skill(), Random(1))).startswith("!")


@pytest.mark.once
def test_a_rival_is_played_to_the_end() -> None:
    """A discard takes the place of another only where both were played to the end."""
    random = Random(13)
    rivals = 0
    for state in moments(random, 60, 4):
        view = state.view_for(state.to_act)
        tried = Search(view.sight.seen.house)
        chosen = search(tried, view.sight, remembered(view), random.getrandbits(64), 120)
        if view.sight.seen.phase == TAKE or view.sight.seen.seats > 2:
            assert not tried.n_ends
            continue
        assert chosen in (0, tried.rival)
        assert bool(tried.n_ends) == bool(tried.rival)
        assert 0 <= tried.n_ends <= 32
        rivals += tried.rival > 0
        assert search(tried, view.sight, remembered(view), 1, 1) in (0, tried.rival)
        assert not tried.n_ends
    assert rivals


def test_old_turns_weigh_nothing() -> None:
    """Of a hidden hand only its last turns are heeded, as many as a world remembers."""
    found = 0
    for state in moments(Random(14), 12, 20):
        view = state.view_for(state.to_act)
        mind, rng, worlds = Mind(), Rng(), Worlds()
        ready(mind, view.sight.seen)
        start_stream(rng, 5, 6)
        past = remembered(view)
        begin(worlds, view.sight, past, mind, rng)
        for seat in range(state.seats):
            turns = len(worlds.fits(seat))
            assert turns <= worlds.memory
            found += turns == worlds.memory < sum(turn[0] == seat for turn in past.turns())
    assert found


def models_guessed(deal: Deal, sight: Sight, past: Past, worlds: Worlds, mind: Mind) -> float:
    """In which part of some worlds the other of two seats plays by `simple`."""
    seat = deal.to_act
    see(sight, deal, seat)
    ready(mind, sight.seen)
    rng = Rng()
    start_stream(rng, 5, deal.turn)
    found = 0
    for _ in range(4):
        begin(worlds, sight, past, mind, rng)
        advance(worlds, sight, mind, rng, 80)
        for _ in range(4):
            advance(worlds, sight, mind, rng, 20)
            models = worlds.models()
            assert models[seat] == TUNED
            found += models[1 - seat] == SIMPLE
    return found / 16


@pytest.mark.once
def test_turns_tell_the_model() -> None:
    """A seat is taken for `simple` more often where it is; never or always if told so before."""
    house = House(PRESETS["online"])
    deal, moves, sight, past, mind = Deal(house), Moves(), Sight(house), Past(), Mind()
    rng, worlds, certain = Rng(), Worlds(), Worlds()
    found: dict[int, list[float]] = {SIMPLE: [], TUNED: []}
    for number in range(32):
        model = SIMPLE if number & 1 else TUNED
        start_stream(rng, 15, number >> 1)
        shuffle(deal, rng)
        start_deal(deal, 2, 0, 1)
        forget(past)
        while deal.phase != OVER and deal.turn < 14:
            if deal.phase == TAKE and deal.to_act == 0 and deal.turn > 4:
                found[model].append(models_guessed(deal, sight, past, worlds, mind))
                certain.share = PARTS * (number >> 1 & 1)
                guess = models_guessed(deal, sight, past, certain, mind)
                assert guess == (number >> 1 & 1)
            legal(deal, moves)
            see(sight, deal, deal.to_act)
            if deal.to_act and model == SIMPLE:
                action = choose(sight.seen, moves)
            else:
                action = tuned(sight, moves, mind, past)
            note(past, deal, action)
            apply(deal, moves, action)
    for guesses in found.values():
        assert 0 < sum(guesses) < len(guesses)
    assert mean(found[SIMPLE]) > mean(found[TUNED]) + 0.05


def test_others_play_by_their_model() -> None:
    """In a play-out a seat does what `simple` would, or `tuned`, as its model is."""
    house = House(PRESETS["default"])
    deal, moves, sight, past = Deal(house), Moves(), Sight(house), Past()
    rng, playout = Rng(), Playout(deal)
    shows = 0
    for number in range(6):
        start_stream(rng, 16, number)
        shuffle(deal, rng)
        start_deal(deal, 2, 0, 1)
        forget(past)
        while deal.phase != OVER:
            legal(deal, moves)
            see(sight, deal, deal.to_act)
            set_out(playout, deal, past)
            action = choose(sight.seen, moves)
            said = simply(playout)
            if action >> 58 == SHOW:
                assert said >> 58 == SHOW
                cards = masks(deal.hands()[deal.to_act])
                assert said & 63 in [code_of(card) for card in cards]
                shows += 1
            else:
                assert said == action
            note(past, deal, action)
            apply(deal, moves, action)
    assert shows


def test_models_change_what_is_brought() -> None:
    """The same action in the same deals brings another end against another model."""
    ends = []
    for share in (0, PARTS):
        random = Random(17)
        for state in moments(random, 6, 2):
            view = state.view_for(state.to_act)
            seen = view.sight.seen
            mind, worlds, rng, world = Mind(), Worlds(), Rng(), Deal(seen.house)
            playout = Playout(world)
            worlds.share = share
            ready(mind, seen)
            start_stream(rng, 5, 6)
            begin(worlds, view.sight, remembered(view), mind, rng)
            lay_out(worlds, view.sight, world, rng)
            set_out(playout, world, remembered(view))
            action = encode(state.legal[0])
            if do(playout, worlds, action):
                ends.append((share, play_on(playout, worlds, mind, seen.to_act, 0)))
    half = len(ends) // 2
    assert [end for _, end in ends[:half]] != [end for _, end in ends[half:]]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_wild_card_keeps_a_hand_in(preset: str) -> None:
    """A first hand is worth more, on average, with a printed joker in place of some card."""
    house = House(PRESETS[preset])
    deal, mind, rng = Deal(house), Mind(), Rng()
    for number in range(12):
        start_stream(rng, 18, number)
        shuffle(deal, rng)
        start_deal(deal, 2, 0, 1)
        ready(mind, deal)
        one, two, jokers = deal.hands()[0]
        if jokers == 2:
            continue
        with_joker = []
        for card in range(52):
            mask = 1 << card
            if one & ~deal.wild & mask:
                left = one & ~mask | two & mask, two & ~mask, jokers + 1
                with_joker.append(first_worth(deal, mind, *left))
        assert mean(with_joker) > first_worth(deal, mind, one, two, jokers) + 500


@pytest.mark.once
@pytest.mark.parametrize("preset", PRESETS)
def test_tuned_beats_simple(preset: str) -> None:
    """The tuned player wins points from `simple` over duplicate deals."""
    house = House(PRESETS[preset])
    contest = Contest(house)
    duel(contest, Entrant(house, TUNED), Entrant(house, SIMPLE), 12, 0, 300)
    assert sum(contest.pairs(300)) > 0


@pytest.mark.once
def test_plain_python_thinks_the_same() -> None:
    """The compiled core and its plain Python files find the same thought."""
    found = [
        subprocess.run(
            [sys.executable, "-c", THOUGHTS],
            env={**os.environ, "SPETO_PURE": pure},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for pure in ("", "1")
    ]
    assert found[0] == found[1]
    assert "Option" in found[0]

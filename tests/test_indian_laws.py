"""Indian Rummy keeps the laws: random rules, random deals, random and thinking players."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from speto.indian import PRESETS, State, View
from speto.indian.actions import ACTIONS, Draw, Show, arranged_show
from speto.indian.judge import legal
from speto.indian.labels import Moves
from speto.indian.position import write_position
from speto.indian.rules import ScoreArrangement
from speto.indian.sight import Sight, see
from speto.players import player
from tests import indian_laws as laws
from tests.indian_dealing import busy_choice, random_deal, random_rules
from tests.levels import EACH, quick


def wrong_show(random: Random, state: State) -> Show | None:
    """A Show of the hand in parts at random, which is seldom right."""
    view = state.view_for(state.to_act)
    if not (view.taken or view.declaring):
        return None
    hand = list(view.hand)
    random.shuffle(hand)
    finishing = hand.pop() if view.taken else None
    return arranged_show([hand[:4], hand[4:7], hand[7:10], hand[10:]], finishing)


def lively(random: Random, state: State) -> State:
    """The state after some action: mostly a legal one, at times a missed turn or a wrong Show."""
    chance = random.random()
    if chance < 0.02:
        return state.apply(state.timeout())
    show = wrong_show(random, state) if chance < 0.025 else None
    if show and state.why_not(show) is None:
        return state.apply(show)
    return state.apply(state.legal[busy_choice(random, state)])


def play(random: Random, state: State) -> State:
    """Play to the end, checking the laws at many moments."""
    thinker = player("simple")
    while True:
        if random.random() < 0.2 or state.over:
            for law in laws.MOMENT:
                law(state)
        if state.over or state.at > laws.LONGEST:
            return state
        if random.random() < 0.3:
            state = state.apply(thinker.choose(state.view_for(state.to_act), random))
        else:
            state = lively(random, state)


@given(st.integers(0, 2**32))
def test_every_house_keeps_the_laws(seed: int) -> None:
    """Whatever the rules, seats, starter and direction: the laws hold at every moment."""
    random = Random(seed)
    end = play(random, random_deal(random))
    for law in laws.DEAL:
        law(end)
    assert end.over, "a deal ends within a bound"


@pytest.mark.parametrize("preset", PRESETS)
@given(seed=st.integers(0, 2**32))
def test_every_preset_keeps_the_laws(preset: str, seed: int) -> None:
    """Each preset keeps the laws, with two to six seats."""
    random = Random(seed)
    for law in laws.DEAL:
        law(play(random, random_deal(random, PRESETS[preset])))


def hidden_swapped(random: Random, state: State, seat: int) -> State:
    """The same deal with the cards that a seat can't see dealt anew, known ones kept.

    Built from the position notation, so that nothing but the hidden cards changes.
    """
    fields = dict(part.split("=", 1) for part in str(state).split())
    hands = [cards(hand) for hand in fields["hands"].split("/")]
    known = [cards(hand) for hand in fields["known"].split("/")]
    opened = [] if fields["open"] == "-" else list(map(int, fields["open"]))
    hidden = [other for other in range(state.seats) if other not in (seat, *opened)]
    pool = cards(fields["stock"])
    for other in hidden:
        rest = list(hands[other])
        for card in known[other]:
            rest.remove(card)
        pool += rest
    random.shuffle(pool)
    for other in hidden:
        dealt = [pool.pop() for _ in range(len(hands[other]) - len(known[other]))]
        if other == state.to_act and fields["phase"].startswith("drew:"):
            fields["phase"] = f"drew:{dealt[0]}"
        hands[other] = known[other] + dealt
    fields |= {"hands": "/".join(map("".join, hands)), "stock": "".join(pool) or "-"}
    fields.pop("pack", None)
    return State.read(" ".join(f"{key}={text}" for key, text in fields.items()))


def cards(text: str) -> list[str]:
    """The cards of a part of a position."""
    return [] if text == "-" else [text[i : i + 2] for i in range(0, len(text), 2)]


def raw(view: View) -> list[object]:
    """Every field of the sight beneath a view, as integers."""
    sight = view.sight
    return [
        write_position(view.rules, sight.seen),
        sight.seen.counts(),
        sight.seen.dealt(),
        (sight.seen.taken, sight.gone_one, sight.gone_two, sight.gone_jokers),
    ]


def seen(view: object) -> list[object]:
    """Everything in a view but the log and what needs the history."""
    names = "seat seats direction starter turn over to_act taken declaring stock_left cut wilds"
    names += " scores sizes misses shower ended drawn took mine first_turn hand known pile top"
    names += " top_banned out shown winners words drop_cost wrong_show_cost shows previews best"
    return [getattr(view, name) for name in names.split()]


@pytest.mark.parametrize("level", EACH)
@given(seed=st.integers(0, 2**32))
def test_hidden_cards_change_nothing(level: str, seed: int) -> None:
    """Dealing the cards a seat can't see anew changes neither what it sees nor what it does."""
    random = Random(seed)
    rules = random_rules(random)
    if random.random() < 0.5:
        rules = replace(rules, score_arrangement=ScoreArrangement.DECLARED)
    state = random_deal(random, rules)
    steps = random.randrange(80)
    while not state.over and (steps or random.random() < 0.9):
        state = lively(random, state)
        steps -= steps > 0
        if state.view_for(None).declaring and random.random() < 0.5:
            break
    if state.over:
        return
    for seat in (*range(state.seats), None):
        other = hidden_swapped(random, state, -1 if seat is None else seat)
        one, two = state.view_for(seat), other.view_for(seat)
        assert raw(one) == raw(two)
        if seat is not None:
            assert seen(one) == seen(two)
        if seat == state.to_act:
            # the position has no history: what was said before is the same in both
            twin = View(two.rules, two.sight, one.log, one.entries)
            choices = [quick(level, "indian").choose(view, Random(7)) for view in (one, twin)]
            assert choices[0] == choices[1]


@given(st.integers(0, 2**32))
def test_a_sight_lists_what_the_deal_lists(seed: int) -> None:
    """The legal actions asked of the acting seat's sight are those of the deal."""
    random = Random(seed)
    state = random_deal(random)
    moves = Moves()
    sight = Sight(state._deal.house)
    while not state.over:
        see(sight, state._deal, state._deal.to_act)
        legal(sight.seen, moves)
        from_sight = moves.listed()
        legal(state._deal, moves)
        assert from_sight == moves.listed()
        state = lively(random, state)


@given(st.integers(0, 2**32))
def test_a_log_hides_what_others_drew(seed: int) -> None:
    """A seat's log names its own draws and nobody else's; all other actions it shows whole."""
    random = Random(seed)
    end = random_deal(random)
    while not end.over:
        end = lively(random, end)
    for seat in (*range(end.seats), None):
        for (by, action), whole in zip(end.view_for(seat).log, end.log, strict=True):
            assert isinstance(action, ACTIONS)
            hidden = isinstance(whole, Draw) and by != seat
            assert action == (Draw() if hidden else whole)

"""Matches of Dummy, and what all matches share: who starts next, when it is over, who pays whom."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from speto.clause import RulesError
from speto.dummy import Rules, State, read_rules, start
from speto.dummy.match import Match, begin
from speto.games import NAMES, game
from speto.match import begin as begin_any
from speto.match import check_deals, follow, share, turn_order
from speto.players import player
from tests.dealing import random_pack

HALF = "act=0 turn=2 cut=** pile=2c hands=2d3d4d5d6d7d8d9dTdJdQdKdAd/2s3s4s5s6s7s8s9sTsJsQsKsAs"
"""Indian Rummy of two, in its third turn."""
KNOCKED = "act=1 turn=8 seats=4 head=2s row=2s hands=3c3d/8hkc/3h3s/jcjd melds=1:4s5s6s"


def knocked(rules: str, direction: int = 1, *, fool: bool = True) -> State:
    """A deal that seat 1 ended by a knock, with a card that seat 0 threw or without."""
    row = "2s,9h.7" if fool else "9h"
    text = f"rules={rules} {KNOCKED} direction={direction}".replace("row=2s", f"row={row}")
    text = text.replace("head=2s", "head=9h") if not fool else text
    state = State.read(text.replace("8hkc", "8hthkc"))
    for word in ("^9h=8h9hth", "#kc"):
        state = state.apply(next(a for a in state.legal if str(a).lower() == word))
    return state


def ran_out(rules: str, scores: str = "") -> State:
    """A deal of three, started by seat 1, whose stock ran out."""
    text = f"rules={rules} act=2 turn=4 phase=last head=2s row=2s melds=- {scores}"
    pack = [rank + suit for rank in "23456789tjqka" for suit in "cdhs"]
    pack.remove("2s")
    hands = "/".join(["".join(pack[:30]), "".join(pack[30:40]), "".join(pack[40:])])
    state = State.read(f"{text} seats=3 hands={hands}")
    return state.apply(state.legal[0])


@pytest.mark.parametrize(
    ("rules", "fool", "direction", "next_direction"),
    [
        ("default", True, 1, -1),
        ("default", False, 1, 1),
        ("default", True, -1, 1),
        ("default,fool_reverse=next_deal_only", True, 1, -1),
        ("default,fool_reverse=next_deal_only", False, -1, 1),
        ("default,fool_reverse=off", True, 1, 1),
        ("default,fool_scope=off,fool_reverse=off", True, 1, 1),
    ],
)
def test_a_fool_turns_the_next_deal(
    rules: str, fool: bool, direction: int, next_direction: int
) -> None:
    """After a fool the direction turns: for good, for one deal, or not (D-FOOL-3)."""
    state = (
        knocked(rules, direction, fool=fool) if direction == 1 else knocked_back(rules, fool=fool)
    )
    assert state.direction == direction
    match = begin(read_rules(rules), seats=4, starter=0)
    assert match.after(state).direction == next_direction


def knocked_back(rules: str, *, fool: bool) -> State:
    """The same knock in a deal that runs against the seat order, thrown by seat 2."""
    return knocked(rules, -1, fool=fool)


def test_the_knocker_starts() -> None:
    """The knocker starts the next deal, or the seat after the last starter does (D-NEXT-1)."""
    state = knocked("default")
    assert begin(state.rules, seats=4, starter=0).after(state).starter == 1
    state = knocked("default,next_starter=rotate")
    after = begin(state.rules, seats=4, starter=0).after(state)
    assert after.starter == (state.starter + 1) % 4


def test_after_exhaustion_the_start_moves_on() -> None:
    """When the stock ran out the next seat starts, or the best of the deal (D-NEXT-2)."""
    state = ran_out("default")
    assert state.starter == 1
    assert begin(state.rules, seats=3, starter=1).after(state).starter == 2
    state = ran_out("default,exhaustion_starter=highest")
    best = max(range(3), key=lambda seat: state.scores[seat])
    assert begin(state.rules, seats=3, starter=1).after(state).starter == best


def with_deals(rules: str, *deals: tuple[int, ...]) -> Match:
    """A match after deals with these scores."""
    match = begin(read_rules(rules), seats=len(deals[0]), starter=0)
    return replace(match, deals=deals, last=(1, 1))


@pytest.mark.parametrize(
    ("rules", "deals", "winners"),
    [
        ("default", [(480, 460)], ()),
        ("default", [(480, 460), (25, 60)], (1,)),
        ("default", [(500, 500)], ()),
        ("default,match_target=0", [(10, 10, -5)], (0, 1)),
        ("zh_online", [(-10, -20)], (0,)),
        ("default,max_deals=2", [(1, 2), (3, 2)], (0, 1)),
        ("default,max_deals=2", [(1, 2), (3, 1)], (0,)),
    ],
)
def test_the_end_of_a_match(
    rules: str, deals: list[tuple[int, ...]], winners: tuple[int, ...]
) -> None:
    """The highest past the target wins; a tie plays on, but not in one deal or the last."""
    match = with_deals(rules, *deals)
    assert match.winners == winners
    assert match.over == bool(winners)


@pytest.mark.parametrize(
    ("rules", "totals", "paid"),
    [
        ("default", (100, 40, -20), (180, 0, -180)),
        ("default,point_value=3", (10, 0), (30, -30)),
        ("default,settlement=winner", (100, 40, -20), (180, -60, -120)),
        ("default,settlement=winner", (50, 50, 45), (2, 3, -5)),
        ("default,settlement=none", (100, 40), (0, 0)),
    ],
)
def test_settlements(rules: str, totals: tuple[int, ...], paid: tuple[int, ...]) -> None:
    """Each pays each the difference, or all the winner; odd points go in turn order."""
    assert with_deals(rules, totals).settlement() == paid


@given(st.lists(st.integers(-500, 900), min_size=2, max_size=4), st.integers(1, 9))
def test_every_settlement_sums_to_zero(totals: list[int], value: int) -> None:
    """What is paid is received."""
    for kind in ("pairwise", "winner"):
        match = with_deals(f"default,settlement={kind},point_value={value}", tuple(totals))
        assert sum(match.settlement()) == 0


def test_a_whole_match_ends() -> None:
    """Matches of simple players end with one winner, each deal under the right starter."""
    random = Random(5)
    thinker = player("simple")
    match = begin(Rules(), seats=3, starter=2)
    while not match.over:
        state = start(
            match.rules,
            random_pack(random),
            seats=3,
            starter=match.starter,
            direction=match.direction,
        )
        while not state.over:
            state = state.apply(thinker.choose(state.view_for(state.to_act), random))
        match = match.after(state)
    assert len(match.winners) == 1
    assert max(match.totals) >= 500 or len(match.deals) == 50


def test_deals_that_are_no_match() -> None:
    """Deals of one file are one match: rules, seats, starter and direction follow from the last."""
    random = Random(8)
    thinker = player("simple")
    match = begin(Rules(match_target=5000), seats=2, starter=0)
    deals: list[State] = []
    while len(deals) < 3:
        state = start(
            match.rules,
            random_pack(random),
            seats=2,
            starter=match.starter,
            direction=match.direction,
        )
        while not state.over:
            state = state.apply(thinker.choose(state.view_for(state.to_act), random))
        deals.append(state)
        match = match.after(state)
    assert check_deals(deals) is None
    other = start(match.rules, random_pack(random), seats=2, starter=1 - match.starter)
    assert check_deals([*deals, other]) == (
        3,
        f"Starter must be {match.starter} after the deals before, not {1 - match.starter}",
    )
    assert check_deals([other, *deals]) == (0, "only the last deal may be unfinished")
    single = [start(read_rules("zh_online"), random_pack(random), seats=2)]
    while not single[-1].over:
        single.append(single[-1].apply(single[-1].legal[0]))
    assert check_deals([single[-1], single[0]]) is not None


def test_deals_make_up_the_match() -> None:
    """The match that is read off its deals is the one that was played, also before its last end."""
    state = knocked("default")
    match = begin(state.rules, seats=4, starter=0, direction=1)
    fresh = start(Rules(), random_pack(Random(1)), seats=4, starter=1, direction=-1)
    again = replace(match.after(state), first_direction=state.direction)
    assert follow([state]) == again
    assert follow([state, fresh]) == again


def test_nobody_is_out_in_dummy() -> None:
    """In Dummy all seats play every deal, and so none can come back."""
    match = begin(Rules(), seats=3, starter=2)
    assert match.playing == (0, 1, 2)
    assert match.may_rejoin == ()
    with pytest.raises(RulesError, match="seat 1 may not rejoin"):
        match.rejoin(1)


@pytest.mark.parametrize("name", NAMES)
def test_a_match_is_of_the_game_of_its_rules(name: str) -> None:
    """A match is begun by the game whose rules it has, whoever asks for it."""
    rules = game(name).PRESETS["default"]
    match = begin_any(rules, seats=3, starter=2, direction=-1)
    assert type(match).__module__ == f"speto.{name}.match"
    assert match == game(name).begin(rules, seats=3, starter=2, direction=-1)
    assert (match.rules, match.seats, match.starter, match.direction) == (rules, 3, 2, -1)
    assert (match.playing, match.deals, match.over, match.winners) == ((0, 1, 2), (), False, ())


@given(st.integers(0, 10**6), st.permutations(range(6)), st.integers(1, 6))
def test_a_pot_is_all_given(pot: int, seats: list[int], some: int) -> None:
    """A pot is shared out to the last point; nobody gets two more than another, the first most."""
    shares = share(pot, seats[:some])
    assert list(shares) == seats[:some]
    assert sum(shares.values()) == pot
    given_out = list(shares.values())
    assert given_out == sorted(given_out, reverse=True)
    assert given_out[0] - given_out[-1] <= 1


@pytest.mark.parametrize(
    ("starter", "direction", "seats", "order"),
    [(0, 1, 2, [0, 1]), (2, 1, 3, [2, 0, 1]), (1, -1, 4, [1, 0, 3, 2])],
)
def test_turn_order(starter: int, direction: int, seats: int, order: list[int]) -> None:
    """Turns go around from the starter in the direction of the deal."""
    assert turn_order(starter, direction, seats) == order


def test_a_match_is_of_one_game() -> None:
    """Deals of two games are no match, even where rules and seats are called the same."""
    last = State.read("seats=2 act=0 hands=2c3c/4c5c head=9h row=9h")
    pack = game("indian").PACK
    other = game("indian").start(game("indian").PRESETS["default"], pack, seats=2)
    assert check_deals([other, last]) == (0, "only the last deal may be unfinished")
    over = game("indian").State.read(HALF).apply(game("indian").parse("x"))
    assert over.over
    assert check_deals([over, last]) == (
        1,
        "Game must be indian after the deals before, not dummy",
    )

"""Matches of Indian Rummy: one deal, pools and deals; who starts, who is out, who pays whom."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from speto.cards import parse_cards, write_cards
from speto.clause import RulesError
from speto.indian import PACK, State, codes, read_rules, start
from speto.indian.match import Match, begin, receipts
from speto.match import check_deals, follow
from speto.players import player
from speto.record import Record, read_records, write_records
from tests.dealing import options_of
from tests.indian_match_oracle import OracleMatch, Result

SUITS = "hhssdd"
NAMES = ("Asha", "Bela", "Chitra", "Dev", "Esha", "Farid")
SHOW = "3h4h5h6h7s8s**9c9d9hKcKdKs"
TWELVE = "3h4h5h6d7d8d9c9d9s2c3s3d4s"
TWELVE_TOO = "3h4h5h6d7d8dTcTdTs2d3c3s4c"
TWENTY_FIVE = "3h4h5h6d7d8d2c2s3s3c4d5c6s"
THIRTY = "8h9hTh5s6s7sJdJhJsKcQd6c4c"
NO_PURE_RUN = "2s4s6s8sKs2c5c7c9cQc4d9dKd"


def whole_suit(seat: int) -> str:
    """The 13 cards of a suit: four runs and no points."""
    return "".join(rank + SUITS[seat] for rank in "23456789TJQKA")


def at_table(fields: str, hands: Sequence[str], stock: str = "") -> State:
    """A moment with these hands; what they leave is the stock, or the pile if `stock` is given.

    A hand of "" is filled up with cards that are left.
    """
    left = list(PACK)
    for card in parse_cards("".join(hands) + "Jc" + stock):
        left.remove(card)
    held = []
    for hand in hands:
        held.append(hand or write_cards(left[:13]))
        left = left if hand else left[13:]
    pile = write_cards(left if stock else left[-1:])
    text = f"cut=Jc pile={pile} hands={'/'.join(held)} {fields}"
    return State.read(f"{text} stock={stock}" if stock else text)


def said(state: State, *words: str) -> State:
    """The state after these words; `!` stands for the Show that is proposed first."""
    for word in words:
        legal = (a for a in state.legal if str(a).lower().startswith(word.lower()))
        state = state.apply(next(legal))
    return state


def ended(
    rules: str, points: Sequence[int], *, starter: int = 0, direction: int = 1, void: bool = False
) -> State:
    """A deal that ended with these points owed, set by hand; who owes none has won."""
    seats = len(points)
    state = start(read_rules(rules), PACK, seats=seats, starter=starter, direction=direction)
    deal = state._deal
    for seat in range(seats):
        deal.set_points(seat, 0 if void else points[seat], 0)
    deal.won = 0 if void else sum(1 << seat for seat in range(seats) if not points[seat])
    deal.ended = codes.BY_VOID if void else codes.BY_POINTS
    deal.phase = codes.OVER
    return state


def match_of(rules: str, *deals: Sequence[int], starter: int = 0, direction: int = 1) -> Match:
    """A match after deals with these points owed by the seats that sat in them; 0 has won."""
    match = begin(read_rules(rules), seats=len(deals[0]), starter=starter, direction=direction)
    for points in deals:
        match = match.after(ended(rules, points, starter=match.starter, direction=direction))
    return match


def after(match: Match, *points: int) -> Match:
    """The match after one more deal with these points."""
    state = ended(str(match.rules), points, starter=match.starter, direction=match.direction)
    return match.after(state)


# One deal


def told(state: State) -> list[tuple[int, int, str, tuple[int, ...]]]:
    """The receipts of a deal, each clause by its code."""
    return [(seat, points, clause.code, who) for seat, points, clause, who in receipts(state)]


def test_it_34() -> None:
    """IT-34: the winner gets what a hand, two drops and a hand without a pure run owe, times 2."""
    fields = "rules=default,point_value=2 seats=5 turn=7 act=2 began=0124"
    state = at_table(fields, [SHOW, TWENTY_FIVE, "", "", NO_PURE_RUN])
    state = said(state, "x", "x", "+")
    drawn = state.view_for(4).drawn
    state = said(state, f"-{drawn}", "+", "!")
    assert state.scores == (0, 25, 40, 20, 80)
    match = begin(state.rules, seats=5, starter=0).after(state)
    assert match.over
    assert match.winners == (0,)
    assert match.settlement() == (330, -50, -80, -40, -160)
    assert told(state) == [(0, 330, "I-PAY-1", (1, 2, 3, 4))]


def test_it_35() -> None:
    """IT-35: the stock runs out; two seats with 12 win together, and share the pot of 110."""
    hands = [TWELVE, THIRTY, NO_PURE_RUN, TWELVE_TOO]
    state = said(at_table("seats=4 turn=4 act=0", hands, stock="Qs"), "+", "-Qs")
    assert state.scores == (0, 30, 80, 0)
    match = begin(state.rules, seats=4, starter=0).after(state)
    assert match.winners == (0, 3)
    assert match.settlement() == (55, -30, -80, 55)
    assert told(state) == [(0, 55, "I-TIE-2", (1, 2)), (3, 55, "I-TIE-2", (1, 2))]


@pytest.mark.parametrize(
    ("rules", "points", "found"),
    [
        ("default,format=deals,point_value=3", (7, 0, 4), [(1, 11, "I-DEALS-1", (0, 2))]),
        ("default,format=pool,point_value=3", (7, 0, 4), [(1, 0, "I-POOL-1", ())]),
    ],
)
def test_what_a_winner_gets_for_a_deal(
    rules: str, points: Sequence[int], found: list[tuple[int, int, str, tuple[int, ...]]]
) -> None:
    """A deal brings chips from each loser, whatever a chip is worth; in a pool it adds nothing."""
    assert told(ended(rules, points)) == found


def test_a_void_deal_brings_nobody_anything() -> None:
    """Without a winner there is no receipt."""
    assert told(ended("default", (7, 0, 4), void=True)) == []


@pytest.mark.parametrize(
    ("rules", "totals", "paid"),
    [
        ("default", (0, 30, 40, 80), (150, -30, -40, -80)),
        ("default,exhaust_pay=difference", (0, 30, 40, 80), (126, -18, -40, -68)),
        ("default,format=deals,exhaust_pay=difference", (286, 142, 120, 92), (126, -18, -40, -68)),
        ("default,format=pool,exhaust_pay=difference", (0, 30, 40, 80), (0, 0, 0, 0)),
    ],
)
def test_paying_the_difference(rules: str, totals: tuple[int, ...], paid: tuple[int, ...]) -> None:
    """At exhaustion who is still in may pay 12, the winner's, less; a pool adds all (I-MORE-24)."""
    hands = [TWELVE, THIRTY, "", NO_PURE_RUN]
    fields = f"rules={rules} seats=4 turn=4 act=0 out=2 scores=0,0,40,0"
    state = said(at_table(fields, hands, stock="Qs"), "+", "-Qs")
    assert state.scores == (0, 30, 40, 80)
    match = begin(state.rules, seats=4, starter=0).after(state)
    assert match.totals == totals
    assert match.settlement() == paid


def test_a_show_is_paid_in_full() -> None:
    """After a Show there is nothing to take off the points that losers pay (I-PAY-2)."""
    match = match_of("default,exhaust_pay=difference", (0, 30, 80))
    assert match.settlement() == (110, -30, -80)


@pytest.mark.parametrize(
    ("starter", "direction", "paid", "twice"),
    [
        (0, 1, (17, 17, 16, -50), (34, 33, 33, -100)),
        (1, 1, (16, 17, 17, -50), (33, 34, 33, -100)),
        (3, 1, (17, 17, 16, -50), (34, 33, 33, -100)),
        (1, -1, (17, 17, 16, -50), (33, 34, 33, -100)),
        (0, -1, (17, 16, 17, -50), (34, 33, 33, -100)),
    ],
)
def test_odd_chips(
    starter: int, direction: int, paid: tuple[int, ...], twice: tuple[int, ...]
) -> None:
    """Chips left over for three winners go one each, in turn order from the starter (I-PAY-2)."""
    match = match_of("default", (0, 0, 0, 50), starter=starter, direction=direction)
    assert match.settlement() == paid
    match = match_of("default,point_value=2", (0, 0, 0, 50), starter=starter, direction=direction)
    assert match.settlement() == twice


def test_before_the_deal_nobody_pays() -> None:
    """A match of one deal is open until that deal is played."""
    match = begin(read_rules("default"), seats=3, starter=2)
    assert not match.over
    assert match.winners == ()
    assert match.settlement() == (0, 0, 0)
    assert (match.playing, match.starter, match.deals) == ((0, 1, 2), 2, ())


def test_a_void_deal_has_no_winner() -> None:
    """A match of one deal that is void is over; nobody has won and nobody pays (I-MORE-22)."""
    rules = "default,on_exhaust=void"
    state = ended(rules, (0, 40, 20), void=True)
    assert state.scores == (0, 0, 0)
    match = begin(read_rules(rules), seats=3, starter=0).after(state)
    assert match.over
    assert match.winners == ()
    assert match.settlement() == (0, 0, 0)


# The next starter


@pytest.mark.parametrize(
    ("option", "points", "starter", "direction", "then"),
    [
        ("rotate", (0, 10, 20), 0, 1, 1),
        ("rotate", (0, 10, 20), 0, -1, 2),
        ("winner", (30, 10, 0), 0, 1, 2),
        ("winner", (0, 10, 0), 1, 1, 2),
        ("winner", (0, 10, 0), 1, -1, 0),
        ("loser", (0, 10, 20), 0, 1, 2),
        ("loser", (20, 0, 20), 1, 1, 2),
        ("loser", (20, 0, 20), 1, -1, 0),
        ("loser", (0, 0, 0), 1, 1, 1),
    ],
)
def test_the_next_starter(
    option: str, points: tuple[int, ...], starter: int, direction: int, then: int
) -> None:
    """The next seat starts, or the first winner or dearest loser in turn order (I-DEAL-4)."""
    rules = f"default,format=pool,next_starter={option}"
    assert match_of(rules, points, starter=starter, direction=direction).starter == then


@pytest.mark.parametrize("option", ["rotate", "winner", "loser"])
def test_after_a_void_deal_the_start_moves_on(option: str) -> None:
    """A void deal counts as played, changes no total, and the next seat starts (I-MORE-22)."""
    for kind, total in (("pool", 0), ("deals", 160)):
        rules = f"default,on_exhaust=void,format={kind},next_starter={option}"
        state = ended(rules, (0, 40, 20), starter=2, void=True)
        match = begin(read_rules(rules), seats=3, starter=2).after(state)
        assert (len(match.deals), match.starter) == (1, 0)
        assert match.totals == (total, total, total)
        assert not match.over


def test_who_is_out_does_not_start() -> None:
    """Where the next starter is out, the next seat still in starts (I-MORE-14)."""
    rules = "default,format=pool,rejoin=false"
    match = match_of(rules, (0, 80, 0, 0), (0, 80, 0, 0), starter=3)
    assert match.playing == (0, 2, 3)
    assert match.playing[match.starter] == 2
    back = match_of(rules, (0, 80, 0, 0), (0, 80, 0, 0), starter=3, direction=-1)
    assert match.playing[back.starter] == 0
    loser = "default,format=pool,rejoin=false,next_starter=loser"
    match = match_of(loser, (0, 80, 0, 0), (0, 80, 0, 0))
    assert match.playing[match.starter] == 2


# Pools


def test_it_46() -> None:
    """IT-46: with totals of 61 and 60, both drop for 40: 101 is out of the pool, 100 is in."""
    rules = "default,format=pool"
    match = match_of(rules, (0, 61, 60))
    assert match.totals == (0, 61, 60)
    hands = [whole_suit(seat) for seat in range(3)]
    state = said(at_table(f"rules={rules} seats=3 turn=4 act=1 starter=1", hands), "x", "x")
    assert state.scores == (0, 40, 40)
    match = match.after(state)
    assert match.totals == (0, 101, 100)
    assert match.playing == (0, 2)
    assert not match.over


@pytest.mark.parametrize("limit", [101, 201, 61])
def test_the_limit_puts_out(limit: int) -> None:
    """At the limit of a pool a seat is out, one point below it is in (I-POOL-1)."""
    rules = f"default,format=pool,pool_limit={limit}"
    match = match_of(rules, (0, limit, limit - 1))
    assert match.playing == (0, 2)
    assert not match.over
    assert after(match, 0, 1).playing == (0,)


def test_the_last_one_takes_the_prize() -> None:
    """The last seat in a pool takes the entries of all (I-POOL-1)."""
    match = match_of("default,format=pool,point_value=5", (0, 80, 101), (0, 21))
    assert match.over
    assert match.winners == (0,)
    assert match.settlement() == (10, -5, -5)
    assert match.totals == (0, 101, 101)
    assert match.deals == ((0, 80, 101), (0, 21, 0))


def test_all_the_others_out_at_once() -> None:
    """If just one is left there is no rejoining: the pool is over at once (I-MORE-12)."""
    match = match_of("default,format=pool", (0, 101, 105, 110))
    assert match.over
    assert match.may_rejoin == ()
    assert match.settlement() == (3, -1, -1, -1)


def test_a_pool_that_goes_on_pays_nobody() -> None:
    """Before its end a pool has no winner, and nothing is settled."""
    match = match_of("default,format=pool", (0, 50, 101))
    assert match.winners == ()
    assert match.settlement() == (0, 0, 0)


# Coming back


def test_rejoining() -> None:
    """Who comes back pays the entry again and has the highest total of those still in, and one."""
    rules = "default,format=pool,point_value=10"
    match = match_of(rules, (0, 79, 101, 40))
    assert match.playing == (0, 1, 3)
    assert match.may_rejoin == (2,)
    back = match.rejoin(2)
    assert back.playing == (0, 1, 2, 3)
    assert back.totals == (0, 79, 80, 40)
    assert back.may_rejoin == ()
    end = after(back, 0, 101, 101, 101)
    assert end.over
    assert end.settlement() == (40, -10, -20, -10)


def test_rejoining_moves_the_starter() -> None:
    """Who comes back starts, if it is that seat's turn; else the next one still in does."""
    match = match_of("default,format=pool", (0, 101, 50, 40))
    assert match.playing[match.starter] == 2
    back = match.rejoin(1)
    assert back.playing[back.starter] == 1


def test_two_come_back_alike() -> None:
    """Two that were put out together come back at the same total, whoever is asked first."""
    match = match_of("default,format=pool", (0, 101, 110, 20))
    assert match.may_rejoin == (1, 2)
    back = match.rejoin(1).rejoin(2)
    assert back.totals == (0, 21, 21, 20)
    assert back == match.rejoin(2).rejoin(1)


def test_one_may_come_back_often() -> None:
    """A seat may come back as often as it is put out; each time it pays the entry (I-MORE-26)."""
    match = match_of("default,format=pool", (0, 101, 0))
    for total in (1, 1, 1):
        match = match.rejoin(1)
        assert match.totals[1] == total
        match = after(match, 0, 100, 0)
    assert match.stakes == (1, 4, 1)
    end = after(match, 0, 101)
    assert end.settlement() == (5, -4, -1)


@pytest.mark.parametrize(("limit", "most"), [(101, 79), (201, 174), (61, 44)])
def test_nobody_may_be_too_high(limit: int, most: int) -> None:
    """One may come back while all who are still in are at 79 or below (201: 174, 61: 44)."""
    rules = f"default,format=pool,pool_limit={limit}"
    low, high = (match_of(rules, (0, total, limit)) for total in (most, most + 1))
    assert low.may_rejoin == (2,)
    assert low.rejoin(2).totals == (0, most, most + 1)
    assert high.may_rejoin == ()
    with pytest.raises(RulesError, match="seat 2 may not rejoin"):
        high.rejoin(2)


def test_one_comes_back_at_once_or_not_at_all() -> None:
    """Only a seat that the last deal put out may come back, and only where the table has it so."""
    match = match_of("default,format=pool", (0, 0, 101))
    later = after(match, 0, 10)
    assert later.playing == (0, 1)
    assert later.may_rejoin == ()
    assert match_of("default,format=pool,rejoin=false", (0, 0, 101)).may_rejoin == ()
    with pytest.raises(RulesError, match="seat 1 may not rejoin"):
        match.rejoin(1)


# Sharing the prize


def test_a_split() -> None:
    """The last two of three share the prize when both have 80 or more (I-POOL-4)."""
    match = match_of("default,format=pool,point_value=3", (0, 81, 0), (80, 0, 0), (0, 0, 101))
    assert match.totals == (80, 81, 101)
    assert match.over
    assert match.winners == (0, 1)
    assert match.settlement() == (2, 1, -3)


@pytest.mark.parametrize(
    ("rules", "deals", "over"),
    [
        ("pool_limit=101", [(0, 80, 80, 101), (80, 0, 0)], True),
        ("pool_limit=101", [(0, 80, 80, 101), (79, 0, 0)], False),
        ("pool_limit=101,split=false", [(0, 80, 80, 101), (80, 0, 0)], False),
        ("pool_limit=101", [(0, 80, 80, 80, 101), (80, 0, 0, 0)], False),
        ("pool_limit=101", [(0, 80), (80, 0)], False),
        ("pool_limit=101", [(0, 80, 80), (80, 0, 0)], True),
        ("pool_limit=101", [(0, 80, 80, 80), (80, 0, 0, 0)], False),
        ("pool_limit=201", [(0, 175, 201), (175, 0)], True),
        ("pool_limit=201", [(0, 174, 201), (175, 0)], False),
        ("pool_limit=61", [(0, 45, 61), (45, 0)], True),
        ("pool_limit=61", [(0, 44, 61), (45, 0)], False),
    ],
)
def test_when_the_prize_is_shared(rules: str, deals: list[tuple[int, ...]], over: bool) -> None:
    """The last two or three of three or more share when all have 80 (201: 175, 61: 45)."""
    match = match_of(f"default,format=pool,{rules}", *deals)
    assert match.over == over
    assert match.winners == (match.playing if over else ())


@pytest.mark.parametrize(
    ("starter", "direction", "paid"),
    [
        (3, 1, (2, 2, -5, 1)),
        (0, 1, (1, 2, -5, 2)),
        (1, 1, (2, 1, -5, 2)),
        (0, -1, (2, 1, -5, 2)),
    ],
)
def test_odd_chips_of_a_split(starter: int, direction: int, paid: tuple[int, ...]) -> None:
    """Of 20 chips for three two are left over: in seat order from the last starter (I-MORE-13)."""
    rules = "default,format=pool,point_value=5"
    match = match_of(rules, (0, 80, 101, 80), (80, 0, 0), starter=starter, direction=direction)
    assert match.winners == (0, 1, 3)
    assert match.settlement() == paid


# Deals


def test_a_match_of_deals() -> None:
    """Each begins with 80 chips a deal; the winner of a deal takes what the others owe."""
    match = match_of("default,format=deals,point_value=2", (0, 30, 20))
    assert match.totals == (210, 130, 140)
    assert not match.over
    assert match.winners == ()
    end = after(match, 80, 0, 10)
    assert end.totals == (130, 220, 130)
    assert end.over
    assert end.winners == (1,)
    assert end.settlement() == (-60, 120, -60)


def test_chips_of_joint_winners() -> None:
    """Joint winners of a deal share its points; an odd one goes in turn order from the starter."""
    match = match_of("default,format=deals,deals=3", (0, 25, 0), starter=2)
    assert match.totals == (252, 215, 253)


def test_a_tie_is_played_off() -> None:
    """If the most chips are equal, those seats alone play one more deal, and so on (I-DEALS-1)."""
    match = match_of("default,format=deals", (0, 30, 40, 30), (100, 0, 60, 0))
    assert match.totals == (160, 210, 60, 210)
    assert not match.over
    assert match.playing == (1, 3)
    assert match.playing[match.starter] == 3
    again = after(match, 0, 0)
    assert again.playing == (1, 3)
    end = after(again, 0, 7)
    assert end.totals == (160, 217, 60, 203)
    assert end.deals[-1] == (0, 0, 0, 7)
    assert end.winners == (1,)
    assert end.settlement() == (0, 57, -100, 43)


def test_chips_to_begin_with() -> None:
    """There are 80 chips for each deal, whatever the cap (I-MORE-27)."""
    match = match_of("default,format=deals,cap=100,deals=3", (0, 100))
    assert match.totals == (340, 140)
    assert match.settlement() == (100, -100)


# All of them

KINDS = ("points", "pool", "deals", "pool,pool_limit=61", "pool,pool_limit=201,split=false")


@pytest.mark.once
@given(st.sampled_from(KINDS), st.integers(2, 6), st.integers(1, 7), st.randoms())
def test_every_settlement_sums_to_zero(kind: str, seats: int, value: int, random: Random) -> None:
    """Whatever is played and whoever comes back, what is paid is received, at every moment."""
    rules = f"default,format={kind},point_value={value}"
    match = begin(read_rules(rules), seats=seats, starter=random.randrange(seats))
    while not match.over and len(match.deals) < 12:
        assert sum(match.settlement()) == 0
        points = [random.choice((0, 20, 25, 40, 80)) for _ in match.playing]
        points[random.randrange(len(points))] = 0
        match = after(match, *points)
        for seat in match.may_rejoin:
            if random.random() < 0.5:
                match = match.rejoin(seat)
    assert sum(match.settlement()) == 0
    assert bool(match.winners) == match.over


def played(rules: str, seats: int, seed: int) -> list[Record]:
    """A match of simple players, where a seat that may come back mostly does."""
    random = Random(seed)
    thinker = player("simple")
    match = begin(read_rules(rules), seats=seats, starter=random.randrange(seats))
    records = []
    while not match.over:
        state = start(
            match.rules,
            random.sample(PACK, len(PACK)),
            seats=len(match.playing),
            starter=match.starter,
            direction=match.direction,
        )
        while not state.over:
            state = state.apply(thinker.choose(state.view_for(state.to_act), random))
        records.append(Record("indian", tuple(NAMES[seat] for seat in match.playing), state))
        match = match.after(state)
        for seat in match.may_rejoin:
            if random.randrange(3):
                match = match.rejoin(seat)
    assert follow([r.state for r in records], [r.names for r in records]) == match
    return records


@pytest.mark.once
@pytest.mark.parametrize("preset", ["default", "online"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_whole_match(preset: str, kind: str) -> None:
    """Matches of every kind come to an end, and their records tell who played and came back."""
    for seed in range(3):
        records = played(f"{preset},format={kind}", 2 + seed * 2, seed)
        back = read_records(write_records(records))
        assert check_deals([r.state for r in back], [r.names for r in back]) is None


def test_who_may_sit_in_the_next_deal() -> None:
    """In a pool the names tell who is out and who has come back; others may not sit down."""
    rules = "default,format=pool"
    first = ended(rules, (0, 50, 101))
    without, with_all = ended(rules, (0, 20), starter=1), ended(rules, (0, 20, 0), starter=1)
    names = NAMES[:3]
    assert check_deals([first, without], [names, names[:2]]) is None
    assert check_deals([first, with_all], [names, names]) is None
    assert check_deals([first, without], [names, names[1:]]) == (
        1,
        "Seats must be 3 after the deals before, not 2",
    )
    assert check_deals([first, without], [names, (NAMES[0], NAMES[3])]) == (
        1,
        "Seats must be Asha, Bela after the deals before, not Asha, Dev",
    )
    match = follow([first, with_all], [names, names])
    assert isinstance(match, Match)
    assert match.stakes == (1, 1, 2)
    over = ended(rules, (0, 101, 101))
    assert check_deals([over, without], [names, names[:2]]) == (
        1,
        "the match was over before this deal",
    )


@given(st.integers(0, 2**32))
def test_both_arithmetics_agree(seed: int) -> None:
    """A second arithmetic, written from the rules alone, follows any match to the same end."""
    random = Random(seed)
    how = random.choice(("points", "pool", "deals"))
    limit = random.choice((61, 101, 201))
    rules = (
        f"default,format={how},point_value={random.choice((1, 2, 7))},deals={random.choice((1, 3))}"
        f",pool_limit={limit},next_starter={random.choice(('rotate', 'winner', 'loser'))}"
        f",rejoin={random.choice(('true', 'false'))},split={random.choice(('true', 'false'))}"
    )
    seats, direction = random.choice((2, 3, 4, 5, 6)), random.choice((1, -1))
    starter = random.randrange(seats)
    match = begin(read_rules(rules), seats=seats, starter=starter, direction=direction)
    oracle = OracleMatch(options_of(match.rules), seats, starter, direction)
    while not match.over:
        sits = len(match.playing)
        void = random.random() < 0.1
        points = [random.choice((0, 20, 40, 80, random.randrange(81))) for _ in range(sits)]
        points[random.randrange(sits)] = 0
        state = ended(rules, points, starter=match.starter, direction=direction, void=void)
        match = match.after(state)
        back = {seat for seat in match.may_rejoin if random.random() < 0.4}
        for seat in back:
            match = match.rejoin(seat)
        oracle.after(Result(state.scores, state.winners), back)
        assert (match.over, match.winners) == (oracle.over, oracle.winners)
        assert list(match.playing) == oracle.playing or how == "points"
        assert match.over or match.starter == oracle.starter
    assert match.settlement() == oracle.settlement()

"""The clocks of tables: what a turn takes, what the bank gives, what an outage gives back."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from speto.server import log
from speto.server.clock import (
    BETWEEN_MS,
    COMPUTER_MS,
    ENTROPY_MS,
    PRESETS,
    REJOIN_MS,
    bank_after,
    ends,
    usual,
)
from speto.server.decide import SERVER, Refused, due
from speto.server.table import Table
from tests.table_play import Played, open_table, play, step


def turn_of(played: Played, took: int) -> None:
    """A whole turn of the seat to act, which ends so long after it began."""
    table = played.table
    acts = table.to_act
    assert acts is not None
    began = table.turn_began
    played.now = began + took
    while played.table.to_act == acts and played.table.turn_began == began:
        view = played.table.view_for(acts)
        assert view
        played.say(acts, next(word for word in view.words if word[0] in "+-"))


def running(clock: str, name: str = "dummy", kinds: tuple[str, ...] = ("person",) * 2) -> Played:
    """A table whose first deal runs."""
    played = open_table(Random(7), name, kinds=kinds, clock=clock)
    played.deal()
    return played


def test_bank_by_hand() -> None:
    """A bank pays what a turn takes beyond its time, gets the credit, and never exceeds itself."""
    blitz = PRESETS["blitz"]  # 7 s, 15 s, 1 s back
    assert bank_after(blitz, 15_000, 6_999) == 15_000
    assert bank_after(blitz, 15_000, 7_001) == 15_000
    assert bank_after(blitz, 15_000, 9_000) == 14_000
    assert bank_after(blitz, 14_000, 12_000) == 10_000
    assert bank_after(blitz, 10_000, 60_000) == 1_000
    assert ends(blitz, 100, 14_000) == 21_100
    assert ends(PRESETS["none"], 100, 0) is None
    assert bank_after(PRESETS["none"], 0, 10**9) == 0


def test_bank_at_a_table() -> None:
    """The bank of the seat that took long is less, that of the other is not."""
    played = running("blitz")
    first = played.table.to_act
    assert first is not None
    assert played.table.deadline == played.table.turn_began + 22_000
    turn_of(played, 10_000)
    assert played.table.banks[first] == 13_000
    assert played.table.banks[1 - first] == 15_000
    turn_of(played, 1_000)
    assert played.table.deadline == played.table.turn_began + 7_000 + 13_000


def test_words_within_a_turn_leave_the_deadline() -> None:
    """A word that does not end the turn gives no more time."""
    played = running("normal")
    deadline = played.table.deadline
    acts = played.table.to_act
    assert acts is not None
    played.now += 5_000
    played.say(acts, "+")
    assert played.table.deadline == deadline


def test_outage_is_given_back() -> None:
    """A credited outage moves the deadline, and is no part of what the turn took."""
    played = running("blitz")
    first = played.table.to_act
    assert first is not None
    deadline = played.table.deadline
    assert deadline
    played.append(SERVER, log.Credited(600_000))
    assert played.table.deadline == deadline + 600_000
    turn_of(played, 9_000)
    assert played.table.banks[first] == 14_000


def test_banks_are_full_when_a_deal_begins() -> None:
    """What a deal took of a bank does not stand in the next."""
    played = running("blitz")
    turn_of(played, 20_000)
    assert min(played.table.banks) < 15_000
    play(played, deals=1)
    while played.table.stage != "playing":
        step(played)
    assert played.table.banks == (15_000, 15_000)


@pytest.mark.parametrize("clock", ["calm", "normal", "fast", "blitz"])
def test_presets_run_down(clock: str) -> None:
    """With every preset the turn of a person who is away passes at its deadline, and not before."""
    played = running(clock)
    table = played.table
    turn = PRESETS[clock].turn
    assert turn
    assert table.deadline == table.turn_began + turn + PRESETS[clock].bank
    assert due(table, table.deadline - 1) is None
    played.run_down()
    did = log.read(played.rows[-1].body)
    assert isinstance(did, log.Did) and did.late
    assert played.table.to_act != table.to_act
    assert table.to_act is not None
    assert played.table.seats[table.to_act].missed == 1
    assert played.table.banks[table.to_act] == PRESETS[clock].credit


def test_no_clock() -> None:
    """Without a clock nobody's turn passes, and the next deal waits for all."""
    played = running("none")
    assert played.table.deadline is None
    play(played, deals=1)
    assert played.table.stage == "between"
    assert played.table.deadline is None


def test_usual_clock() -> None:
    """One person plays without a clock, several with `normal`."""
    assert usual(1).name == "none"
    assert usual(2).name == usual(4).name == "normal"


def test_deadlines_between_deals() -> None:
    """Entropy has 2 seconds, the next deal 20, unless all are ready; then it is announced."""
    played = open_table(Random(3), "dummy", "default,match_target=5000")
    assert played.table.deadline == played.now + ENTROPY_MS
    played.deal()
    play(played, deals=1)
    assert played.table.deadline == played.now + BETWEEN_MS
    played.ask("a0", log.Ready(0))
    assert played.table.stage == "between"
    played.ask("a1", log.Ready(1))
    assert (played.table.stage, played.table.deal) == ("entropy", 2)
    played.deal()
    play(played, deals=2)
    played.run_down()
    assert (played.table.stage, played.table.deal) == ("entropy", 3)


def test_computers_have_a_deadline_too() -> None:
    """A computer that never answers is played for by the rules, without a missed turn."""
    played = running("none", kinds=("person", "computer"))
    while played.table.to_act == 0:
        turn_of(played, 1_000)
    assert played.table.deadline == played.table.turn_began + COMPUTER_MS
    played.run_down()
    assert played.table.to_act != 1
    assert played.table.seats[1].missed == 0


def lose_turns(played: Played, seat: int) -> Table:
    """The table after that seat has missed as many turns as its clock allows."""
    lost = played.table.opened.clock.lost_turns
    while played.table.seats[seat].missed < lost:
        if played.table.to_act == seat and played.table.stage == "playing":
            played.run_down()
        else:
            step(played)
    return played.table


def test_a_computer_plays_on_in_dummy() -> None:
    """After the lost turns a computer plays; the person's next words bring the person back."""
    played = running("blitz", kinds=("person", "person", "person"))
    table = lose_turns(played, 1)
    assert table.seats[1].substitute == "simple"
    while played.table.to_act != 1:
        step(played)
    turn = played.table.computer_to_act
    assert turn and (turn.seat, turn.level) == (1, "simple")
    played.ask("a1", log.Did(1, ("+",)))
    assert isinstance(log.read(played.rows[-1].body), log.Returned)
    seat = played.table.seats[1]
    assert (seat.substitute, seat.missed) == (None, 0)
    assert played.table.computer_to_act is None
    assert played.table.deadline == played.now + 7_000 + 1_000


def test_back() -> None:
    """Who says back has the seat again; who was never away has nothing to come back from."""
    played = running("blitz", kinds=("person", "person", "person"))
    lose_turns(played, 1)
    with pytest.raises(Refused, match="seat"):
        played.ask("a0", log.Returned(1))
    played.ask("a1", log.Returned(1))
    assert played.table.seats[1].present
    with pytest.raises(Refused, match="here"):
        played.ask("a1", log.Returned(1))


def test_a_seat_drops_in_indian() -> None:
    """After the lost turns the deal is given up for a seat as soon as its turn comes."""
    played = running("blitz", "indian", ("person",) * 4)
    lose_turns(played, 2)
    while played.table.stage == "playing" and log.read(played.rows[-1].body) != log.Did(
        2, ("x",), True
    ):
        assert played.table.to_act != 2
        step(played)
    assert played.table.state
    assert log.Did(2, ("x",), True) in [log.read(row.body) for row in played.rows]
    assert played.table.seats[2].substitute is None


def test_rejoin_deadline() -> None:
    """Who may come back into a pool has 20 seconds for it."""
    rules = "default,format=pool,pool_limit=61"
    for seed in range(50):
        played = open_table(Random(seed), "indian", rules, ("person",) * 4)
        while played.table.stage not in ("rejoining", "over"):
            step(played, level="random")
        if played.table.stage == "rejoining":
            break
    assert played.table.deadline == played.now + REJOIN_MS
    match = played.table.match
    assert match
    seat = match.may_rejoin[0]
    with pytest.raises(Refused, match="rejoin"):
        played.ask(f"a{match.playing[0]}", log.Rejoined(match.playing[0]))
    played.ask(f"a{seat}", log.Rejoined(seat))
    assert played.table.match and seat in played.table.match.playing
    if played.table.stage in ("rejoining", "between"):
        played.run_down()
    assert played.table.stage == "entropy"


def test_nothing_is_due_before_its_time() -> None:
    """Without a deadline, or before it, the clock does nothing."""
    table = running("normal").table
    assert due(replace(table, deadline=None), 10**15) is None
    assert table.deadline and due(table, table.deadline - 1) is None

"""The laws that hold in every game, as plain checks on a deal and on a moment of it.

Each game's own laws stand in `dummy_laws` and `indian_laws`; each failure says which law broke and
where.
"""

from __future__ import annotations

from speto.games import State, game_of
from speto.record import Record, read_records, write_record


def something_is_legal(state: State) -> None:
    """A deal that is not over has a legal action, one that is over has none."""
    assert bool(state.legal) != state.over, state


def words_are_one_spelling(state: State) -> None:
    """Reading a written action gives the action, and no two legal actions are one word."""
    game = game_of(state.rules)
    for action in state.legal:
        assert game.parse(str(action)) == action
        assert state.why_not(action) is None, (str(action), str(state))
    words = list(map(str, state.legal))
    assert len(words) == len(set(words)), state


def position_reads_back(state: State) -> None:
    """A position read is written the same, and allows the same."""
    if not state.over:
        again = game_of(state.rules).State.read(str(state))
        assert str(again) == str(state)
        assert list(again.legal) == list(state.legal)
        assert again.scores == state.scores


def timeout_is_legal(state: State) -> None:
    """What the clock does is legal."""
    if not state.over:
        assert state.why_not(state.timeout()) is None, state


def ledger_sums_to_scores(state: State) -> None:
    """The scores are the sums of the ledger's lines, and no line is empty."""
    sums = [0] * state.seats
    for entry in state.ledger():
        assert entry.points
        assert game_of(state.rules).BY_CODE[entry.clause.code] is entry.clause
        sums[entry.seat] += entry.points
    assert tuple(sums) == state.scores


def record_replays(state: State) -> None:
    """A record read leads to the same position and ledger, and is written the same."""
    names = tuple(f"seat {seat}" for seat in range(state.seats))
    text = write_record(Record(game_of(state.rules).NAME, names, state))
    (again,) = read_records(text)
    assert str(again.state) == str(state)
    assert again.state.ledger() == state.ledger()
    assert write_record(again) == text


MOMENT = (
    something_is_legal,
    words_are_one_spelling,
    position_reads_back,
    timeout_is_legal,
)
DEAL = (ledger_sums_to_scores, record_replays)

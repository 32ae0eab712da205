"""Words of a turn, looked at before they stand in the log: whether they may, what they would show.

What must stay true: no answer here depends on a card that the seat may not see. So a draw is the
last word of its command, and nothing is tried that lies behind a draw or the end of a turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from speto.cards import ParseError
from speto.clause import Clause
from speto.games import State, View
from speto.server.log import action_of
from speto.server.table import Table

DRAW: Final = "+"
MOST_WORDS: Final = 40
LONGEST_WORD: Final = 200


class Refused(ValueError):
    """What a table does not take: a stable code, the clause that forbids it, and which word."""

    def __init__(self, code: str, clause: Clause | None = None, place: int | None = None) -> None:
        super().__init__(code if clause is None else f"{code}: {clause.code}")
        self.code = code
        self.clause = clause
        self.place = place


class Draft(NamedTuple):
    """Words that would be taken, as they are written, and what the seat would see after them.

    If the last `ends` the turn, `view` is what is seen before it.
    """

    words: tuple[str, ...]
    view: View[Any]
    ends: bool


def try_words(table: Table, seat: int, words: Sequence[str]) -> Draft:
    """What words of the own turn would bring, on a copy.

    :raises Refused: as `check_words`, and with "draw" for any draw.
    """
    place = _place(table, seat)
    written, before, last = _follow(table, seat, words, may_draw=False)
    after = before.apply(last)
    ends = _turn(after) != _turn(before)
    shown = before if ends else after
    return Draft(written, shown.view_for(place), ends)


def check_words(table: Table, seat: int, words: Sequence[str]) -> tuple[str, ...]:
    """Words of one turn as they are written.

    :raises Refused: with "stage" or "turn" if it is not the seat's turn, "words" if there are none
        or too many, "word" for what is none, "named-draw", "draw-last", "turn-over" for a word
        after the end of the turn, "illegal" with the clause that forbids it.
    """
    return _follow(table, seat, words, may_draw=True).written


def _place(table: Table, seat: int) -> int:
    if table.stage != "playing" or table.state is None or table.state.over:
        raise Refused("stage")
    place = table.place_of(seat)
    if place is None:
        raise Refused("out")
    if place != table.state.to_act:
        raise Refused("turn")
    return place


class _Followed(NamedTuple):
    """Words as they are written, and the state before the last of their actions."""

    written: tuple[str, ...]
    before: State
    last: Any


def _follow(table: Table, seat: int, words: Sequence[str], *, may_draw: bool) -> _Followed:
    place = _place(table, seat)
    if not 0 < len(words) <= MOST_WORDS:
        raise Refused("words")
    actions = [_read(table, word, number) for number, word in enumerate(words)]
    written = tuple(map(str, actions))
    _check_draws(written, may_draw=may_draw)
    state = table.state
    assert state
    turn = _turn(state)
    for number, action in enumerate(actions):
        if number:
            state = state.apply(actions[number - 1])
            if _turn(state) != turn:
                raise Refused("turn-over", place=number)
        clause = state.why_not(action, place)
        if clause:
            raise Refused("illegal", clause, number)
    return _Followed(written, state, actions[-1])


def _read(table: Table, word: str, number: int) -> Any:
    if len(word) > LONGEST_WORD:
        raise Refused("word", place=number)
    try:
        return action_of(table.game.NAME, word)
    except ParseError:
        raise Refused("word", place=number) from None


def _check_draws(written: Sequence[str], *, may_draw: bool) -> None:
    for number, word in enumerate(written):
        if not word.startswith(DRAW):
            continue
        if not may_draw:
            raise Refused("draw", place=number)
        if word != DRAW:
            raise Refused("named-draw", place=number)
        if number + 1 < len(written):
            raise Refused("draw-last", place=number)


def _turn(state: State) -> tuple[int, int | None]:
    return state.turn, state.to_act

"""Lines of play counted from chosen moments: the lists and the actions of the engine together."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import cast

import pytest

import speto
from speto.cards import PACK, ParseError, cards_in
from speto.dummy import State
from speto.games import State as Moment
from speto.perft import Block, count, read_blocks
from tests import indian_oracle
from tests.dealing import options_of
from tests.oracles import Meld, OracleDeal, RowCard, Turn

FOLDER = Path(__file__).parent / "perft"
DUMMY, INDIAN = (
    read_blocks((FOLDER / f"{name}.perft").read_text()) for name in ("dummy", "indian")
)
BLOCKS = [*DUMMY, *INDIAN]
FRESH = INDIAN[5:]
"""Those before are positions, counted by hand."""
MANY = 20_000 if speto.compiled else 2_000
FOR_ORACLE = 1_500


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.name)
def test_counts(block: Block) -> None:
    """From each moment there are as many lines as the file says."""
    assert block.state
    for line in block.counts:
        if line.lines <= MANY:
            assert count(block.state, line.depth) == line.lines, (block.name, line.name)


def oracle_at(state: State) -> OracleDeal:
    """The second implementation at a moment where a turn begins."""
    deal = state._deal
    oracle = OracleDeal(
        options_of(state.rules),
        list(map(str, PACK)),
        seats=state.seats,
        starter=state.starter,
        direction=state.direction,
    )
    oracle.hands = [set(map(str, hand)) for hand in state.hands]
    oracle.laid = [set(map(str, cards_in(laid))) for laid in deal.laids()]
    oracle.melds = [Meld(owner, set(map(str, cards_in(mask)))) for owner, mask in deal.melds()]
    oracle.stock = [str(PACK[card]) for card in deal.stock_left()]
    view = state.view_for(None)
    row = [str(place.card) for place in view.row]
    oracle.row = [
        RowCard(row[i], place.thrower, -1 if place.turn is None else place.turn, tuple(row[:i]))
        for i, place in enumerate(view.row)
    ]
    oracle.scores = list(state.scores)
    oracle.turn = state.turn
    oracle.to_act = state.to_act
    oracle.last_chance = view.last_chance
    oracle.this_turn = Turn(born_before=view.born[state.to_act or 0])
    return oracle


def count_by_oracle(oracle: OracleDeal, depth: int | None) -> int:
    """The same count by the second implementation."""
    if depth == 0 or oracle.over:
        return int(depth in (0, None))
    total = 0
    for word in oracle.words():
        after = deepcopy(oracle)
        after.do(word)
        total += count_by_oracle(after, None if depth is None else depth - 1)
    return total


@pytest.mark.once
@pytest.mark.parametrize("block", DUMMY, ids=lambda block: block.name)
def test_the_oracle_counts_the_same(block: Block) -> None:
    """The second implementation of Dummy counts as many lines."""
    assert isinstance(block.state, State)
    for line in block.counts:
        if line.lines <= FOR_ORACLE:
            assert count_by_oracle(oracle_at(block.state), line.depth) == line.lines, line.name


def indian_oracle_at(state: Moment) -> indian_oracle.OracleDeal:
    """The second implementation of Indian Rummy at a fresh deal."""
    assert state.turn == 0
    return indian_oracle.OracleDeal(
        options_of(state.rules),
        list(map(str, state.pack)),
        seats=state.seats,
        starter=state.starter,
        direction=state.direction,
    )


def count_by_indian_oracle(oracle: indian_oracle.OracleDeal, depth: int | None) -> int:
    """The same count by the second implementation, where a Show ends the deal at once."""
    if depth == 0 or oracle.over:
        return int(depth in (0, None))
    total = 0
    if depth in (1, None):
        total += len(oracle.show_cards()) + oracle.heaven()
    for word in oracle.legal_words():
        after = deepcopy(oracle)
        after.say(word)
        total += count_by_indian_oracle(after, None if depth is None else depth - 1)
    return total


@pytest.mark.once
@pytest.mark.parametrize("block", FRESH, ids=lambda block: block.name)
def test_the_oracle_of_indian_rummy_counts_the_same(block: Block) -> None:
    """The second implementation of Indian Rummy counts as many lines from a fresh deal."""
    assert block.state
    for line in block.counts:
        if line.lines <= FOR_ORACLE:
            oracle = indian_oracle_at(block.state)
            assert count_by_indian_oracle(oracle, line.depth) == line.lines, line.name


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "there is nothing to count; a block has id, position and perft lines"),
        ("id x\nperft 1 1", "line 1: the block has neither position nor deal"),
        ("position hands=2c/3c", "line 1: act= is missing from the position"),
        ("id x\nid y", "line 2: id stands twice, or empty; between blocks stands a blank line"),
        ("perft 1", "line 1: write depth and number of lines, as in perft 2 160 or perft all 40"),
        ("deal seats=2", "line 1: pack= is missing from the deal"),
        ("game whist", "line 1: 'whist' is no game; there is dummy and indian"),
        ("game dummy\ngame indian", "line 2: game stands twice, or empty; between blocks stands a"),
        ("game", "line 1: game stands twice, or empty; between blocks stands a blank line"),
        ("game indian\ndeal seats=2 pack=2c", "line 2: the pack '2c' is not the 106 cards"),
        (
            f"deal seats=2 pack={''.join(map(str, PACK))}\ngame indian",
            "line 2: game stands behind what it is of; write it before position or deal",
        ),
    ],
)
def test_bad_files_say_where(text: str, sentence: str) -> None:
    """A file that is not right is refused with its line."""
    with pytest.raises(ParseError) as problem:
        read_blocks(text)
    assert str(problem.value).startswith(sentence)


def test_a_file_may_have_blocks_of_both_games() -> None:
    """A block is of the game that it names; one that names none is of Dummy."""
    pack = "".join(map(str, PACK))
    indian = (FOLDER / "indian.perft").read_text().split("\n\n")[1]
    text = f"deal seats=2 pack={pack}\nperft 1 5\n\n{indian}\n\ngame dummy\ndeal pack={pack}"
    kinds = [type(block.state).__module__ for block in read_blocks(text)]
    assert kinds == ["speto.dummy.state", "speto.indian.state", "speto.dummy.state"]


class Corridor:
    """A deal with one action at each of so many moments."""

    def __init__(self, left: int) -> None:
        self.over = not left
        self.legal = [] if self.over else ["+"]
        self.left = left

    def apply(self, action: str) -> Corridor:
        return Corridor(self.left - 1)


def test_deep_counts_are_counts() -> None:
    """A line of more actions than Python nests calls is counted like any other."""
    assert count(cast(Moment, Corridor(5000)), None) == 1
    assert count(cast(Moment, Corridor(5000)), 4000) == 1


def test_an_id_is_printable() -> None:
    """What a file calls a block can't move the cursor of whoever reads the counts."""
    with pytest.raises(ParseError, match=r"line 1: .* holds a control character"):
        read_blocks("id a\x1b[31m\nposition act=0 hands=2c/3c row=7h\nperft 1 1\n")

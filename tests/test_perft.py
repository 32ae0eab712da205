"""Lines of play counted from chosen moments: the lists and the actions of the engine together."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import pytest

import speto
from speto.cards import PACK, ParseError, cards_in
from speto.dummy import State
from speto.perft import Block, count, read_blocks
from tests.dealing import options_of
from tests.oracles import Meld, OracleDeal, RowCard, Turn

FILE = Path(__file__).parent / "perft" / "dummy.perft"
BLOCKS = read_blocks(FILE.read_text())
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
@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.name)
def test_the_oracle_counts_the_same(block: Block) -> None:
    """The second implementation counts as many lines."""
    assert block.state
    for line in block.counts:
        if line.lines <= FOR_ORACLE:
            assert count_by_oracle(oracle_at(block.state), line.depth) == line.lines, line.name


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "there is nothing to count; a block has id, position and perft lines"),
        ("id x\nperft 1 1", "line 1: the block has neither position nor deal"),
        ("position hands=2c/3c", "line 1: act= is missing from the position"),
        ("id x\nid y", "line 2: id stands twice, or empty; between blocks stands a blank line"),
        ("perft 1", "line 1: write depth and number of lines, as in perft 2 160 or perft all 40"),
        ("deal seats=2", "line 1: pack= is missing from the deal"),
    ],
)
def test_bad_files_say_where(text: str, sentence: str) -> None:
    """A file that is not right is refused with its line."""
    with pytest.raises(ParseError) as problem:
        read_blocks(text)
    assert str(problem.value) == sentence

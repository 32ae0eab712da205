"""No computer player knows what its seat can't see; whoever does is caught by the same test."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from itertools import islice
from random import Random
from typing import Any, Final

import pytest

from speto.fair import announce, commit_to, luck_of, pack_of, seal
from speto.games import NAMES, State, View, game, game_of
from speto.players import LEVELS
from speto.players.signature import drawn
from speto.terminal.game import Dealer
from tests.hidden import Twins, World, twins
from tests.levels import quick

pytestmark = pytest.mark.once

FEW: Final = 200
"""So many decisions are tried of each level of each game; `make test-long` tries MANY."""
MANY: Final = 5000

Asked = Callable[[State, View[Any], Random], object]
"""What somebody does who is shown a view; only a cheat looks at the state."""


@cache
def some_twins(name: str) -> tuple[Twins, ...]:
    """The moments of the ordinary tests."""
    return tuple(islice(twins(name, Random(f"honesty {name}")), FEW))


def changed(make: Callable[[], Asked], found: Iterator[Twins] | tuple[Twins, ...]) -> int:
    """How many decisions change with what the seat can't see.

    Before each the same player has been asked at another seat, as where one sits at several.
    """
    differing = 0
    for number, pair in enumerate(found):
        words = [word_of(make(), world, number) for world in pair]
        differing += words[0] != words[1]
    return differing


def word_of(asked: Asked, world: World, number: int) -> str:
    before = world.heard_before
    if before is not None:
        asked(world.state, before, Random(number))
    return str(asked(world.state, world.view, Random(number)))


def honest(level: str, name: str) -> Callable[[], Asked]:
    """A player of the ladder, a thinking one with little work."""

    def make() -> Asked:
        player = quick(level, name)
        return lambda state, view, rng: player.choose(view, rng)

    return make


@pytest.mark.parametrize("name", NAMES)
def test_twins_look_the_same(name: str) -> None:
    """The seat sees the same to the last byte, though hands differ; most may pick something up."""
    for one, other in some_twins(name):
        assert one.state.hands != other.state.hands
        assert pickle.dumps(one.view) == pickle.dumps(other.view)
        assert one.view.words == other.view.words
    assert sum(pair.may_pick_up for pair in some_twins(name)) > FEW / 2


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_no_level_knows_what_is_hidden(level: str, name: str) -> None:
    """With the hidden cards dealt otherwise each level does just what it did."""
    assert changed(honest(level, name), some_twins(name)) == 0


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_no_level_knows_what_is_hidden_at_many_moments(level: str, name: str) -> None:
    """The same at thousands of moments that the ordinary test has not seen."""
    found = islice(twins(name, Random(f"honesty {name} {level}")), MANY)
    assert changed(honest(level, name), found) == 0


# Cheats.


def sees(*, hands: bool, top: bool, tuned: bool) -> Asked:
    """One that looks through the cards."""

    def choose(state: State, view: View[Any], rng: Random) -> object:
        if view.seat != state.to_act:
            return None
        through = import_module(f"speto.{game_of(view.rules).NAME}.through").through
        found: object = through(state, view.seat, hands=hands, top=top, tuned=tuned)
        return found

    return choose


def foretells(state: State, view: View[Any], rng: Random) -> object:
    """One that shares the generator of the deal, and so can deal the pack again."""
    left = list(state.pack[-view.stock_left :])
    return view.legal[sum(map(ord, str(left[:1]))) % len(view.legal)]


def remembers() -> Asked:
    """One that keeps in mind what it saw from other seats."""
    mind: list[str] = []

    def choose(state: State, view: View[Any], rng: Random) -> object:
        mind.extend(map(str, view.hand))
        return view.legal[sum(map(ord, "".join(mind))) % len(view.legal)]

    return choose


CHEATS: Final[dict[str, Callable[[], Asked]]] = {
    "foretells": lambda: foretells,
    "remembers": remembers,
    "simple, sees hands": lambda: sees(hands=True, top=False, tuned=False),
    "simple, sees the top": lambda: sees(hands=False, top=True, tuned=False),
    "simple, sees both": lambda: sees(hands=True, top=True, tuned=False),
    "tuned, sees hands": lambda: sees(hands=True, top=False, tuned=True),
    "tuned, sees the top": lambda: sees(hands=False, top=True, tuned=True),
    "tuned, sees both": lambda: sees(hands=True, top=True, tuned=True),
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("cheat", CHEATS)
def test_cheats_are_caught(cheat: str, name: str) -> None:
    """Whoever sees hands or the stock, knows the pack or remembers another seat does otherwise."""
    assert changed(CHEATS[cheat], some_twins(name)) > 0


# Streams.


@pytest.mark.parametrize("name", NAMES)
def test_the_terminal_deals_and_plays_from_two_streams(name: str) -> None:
    """From one seed: the chance of players moves no pack, and gives none that is dealt."""
    plain, asked = (Dealer(name, 7, 4, 0) for _ in range(2))
    packs, chances = [], []
    for deal in range(1, 6):
        packs.append(plain.shuffled())
        chances.append(asked.chance(deal))
        for at in range(50):
            pack = list(game(name).PACK)
            Random(drawn(chances[-1], at)).shuffle(pack)
            assert pack not in packs
        assert asked.shuffled() == packs[-1]
        assert asked.chance(deal) == chances[-1]
    assert len({*chances}) == len(chances)
    other = Dealer(name, 8, 4, 0)
    assert other.chance(1) not in chances


@pytest.mark.parametrize("name", NAMES)
def test_a_server_deals_and_plays_from_two_streams(name: str) -> None:
    """A seed gives the pack and the chance of players; nobody has the one from the other.

    The chance comes from the seed, which nobody knows before the deal is over, and from the
    entropy of all, so that the server could not choose it.
    """
    rules = game(name).read_rules("default")
    seed = bytes(range(32))
    bare = announce(rules, table="t", commit=commit_to(seed), kinds=["person", "computer"])
    found = set()
    for entropy in (bytes(16), bytes([1] * 16)):
        sealed = seal(bare, {0: entropy})
        luck = luck_of(sealed, seed)
        found.add(luck)
        assert luck != luck_of(sealed, bytes(32))
        pack = list(game(name).PACK)
        for at in range(50):
            again = list(pack)
            Random(drawn(luck, at)).shuffle(again)
            assert tuple(again) != pack_of(sealed, seed)
        assert seed.hex() not in luck
    assert len(found) == 2

"""Many deals at once over arrays of the caller, for programs that learn or measure.

What must stay true: a seed and the number of a deal give that deal, however many are played beside
it; a row of observations holds what the acting seat may know and no more; other threads run
meanwhile. Arrays are of 64-bit integers in rows: numpy's, or anything else with a buffer.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from threading import Lock
from typing import Any, Final

from speto.cards import shown
from speto.clause import RulesError
from speto.games import game as find_game

MOST_SEED: Final = 2**64 - 1
MOST_NUMBER: Final = 2**48
CHUNK: Final = 500
"""Deals that are played before Python may hear an interrupt."""


class Batch:
    """Deals `first` to `first + n - 1` of a seed side by side; where one ends, deal + n follows.

    >>> from array import array
    >>> batch = Batch("dummy", "default", seats=4, n=2, seed=7)
    >>> seat, count, done, choice = (array("q", [0, 0]) for _ in range(4))
    >>> batch.reset(seat=seat, count=count, done=done)
    >>> seat, count
    (array('q', [0, 1]), array('q', [1, 1]))
    >>> batch.step(choice)
    0
    >>> sum(batch.step(choice) for _ in range(1000)) > 0
    True

    :raises ParseError: if there is no such game, or the text of the rules can't be read.
    :raises RulesError: if the rules are none of the game, or it has no table of so many seats.
    :raises ValueError: if n, seed or first is out of range.
    """

    def __init__(
        self, game: str, rules: Any, *, seats: int, n: int, seed: int, first: int = 0
    ) -> None:
        self.game, self.rules = game, _rules(game, rules, seats)
        self.seats, self.n, self.seed, self.first = seats, n, seed, first
        _check_numbers(n, seed, first)
        core = import_module(f"speto.{game}.batch")
        self._reset, self._step = core.reset, core.step
        self._width: int = core.WIDTH
        self._lanes = core.Lanes(self.rules, seats, n, seed, first)
        self._alone = Lock()
        self._ready = False

    @property
    def layout(self) -> dict[str, slice]:
        """Where each field stands in a row of observations."""
        found, begin = {}, 0
        for name, length in import_module(f"speto.{self.game}.observation").LAYOUT:
            found[name] = slice(begin, begin + length)
            begin += length
        return found

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of each array that `reset` takes; rows of `legal` may have any length."""
        return {
            "seat": (self.n,),
            "count": (self.n,),
            "legal": (self.n, self._width),
            "observation": (self.n, max(place.stop for place in self.layout.values())),
            "reward": (self.n, self.seats),
            "done": (self.n,),
            "number": (self.n,),
        }

    def reset(self, **arrays: Any) -> None:
        """Begin with the first deals, and write each step into these arrays from now on.

        seat: the seat to act. count: how many legal actions it has. legal: those, as integers, −1
        behind the last. observation: what that seat may know. reward: what the step brought each
        seat. done: 1 where it ended the deal; the rest of the row is then of the next one. number:
        the number of the deal. An array that is not given is not written.

        :raises ValueError: if an array has another name, shape or type.
        """
        shapes = self.shapes
        given = {name: array for name, array in arrays.items() if array is not None}
        if unknown := given.keys() - shapes.keys():
            raise ValueError(f"{sorted(unknown)[0]} is no array; there are {', '.join(shapes)}")
        wanted = {**shapes, "legal": (self.n, None)}
        views = {name: _view(name, array, wanted[name]) for name, array in given.items()}
        with self._alone:
            for name in shapes:
                setattr(self._lanes, name, views.get(name))
            self._lanes.width = views["legal"].nbytes // 8 // self.n if "legal" in views else 0
            self._reset(self._lanes)
            self._ready = True

    def step(self, choice: Any) -> int:
        """Do in each deal the action at the place `choice` of its legal ones; how many deals ended.

        :raises ValueError: if a choice is the place of no action; then nothing was done.
        """
        view = _view("choice", choice, (self.n,), written=False)
        with self._alone:
            if not self._ready:
                raise ValueError("call reset before the first step")
            self._lanes.choice = view
            wrong = self._step(self._lanes)
            if wrong >= 0:
                raise ValueError(f"choice {view[wrong]} in row {wrong}: there is no such action")
            ended: int = self._lanes.ended
            return ended


def play(
    game: str,
    rules: Any,
    points: Any,
    *,
    players: Sequence[str],
    seed: int,
    first: int = 0,
) -> int:
    """Play whole deals by players of the core, a name for each seat; how many actions it took.

    Deal `first + row` of the seed is played for each row of `points`, which gets the points of each
    seat.

    >>> from array import array
    >>> points = memoryview(array("q", bytes(8 * 6))).cast("B").cast("q", (3, 2))
    >>> play("indian", "default", points, players=["simple", "random"], seed=1) > 0
    True
    >>> [sum(row) for row in points.tolist()]
    [0, 0, 0]

    :raises ParseError: if there is no such game, or the text of the rules can't be read.
    :raises RulesError: if the rules are none of the game, or it has no table of so many seats.
    :raises ValueError: if a player, the array, the seed or the first number cannot be.
    """
    seats = len(players)
    laws = _rules(game, rules, seats)
    core = import_module(f"speto.{game}.series")
    for name in players:
        if name not in core.PLAYERS:
            raise ValueError(f"{shown(name)} plays no series; there are {', '.join(core.PLAYERS)}")
    view = _view("points", points, (None, seats))
    n = view.nbytes // 8 // seats
    _check_numbers(n, seed, first)
    series = core.Series(laws, seats, seed, first, list(players), view)
    return sum(core.play(series, row, min(row + CHUNK, n)) for row in range(0, n, CHUNK))


def _rules(game: str, rules: Any, seats: int) -> Any:
    """The rules by their text, or as they are; they and the seats must fit the game."""
    module = find_game(game)
    found = module.read_rules(rules) if isinstance(rules, str) else rules
    if not isinstance(found, module.Rules):
        raise RulesError(f"{shown(str(rules))}: no rules of {game}")
    if seats not in module.SEATS:
        raise RulesError(f"{seats} seats: {game} has {module.SEATS[0]} to {module.SEATS[-1]}")
    return found


def _check_numbers(n: int, seed: int, first: int) -> None:
    if not 1 <= n <= MOST_NUMBER:
        raise ValueError(f"n {n}: write a whole number from 1 to {MOST_NUMBER}")
    if not 0 <= seed <= MOST_SEED:
        raise ValueError(f"seed {seed}: write a whole number from 0 to {MOST_SEED}")
    if not 0 <= first <= MOST_NUMBER:
        raise ValueError(f"first {first}: write a whole number from 0 to {MOST_NUMBER}")


def _view(
    name: str, array: Any, shape: tuple[int | None, ...], *, written: bool = True
) -> memoryview:
    """The memory of an array of the caller, if it is what it must be."""
    try:
        view = memoryview(array)
    except TypeError:
        raise ValueError(f"{name}: {type(array).__name__} is no array") from None
    if view.format not in ("q", "l") or view.itemsize != 8 or not view.c_contiguous:
        raise ValueError(f"{name}: make it of 64-bit integers (np.int64), row by row")
    have = view.shape or ()
    if len(have) != len(shape) or any(
        want not in (None, length) for length, want in zip(have, shape, strict=True)
    ):
        wanted = " × ".join("any" if want is None else str(want) for want in shape)
        raise ValueError(f"{name}: its shape is {' × '.join(map(str, have))}, not {wanted}")
    if written and view.readonly:
        raise ValueError(f"{name}: it is read-only")
    return view

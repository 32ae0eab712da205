"""Our `legal` against its twin in C, on the same stored positions."""

from collections.abc import Iterator
from importlib.util import find_spec
from time import process_time

import speto
from bench.building import build, build_twin, compiler
from bench.positions import positions
from bench.twin import Twin
from speto.dummy.deal import Deal
from speto.dummy.melds import Moves
from speto.dummy.moves import legal
from speto.dummy.rules import Rules


def what_is_missing() -> str | None:
    """What the comparison lacks here, in words."""
    if not speto.compiled:
        return "the core is not compiled"
    if compiler() is None:
        return "there is no C compiler"
    for tool in ("Cython", "setuptools", "hatchling"):
        if find_spec(tool) is None:
            return f"{tool} is not installed"
    return None


def load(stored: list[tuple[Rules, Deal]]) -> Twin:
    """The twin with these deals.

    :raises AssertionError: if it lists other actions than `legal` for one of them, or in another
        order.
    """
    twin = Twin(build_twin(), stored)
    moves = Moves()
    for number, (rules, deal) in enumerate(stored):
        legal(deal, moves)
        ours, theirs = moves.listed(), twin.legal(number)
        assert ours == theirs, f"position {number} under {rules}: {ours} is not {theirs}"
    return twin


def rounds(count: int = 10_000, seconds: float = 0.2) -> Iterator[tuple[float, float]]:
    """Positions a second, ours and the twin's, one round after the other, without end."""
    loop = build("loop.pyx")
    load(list(positions(count, seed=1, any_rules=True, every=3)))
    stored = list(positions(count, seed=2))
    twin = load(stored)
    deals = [deal for _, deal in stored]
    moves = Moves()
    times = max(1, int(seconds * 30_000_000 / count))
    while True:
        began = process_time()
        listed = loop.legal_many(deals, moves, times)
        between = process_time()
        assert listed == twin.legal_many(times)
        ended = process_time()
        yield count * times / (between - began), count * times / (ended - between)

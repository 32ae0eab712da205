"""The yardsticks measure the same work as what they measure: no time is asserted here."""

import pytest

import speto
from bench import movegen
from bench.building import compiler
from bench.finishing import questions, slowest
from bench.positions import positions
from speto import bench
from speto.dummy.deal import Deal
from speto.dummy.rules import Rules

ALWAYS = {
    "dummy.playouts_per_s",
    "dummy.decisions_per_s",
    "dummy.playouts_3_seats_per_s",
    "dummy.decisions_3_seats_per_s",
    "dummy.playouts_2_seats_per_s",
    "dummy.decisions_2_seats_per_s",
    "dummy.python_actions_per_s",
    "dummy.uncompiled_playouts_per_s",
    "indian.playouts_2_seats_per_s",
    "indian.decisions_2_seats_per_s",
    "indian.playouts_without_drops_per_s",
    "indian.decisions_without_drops_per_s",
    "import_ms",
    "import_cpu_ms",
    "reference_loop_per_s",
}


def stored(count: int, *, any_rules: bool) -> list[tuple[Rules, Deal]]:
    return list(positions(count, seed=4, any_rules=any_rules, every=3))


if compiler():

    @pytest.mark.parametrize("any_rules", (False, True))
    def test_twin_lists_the_same_actions(any_rules: bool) -> None:
        """The twin in C gives the list of `legal`, in its order, at every position."""
        movegen.load(stored(4000 if speto.compiled else 400, any_rules=any_rules))


def test_positions_show_every_phase() -> None:
    """The stored positions come to every phase, to lines to a knock, and to every option."""
    found = stored(3000, any_rules=True)
    assert {deal.phase for _, deal in found} == {0, 1, 2}
    assert any(deal.finishing for _, deal in found)
    for option in ("pickup_for_layoff", "layoff_own", "ace_low_run", "birth", "stock_end"):
        assert len({getattr(rules, option) for rules, _ in found}) > 1


def test_questions_are_hands_and_tables() -> None:
    """A hand of the finish search has 12 to 20 cards, and all of them get an answer."""
    for hand, chain, single, _, _ in questions(200, seed=5):
        assert 12 <= hand.bit_count() <= 20
        assert 0 <= chain | single < 1 << 52
    assert slowest(200) > 0


@pytest.mark.once
def test_measures_every_figure() -> None:
    """`measure` gives a positive number for each documented figure, and tells how far it is."""
    steps: list[tuple[int, int]] = []
    figures = bench.measure(
        lambda done, total: steps.append((done, total)), rounds=1, seconds=0.002, starts=1
    )
    assert set(figures) - {"dummy.movegen_vs_c"} == ALWAYS
    assert ("dummy.movegen_vs_c" in figures) == (movegen.what_is_missing() is None)
    assert all(value > 0 for value in figures.values())
    assert steps[-1][0] == steps[-1][1] == len(steps)
    for name in figures:
        assert name in bench.report(figures)
        assert name in bench.as_json(figures)

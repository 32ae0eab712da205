"""What a match makes of the points of a deal: the searches value the chance of winning it."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from speto import dummy, indian
from speto.dummy.outlook import Weights
from speto.dummy.search import Search
from speto.dummy.stakes import Stakes, worth
from speto.dummy.think import FAR, set_stakes
from speto.dummy.weights import SCALE, TUNED
from speto.indian.actions import Drop
from speto.indian.playout import dropped_in_pool
from speto.indian.pool import Pool
from speto.record import Record, read_records, write_record
from speto.thought import Budget


def dealt(game: Any, rules: Any, totals: tuple[int, ...], seed: int = 1) -> Any:
    """A fresh deal of a match that stands so."""
    pack = list(game.PACK)
    Random(seed).shuffle(pack)
    return game.start(rules, pack, seats=len(totals), totals=totals)


def house_of(state: Any) -> Any:
    """The house of a deal as its core has it."""
    return state.view_for(0).sight.seen.house


def test_a_point_counts_as_a_point_far_from_the_end() -> None:
    """Without a reach a margin is worth itself."""
    assert [worth(Stakes(), margin) for margin in (-300, 0, 77)] == [-300, 0, 77]


@pytest.mark.parametrize("ahead", [-4000, -50, 0, 50, 4000])
def test_near_the_end_more_is_better_by_less_and_less(ahead: int) -> None:
    """More is never worth less; a point counts most where it makes both level."""
    stakes = Stakes()
    stakes.ahead, stakes.reach = ahead, 100_000
    worths = [worth(stakes, 1000 * n - ahead) for n in range(-200, 201)]
    steps = [high - low for low, high in pairwise(worths)]
    assert worth(stakes, 0) == 0
    assert min(steps) >= 0
    assert max(steps) == max(steps[199:201])
    assert steps[0] < steps[100] < steps[199]


@pytest.mark.parametrize(
    ("totals", "near"),
    [
        ((0, 0, 0, 0), False),
        ((500 - FAR - 1, 20, -30, 0), False),
        ((500 - FAR, 20, -30, 0), True),
        ((-100, 480, 30, 470), True),
    ],
)
def test_a_match_is_near_its_end_when_a_deal_may_end_it(
    totals: tuple[int, ...], near: bool
) -> None:
    """D-MATCH-1: from 200 points before the target on the lead over the best other counts."""
    state = dealt(dummy, dummy.read_rules("default"), totals)
    search = Search(house_of(state), Weights(TUNED), Weights(TUNED))
    set_stakes(search, state.view_for(state.to_act))
    assert bool(search.stakes.reach) is near
    if near:
        others = [total for seat, total in enumerate(totals) if seat != state.to_act]
        assert search.stakes.ahead == 3 * SCALE * (totals[state.to_act] - max(others))


def test_a_deal_alone_has_no_stakes() -> None:
    """Without totals, or where a match is one deal, points are what counts."""
    for rules, totals in (("default", ()), ("default,match_target=0", (400, 0))):
        pack = list(dummy.PACK)
        state = dummy.start(dummy.read_rules(rules), pack, seats=2, totals=totals)
        search = Search(house_of(state), Weights(TUNED), Weights(TUNED))
        search.stakes.reach = 5
        set_stakes(search, state.view_for(state.to_act))
        assert search.stakes.reach == 0


def test_a_drop_that_puts_one_out_is_worth_all_that_one_had() -> None:
    """I-POOL-1: who drops out of a pool loses his whole part; else what the points are worth."""
    pool = Pool()
    pool.begin([101, 16])
    assert dropped_in_pool(pool, 1, 2, 20) == -1600
    assert dropped_in_pool(pool, 0, 2, 20) == 100 * 117 * 81 // 97 - 10100
    pool.begin([50, 50, 50])
    assert dropped_in_pool(pool, 0, 3, 10) == 0  # the others are taken to lose ten each
    assert dropped_in_pool(pool, 0, 3, 20) < 0


def test_no_pool_no_parts() -> None:
    """A deal outside of a pool takes up nothing."""
    pool = Pool()
    pool.begin([40, 41])
    pool.begin([])
    assert pool.whole == 0


@pytest.mark.once
def test_who_would_be_out_does_not_drop() -> None:
    """A hand that is given up for 20 points is played on where 20 points would be the end."""
    rules = indian.read_rules("online,format=pool")
    kept = changed = 0
    for seed in range(40):
        alone = dealt(indian, rules, (0, 0), seed)
        view = alone.view_for(alone.to_act)
        found = indian.think(view, Budget(playouts=200), Random(seed))
        if not isinstance(found.action, Drop):
            continue
        kept += 1
        last = dealt(indian, rules, (85, 85), seed)
        near = indian.think(last.view_for(last.to_act), Budget(playouts=200), Random(seed))
        changed += not isinstance(near.action, Drop)
    assert kept
    assert changed == kept


@pytest.mark.parametrize("game", [dummy, indian])
def test_totals_stand_in_views_and_records(game: Any) -> None:
    """What the match stood at is seen from every seat, and written down with the deal."""
    state = dealt(game, game.PRESETS["default"], (120, -35))
    for _ in range(4):
        state = state.apply(state.legal[0])
    assert state.view_for(1).totals == state.view_for(None).totals == (120, -35)
    text = write_record(Record(game.NAME, ("A", "B"), state))
    assert '[Totals "120,-35"]' in text
    (back,) = read_records(text)
    assert back.state.totals == (120, -35) and write_record(back) == text


@pytest.mark.parametrize("said", ["1", "1,x", "1,2,3", ""])
def test_wrong_totals_are_refused(said: str) -> None:
    """A tag without one number a seat names its line."""
    state = dealt(dummy, dummy.PRESETS["default"], (7, 8))
    text = write_record(Record("dummy", ("A", "B"), state)).replace('"7,8"', f'"{said}"')
    if not said:
        assert read_records(text)[0].state.totals == ()
        return
    with pytest.raises(ValueError, match="line 7: totals"):
        read_records(text)

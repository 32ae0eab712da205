"""The arena's cheats: what each may do, that no card is lost by it, and that each is marked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

import speto
from speto.arena import enter, play, results_of
from speto.arena.cheats import HOW, Cheat, entrant_of, names, way_of
from speto.arena.outcome import counts_of
from speto.arena.pack import play_pack
from speto.arena.results import worth_of
from speto.cards import PACK, ParseError
from speto.games import NAMES, State, game
from speto.players import LEVELS, player
from speto.players.simple import SimplePlayer
from tests.test_arena import arena

each_game = pytest.mark.parametrize("name", NAMES)
FEW = 12 if speto.compiled else 2
MOMENTS = 150 if speto.compiled else 15


def begun(name: str, random: Random, rules: str = "default") -> State:
    """A deal before its first action, at any table."""
    module = game(name)
    seats = random.choice(module.SEATS)
    return module.start(
        module.read_rules(rules),
        random.sample(module.PACK, len(module.PACK)),
        seats=seats,
        starter=random.randrange(seats),
        direction=random.choice((1, -1)),
    )


def moments(name: str, random: Random, rules: str = "default") -> Iterator[State]:
    """Moments of deals between `simple` and `random`, without end."""
    while True:
        state = begun(name, random, rules)
        while not state.over:
            yield state
            level = random.choice(("simple", "simple", "random"))
            state = state.apply(player(level).choose(state.view_for(state.to_act), random))


def next_card(state: Any) -> Any:
    return state.next_card


def test_cheats_are_named() -> None:
    """Each way to cheat can be had on each base; a name that is none is refused with those."""
    assert names() == [f"{base}+{way}" for base in ("simple", "tuned") for way in HOW]
    for name in names():
        found = entrant_of(name)
        assert isinstance(found, Cheat)
        assert (found.base, found.way) == (*name.split("+"),) and way_of(name) == found.way
    for wrong in ("simple+", "random+top", "simple+top+hands", "+top"):
        with pytest.raises(ParseError, match="is no cheat; there are simple"):
            enter("dummy", [wrong])
    assert not isinstance(entrant_of("simple"), Cheat)
    assert not any(map(way_of, LEVELS))


@each_game
def test_a_biased_deal_is_the_best_of_four(name: str) -> None:
    """The hand gets no worse by the measure, the others keep theirs, and no card is lost."""
    random, better = Random(3), 0
    promise = counts_of(name).promise
    for _ in range(MOMENTS):
        state = begun(name, random)
        seat = random.randrange(state.seats)
        dealt = Cheat("simple", "deal").dealt(state, seat, random)
        assert sorted(dealt.pack) == sorted(state.pack)
        others = [at for at in range(state.seats) if at != seat]
        assert [dealt.hands[at] for at in others] == [state.hands[at] for at in others]
        for viewer in others:
            assert dealt.view_for(viewer).hand == state.view_for(viewer).hand
        assert dealt.view_for(None).stock_left == state.view_for(None).stock_left
        assert (dealt.starter, dealt.direction, dealt.at) == (state.starter, state.direction, 0)
        view = state.view_for(seat)
        had, got = promise(view, state.hands[seat]), promise(view, dealt.hands[seat])
        assert got >= had
        better += got > had
        assert Cheat("simple", "both").dealt(state, seat, random) is state
    assert better > MOMENTS / 2  # three of four times one of the others is the best


@each_game
def test_a_fed_cheat_draws_the_best_card(name: str) -> None:
    """The next card is the best of the stock; hands, table and what was said stay as they were."""
    random, changed, seen = Random(4), 0, 0
    worth = counts_of(name).worth
    for state in moments(name, random):
        fed = Cheat("simple", "fed").fed(state)
        assert sorted(fed.pack) == sorted(state.pack)
        assert (fed.hands, fed.log, fed.scores) == (state.hands, state.log, state.scores)
        for viewer in (None, *range(state.seats)):
            one, two = fed.view_for(viewer), state.view_for(viewer)
            assert (one.words, one.log, one.known) == (two.words, two.log, two.known)
        if "+" in map(str, state.legal):
            seen += 1
            changed += fed is not state
            view = state.view_for(state.to_act)
            stock = set(_stock_of(state))
            best = max(worth(view, [*view.hand, card]) for card in stock)
            assert worth(view, [*view.hand, next_card(fed)]) == best
            assert sorted(_stock_of(fed)) == sorted(_stock_of(state))
        else:
            assert fed is state
        if seen == MOMENTS:
            break
    assert changed > MOMENTS / 2


def _stock_of(state: State) -> list[Any]:
    """The cards of a stock as it was dealt; in Indian Rummy the cut card lies below it."""
    end = len(state.pack) - (len(state.pack) > len(PACK))
    return list(state.pack[end - state.view_for(None).stock_left : end])


def test_a_stock_made_anew_is_left_alone() -> None:
    """After a reshuffle the order of the stock comes from the pack, and nobody is fed."""
    random = Random(5)
    rules = "default,on_exhaust=reshuffle,max_turns=400"
    for state in moments("indian", random, rules):
        drawn = sum(str(action).startswith("+") for action in state.log)
        dealt = 13 * state.seats + 2
        if state.view_for(None).stock_left != len(state.pack) - dealt - drawn:
            assert Cheat("simple", "fed").fed(state) is state
            break


@each_game
def test_only_cheats_are_given_a_state(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a table with a cheat the honest one sees its view; so does the base inside a cheat."""
    seen = set()

    class Looks(SimplePlayer):
        def choose(self, view: Any, rng: Random) -> Any:
            seen.add((type(view).__module__, type(view).__name__))
            return super().choose(view, rng)

    monkeypatch.setitem(LEVELS, "simple", Looks)
    for way in ("deal", "fed"):
        play_pack(enter(name, [f"simple+{way}", "simple"], seats=2, deals=1), 0, entrant_of)
    assert seen == {(f"speto.{name}.view", "View")}


@each_game
@pytest.mark.parametrize("way", ("deal", "fed"))
@pytest.mark.once
def test_a_cheat_is_repeatable(name: str, way: str) -> None:
    """A cheat's deals are the same from any process."""
    contest = enter(name, [f"simple+{way}", "simple"], seats=2, deals=3, seed=6)
    assert [pack[:-1] for pack in play(contest, 2)] == [pack[:-1] for pack in play(contest)]


@each_game
def test_being_fed_pays(name: str) -> None:
    """Who draws the best card of the stock is far ahead of whom it is made of."""
    contest = enter(name, ["simple+fed", "simple"], format="heads-up", deals=FEW)
    worth = worth_of(results_of(contest, list(play(contest))))
    assert worth.mean > 15
    assert worth.low is None or worth.low > 0 or not speto.compiled


@pytest.mark.parametrize("base", ("simple", "tuned"))
@each_game
def test_who_sees_plays_legally_and_otherwise(name: str, base: str) -> None:
    """A cheat that sees chooses what is legal, and more often otherwise the more it sees."""
    random, honest = Random(6), player(base)
    unlike = dict.fromkeys(("top", "hands", "both"), 0)
    for state in islice(moments(name, random), 4 * MOMENTS):
        usual = honest.choose(state.view_for(state.to_act), Random(1))
        for way in unlike:
            action = Cheat(base, way).choose_seeing(state, Random(1))
            assert state.why_not(action) is None
            unlike[way] += action != usual
    assert 0 < unlike["hands"] <= unlike["both"]


@pytest.mark.parametrize("base", ("simple", "tuned"))
@each_game
def test_who_sees_plays_to_the_end(name: str, base: str) -> None:
    """Cheats that see play whole deals at every table and by every preset."""
    for rules, seats in product(game(name).PRESETS, game(name).SEATS):
        for way in ("top", "hands", "both"):
            contest = enter(name, [f"{base}+{way}", base], rules=rules, seats=seats, deals=1)
            assert len(list(play(contest))) == 1


def test_a_cheat_is_marked_everywhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Table, JSON and results file name who cheats and how; an honest table has no such column."""
    out = tmp_path / "out"
    options: dict[str, Any] = {"players": "simple+fed,simple", "seats": 2, "out": out}
    assert arena(**options) == 0
    table = capsys.readouterr().out
    assert "player      cheat" in table
    assert "simple+fed    fed" in table and "simple          -" in table
    assert arena(**options, as_json=True) == 0
    data = json.loads(capsys.readouterr().out)
    assert [who["cheat"] for who in data["players"]] == ["fed", ""]
    assert [who["signed"] for who in data["players"]] == ["simple/1 fed/1", "simple/1"]
    head = json.loads(out.read_text(encoding="utf-8").partition("\n")[0])
    assert [who["cheat"] for who in head["players"]] == ["fed", ""]
    assert arena(replay=out) == 0
    capsys.readouterr()
    assert arena(seats=2) == 0
    assert "cheat" not in capsys.readouterr().out

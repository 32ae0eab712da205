"""The arena: formats, whole matches, fines by kind, and seeds that are kept apart."""

from __future__ import annotations

import json
from collections import Counter
from math import comb
from typing import Any

import pytest

import speto
from speto.arena import Contest, enter, play
from speto.arena.formats import Sides, read_format, seat_sides
from speto.arena.outcome import counts_of
from speto.arena.pack import packs_of
from speto.arena.seeds import SEEDS, purpose_of, read_seed
from speto.arena.sums import WIN
from speto.cards import ParseError
from speto.clause import RulesError
from speto.games import NAMES, game
from speto.match import begin
from speto.players import player
from tests.test_arena import arena

each_game = pytest.mark.parametrize("name", NAMES)
FEW = 3 if speto.compiled else 1


@pytest.mark.parametrize("first", range(1, 6))
@pytest.mark.parametrize("second", range(1, 6))
def test_sides_sit_everywhere(first: int, second: int) -> None:
    """In every format each side has its seats, and sits on each equally often."""
    for every in (False, True):
        seatings = seat_sides(Sides(first, second, every))
        assert len(set(seatings)) == len(seatings)
        assert all(Counter(seating) == {0: first, 1: second} for seating in seatings)
        assert len({column.count(0) for column in zip(*seatings, strict=True)}) == 1
    assert len(seatings) == comb(first + second, first)


def test_formats_are_those_of_the_books() -> None:
    """Two against two change places; one against three moves round; heads-up is one against one."""
    pair = ["simple", "random"]
    assert enter("dummy", pair, format="2v2").seatings == ((0, 1, 0, 1), (1, 0, 1, 0))
    assert len(enter("dummy", pair, format="2v2-all").seatings) == 6
    one = enter("dummy", pair, format="1v3")
    assert (one.times_seated(0), one.times_seated(1), len(one.seatings)) == (4, 12, 4)
    assert enter("dummy", pair, format="3v1").times_seated(0) == 12
    assert enter("indian", pair, format="heads-up").seatings == ((0, 1), (1, 0))
    assert enter("indian", pair, format="3v3").seats == 6
    assert enter("dummy", pair, seats=4) == enter("dummy", pair, seats=4, format="round")
    assert read_format("heads-up") == read_format("1v1")


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"format": "2x2"}, "--format '2x2': write round, heads-up, or how many seats"),
        ({"format": "0v4"}, "--format '0v4': write round"),
        ({"format": "3v3"}, "--seats 6: dummy has tables of 2, 3, 4"),
        ({"format": "1v3", "seats": 3}, "--seats 3: this format fills 4 seats"),
        ({"format": "1v3", "players": "simple"}, "is for two players, not 1"),
        ({"matches": 0}, "--matches 0: write a number from 1"),
        ({"matches": 2, "deals": 2}, "--deals and --matches: write one of them"),
        ({"presets": True, "format": "2v2"}, "--presets: a row has as many seats as it says"),
        ({"presets": True, "ladder": True}, "--presets and --ladder do not go together"),
        ({"seed": "tuning:x"}, "--seed 'tuning:x': tuning has seeds 0 to 18999"),
        ({"seed": "tuning:19000"}, "tuning has seeds 0 to 18999"),
        ({"seed": "testing"}, "--seed 'testing': write a number from 0 to"),
        ({"seed": str(2**64)}, "write a number from 0 to"),
        ({"seed": "١"}, "write a number from 0 to"),
        ({"seed": "confirming"}, "--seed 20000 is kept for confirming: choose settings under"),
        ({"seed": "29999"}, "--seed 29999 is kept for confirming"),
        ({"seed": "tuning", "confirm": True}, "--confirm: --seed 1000 is for tuning"),
        ({"confirm": True}, "--confirm: --seed 1 is for trying"),
    ],
)
def test_what_cannot_be_is_refused(wrong: dict[str, Any], sentence: str) -> None:
    """A mistake is named with what would be right, before anything is played."""
    with pytest.raises((ParseError, RulesError)) as refused:
        arena(**wrong)
    assert sentence in str(refused.value)


def test_a_seed_has_one_purpose(capsys: pytest.CaptureFixture[str]) -> None:
    """No seed is for two things, each can be named, and every report says which it was."""
    assert not set(SEEDS["tuning"]) & set(SEEDS["confirming"])
    for purpose, seeds in SEEDS.items():
        assert [read_seed(purpose), read_seed(f"{purpose}:{len(seeds) - 1}")] == [
            seeds[0],
            seeds[-1],
        ]
        assert {purpose_of(seed) for seed in seeds} == {purpose}
    assert arena(seats=2, seed="tuning:2") == 0
    assert "seed 1002 (tuning)" in capsys.readouterr().out
    assert arena(seats=2, seed="confirming", confirm=True, as_json=True) == 0
    assert json.loads(capsys.readouterr().out)["seeds"] == "confirming"
    assert arena(seats=2) == 0
    assert "seed 1\n" in capsys.readouterr().out


MATCHES = [
    ("dummy", "default", 4),
    ("dummy", "default,match_target=0", 2),
    ("indian", "default", 2),
    ("indian", "online,format=pool,pool_limit=101", 6),
    ("indian", "default,format=deals,deals=3", 3),
]


@pytest.mark.parametrize(("name", "rules", "seats"), MATCHES)
def test_a_match_is_that_of_the_game(name: str, rules: str, seats: int) -> None:
    """The arena's match comes to what the game's own match does, deal by deal."""
    contest = enter(name, ["simple"], rules=rules, seats=seats, deals=FEW, seed=8, matches=True)
    for number, played in enumerate(play(contest)):
        match = begin(
            game(name).read_rules(rules),
            seats=seats,
            starter=contest.starter(number),
            direction=contest.direction(number),
        )
        packs = packs_of(contest, number)
        simple, marks, hands = player("simple"), Counter[str](), 0
        while not match.over:
            state: Any = game(name).start(
                match.rules,
                next(packs),
                seats=len(match.playing),
                starter=match.starter,
                direction=match.direction,
            )
            hands += state.seats
            while not state.over:
                state = state.apply(simple.choose(state.view_for(state.to_act), _no_luck()))
            found = counts_of(name).outcome(state)
            marks.update({mark: sum(times) for mark, times in found.marks.items()})
            match = match.after(state)
        points = counts_of(name).match_points(match)
        order = sorted(range(seats), key=lambda seat: contest.place(number, seat))
        assert played.places == tuple(points[seat] for seat in order)
        assert played.deals == (len(match.deals),)
        assert len(played.turns) == len(played.endings) == len(match.deals)
        assert played.hands == (hands,)
        assert {mark: times[0] for mark, times in played.marks.items()} == dict(marks)
        assert played.wins == (WIN * bool(match.winners),)


def _no_luck() -> Any:
    """`simple` draws no luck: whoever asks this for a number fails."""
    return None


def test_a_match_that_goes_on_is_won_by_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Under rules by which a match may never end it is given up after so many deals."""
    rules = "online,format=pool,pool_limit=201"
    contest = enter("indian", ["simple"], rules=rules, seats=2, deals=2, matches=True)
    monkeypatch.setattr("speto.arena.pack.MOST_DEALS", 2)
    for played in play(contest):
        assert played.deals == (2,)
        assert played.wins == played.points == (0,)


@each_game
def test_matches_are_duplicate(name: str) -> None:
    """Two equal players come out even in matches too, and the better one wins more of them."""
    rules = {"dummy": "default,match_target=200", "indian": "default,format=deals,deals=2"}[name]
    even = enter(name, ["simple", "simple"], rules=rules, seats=2, deals=FEW, matches=True)
    for played in play(even):
        assert played.points[0] == played.points[1]
        assert played.wins == (WIN, WIN)
        assert played.deals[0] == played.deals[1]
    unlike = enter(name, ["simple", "random"], rules=rules, seats=2, deals=FEW, matches=True)
    assert sum(played.wins[0] for played in play(unlike)) > WIN * FEW


@each_game
@pytest.mark.once
def test_matches_are_the_same_from_any_process(name: str) -> None:
    """One and two processes play the same matches."""
    rules = "default,format=deals,deals=2" if name == "indian" else "default,match_target=200"
    contest = enter(name, ["simple", "random"], rules=rules, deals=3, seed=4, matches=True)
    assert [pack[:-1] for pack in play(contest, 2)] == [pack[:-1] for pack in play(contest)]


def test_a_report_of_matches(capsys: pytest.CaptureFixture[str]) -> None:
    """A run of matches speaks of matches, and says how many deals one has."""
    assert arena(matches=2, seats=2, rules="default,match_target=100") == 0
    told = capsys.readouterr().out
    assert "2 matches × 2 seatings" in told
    assert "matches won" in told and "points a match" in told and "a match has " in told
    assert "deals won" not in told
    assert arena(matches=2, seats=2, rules="default,match_target=100", as_json=True) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["matches"] is True
    assert data["length"]["mean"] >= 1


def fines_in(contest: Contest) -> Counter[str]:
    """How often each kind of fine was paid in a contest."""
    found = Counter[str]()
    for played in play(contest):
        assert tuple(played.fines) == counts_of(contest.game).FINED
        found.update({code: sum(times) for code, times in played.fines.items()})
        if contest.game == "dummy":
            by_code = map(sum, zip(*played.fines.values(), strict=True))
            assert tuple(by_code) == played.marks["fine"]
        else:
            assert played.fines["I-SHOW-3"] == played.marks["wrong_show"]
    return found


@pytest.mark.once
def test_fines_are_told_by_kind(capsys: pytest.CaptureFixture[str]) -> None:
    """Each fine stands under the code of its clause, and the kinds sum to all fines."""
    dummy = fines_in(enter("dummy", ["simple", "random"], seats=4, deals=20))
    assert {"D-PEN-LAY", "D-PEN-FULL", "D-PEN-HEAD"} <= {code for code in dummy if dummy[code]}
    indian = fines_in(enter("indian", ["random"], rules="online", seats=3, deals=20))
    assert indian["I-DROP-1"] and indian["I-DROP-2"]
    assert arena(seats=4, deals=20) == 0
    lines = capsys.readouterr().out.splitlines()
    (at,) = (at for at, line in enumerate(lines) if line.startswith("fines a deal "))
    assert lines[at].split()[3:] == ["simple", "random"]
    assert any(line.startswith("D-PEN-LAY ") for line in lines[at:])

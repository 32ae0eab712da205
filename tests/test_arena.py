"""The arena: duplicate deals, figures that can be trusted, and the same ones from any machine."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest

import speto
from speto.arena import Contest, PlayerFault, Results, enter, play, results_of
from speto.arena.cheats import entrant_of
from speto.arena.formats import name_entrants, seat_in_turn
from speto.arena.intervals import mean_of, share_of, student
from speto.arena.outcome import counts_of
from speto.arena.pack import play_pack
from speto.arena.presets import HEAD, as_markdown, tables
from speto.arena.report import as_data
from speto.arena.run import STOPPED, Asked, run
from speto.arena.sums import WIN, Played
from speto.arena.table import Maker
from speto.arena.times import note, quantile
from speto.cards import ParseError
from speto.clause import RulesError
from speto.dummy import PRESETS, State
from speto.dummy.deal import Deal, House
from speto.dummy.deal import start as start_deal
from speto.dummy.melds import Moves
from speto.dummy.play import play_levels, shuffle
from speto.dummy.sight import Sight
from speto.games import NAMES, View, game
from speto.indian import deal as indian_deal
from speto.indian import play as indian_play
from speto.indian.labels import Moves as IndianMoves
from speto.indian.sight import Sight as IndianSight
from speto.players import Player, player
from speto.players.random import RandomPlayer
from speto.record import read_records
from speto.rng import Rng
from speto.rng import start as start_stream

A = TypeVar("A")
T = TypeVar("T")
PAGE = Path(__file__).parent.parent / "docs" / "arena.md"
FEW = 6 if speto.compiled else 2
"""Deals of tests that need no more; plain Python is slow."""
each_game = pytest.mark.parametrize("name", NAMES)


class OtherLuck(RandomPlayer):
    """As strong as `random`, with luck of its own: it throws a number away before each choice."""

    def choose(self, view: View[A], rng: Random) -> A:
        rng.random()
        return super().choose(view, rng)


class Raises:
    """Raises in its second turn."""

    def choose(self, view: View[A], rng: Random) -> A:
        if view.turn >= view.seats:
            raise ZeroDivisionError("no idea")
        return view.legal[0]


class Cheats:
    """Knocks at once, whatever it holds."""

    def choose(self, view: View[A], rng: Random) -> A:
        knock: A = game("dummy").parse("#2c")
        return knock


OWN: dict[str, type[Player]] = {"other": OtherLuck, "raises": Raises, "cheats": Cheats}


def own(level: str) -> Player:
    """A player of these tests, or one of the program's."""
    return OWN[level]() if level in OWN else player(level)


make: Maker = own


def figures(contest: Contest, jobs: int = 1) -> Results:
    return results_of(contest, list(play(contest, jobs, make)))


def without_times(results: Results) -> dict[str, Any]:
    data = as_data(results)
    for line in data["players"]:
        assert set(line.pop("ms")) == {"mean", "p50", "p99", "most"}
    return data


def silent(results: Iterable[T], total: int) -> Iterator[T]:
    yield from results


def arena(**given: Any) -> int:
    """The command, with what is not given left out."""
    advance = given.pop("advance", silent)
    many = {} if "matches" in given or "replay" in given else {"deals": 2}
    return run(Asked(**{**many, **given}), advance)


def null_match(seats: int, deals: int, seed: int) -> Results:
    """Two players of exactly the same strength, each with its own luck."""
    contest = enter("dummy", ["random", "random"], seats=seats, deals=deals, seed=seed)
    return figures(replace(contest, levels=("random", "other")))


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("size", range(1, 7))
def test_everybody_sits_everywhere(size: int, seats: int) -> None:
    """Over all seatings each player sits on each seat equally often, however seats are shared."""
    for levels in product("abc", repeat=min(size, seats)):
        names, order = name_entrants(levels)
        seatings = seat_in_turn(order, seats)
        assert len(set(seatings)) == len(seatings)
        for entrant in range(len(names)):
            assert len({column.count(entrant) for column in zip(*seatings, strict=True)}) == 1


def test_two_against_two_changes_places() -> None:
    """Two players with half the seats each need two seatings; three seats are shared both ways."""
    contest = enter("dummy", ["simple", "random"], seats=4)
    assert contest.seatings == ((0, 1, 0, 1), (1, 0, 1, 0))
    assert seat_in_turn([0, 0, 1, 1], 4) == ((0, 0, 1, 1), (1, 1, 0, 0))
    contest = enter("dummy", ["simple", "random"], seats=3)
    assert contest.times_seated(0) == contest.times_seated(1) == 9
    assert enter("dummy", ["simple", "random", "random"]).seats == 3


@each_game
@pytest.mark.once
def test_jobs_change_nothing(name: str) -> None:
    """One, two and three processes give the same figures, but for the times."""
    contest = enter(name, ["simple", "random"], seats=3, deals=7, seed=11)
    alone = without_times(figures(contest))
    assert without_times(figures(contest, 2)) == without_times(figures(contest, 3)) == alone


@each_game
def test_a_shorter_run_is_a_beginning(name: str) -> None:
    """A deal depends on the seed and its own number alone, not on how many there are."""
    contest = enter(name, ["random", "simple"], deals=3, seed=5)
    three = list(play(replace(contest, deals=3)))
    for number, pack in enumerate(three):
        assert play_pack(contest, number, entrant_of)[:-1] == pack[:-1]
    assert play_pack(replace(contest, seed=6), 0, entrant_of)[:-1] != three[0][:-1]


@each_game
@pytest.mark.parametrize("seats", (2, 3, 4))
def test_rotation_cancels_the_seat(name: str, seats: int) -> None:
    """Two equal players without chance come out exactly even, though the seats are not."""
    results = figures(enter(name, ["simple", "simple"], seats=seats, deals=FEW))
    assert [line.name for line in results.entrants] == ["simple#1", "simple#2"]
    assert set(results.differences[0].points) == {0}
    one, other = results.entrants
    assert one.points == other.points
    assert one.wins == other.wins
    assert one.marks == other.marks
    assert any(line.worth.mean for line in results.places)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", (2, 3, 4))
def test_deals_are_those_of_the_core(preset: str, seats: int) -> None:
    """The compiled play-outs, another driver, come to the same points on the same deals."""
    contest = enter("dummy", ["simple"], rules=preset, seats=seats, deals=8, seed=3)
    house = House(PRESETS[preset])
    deal, moves, sight, rng = Deal(house), Moves(), Sight(house), Rng()
    for number, pack in enumerate(play(contest)):
        start_stream(rng, contest.seed, number)
        shuffle(deal, rng)
        start_deal(deal, seats, contest.starter(number), contest.direction(number))
        assert pack.actions == (play_levels(deal, moves, sight, rng, 15),)
        scores = deal.scores()
        assert pack.points == (sum(scores),)
        assert pack.turns == (deal.turn,)
        order = [(deal.starter + deal.direction * n) % seats for n in range(seats)]
        assert pack.places == tuple(scores[seat] for seat in order)
        assert pack.endings == ("knock" if deal.knocker >= 0 else "stock",)


@pytest.mark.parametrize("preset", game("indian").PRESETS)
@pytest.mark.parametrize("seats", (2, 6))
def test_indian_deals_are_those_of_the_core(preset: str, seats: int) -> None:
    """In Indian Rummy too: the same deals, and the losers pay what the core says they owe."""
    contest = enter("indian", ["simple"], rules=preset, seats=seats, deals=FEW, seed=3)
    house = indian_deal.House(game("indian").read_rules(preset))
    deal, moves, sight = indian_deal.Deal(house), IndianMoves(), IndianSight(house)
    rng = Rng()
    for number, pack in enumerate(play(contest)):
        start_stream(rng, contest.seed, number)
        indian_play.shuffle(deal, rng)
        starter, direction = contest.starter(number), contest.direction(number)
        indian_deal.start(deal, seats, starter, direction)
        assert pack.actions == (indian_play.play_levels(deal, moves, sight, rng, 63),)
        assert pack.turns == (deal.turn,)
        owed = [deal.scores()[(starter + direction * n) % seats] for n in range(seats)]
        assert pack.points == (0,)
        assert [min(points, 0) for points in pack.places] == [-points for points in owed]


@each_game
def test_a_player_gets_a_view_and_luck_of_its_own(name: str) -> None:
    """What a player is given is the game's View, and a generator that is its seat's alone."""
    heard: dict[int, list[tuple[Random, float]]] = {}

    class Listens(RandomPlayer):
        def choose(self, view: View[A], rng: Random) -> A:
            assert (type(view).__module__, type(view).__name__) == (f"speto.{name}.view", "View")
            assert view.mine and view.seat is not None
            heard.setdefault(view.seat, []).append((rng, rng.random()))
            return super().choose(view, rng)

    play_pack(enter(name, ["random", "simple"], seats=3, deals=1), 0, lambda level: Listens())
    assert len(heard) == 3
    generators = [{id(generator) for generator, _ in lines} for lines in heard.values()]
    assert sum(map(len, generators)) == len(set[int]().union(*generators)) == 18  # in 6 seatings
    assert len({lines[0][1] for lines in heard.values()}) == 3


def test_intervals_are_those_of_the_books() -> None:
    """Student's t and the mean of a sample agree with printed tables."""
    for freedom, printed in ((1, 12.706), (2, 4.303), (4, 2.776), (9, 2.262), (29, 2.045)):
        assert student(freedom) == pytest.approx(printed, abs=0.001)
    sample = mean_of([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0])
    assert sample.mean == 5
    assert sample.half == pytest.approx(2.3646 * 2.13809 / 8**0.5, rel=1e-4)
    assert mean_of([3.0]) == share_of([3.0])._replace(mean=3.0) == (3, None, None)
    wilson = share_of([1.0] * 30 + [0.0] * 70)  # z = 1.96 gives 0.219 to 0.396
    assert wilson[1:] == pytest.approx((0.219, 0.396), abs=0.002)
    assert share_of([0.5] * 10) == (0.5, 0.5, 0.5)
    assert share_of([0.0] * 10).low == 0


@pytest.mark.once
def test_intervals_cover_the_truth() -> None:
    """Between equals with luck of their own, 95 % intervals leave out the truth 1 time in 20."""
    margins = [null_match(2, 6, seed).differences[0].points for seed in range(120)]
    assert all(line.half for line in margins)
    covered = sum((line.low or 0) <= 0 <= (line.high or 0) for line in margins)
    assert 108 <= covered <= 119  # 114 of 120 expected, standard deviation 2.4


@pytest.mark.once
def test_a_known_margin_is_found() -> None:
    """The intervals of short contests hold the margin of thousands of compiled play-outs."""
    house = House(PRESETS["default"])
    deal, moves, sight, rng = Deal(house), Moves(), Sight(house), Rng()
    points = 0
    for number, thinkers in product(range(5000), (0b0101, 0b1010)):
        start_stream(rng, 99, number)
        shuffle(deal, rng)
        start_deal(deal, 4, number % 4, 1)
        play_levels(deal, moves, sight, rng, thinkers)
        for seat, score in enumerate(deal.scores()):
            points += score if thinkers >> seat & 1 else -score
    truth = points / (2 * 2 * 5000)  # two seats a side, two seatings
    contests = [
        enter("dummy", ["simple", "random"], seats=4, deals=15, seed=seed) for seed in range(60)
    ]
    margins = [figures(contest).differences[0].points for contest in contests]
    covered = sum((line.low or 0) <= truth <= (line.high or 0) for line in margins)
    assert 53 <= covered <= 60  # 57 of 60 expected, standard deviation 1.7
    assert all((line.low or 0) > 0 for line in margins)


def test_times_are_kept_closely() -> None:
    """A quantile is within one part in 128 of the true one, and counters add up."""
    random = Random(4)
    values = [int(random.lognormvariate(12, 2)) for _ in range(5000)]
    one, other = Counter[int](), Counter[int]()
    for at, value in enumerate(values):
        note(one if at % 2 else other, value)
    for percent in (1, 50, 99):
        truth = sorted(values)[5000 * percent // 100 - 1] / 1e6
        assert quantile(one + other, percent) == pytest.approx(truth, rel=1 / 128)
    assert quantile({}, 50) is None


@each_game
def test_outcomes_are_whole(name: str) -> None:
    """Each pack has its wins, places and endings: nothing is lost or counted twice."""
    contest = enter(name, ["simple", "random"], seats=3, deals=FEW, seed=2)
    for pack in play(contest):
        assert sum(pack.points) == sum(pack.places)
        assert sum(pack.wins) in (WIN * len(contest.seatings), *_less_void(contest, pack))
        assert set(pack.endings) <= set(counts_of(name).ENDINGS)
        assert len(pack.endings) == len(pack.turns) == len(contest.seatings)
        assert sum(pack.times, Counter[int]()).total() == sum(pack.actions)


def _less_void(contest: Contest, pack: Played) -> list[int]:
    return [WIN * (len(contest.seatings) - pack.endings.count("void"))]


def test_marks_of_dummy() -> None:
    """A knock is the knocker's, a fine a line of the ledger that takes points for a discard."""
    contest = enter("dummy", ["simple"], seats=4, deals=10)
    seen = Counter[str]()
    for pack in play(contest):
        seen["knock"] += pack.marks["knock"][0]
        seen["fine"] += pack.marks["fine"][0]
        assert pack.marks["knock"][0] == pack.endings.count("knock")
    assert seen["knock"] and seen["fine"]
    record = Path(__file__).parent / "records" / "dummy" / "D-PEN-FULL.deal"
    state = read_records(record.read_text(encoding="utf-8"))[0].state
    fines = [line.seat for line in state.ledger() if line.clause.code.startswith("D-PEN-")]
    assert fines
    assert counts_of("dummy").outcome(state).marks["fine"] == tuple(
        map(fines.count, range(state.seats))
    )


@pytest.mark.parametrize("preset", game("indian").PRESETS)
@pytest.mark.parametrize("seats", (2, 5))
def test_indian_points_are_payments(preset: str, seats: int) -> None:
    """In Indian Rummy a loser pays what it owes and the winners get it, in whatever format."""
    indian = game("indian")
    rules = indian.read_rules(f"{preset},format=pool,point_value=3")
    read, random = counts_of("indian").outcome, Random(seats)
    for _ in range(FEW):
        pack = random.sample(indian.PACK, len(indian.PACK))
        state = indian.start(rules, pack, seats=seats, starter=1, direction=-1)
        while not state.over:
            level = player(random.choice(("random", "simple", "simple", "simple")))
            state = state.apply(level.choose(state.view_for(state.to_act), random))
        found = read(state)
        losers = [seat for seat in range(seats) if seat not in found.winners]
        assert found.winners
        assert all(found.points[seat] == -state.scores[seat] <= 0 for seat in losers)
        assert all(found.points[seat] > 0 for seat in found.winners) or not any(state.scores)
        assert sum(found.points) == 0
        assert sum(found.marks["show"]) == (found.ending in ("show", "heaven"))
        words = [str(action) for action in state.log]
        assert sum(found.marks["drop"]) == words.count("x")


KEYS = {
    "": {
        "game",
        "rules",
        "seats",
        "format",
        "matches",
        "seed",
        "seeds",
        "deals",
        "asked",
        "seatings",
        "players",
        "differences",
        "places",
        "length",
        "turns",
        "most_turns",
        "actions",
        "endings",
    },
    "players": {
        *("name", "level", "signed", "cheat", "points", "wins", "fair"),
        *("rates", "fines", "decisions", "ms"),
    },
    "differences": {"of", "over", "points"},
    "places": {"place", "points", "worth"},
}


@each_game
def test_keys_are_stable(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The JSON has the documented keys and nothing else; the table shows the same figures."""
    assert arena(game=name, seats=2, as_json=True) == 0
    data = json.loads(capsys.readouterr().out)
    assert set(data) == KEYS[""]
    for part in ("players", "differences", "places"):
        assert all(set(line) == KEYS[part] for line in data[part])
    for estimate in (data["turns"], data["actions"], data["players"][0]["points"]):
        assert set(estimate) == {"mean", "low", "high"}
    assert set(data["endings"]) == set(counts_of(name).ENDINGS)
    assert data["deals"] == data["asked"] == 2
    for key in KEYS[""] | KEYS["players"] | KEYS["differences"] | KEYS["places"]:
        assert f"`{key}`" in PAGE.read_text(encoding="utf-8"), key
    assert arena(game=name, seats=2) == 0
    table = capsys.readouterr().out
    ahead = data["differences"][0]["points"]
    assert f"simple is ahead of random by {ahead['mean']:+.1f} ±" in table


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"players": "simple,clever"}, "'clever' is no level; there are random, "),
        ({"game": "bridge"}, "'bridge' is no game; there is"),
        ({"seats": 5}, "--seats 5: dummy has tables of 2, 3, 4"),
        ({"players": "simple,random,random", "seats": 2}, "3 players do not fit on 2 seats"),
        ({"players": "simple," * 4 + "simple"}, "5 players do not fit on 4 seats; name one a seat"),
        ({"deals": 0}, "--deals 0: write a number from 1"),
        ({"seed": "-1"}, "--seed '-1': write a number from 0 to 18446744073709551615, or tuning:3"),
        ({"jobs": 0}, "--jobs 0: write a number from 1"),
        ({"rules": "none"}, "'none' is no preset"),
        ({"rules": "default,fine=x"}, "fine='x': write a whole number"),
        ({"presets": True, "seats": 7}, "no game has a table of 7 seats for so many players: 1"),
        ({"presets": True, "game": ""}, "'' is no game; there is"),
        ({"presets": True, "rules": ""}, "'' is no preset"),
        ({"ladder": True, "seats": 0}, "--seats 0: dummy has tables of 2, 3, 4"),
        ({"ladder": True, "game": ""}, "'' is no game; there is"),
        ({"cheats": True, "rules": ""}, "'' is no preset"),
    ],
)
def test_what_cannot_be_is_refused(wrong: dict[str, Any], sentence: str) -> None:
    """A mistake is named with what would be right, before anything is played."""
    with pytest.raises((ParseError, RulesError)) as refused:
        arena(**wrong)
    assert sentence in str(refused.value)


def test_no_player_at_all() -> None:
    """A contest needs somebody to play."""
    with pytest.raises(ParseError, match="name at least one level"):
        enter("dummy", [])


@pytest.mark.parametrize(
    ("level", "what"),
    [
        ("raises", r"raised ZeroDivisionError: no idea \(test_arena\.py, line \d+\)"),
        ("cheats", "chose #2c, which D-TURN-1 forbids"),
    ],
)
def test_a_player_that_fails_is_named(level: str, what: str) -> None:
    """Who failed, in which deal, and a position that can be read: the same from any process."""
    contest = enter("dummy", ["simple", "random"], seats=2, deals=4, seed=9)
    contest = replace(contest, entrants=("simple", level), levels=("simple", level))
    sentences = set()
    for jobs in (1, 2) if speto.compiled else (1,):
        with pytest.raises(PlayerFault, match=what) as fault:
            figures(contest, jobs)
        sentences.add(str(fault.value))
    (sentence,) = sentences
    assert f"the player {level} on seat 1 " in sentence
    assert f"deal 0 of seed 9, seats simple,{level}, position: " in sentence
    state = State.read(sentence.partition("position: ")[2])
    assert state.to_act == 1


def test_a_failing_player_ends_the_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On the command line it is one sentence on standard error and status 1."""
    from speto.players import LEVELS

    monkeypatch.setitem(LEVELS, "simple", Raises)
    assert arena(seats=2) == 1
    out, err = capsys.readouterr()
    assert not out
    assert err.startswith("speto: the player simple on seat 0 raised ZeroDivisionError: no idea (")
    assert err.count("\n") == 1


SLOWLY = """
import sys
from tests.test_arena import arena

def advance(packs, total):
    for pack in packs:
        yield pack
        print("another", file=sys.stderr, flush=True)

if __name__ == "__main__":
    sys.exit(arena(seats=4, deals=100_000, jobs=2, as_json=True, advance=advance))
"""


@pytest.mark.once
def test_a_stopped_run_reports(tmp_path: Path) -> None:
    """After the interrupt key the figures are those of a run of just the deals it finished."""
    script = tmp_path / "slowly.py"
    script.write_text(SLOWLY, encoding="utf-8")
    root = Path(__file__).parent.parent
    paths = os.pathsep.join([str(root), str(root / "src")])
    process = subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": paths},
        start_new_session=True,
    )
    assert process.stderr is not None
    for _ in range(5):
        assert process.stderr.readline() == "another\n"
    os.killpg(process.pid, signal.SIGINT)  # the key reaches every process of a terminal
    out, err = process.communicate(timeout=60)
    assert process.returncode == STOPPED, err
    said = [line for line in err.splitlines() if line != "another"]
    data = json.loads(out)
    assert said == [f"speto: stopped after {data['deals']} of 100000 deals"]
    assert data["asked"] == 100_000
    again = without_times(
        figures(enter("dummy", ["simple", "random"], seats=4, deals=data["deals"]))
    )
    for line in data["players"]:
        del line["ms"]
    assert {**data, "asked": data["deals"]} == again


def test_every_preset_has_its_row() -> None:
    """The table of presets has a contest for each game, preset and number of seats."""
    rows = {(line.game, line.rules, line.seats) for line in tables(["simple"], deals=1, seed=1)}
    assert rows == {
        (name, preset, seats)
        for name in NAMES
        for preset in game(name).PRESETS
        for seats in game(name).SEATS
    }
    page = PAGE.read_text(encoding="utf-8").splitlines()
    shown = {tuple(line.strip("| ").split(" | ")[:3]) for line in page if line.startswith("| ")}
    assert {(name, preset, str(seats)) for name, preset, seats in rows} <= shown
    assert tuple(HEAD[:3]) in shown


@each_game
@pytest.mark.long
@pytest.mark.once
def test_the_page_says_what_the_command_says(name: str) -> None:
    """The first row of each game in docs/arena.md is what the command on the page gives today."""
    (contest,) = tables(["simple"], game=name, rules="default", seats=2, deals=4000, seed=1)
    row = as_markdown([figures(contest)]).splitlines()[-1]
    page = PAGE.read_text(encoding="utf-8")
    assert "speto arena --presets --deals 4000 --seed 1" in page
    assert row in page.splitlines()

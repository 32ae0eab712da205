"""The arena: the ladder of levels, its picture, and the table of what each cheat is worth."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import speto
from speto.arena import enter, play, results_of
from speto.arena.cheats import BASES, HOW, way_of
from speto.arena.contest import enter_pairs
from speto.arena.gains import trials
from speto.arena.ladder import Meeting, Rung, climb, meetings
from speto.arena.plot import check_plot
from speto.arena.run import STOPPED
from speto.cards import ParseError
from speto.games import NAMES
from speto.players import LEVELS
from tests.test_arena import PAGE, arena
from tests.test_arena_files import stopping_after

each_game = pytest.mark.parametrize("name", NAMES)
FEW = 6 if speto.compiled else 2


def met(name: str, levels: list[str]) -> list[Meeting]:
    """Every two of these levels, after a few deals."""
    pairs = meetings(levels)
    found = enter_pairs(pairs, game=name, rules=None, seats=2, deals=FEW, seed=3)
    return [(contest, list(play(contest))) for contest in found]


def test_every_two_levels_meet() -> None:
    """All honest ones in both games unless some are named; a cheat meets honest levels alone."""
    options: dict[str, Any] = {"rules": None, "seats": None, "deals": 1, "seed": 1}
    found = enter_pairs(meetings([]), game=None, **options)
    size = len(LEVELS)
    assert len(found) == len(NAMES) * size * (size - 1) // 2
    assert {(contest.game, contest.seats) for contest in found} == {("dummy", 4), ("indian", 2)}
    assert not any(way_of(level) for contest in found for level in contest.levels)
    assert meetings(["simple", "simple+fed", "simple+deal"]) == [
        ("simple", "simple+fed"),
        ("simple", "simple+deal"),
    ]
    for few in (["simple"], ["simple", "simple"], ["simple+fed", "simple+deal"]):
        with pytest.raises(ParseError, match="name at least two levels, one of them honest"):
            meetings(few)
    with pytest.raises(ParseError, match="'clever' is no level"):
        meetings(["simple", "clever"])


@each_game
def test_the_better_one_stands_higher(name: str) -> None:
    """Who wins more stands above, and what one is worth the other is not."""
    rungs = climb(met(name, ["random", "simple"]))
    assert [rung.level for rung in rungs] == ["simple", "random"]
    simple, random = rungs
    assert simple.mu > random.mu
    assert simple.games == random.games == FEW
    assert simple.worths["random"].mean == -random.worths["simple"].mean > 0
    assert (random.worths["simple"].low or 0) == -(simple.worths["random"].high or 0)


@each_game
def test_each_is_worth_its_own_points(name: str) -> None:
    """Where one sits against three, a seat of the three is not worth what the one is, turned.

    In Dummy, where both are told by the same difference, it is.
    """
    pairs = meetings(["random", "simple"])
    (contest,) = enter_pairs(
        pairs, game=name, rules=None, seats=None, format="1v3", deals=2, seed=3
    )
    packs = list(play(contest))
    rungs = {rung.level: rung.worths for rung in climb([(contest, packs)])}
    one, three = rungs["random"]["simple"], rungs["simple"]["random"]
    own = [entrant.points.mean for entrant in results_of(contest, packs).entrants]
    if name == "indian":
        assert (one.mean, three.mean) == (own[0], own[1])
        assert three.mean == pytest.approx(-one.mean / 3) and one.mean
    else:
        assert one.mean == -three.mean == pytest.approx(own[0] - own[1])


def test_equals_stay_level() -> None:
    """A game that nobody wins moves neither above the other."""
    contest = enter("dummy", ["simple", "random"], seats=2, deals=1)
    (played,) = play(contest)
    even = played._replace(seatings=((5, 5), (-7, -7)))
    one, two = climb([(contest, [even])])
    assert one.mu == pytest.approx(two.mu)


@each_game
def test_a_cheat_moves_no_honest_rating(name: str) -> None:
    """Honest levels stand where they stood without it; the cheat stands below them, marked."""
    honest = climb(met(name, ["random", "simple"]))
    among = climb(met(name, ["random", "simple+fed", "simple"]))

    def rated(rungs: list[Rung]) -> list[tuple[object, ...]]:
        return [(rung.level, rung.mu, rung.sigma, rung.games) for rung in rungs]

    assert rated(among[:2]) == rated(honest)
    assert (among[2].level, among[2].cheat, among[2].games) == ("simple+fed", "fed", 2 * FEW)
    assert among[2].mu > min(rung.mu for rung in honest)


def test_the_ladder_as_a_table(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Each game has its table with a row a level; as JSON the same; stopped, what there is."""
    options: dict[str, Any] = {"players": "random,simple", "ladder": True, "seats": 2}
    assert arena(**options) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line.endswith("seed 1")] == [
        f"{name}, default, 2 seats: 2 deals × 2 seatings, seed 1" for name in NAMES
    ]
    rows = [line for line in lines if line.startswith("| ")]
    assert rows[0] == "| level | cheat | rating | deals | against simple | against random |"
    assert [row.split(" | ")[:2] for row in rows[2:4]] == [["| simple/1", "-"], ["| random/1", "-"]]
    assert len(rows) == 4 * len(NAMES)
    assert arena(**options, as_json=True) == 0
    data = json.loads(capsys.readouterr().out)
    page = PAGE.read_text(encoding="utf-8")
    assert [key for key in data[0] if f"`{key}`" not in page] == []
    assert [(rung["game"], rung["level"]) for rung in data] == [
        (name, level) for name in NAMES for level in ("simple", "random")
    ]
    out = tmp_path / "out"
    assert arena(**options, out=out, advance=stopping_after(1)) == STOPPED
    assert "indian" not in capsys.readouterr().out
    assert arena(**options, out=out) == arena(replay=out) == 0


def test_a_picture_needs_its_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without it, or with a name that is no picture's, one sentence says so before any play."""
    monkeypatch.setattr("speto.arena.plot.find_spec", lambda name: None)
    options: dict[str, Any] = {"ladder": True, "players": "random,simple"}
    for path, sentence in (
        (tmp_path / "a.svg", r"--plot needs matplotlib: install \"speto\[plot\]\""),
        (tmp_path / "a.doc", r"name a file that ends in \.svg or \.png"),
    ):
        with pytest.raises(ParseError, match=sentence):
            arena(**options, plot=path)
    with pytest.raises(ParseError, match="--plot draws a ladder: say --ladder too"):
        arena(plot=tmp_path / "a.svg")


def test_a_picture_has_its_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Before any play its folder is made; a name that a folder has is refused."""
    monkeypatch.setattr("speto.arena.plot.find_spec", lambda name: object())
    check_plot(tmp_path / "new" / "a.svg")
    assert (tmp_path / "new").is_dir()
    (tmp_path / "b.svg").mkdir()
    with pytest.raises(ParseError, match=r"b\.svg: this is a folder"):
        check_plot(tmp_path / "b.svg")


@pytest.mark.once
def test_the_picture(tmp_path: Path) -> None:
    """It names every level, marks a cheat, and is the same each time it is drawn."""
    pytest.importorskip("matplotlib")
    options: dict[str, Any] = {
        **{"ladder": True, "players": "random,simple,simple+fed"},
        **{"game": "indian", "out": tmp_path / "out"},
    }
    paths = [tmp_path / "one.svg", tmp_path / "two.svg"]
    for path in paths:
        assert arena(**options, plot=path) == 0
    one, two = (path.read_bytes() for path in paths)
    assert one == two
    for text in (b">random<", b">simple<", b">simple+fed (cheat)<", b"indian, default, 2 seats"):
        assert text in one


def test_what_a_cheat_is_worth(capsys: pytest.CaptureFixture[str]) -> None:
    """Each game, base and way to cheat is a contest of its own against the honest base."""
    options: dict[str, Any] = {"rules": None, "seats": None, "deals": 1, "seed": 1}
    found = enter_pairs(trials([]), game=None, **options)
    pairs = [(f"{base}+{way}", base) for base in BASES for way in HOW] + [("tuned", "simple")]
    assert [(contest.game, contest.levels) for contest in found] == [
        (name, pair) for name in NAMES for pair in pairs
    ]
    assert trials(["simple", "simple"]) == trials(["simple"])
    with pytest.raises(ParseError, match="'random' has no cheats; simple"):
        trials(["random"])
    assert arena(cheats=True, game="indian", players="simple", deals=1) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows[0] == "| game | rules | seats | cheat | on simple |"
    assert len(rows) == 2 + len(HOW)
    assert rows[-1].startswith("| indian | default | 2 | `fed` draws the best card of the stock | ")
    assert arena(cheats=True, game="dummy", deals=1) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows[0] == "| game | rules | seats | cheat | on simple | on tuned |"
    assert rows[-1].startswith("| dummy | default | 4 | none: the honest `tuned` | ")

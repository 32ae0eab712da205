"""The arena: results files, written whole or not at all, gone on with, and played again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest
from typer.core import TyperGroup
from typer.main import get_command

from speto.arena import enter
from speto.arena.again import stored_in
from speto.arena.file import File
from speto.arena.run import STOPPED, Asked
from speto.cards import ParseError
from speto.clause import RulesError
from speto.cli import app
from speto.games import NAMES
from speto.players import LEVELS
from speto.players.random import RandomPlayer
from tests.mangling import mangled
from tests.test_arena import arena

T = TypeVar("T")
each_game = pytest.mark.parametrize("name", NAMES)


def stopping_after(many: int) -> Any:
    """Shows nothing, and presses the interrupt key after so many deals."""

    def advance(results: Iterable[T], total: int) -> Iterator[T]:
        for nth, result in enumerate(results, 1):
            yield result
            if nth == many:
                raise KeyboardInterrupt

    return advance


@each_game
@pytest.mark.parametrize("matches", (False, True))
def test_a_file_says_what_was_played(name: str, matches: bool, tmp_path: Path) -> None:
    """A line a deal or match: its points sum to those of the report, and no time is in it."""
    out = tmp_path / "there" / "out.jsonl"
    rules = "default,match_target=150" if name == "dummy" else "default"
    many = {"matches": 3} if matches else {"deals": 3}
    assert arena(game=name, rules=rules, seats=2, out=out, **many) == 0
    head, *lines = map(json.loads, out.read_text(encoding="utf-8").splitlines())
    assert head["contests"][0]["players"] == ["simple", "random"]
    assert head["contests"][0]["seeds"] == "trying"
    assert [who["signed"] for who in head["players"]] == ["simple/1", "random/1"]
    assert [line["deal"] for line in lines] == [0, 1, 2]
    for line in lines:
        assert sum(map(sum, line["points"])) == sum(line["places"])
        assert sum(line["decisions"]) == sum(line["actions"])
        assert len(line["points"]) == len(line["deals"]) == 2
        assert len(line["log"]) == 16
    assert [path.name for path in out.parent.iterdir()] == ["out.jsonl"]


@each_game
@pytest.mark.once
def test_jobs_write_the_same_bytes(name: str, tmp_path: Path) -> None:
    """However many processes play, the file is the same."""
    one, two = tmp_path / "one", tmp_path / "two"
    assert arena(game=name, seats=2, deals=5, out=one) == 0
    assert arena(game=name, seats=2, deals=5, out=two, jobs=2) == 0
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.parametrize("torn", (0, 7))
def test_a_stopped_run_goes_on(torn: int, tmp_path: Path, capsys: Any) -> None:
    """What was played stays, half a line does not; the end is as if nobody had stopped it."""
    whole, out = tmp_path / "whole", tmp_path / "out"
    assert arena(seats=2, deals=6, out=whole, as_json=True) == 0
    figures = json.loads(capsys.readouterr().out)
    assert arena(seats=2, deals=6, out=out, advance=stopping_after(4)) == STOPPED
    assert "stopped after 4 of 6 deals" in capsys.readouterr().err
    part = tmp_path / "out.part"
    assert not out.exists() and part.read_bytes() == b"".join(
        whole.read_bytes().splitlines(True)[:5]
    )
    part.write_bytes(part.read_bytes()[: -torn or None])
    totals = []

    def counted(results: Iterable[T], total: int) -> Iterator[T]:
        totals.append(total)
        yield from results

    assert arena(seats=2, deals=6, out=out, as_json=True, advance=counted) == 0
    assert totals == [3 if torn else 2]
    assert out.read_bytes() == whole.read_bytes() and not part.exists()
    again = json.loads(capsys.readouterr().out)
    for data in (figures, again):
        for who in data["players"]:
            del who["ms"]
    assert again == figures


def test_a_whole_file_is_not_played_again(tmp_path: Path, capsys: Any) -> None:
    """The command, given once more, prints the same figures from the file alone."""
    out = tmp_path / "out"
    assert arena(seats=2, deals=3, out=out, as_json=True) == 0
    figures, before = json.loads(capsys.readouterr().out), out.stat().st_mtime_ns
    assert arena(seats=2, deals=3, out=out, as_json=True, advance=stopping_after(1)) == 0
    again = json.loads(capsys.readouterr().out)
    assert again["differences"] == figures["differences"]
    assert [who["decisions"] for who in again["players"]] == [
        who["decisions"] for who in figures["players"]
    ]
    assert {who["ms"]["p50"] for who in again["players"]} == {None}
    assert out.stat().st_mtime_ns == before


@pytest.mark.parametrize(
    "other",
    [{"deals": 4}, {"seed": "2"}, {"players": "random,simple"}, {"rules": "thai_classic"}],
)
def test_another_contest_keeps_its_file(other: dict[str, Any], tmp_path: Path) -> None:
    """Nothing is written over or mixed: not a whole file, and not one that was begun."""
    out = tmp_path / "out"
    assert arena(seats=2, deals=3, out=out, advance=stopping_after(2)) == STOPPED
    for path in (tmp_path / "out.part", out):
        before = path.read_bytes()
        with pytest.raises(ParseError, match="is of another contest, or of other players"):
            arena(**{"seats": 2, "deals": 3, "out": out, **other})
        assert path.read_bytes() == before
        assert arena(seats=2, deals=3, out=out) == 0


def test_other_players_keep_their_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A level that plays otherwise by now does not go on with a file that was begun."""
    out = tmp_path / "out"
    assert arena(seats=2, deals=3, out=out, advance=stopping_after(2)) == STOPPED
    monkeypatch.setitem(LEVELS, "random", Newer)
    with pytest.raises(ParseError, match="or of other players"):
        arena(seats=2, deals=3, out=out)


class Newer(RandomPlayer):
    """The player `random`, in a version that begins its deals otherwise."""

    version = 2

    def choose(self, view: Any, rng: Random) -> Any:
        return super().choose(view, rng) if view.turn else view.legal[0]


@each_game
def test_a_file_is_played_again(name: str, tmp_path: Path, capsys: Any) -> None:
    """Byte for byte, from the file alone, with any number of processes; several contests too."""
    out = tmp_path / "out"
    assert arena(game=name, format="heads-up", seed="7", deals=3, out=out) == 0
    capsys.readouterr()
    assert arena(replay=out) == 0
    assert capsys.readouterr().out == "3 of 3 lines are played again byte for byte\n"
    many = tmp_path / "many"
    assert arena(game=name, players="simple", presets=True, deals=1, out=many) == 0
    capsys.readouterr()
    assert arena(replay=many) == 0


def test_a_changed_deal_is_named(tmp_path: Path, capsys: Any) -> None:
    """A line that says another thing than what is played is told by its number; status 1."""
    out = tmp_path / "out"
    assert arena(seats=2, deals=4, out=out) == 0
    lines = out.read_text(encoding="utf-8").splitlines(keepends=True)
    data = json.loads(lines[2])
    data["log"] = "0" * 16
    lines[2] = json.dumps(data, separators=(",", ":")) + "\n"
    out.write_text("".join(lines), encoding="utf-8")
    capsys.readouterr()
    assert arena(replay=out) == 1
    told = capsys.readouterr().out.splitlines()
    assert told == [
        "line 3 is not what is played here",
        "3 of 4 lines are played again byte for byte",
    ]


def test_a_stranger_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A level that has changed since is named with both versions, beside the lines that differ."""
    out = tmp_path / "out"
    assert arena(seats=2, deals=2, out=out) == 0
    monkeypatch.setitem(LEVELS, "random", Newer)
    capsys.readouterr()
    assert arena(replay=out) == 1
    told, err = capsys.readouterr()
    assert err == "speto: random (dummy) was random/1, and is random/2 here\n"
    assert "line 2 is not what is played here" in told


def test_a_failing_player_leaves_what_was_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The deals before the one that failed can be gone on with when the player is mended."""
    count = 0

    class Fails(RandomPlayer):
        def choose(self, view: Any, rng: Random) -> Any:
            nonlocal count
            count += view.turn == 0 and not view.taken
            if count > 4:
                raise ZeroDivisionError("no idea")
            return super().choose(view, rng)

    out = tmp_path / "out"
    with monkeypatch.context() as patched:
        patched.setitem(LEVELS, "random", Fails)
        assert arena(players="random", seats=2, deals=6, out=out) == 1
    assert "raised ZeroDivisionError" in capsys.readouterr().err
    assert not out.exists()
    assert (tmp_path / "out.part").read_bytes().count(b"\n") == 5
    assert arena(players="random", seats=2, deals=6, out=out) == 0
    assert arena(replay=out) == 0


def test_what_stands_there_already_is_kept(tmp_path: Path) -> None:
    """A file of another program that bears the name, be it a single word, is not written over."""
    part = tmp_path / "out.part"
    for text in ("notes", "notes\n", '{"arena":1}'):
        part.write_text(text, encoding="utf-8")
        with pytest.raises(ParseError, match="is of another contest"):
            arena(seats=2, out=tmp_path / "out")
        assert part.read_text(encoding="utf-8") == text
    part.write_text("", encoding="utf-8")
    assert arena(seats=2, out=tmp_path / "out") == 0


def test_a_stop_in_the_first_line_is_gone_on_with(tmp_path: Path) -> None:
    """Of a run that was stopped while it wrote who plays, the rest is written."""
    whole, part = tmp_path / "whole", tmp_path / "out.part"
    assert arena(seats=2, out=whole) == 0
    part.write_bytes(whole.read_bytes()[:40])
    assert arena(seats=2, out=tmp_path / "out") == 0
    assert (tmp_path / "out").read_bytes() == whole.read_bytes()


def test_a_replay_takes_all_from_its_file(tmp_path: Path) -> None:
    """What would say otherwise what is played, or what is printed, is refused and not left out."""
    out = tmp_path / "out"
    assert arena(seats=2, out=out) == 0
    assert arena(replay=out, jobs=2) == 0
    for more in ({"players": "simple"}, {"deals": 2}, {"as_json": True}, {"seed": "2"}):
        with pytest.raises(ParseError, match="--replay: the file says what is played"):
            arena(replay=out, **more)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    """A replay of something else says what is wrong with it, and where."""
    wrong = tmp_path / "wrong"
    for text, sentence in (
        ("", "line 1: the file is empty"),
        ("{}\n", "line 1: this is no line of a results file"),
        ("[" * 100_000, "line 1: this is no line of a results file"),
        ('{"arena":2,"contests":[],"players":[]}\n', "a results file of form 2; this is form 1"),
        ('{"arena":1,"contests":[],"players":[]}\n', "there is no contest in it"),
    ):
        wrong.write_text(text, encoding="utf-8")
        with pytest.raises(ParseError) as refused:
            arena(replay=wrong)
        assert sentence in str(refused.value)
    with pytest.raises(FileNotFoundError):
        arena(replay=tmp_path / "nothing")


def test_mangled_files_are_refused_or_read(tmp_path: Path) -> None:
    """Whatever stands in a file, it is read or refused in a sentence, and never crashes."""
    out = tmp_path / "out"
    options = {"seats": 2, "deals": 2, "out": out}
    assert arena(**options) == 0
    text = out.read_text(encoding="utf-8")
    contest = enter("dummy", ["simple", "random"], seats=2, deals=2)
    random, refused = Random(5), 0
    for _ in range(400):
        out.write_text(mangled(random, text, '[]{}",:0123456789-e\n\0aπ'), encoding="utf-8")
        for read in (stored_in, lambda path: File(path, [contest])):
            try:
                read(out)
            except (ParseError, RulesError) as problem:
                refused += 1
                assert "\n" not in str(problem)
    assert refused > 600


STORED = sorted((Path(__file__).parent / "results").glob("*.jsonl"))


def test_each_game_has_stored_deals() -> None:
    """There are stored results of each game, so that nothing changes how deals go unseen."""
    contests = [contest for path in STORED for contest in stored_in(path).contests]
    assert {contest.game for contest in contests} == set(NAMES)


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
@pytest.mark.once
def test_stored_deals_are_played_again(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Deals that were stored come out the same, byte for byte, wherever they are played."""
    assert arena(replay=path) == 0, capsys.readouterr()


def test_every_option_is_passed_on() -> None:
    """What the command line asks is what the arena is told; what is left out is the same there."""
    command = get_command(app)
    assert isinstance(command, TyperGroup)
    options = {option.name: option.default for option in command.commands["arena"].params}
    told = {field.name: field.default for field in fields(Asked)}
    told["json"] = told.pop("as_json")
    assert options == told

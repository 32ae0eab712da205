"""The command line: what it prints, its exit status, and mistakes told in one line."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from random import Random

import pytest

import speto
from speto import bench
from speto.book import as_markdown, write_book
from speto.cards import PACK, write_cards
from speto.cli import main
from speto.dummy import PRESETS, Rules, State, start
from speto.match import begin
from speto.players import LEVELS, player
from speto.record import Record, write_records
from speto.terminal.page import HEIGHT, WIDTH
from speto.terminal.replay import Replay
from speto.terminal.screen import Screen
from speto.texts import languages, load
from tests.dealing import random_pack

Speto = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Speto:
    """`speto` with these arguments: its exit status, standard output and standard error."""

    def speto_(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["speto", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
        assert isinstance(end.value.code, int)
        return (end.value.code, *capsys.readouterr())

    return speto_


def played(seed: int, seats: int = 3, starter: int = 0, direction: int = 1) -> State:
    """A whole deal between computer players."""
    from random import Random

    random = Random(seed)
    pack = random_pack(random)
    state = start(Rules(), pack, seats=seats, starter=starter, direction=direction)
    simple = player("simple")
    while state.to_act is not None:
        state = state.apply(simple.choose(state.view_for(state.to_act), random))
    return state


def second_of(first: State) -> State:
    """The deal that follows in a match."""
    match = begin(Rules(), seats=first.seats, starter=first.starter).after(first)
    return played(2, first.seats, match.starter, match.direction)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with the two deals of a match."""
    names = ("Nok", "Ploy (simple)", "Pim (simple)")
    path = tmp_path / "records" / "two.deal"
    path.parent.mkdir()
    deals = (played(1), second_of(played(1)))
    records = [Record("dummy", names, state) for state in deals]
    path.write_text(write_records(records), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["play", "chess"], "'chess' is no game; there is dummy"),
        (["play", "--rules", "nothing"], "'nothing' is no preset"),
        (
            ["play", "--rules", "knock_valu=3"],
            "'knock_valu' is no option; did you mean knock_value?",
        ),
        (["play", "--rules", "color_knock=rainbow"], "color_knock='rainbow': there are off, color"),
        (["play", "--rules", "fool_scope=off"], "fool_reverse and fool_scope=off contradict"),
        (["play", "--level", "genius"], "'genius' is no level; there are random, beginner, "),
        (["play", "--lang", "xx"], "--lang 'xx': write en, th, zh-Hant, hi"),
        (["play", "--colors", "many"], "--colors 'many': write four, two, none"),
        (["play", "--warn", "no"], "--warn 'no': write always, risky, never"),
        (["play", "--resume", "no/such.deal"], "no/such.deal: No such file or directory"),
        (["rules", "chess"], "'chess' is no game; there is dummy"),
        (["play", "--seats", "5"], "Invalid value for '--seats'"),
        (["play", "--seed", "x"], "Invalid value for '--seed'"),
        (["play", "--sead", "1"], "No such option: --sead"),
        (["pley"], "No such command 'pley'"),
        (["replay"], "Missing argument 'file'"),
        (["replay", "no/such.deal"], "no/such.deal: No such file or directory"),
        (["replay", "."], ".: Is a directory"),
        (["check"], "Missing argument 'paths'"),
        (["check", "no/such"], "no/such: there is no such file or folder"),
        (["perft", "no/such.perft"], "no/such.perft: No such file or directory"),
    ],
)
def test_mistakes_are_one_line(arguments: list[str], says: str, run: Speto) -> None:
    """A mistake of the caller is one line on standard error, with its place, and status 2."""
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert err.startswith("speto: ") and err.endswith("\n") and err.count("\n") == 1
    assert says in err


@pytest.mark.parametrize("command", ["replay", "check", "perft"])
def test_no_text_is_one_line(command: str, tmp_path: Path, run: Speto) -> None:
    """A file that is no UTF-8 text is named with the first byte that is not."""
    binary = tmp_path / "binary.deal"
    binary.write_bytes(b"[Game\xff\xfe")
    status, out, err = run(command, binary)
    assert f"{binary}: byte 5 is not UTF-8 text" in out + err
    assert status == (1 if command == "check" else 2)


def test_an_empty_folder_is_a_mistake(tmp_path: Path, run: Speto) -> None:
    """A folder without a record is no proof of anything."""
    status, out, err = run("check", tmp_path)
    assert (status, out) == (2, "")
    assert err == f"speto: {tmp_path}: there is no record (.deal) in this folder\n"


def test_version_and_help(run: Speto) -> None:
    """The version is told, and without a command every command is listed."""
    assert run("--version") == (0, f"speto {speto.__version__}\n", "")
    status, out, err = run()
    assert (status, err) == (0, "")
    assert out == run("--help")[1]
    assert out.startswith("Usage: speto")
    for command in ("play", "rules", "replay", "check", "perft", "bench"):
        assert f"\n  {command} " in out
        assert run(command, "--help")[0] == 0


def test_check_finds_the_wrong_line(file: Path, run: Speto) -> None:
    """Good records pass; of a bad one its first wrong line is named, and the status is 1."""
    status, out, err = run("check", file.parent, file)
    assert (status, err) == (0, "")
    assert out == "files: 2, deals that hold: 4, files that do not: 0\n"
    lines = file.read_text(encoding="utf-8").split("\n")
    wrong = next(n for n, line in enumerate(lines) if line.startswith("="))
    lines[wrong] = lines[wrong].replace("+", "+1").replace(" -", " -1")
    bad = file.with_name("bad.deal")
    bad.write_text("\n".join(lines), encoding="utf-8")
    status, out, err = run("check", file.parent)
    assert (status, err) == (1, "")
    assert out.startswith(f"{bad}: line {wrong + 1}: by the rules here must stand: = ")
    assert out.endswith("\nfiles: 2, deals that hold: 2, files that do not: 1\n")


def test_replay_in_a_pipe(file: Path, run: Speto) -> None:
    """Every moment of a deal is written once with all hands, then the sheet."""
    state = second_of(played(1))
    status, out, err = run("replay", file, "--deal", 2)
    assert (status, err) == (0, "")
    assert "\x1b" not in out
    for at in range(state.at + 1):
        assert f"two.deal, deal 2 of 2, after {at} of {state.at} actions" in out
    assert "Cards laid" in out
    last = out.partition(f"after {state.at} of")[2]
    assert all(len(line) <= WIDTH for line in out.split("\n"))
    assert last.count("D-SCORE-2") == 2 * sum(
        entry.clause.code == "D-SCORE-2" for entry in state.ledger()
    )


def test_replay_of_one_moment(file: Path, run: Speto) -> None:
    """--at shows the moment after so many actions: hands, row, stock and what was done last."""
    states = [*played(1).history()][::-1]
    for at in (0, 1, 2, 30):
        status, out, err = run("replay", file, "--at", at)
        assert (status, err) == (0, "")
        assert out.count("\n") <= HEIGHT
        assert f"after {at} of {len(states) - 1} actions" in out
        cards = out.translate(str.maketrans("♣♦♥♠", "cdhs")).replace("10", "T")
        for hand in states[at].hands:
            assert all(str(card) in cards for card in hand)
        assert f"Next in the stock: {states[at].next_card}" in cards
    assert run("replay", file, "--at", 999)[2] == (
        f"speto: {file}: there is no moment 999; the deal has {len(states) - 1} actions\n"
    )
    assert run("replay", file, "--deal", 3)[2] == (
        f"speto: {file}: there is no deal 3; the file has 2\n"
    )


def test_replay_step_by_step(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a terminal Enter goes on, b goes back, a number jumps, s shows the sheet, q ends it."""
    seen: list[str] = []
    prompts: list[str] = []
    answers = iter(
        ["", "", "b", "30", "999", "b", "s", "q", "x", "? born", "q", "999", "", "999", ""]
    )

    def ask(self: Screen, lines: list[str], prompt: str) -> str:
        assert len(lines) < HEIGHT and all(len(line) <= WIDTH for line in lines)
        seen.append(lines[0].partition("after ")[2].partition(" ")[0] or lines[0])
        prompts.append(prompt)
        if len(seen) == 10:
            assert lines[-1].startswith("! Say Enter")
        return next(answers)

    monkeypatch.setattr(Screen, "ask", ask)
    records = [Record("dummy", ("Nok", "Ploy", "Pim"), played(seed)) for seed in (1, 2)]
    Replay(file, records, 1, Screen(), load()).step(0)
    last = records[0].state
    assert isinstance(last, State)
    assert seen[:6] == ["0", "1", "2", "1", "30", str(last.at)]
    assert seen[6] == str(last.at - 1)
    assert seen[7].startswith("Nok: ")
    assert seen[10].startswith("D-BORN-")
    assert [prompt.partition(".")[0] for prompt in (prompts[12], prompts[14])] == [
        "The end of this deal",
        "The end",
    ]
    assert next(answers, None) is None


def test_levels_and_presets_are_explained(run: Speto) -> None:
    """`speto play --help` has a line for each preset and level."""
    lines = run("play", "--help")[1].split("\n")
    for name in (*PRESETS, *LEVELS):
        assert any(re.match(rf" +{name}  +\w", line) for line in lines), name


def test_only_a_kept_match_goes_on(file: Path, run: Speto) -> None:
    """A record that play has not kept, and one whose deals do not follow, are refused by name."""
    status, out, err = run("play", "--resume", file)
    assert (status, out) == (2, "")
    assert err.startswith(f"speto: {file}: only a match that `speto play` has kept can go on")
    names = ("You", "Nok (simple)", "Ploy (simple)")
    wrong = played(2, starter=(second_of(played(1)).starter + 1) % 3)
    tags = (("Level", "simple"),)
    records = [Record("dummy", names, state, tags) for state in (played(1), wrong)]
    file.write_text(write_records(records), encoding="utf-8")
    status, out, err = run("play", "--resume", file)
    assert (status, out) == (2, "")
    assert err.startswith(f"speto: {file}: deal 2: Starter must be ")


def test_the_rule_book(run: Speto, monkeypatch: pytest.MonkeyPatch) -> None:
    """`speto rules` writes the book of a table in the language of the system or the one asked."""
    status, out, err = run("rules", "dummy", "--rules", "zh_online")
    assert (status, err) == (0, "")
    assert all(len(line) <= WIDTH for line in out.split("\n"))
    assert "\nThere is no last chance. The player who draws" in out
    assert "\n    50  the knock card\n" in out
    assert "(stock_end=immediate)" in out
    book = as_markdown(write_book(PRESETS["default"], load("th")))
    assert run("rules", "--lang", "th", "--markdown")[1] == book
    monkeypatch.setenv("LC_ALL", "")
    monkeypatch.setenv("LC_MESSAGES", "th_TH.UTF-8")
    assert run("rules", "--markdown")[1] == book
    monkeypatch.setenv("LC_ALL", "C")
    assert run("rules", "--markdown")[1] != book


def test_perft_counts(tmp_path: Path, run: Speto) -> None:
    """Right counts are ok; a wrong one shows the position and the count by first action."""
    pack = write_cards(PACK)
    good = tmp_path / "good.perft"
    good.write_text(f"id fresh\ndeal seats=2 pack={pack}\nperft 1 5\nperft 2 101 ; so many\n")
    assert run("perft", good) == (
        0,
        "fresh: perft 1 5 ok\nfresh: perft 2 101 ok\n2 of 2 counts are right\n",
        "",
    )
    assert "1 of 1 counts" in run("perft", good, "--depth", 1)[1]
    bad = tmp_path / "bad.perft"
    early = list(played(1).history())[2]
    bad.write_text(f"; a remark\n\nposition {early}\nperft 1 77\nperft all 1\n")
    status, out, err = run("perft", bad)
    assert (status, err) == (1, "")
    assert f"{bad}: line 4: block of line 3: perft 1 is " in out
    assert "  rules=default seats=3" in out
    assert out.endswith("of 2 counts are right\n")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "there is nothing to count"),
        ("id a\nperft 1 1\n", "line 1: the block has neither position nor deal"),
        ("id a\nposition hands=2c\n", "line 2: act= is missing from the position"),
        ("perft 1\n", "line 1: write depth and number of lines"),
        ("perft x 1\n", "line 1: 'x' is no depth"),
        ("count 1 1\n", "line 1: 'count' begins no line"),
        ("id a\nid b\n", "line 2: id stands twice"),
        ("deal seats=2\n", "line 1: pack= is missing from the deal"),
        ("deal seats=2 pack=2c\n", "is not the 52 cards"),
        ("deal seat=2\n", "line 1: 'seat=2' is no part of a deal"),
        ("deal seats=two pack=2c\n", "line 1: seats: write a whole number"),
        ("deal rules=x pack=2c\n", "line 1: 'x' is no preset"),
    ],
)
def test_perft_says_what_is_wrong(text: str, says: str, tmp_path: Path, run: Speto) -> None:
    """A file of counts that is not right is refused with its line and what would be right."""
    path = tmp_path / "a.perft"
    path.write_text(text)
    status, out, err = run("perft", path)
    assert (status, out) == (2, "")
    assert err.startswith(f"speto: {path}: ") and says in err


def test_bench_reports(monkeypatch: pytest.MonkeyPatch, run: Speto) -> None:
    """The measured figures are printed as a table, or as JSON with --json."""
    monkeypatch.setattr(bench, "measure", lambda: {"import_ms": 12.5})
    assert json.loads(run("bench", "--json")[1]) == {"import_ms": 12.5}
    status, out, err = run("bench")
    assert (status, err) == (0, "")
    assert out.startswith("import_ms") and "met" in out


def test_a_closed_pipe_is_no_error(file: Path) -> None:
    """Whoever reads only the first lines of the output gets no traceback."""
    paths = os.pathsep.join(filter(None, sys.path))
    with subprocess.Popen(
        [sys.executable, "-m", "speto", "replay", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": paths},
    ) as process:
        assert process.stdout and process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()
        assert process.wait() != 0


@pytest.mark.once
def test_the_library_is_light() -> None:
    """`import speto` and its rules load neither typer nor rich."""
    code = (
        "import sys, speto, speto.dummy, speto.record, speto.match, speto.players;"
        "print(sorted({'typer', 'rich'} & set(sys.modules)))"
    )
    paths = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        check=True,
        text=True,
        env={**os.environ, "PYTHONPATH": paths},
    )
    assert done.stdout == "[]\n"


def test_an_uncompiled_core_is_told(monkeypatch: pytest.MonkeyPatch, run: Speto) -> None:
    """Where the core should be compiled and is not, one line on standard error says so."""
    monkeypatch.setattr(speto, "uncompiled_note", lambda: "speto: slow")
    assert run("--version") == (0, f"speto {speto.__version__}\n", "speto: slow\n")


def test_check_follows_matches(tmp_path: Path, run: Speto) -> None:
    """Deals in one file that are no match are named, with what the next deal must be."""
    names = ("Nok", "Ploy", "Pim")
    file = tmp_path / "no-match.deal"
    records = [Record("dummy", names, played(1)) for _ in range(2)]
    file.write_text(write_records(records), encoding="utf-8")
    status, out, err = run("check", file)
    assert (status, err) == (1, "")
    assert out.startswith(f"{file}: deal 2: Starter must be ")


@pytest.mark.parametrize("language", languages())
def test_score_and_lesson_speak(language: str, run: Speto, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scores and the lesson are there in every language; without an answer the lesson ends well."""
    monkeypatch.setattr("sys.stdin", StringIO(""))
    table = Path(__file__).parent / "scores" / "D-KNOCK-4-both.score"
    status, out, err = run("score", "dummy", table, "--lang", language)
    assert (status, err) == (0, "")
    assert "D-KNOCK-4" in out
    status, out, err = run("learn", "--lang", language)
    assert (status, err) == (0, "")
    assert load(language).text("ui.learn.left") in out
    status, out, err = run("rules", "dummy", "--lang", language, "--rules", "zh_online")
    assert (status, err) == (0, "")
    assert "D-FOOL-2" in out


@pytest.mark.parametrize("seed", ["--5", "9" * 5000, "five"])
def test_a_seed_changed_by_hand(seed: str, tmp_path: Path, run: Speto) -> None:
    """A kept match whose seed is no number is refused by name, and is not offered."""
    state = start(Rules(), random_pack(Random(1)), seats=2)
    names = ("You", "Nok (simple)")
    tags = (("Level", "simple"), ("Seed", seed))
    file = tmp_path / "dummy-20990101-000000.deal"
    file.write_text(write_records([Record("dummy", names, state, tags)]), encoding="utf-8")
    status, _, err = run("play", "--resume", file)
    assert (status, err) == (2, f"speto: {file}: the tag Seed is no whole number\n")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
@pytest.mark.parametrize("command", ["learn", "rules", "score dummy -", "play --new --seed 1"])
def test_closed_streams(closed: str, command: str, tmp_path: Path) -> None:
    """Where a stream is closed there is no traceback."""
    done = subprocess.run(
        f"{sys.executable} -m speto {command} {closed}",
        shell=True,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
    )
    assert done.returncode in (0, 2)
    assert "Traceback" not in done.stderr


@pytest.mark.once
@pytest.mark.parametrize("command", ["rules indian", "check tests/records/indian/IT-34.deal", "-h"])
def test_a_closed_pipe_is_no_verdict(command: str) -> None:
    """Whoever stops reading gets the status of a closed pipe, not that of a file that is wrong."""
    with subprocess.Popen(
        [sys.executable, "-m", "speto", *command.split()],
        cwd=Path(__file__).parent.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert not process.stderr.read()
    assert process.returncode == 141


def test_names_of_files_obey_nobody(run: Speto, tmp_path: Path) -> None:
    """A file name with control characters is shown without them, on one line."""
    bad = tmp_path / "a\x1b[31m\nb.deal"
    bad.write_text("no record")
    for arguments in (["check", str(bad)], ["replay", str(tmp_path / "c\x1b[31m")]):
        _, out, err = run(*arguments)
        assert "\x1b" not in out + err
        assert "?[31m" in out + err


def test_the_arena_starts_no_crowd(run: Speto) -> None:
    """More processes than sense, players without a name and a game without one are refused."""
    for arguments in (["--jobs", "100000"], ["--players", ""], ["--game", ""]):
        status, _, err = run("arena", "--deals", "1", *arguments)
        assert (status, err.count("\n")) == (2, 1), arguments


def test_a_match_without_a_move_leaves_no_record_to_see(tmp_path: Path) -> None:
    """Who had no move is not sent to a record that was never kept."""
    done = subprocess.run(
        [
            *(sys.executable, "-m", "speto", "play", "indian", "--new", "--seats", "2"),
            *("--level", "random", "--seed", "8", "--records", str(tmp_path)),
        ],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not list(tmp_path.iterdir())
    assert "None" not in done.stdout

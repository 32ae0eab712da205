"""A person can play whole matches in 80 columns and 24 lines, by digits and Enter or by words."""

from __future__ import annotations

import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Timer

import pytest

from speto.cli import main
from speto.dummy import State, View, read_rules
from speto.dummy.actions import Discard, Draw, PickUp
from speto.record import read_records, write_records
from speto.terminal import save
from speto.terminal.choices import Ask, Unclear, choices, understand
from speto.terminal.news import deeds, tell
from speto.terminal.page import HEIGHT, WIDTH
from speto.terminal.person import Person as AtTheTable
from speto.terminal.screen import Left, Screen
from speto.terminal.sheet import items
from speto.terminal.speech import Speech
from speto.terminal.table import Standing, draw_table
from speto.texts import load
from tests.dealing import busy_choice, random_deal

Answers = Callable[[str], str]
NUMBER = re.compile(r"(?<![\w(])(\d+)\) ([^\s]+)")
ENGLISH = load("en")
NAMES = ("You", "Nok", "Ploy", "Chai")


class Output(io.StringIO):
    """Standard output that can show ♣♦♥♠."""

    encoding = "utf-8"


class Person:
    """Standard input that answers after having read what is on standard output."""

    def __init__(self, out: io.StringIO, answers: Answers) -> None:
        self.out = out
        self.answers = answers
        self.read_up_to = 0
        self.screens: list[str] = []
        self.said: list[str] = []

    def isatty(self) -> bool:
        return False

    def readline(self, size: int = -1, /) -> str:
        shown = self.out.getvalue()
        screen, self.read_up_to = shown[self.read_up_to :], len(shown)
        if self.screens:
            screen = screen.partition("\n")[2]  # the echo of the last answer
        self.screens.append(screen)
        try:
            self.said.append(self.answers(screen))
        except EOFError:
            return ""
        return self.said[-1] + "\n"


def run(monkeypatch: pytest.MonkeyPatch, answers: Answers, *arguments: str) -> tuple[int, Person]:
    """`speto` with these arguments, and somebody who answers."""
    out = Output()
    person = Person(out, answers)
    monkeypatch.setattr(sys, "argv", ["speto", *arguments])
    monkeypatch.setattr(sys, "stdin", person)
    monkeypatch.setattr(sys, "stdout", out)
    with pytest.raises(SystemExit) as end:
        main()
    person.screens.append(out.getvalue()[person.read_up_to :].partition("\n")[2])
    assert isinstance(end.value.code, int)
    return end.value.code, person


def offered(screen: str) -> dict[str, str]:
    """The numbers of the list on a screen, by their words."""
    return {word: number for number, word in NUMBER.findall(screen) if word[0] in "+^=>-#."}


def by_digits(random: Random) -> Answers:
    """Says a number of the list; 1 or 2 where it is asked back; else Enter."""

    def answer(screen: str) -> str:
        prompt = screen.rpartition("\n")[2]
        if "(1/2)" in prompt:
            return random.choice("112")
        numbers = list(offered(screen).values())
        return random.choice(numbers) if numbers and "table" not in prompt else ""

    return answer


def lively(random: Random) -> Answers:
    """The same, but rather lays and picks up, so that hands, melds and lists grow long."""
    plain = by_digits(random)

    def answer(screen: str) -> str:
        prompt = screen.rpartition("\n")[2]
        if "(1/2)" in prompt:
            return "1"
        wanted = [number for word, number in offered(screen).items() if word[0] in "^=>#"]
        return random.choice(wanted) if wanted and random.random() < 0.8 else plain(screen)

    return answer


def assert_fits(screens: list[str]) -> None:
    for screen in screens:
        lines = screen.split("\n")
        assert len(lines) <= HEIGHT, screen
        assert all(len(line) <= WIDTH for line in lines), screen
        assert "\x1b" not in screen


@pytest.mark.parametrize("seed", range(6))
def test_a_match_by_digits(seed: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Digits and Enter alone play a match to its end; every screen fits; the record holds."""
    rules = ["default", "zh_online", "thai_classic,match_target=200"][seed % 3]
    answers = (by_digits, lively)[seed % 2](Random(seed))
    seats = 2 + seed % 3
    arguments = ["--seats", str(seats), "--seed", str(seed), "--rules", rules]
    status, person = run(
        monkeypatch, answers, "play", "dummy", *arguments, "--records", str(tmp_path)
    )
    assert status == 0
    assert_fits(person.screens[:-1])
    assert "The match is over" in person.screens[-1]
    [file] = tmp_path.iterdir()
    records = read_records(file.read_text(encoding="utf-8"))
    assert len(records[0].names) == seats
    assert all(record.state.over for record in records)
    assert records[0].state.rules == read_rules(rules)
    assert records[0].tag("Seed") == str(seed)
    assert write_records(records) == file.read_text(encoding="utf-8")


def test_a_seed_repeats_the_match(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With a seed and the same answers, cards, starter and computer players are the same."""
    records = []
    for name, seed in (("a", 5), ("b", 5), ("c", 6)):
        folder = tmp_path / name
        arguments = ["--level", "random", "--seed", str(seed), "--records", str(folder)]
        run(monkeypatch, by_digits(Random(0)), "play", "dummy", *arguments)
        [file] = folder.iterdir()
        records.append(file.read_text(encoding="utf-8"))
    assert records[0] == records[1] != records[2]


def says(*answers: str) -> Answers:
    """Says these things and then leaves by the end of the input."""
    left = list(answers)

    def answer(screen: str) -> str:
        if not left:
            raise EOFError
        return left.pop(0)

    return answer


def test_refused_words_are_explained(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A refused word is answered with the clause's code and words, and the question comes again."""
    said = [
        "=2c2d2h",
        "-2c",
        "#2c",
        "-zz",
        "^2c",
        "99",
        "hello" * 900,
        "\x1b[2J",
        "?",
        "",
        "+",
        "+",
    ]
    arguments = ["--seed", "1", "--records", str(tmp_path)]
    status, person = run(monkeypatch, says(*said), "play", "dummy", *arguments)
    assert status == 0
    assert_fits(person.screens[:-1])
    shown = [" ".join(screen.split()) for screen in person.screens]
    for at in (1, 2, 3):
        assert "is refused. D-TURN-1: Take a card first. In a turn you draw" in shown[at]
        assert "Number or word" in shown[at] or "Enter for" in shown[at]
    assert "'zz' is no card; write rank" in shown[4]
    assert "write the row card and the meld, as in ^7c=7c8c9c" in shown[5]
    assert "There is no 99 in the list" in shown[6]
    assert "'hellohello" in shown[7]
    assert "\\x1b[2j" in shown[8]
    assert ">6c@7c lay off the 6c" in shown[9]
    assert "D-TURN-2: Take only once in a turn." in shown[12]


def test_what_costs_points_is_asked_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A discard with a risk is told with its points and rules, and done only after a yes."""
    arguments = ["play", "dummy", "--seed", "1", "--records", str(tmp_path)]
    _, person = run(monkeypatch, says("+", "-7c", "", "7c", "n", "-7c", "y"), *arguments)
    for at in (2, 4, 6):
        assert (
            "If you discard 7♣:\n  -50 perhaps: Feeding the head (D-PEN-HEAD)"
            in (person.screens[at])
        )
    for at in (3, 5):
        assert "-7c (-50?)" in person.screens[at]
    assert "Stock 21" in person.screens[7]
    assert "[You -50: Feeding the head]" in person.screens[7]


def test_a_big_pick_up_is_asked_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A pick-up of many cards shows what is laid and what comes, and is done only after a yes."""
    arguments = ["play", "dummy", "--seed", "1", "--records", str(tmp_path)]
    words = ("+", "-kh", "+", "-6s", "6c7c8c", "n", "^6c=6c7c8c", "y")
    _, person = run(monkeypatch, says(*words), *arguments)
    for at in (5, 7):
        assert "You lay 6♣ 7♣ 8♣" in person.screens[at]
        assert "Into your hand go K♣ 6♠ 3♥ T♥ 5♥." in person.screens[at]
        assert "you hold 10 cards" in person.screens[at]
    assert "3) ^6c=6c7c8c  brings 5 cards, leaves 10 in hand" in person.screens[6]
    assert "Hand 10" in person.screens[8]


def test_help_log_and_sheet(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Rules by code, the log and the sheet so far can be asked for; a quit is asked back."""
    arguments = ["play", "dummy", "--seed", "1", "--records", str(tmp_path)]
    words = ("l", "", "?pen-full", "? nope", "+", "l", "", "s", "", "q", "n", "q", "y")
    status, person = run(monkeypatch, says(*words), *arguments)
    assert status == 0
    assert "Nothing has been done" in person.screens[1]
    assert "D-PEN-FULL: Full discard. Your discard" in person.screens[3]
    assert "'NOPE' is no rule" in person.screens[4]
    assert "drew K♥" in person.screens[6]
    assert "You 0" in person.screens[8]
    assert "Leave the match?" in person.screens[10]
    assert "Number or word" in person.screens[11]
    assert person.screens[-1].startswith("You have left the match.\nRecord: ")


def moments(random: Random, n_deals: int) -> list[State]:
    """Moments of random deals."""
    found = []
    for _ in range(n_deals):
        state = random_deal(random)
        while not state.over:
            found.append(state)
            state = state.apply(state.legal[busy_choice(random, state)])
    return found


def speech_for(view: View, *, signs: bool = True) -> Speech:
    return Speech(ENGLISH, view.rules, NAMES[: view.seats], signs)


def test_the_list_holds_every_legal_word(n_deals: int = 15) -> None:
    """Each legal action stands in the list once, and is understood by its number and its word."""
    for state in moments(Random(1), n_deals):
        assert state.to_act is not None
        view = state.view_for(state.to_act)
        speech = speech_for(view)
        found = choices(view, speech)
        assert sorted(map(str, view.legal)) == sorted(str(choice.action) for choice in found)
        assert [choice.number for choice in found] == list(range(1, len(found) + 1))
        for choice in found:
            assert understand(str(choice.number), view, found, speech) == choice.action
            assert understand(str(choice.action), view, found, speech) == choice.action


def test_every_moment_fits() -> None:
    """Whatever the moment, the table, the news and a page of the list fit; no choice is lost."""
    for state in moments(Random(2), 15):
        assert state.to_act is not None
        assert_all_is_shown(state.view_for(state.to_act))


def test_the_fullest_table_fits() -> None:
    """A hand of forty cards and a table full of short melds fit, over several pages."""
    hand = "".join(f"{rank}{suit}" for rank in "23456789T" for suit in "cdhs")
    row = "As.1,Qd.2,Qh.3,Qs.4"
    hands = f"{hand}JcQcKcAcJd/AhAd"
    many = f"act=0 phase=drew:2c turn=9 row={row} head=Kd melds=0:KdKhKs hands={hands} stock=JhJs"
    melds = (
        "0:2c3c@14c@25c@3,1:6c@07c8c@29c@3,0:2d3d@14d@25d@3,1:6d@07d8d@29d@3,2:2h@03h@14h5h@3,"
        "3:6h@07h8h@29h,2:2s@03s@14s5s@3,3:6s@07s8s@29s,0:TcJc@1Qc@2Kc@3,1:Td@0JdQd@2Kd@3"
    )
    row = "Ah.1,As.2,Ac.4,Ad.5"
    full = f"act=0 phase=last turn=9 row={row} head=2c melds={melds} hands=ThJh/QhKh/TsJs/QsKs"
    for position in (f"{many} born=0", full):
        assert_all_is_shown(State.read(position).view_for(0))


def assert_all_is_shown(view: View) -> None:
    speech = speech_for(view)
    person = AtTheTable(Screen(), speech)
    top = draw_table(view, Standing(3, (-1234,) * view.seats), speech)
    found = choices(view, speech)
    for note in ([], ["a remark"] * 9):
        person.note = note
        leaves = person.leaves(view, top, found)
        assert_fits(["\n".join([*leaf, "prompt"]) for leaf in leaves])
        numbers = [number for leaf in leaves for number, _ in NUMBER.findall("\n".join(leaf))]
        assert numbers == [str(choice.number) for choice in found]
        assert all(leaf[: len(top)] == top for leaf in leaves)


def test_short_answers() -> None:
    """Cards alone, verbs, signs, capitals, spaces and any card of a meld are understood."""
    position = (
        "act=0 phase=take row=7c,9d.1 hands=8c9c9h9s2d/3d4d5d melds=1:6h7h8h,0:TcJcQc head=7c"
        " turn=4"
    )
    taking = State.read(position).view_for(0)
    speech = speech_for(taking)
    found = choices(taking, speech)

    def means(answer: str) -> str:
        return str(understand(answer, taking, found, speech))

    assert means("d") == means(" DRAW ") == means("+6s") == "+"
    assert means("9d9H 9♠") == "^9d=9d9h9s"
    assert means("7♣") == means("7c 8c 9c") == "^7c=7c8c9c"
    assert means("2d") == "-2d"
    for unclear in ("9d", "p", "k", "2d3d", "xyzzy", "0", "999999999999999"):
        with pytest.raises(Unclear):
            means(unclear)
    acting = State.read(position).apply(Draw()).view_for(0)
    found = choices(acting, speech)
    assert str(understand("9h@8h", acting, found, speech)) == ">9h@6h"
    assert str(understand(">9h@7h", acting, found, speech)) == ">9h@6h"
    assert understand("2d", acting, found, speech) == Discard(taking.hand[0])
    assert understand("", acting, found, speech) is Ask.MORE


def test_a_named_draw_tells_nothing() -> None:
    """Naming the card of a draw is taken as a plain draw: no refusal says what the stock hides."""
    state = next(state for state in moments(Random(3), 2) if Draw() in state.legal)
    assert state.to_act is not None
    view = state.view_for(state.to_act)
    speech = speech_for(view)
    for card in ("2c", "Qs", "Ah"):
        assert understand(f"+{card}", view, choices(view, speech), speech) == Draw()


def test_the_sheet_holds_every_entry() -> None:
    """Each ledger entry stands on the sheet once, with points, title, cards and code."""
    for state in moments(Random(4), 12):
        view = state.view_for(0)
        blocks = items(view, speech_for(view, signs=False))
        assert all(len(line) <= WIDTH for block in blocks for line in block)
        lines = [line for block in blocks for line in block if re.match(r" *[+-]\d", line)]
        assert len(lines) == len(view.entries)
        ends = sorted((line.split()[0], line.split()[-1]) for line in lines)
        assert ends == sorted((f"{e.points:+d}", e.clause.code) for e in view.entries)


def test_the_news_counts_what_was_taken() -> None:
    """The log as told has a line for each turn and says how many cards a pick-up took."""
    for state in moments(Random(5), 12):
        assert state.to_act is not None
        done = deeds(state.view_for(None).head, state.view_for(None).log)
        for deed, before in zip(done, list(state.history())[:0:-1], strict=True):
            if isinstance(deed.action, PickUp):
                row = [place.card for place in before.view_for(None).row]
                assert list(deed.takes) == row[row.index(deed.action.card) :]
        view = state.view_for(state.to_act)
        assert_fits(["\n".join(tell(done[-12:], view, speech_for(view)))])


def test_an_unwritable_place_is_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where the record can't be written, the sheet and the end say so and the match goes on."""
    blocked = tmp_path / "file"
    blocked.write_text("")
    arguments = ["--seed", "3", "--seats", "2", "--records", str(blocked / "records")]
    status, person = run(monkeypatch, by_digits(Random(3)), "play", "dummy", *arguments)
    assert status == 0
    assert_fits(person.screens[:-1])
    assert "The match is over" in person.screens[-1]
    for screen in (person.screens[-1], next(s for s in person.screens if s.startswith("Deal 1:"))):
        assert "The record can't be saved: " in " ".join(screen.split())
        assert "Not a directory" in " ".join(screen.split())


def test_a_record_is_written_whole(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A write that fails leaves the old file as it was and nothing beside it."""
    file = tmp_path / "a.deal"
    save.write_whole(file, "old\n")

    def fail(*arguments: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="disk is full"):
        save.write_whole(file, "new\n")
    assert [path.name for path in tmp_path.iterdir()] == ["a.deal"]
    assert file.read_text() == "old\n"


def test_records_go_to_the_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without --records they are kept in $XDG_DATA_HOME, or in ~/.local/share."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert save.data_folder() == tmp_path / "speto" / "records"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    monkeypatch.setenv("HOME", "/home/nok")
    assert save.data_folder() == Path("/home/nok/.local/share/speto/records")


def environment(**more: str) -> dict[str, str]:
    names = ("PATH", "PYTHONPATH", "SPETO_PURE", "HOME")
    kept = {name: os.environ[name] for name in names if name in os.environ}
    return {**kept, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **more}


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "speto", *arguments]


@pytest.mark.skipif(sys.platform == "win32", reason="signals are of POSIX")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_an_interrupt_saves(name: str, tmp_path: Path) -> None:
    """Ctrl-C, a kill and a closed terminal leave cleanly, with the deal so far saved."""
    arguments = command("play", "dummy", "--seed", "1", "--records", str(tmp_path))
    with subprocess.Popen(
        arguments,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(PYTHONIOENCODING="utf-8"),
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write(b"+\n")
        process.stdin.flush()
        for line in process.stdout:
            if line.startswith(b"Discard"):
                break
        process.send_signal(getattr(signal, name))
        # one that comes in the instant before the read is only seen with the next
        again = Timer(5, process.send_signal, [getattr(signal, name)])
        again.start()
        assert b"You have left the match." in process.stdout.read()
        again.cancel()
        assert process.wait() == 0
        assert process.stderr.read() == b""
    [file] = tmp_path.iterdir()
    [record] = read_records(file.read_text(encoding="utf-8"))
    assert len(record.state.log) == 1


def test_letters_where_signs_cannot_be_shown(tmp_path: Path) -> None:
    """Where the encoding has no ♣♦♥♠, cards are letters, and nothing else fails either."""
    done = subprocess.run(
        command("play", "--seed", "1", "--records", str(tmp_path)),
        input=b"+\n-7c\n1\n?\n",
        capture_output=True,
        check=True,
        env=environment(PYTHONIOENCODING="ascii"),
    )
    assert b"Hand 8    7c 8c Jc Qc  Kh  6s 9s Qs" in done.stdout
    assert done.stderr == b""


def at_a_terminal(answers: list[str], *arguments: str, **more: str) -> list[str]:
    """What a terminal of 80 by 24 is sent, screen by screen; in the last stands how it ended."""
    terminal, end = pty.openpty()
    termios.tcsetwinsize(end, (HEIGHT, WIDTH))
    process = subprocess.Popen(
        command(*arguments),
        stdin=end,
        stdout=end,
        stderr=end,
        env=environment(TERM="xterm", **more),
        start_new_session=True,
    )
    os.close(end)
    sent, waiting = b"", list(answers)
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            if select.select([terminal], [], [], 0.1)[0]:
                sent += (piece := os.read(terminal, 4096))
                if piece:
                    continue
                break
        except OSError:  # so Linux tells that the other end is closed
            break
        if waiting and sent.endswith(b"> "):
            os.write(terminal, waiting.pop(0).encode())
    os.close(terminal)
    assert process.wait(10) == 0
    clear = "\x1b[2J\x1b[H"
    return sent.decode("utf-8").replace("\r", "").split(clear)


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are of POSIX")
def test_at_a_terminal(tmp_path: Path) -> None:
    """A terminal gets a cleared screen each time, red suits in color, and no more than 24 lines."""
    arguments = ["play", "dummy", "--seed", "1", "--records", str(tmp_path)]
    answers = ["+\n", "-7c\n", "y\n", "\n", "?\n", "\n", "\x04"]
    for colors, more in ((True, {}), (False, {"NO_COLOR": "1"})):
        screens = at_a_terminal(answers, *arguments, PYTHONIOENCODING="utf-8", **more)
        assert len(screens) == len(answers) + 1
        assert ("\x1b[1;31m7♦*\x1b[0m" in screens[1]) is colors
        assert "31m" in "".join(screens) or not colors
        plain = [re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", screen) for screen in screens]
        assert "Row 1     7♦*" in plain[1]
        assert_fits([screen.removesuffix("\n") for screen in plain[1:-1]])
        assert "You have left the match." in plain[-1]
    assert len(list(tmp_path.iterdir())) == 2


def test_leaving_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever leaves gives no action: the loop hears of it as `Left`."""
    state = State.read("act=0 hands=2c3c/4c5c row=9h turn=0")
    person = AtTheTable(Screen(), speech_for(state.view_for(0)))
    monkeypatch.setattr("builtins.input", lambda prompt: "q" if "help" in prompt else "y")
    with pytest.raises(Left):
        person.choose(state.view_for(0), Standing(1, (0, 0)), state.why_not)


def test_computers_see_only_views() -> None:
    """Only the loop and the replay of the terminal know a `State`."""
    folder = Path(save.__file__).parent
    knowing = {
        file.stem
        for file in folder.glob("*.py")
        if re.search(
            r"^from speto.dummy import .*\bState\b|speto.dummy.state", file.read_text(), re.M
        )
    }
    assert knowing == {"game", "replay"}


def test_every_text_is_spoken() -> None:
    """Each text of the terminal is used by it."""
    folder = Path(save.__file__).parent
    code = "".join(file.read_text(encoding="utf-8") for file in folder.glob("*.py"))
    for key in ENGLISH.texts:
        if key.startswith("ui.terminal."):
            name = key.removeprefix("ui.terminal.")
            group = name.partition(".")[0]
            spoken = (f'"{name}"', f"'{name}'", f'"{key}"', f'"{group}.{{')
            assert any(word in code for word in spoken), key

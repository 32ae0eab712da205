"""A person can play whole matches in 80 columns and 24 lines, by digits and Enter or by words."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path
from random import Random
from threading import Timer

import pytest
from rich.cells import cell_len

from speto.dummy import State, View, read_rules
from speto.dummy.actions import Discard, Draw, Knock, PickUp
from speto.moment.dummy import matters
from speto.record import read_records, write_records
from speto.terminal import save
from speto.terminal.answer import Ask, Question, Unclear
from speto.terminal.dummy.choices import choices, understand
from speto.terminal.dummy.hint import advice, reason
from speto.terminal.dummy.news import ENDS, deeds, tell
from speto.terminal.dummy.offer import asked_about
from speto.terminal.dummy.table import LOOK, Look
from speto.terminal.dummy.worth import brings
from speto.terminal.face import Standing, Warn, face_of
from speto.terminal.page import HEIGHT, WIDTH, pieces, wrap
from speto.terminal.person import Person as AtTheTable
from speto.terminal.screen import Left, Screen
from speto.terminal.sheet import items
from speto.terminal.speech import Speech
from speto.texts import load
from tests.dealing import busy_choice, random_deal
from tests.keyboard import Answers, assert_fits, run, says

LINE = re.compile(r" ?(\d+)\) .*?(\S+)$")
ENGLISH = load("en")
NAMES = ("You", "Nok", "Ploy", "Chai")


def offered(screen: str) -> dict[str, str]:
    """The numbers of the list on a screen, by their words, and those below the hand by themselves.

    A move that takes two lines has its word on the second.
    """
    joined = re.sub(r"\n    +", " ", screen)
    lines = joined.split("\n")
    listed = [found for line in lines if (found := LINE.match(line))]
    below = [n for line in lines if re.fullmatch(r"[\d ]+", line) for n in line.split()]
    return {**{number: number for number in below}, **{found[2]: found[1] for found in listed}}


def by_digits(random: Random) -> Answers:
    """Says a number of the list; 1 or 2 where it is asked back; else Enter."""

    def answer(screen: str) -> str:
        prompt = screen.rpartition("\n")[2]
        if "1 yes, 2 no" in prompt:
            return random.choice("112")
        if prompt.startswith("Enter") or prompt.startswith("Page"):
            return ""
        return random.choice(list(offered(screen).values()))

    return answer


def lively(random: Random) -> Answers:
    """The same, but rather lays and picks up, so that hands, melds and lists grow long."""
    plain = by_digits(random)

    def answer(screen: str) -> str:
        prompt = screen.rpartition("\n")[2]
        if "1 yes, 2 no" in prompt:
            return "1"
        wanted = [number for word, number in offered(screen).items() if word[0] in "^=>#"]
        return random.choice(wanted) if wanted and random.random() < 0.8 else plain(screen)

    return answer


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


def test_refused_words_are_explained(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A refused word is answered with the clause's code and words, and the question comes again."""
    said = [
        "=2c2d2h",
        "-2c",
        "k",
        "-zz",
        "^2c",
        "99",
        "hello" * 900,
        "\x1b[2J",
        "7 8",
        "p",
        "?",
        "",
        "",
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
        assert "Number or word" in shown[at]
    assert "'-zz' is not understood." in shown[4]
    assert "'^2c' is not understood." in shown[5]
    assert "There is no 99 in the list" in shown[6]
    assert "'hellohello" in shown[7]
    assert "\\x1b[2J" in shown[8]
    assert "'7 8': to lay a meld say the numbers" in shown[9]
    assert "write the whole word, as in ^7c=7c8c9c" in shown[10]
    assert "! k" not in shown[11] and "D-TURN-1: Take a card first." in shown[11]
    assert ">6c@7c lay off the 6c" in shown[12]
    assert "D-TURN-2: Take only once in a turn." in shown[16]


def test_what_costs_points_is_asked_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A discard that is risky is told with its points and rules, and done only after a yes."""
    arguments = ["play", "dummy", "--seed", "1", "--records", str(tmp_path)]
    _, person = run(monkeypatch, says("+", "-7c", "", "7c", "n", "1", "so", "y"), *arguments)
    for at in (2, 4, 6):
        assert (
            "If you discard 7♣:\n? -50 perhaps for 7♣: Feeding the head (D-PEN-HEAD)"
            in (person.screens[at])
        )
    for at in (3, 5):
        assert " 7♣?  8♣   J♣" in person.screens[at]
        assert "? -50 perhaps for 7♣: Feeding the head (D-PEN-HEAD)" in person.screens[at]
    assert "! Say 1 for yes or 2 for no" in person.screens[7]
    assert "Stock: 21." in person.screens[8]
    assert "[You -50: Feeding the head (D-PEN-HEAD)]" in " ".join(person.screens[8].split())


def test_warnings_can_be_turned_off(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With --warn never and after w nothing is asked and no risk shown; always asks for each."""
    arguments = ["play", "dummy", "--seed", "1", "--new", "--records", str(tmp_path)]
    _, person = run(monkeypatch, says("+", "-7c"), *arguments, "--warn", "never")
    assert "perhaps" not in person.screens[1]
    assert "Stock: 21." in person.screens[2]
    _, person = run(monkeypatch, says("+", "w", "", "-7c"), *arguments)
    assert "Warnings are off" in person.screens[2]
    assert "Stock: 21." in person.screens[4]
    state = State.read("act=0 phase=drew:9s row=9h,2d.1,5c.2 hands=8h7h9s/4d5d turn=3")
    view = state.view_for(0)
    asked = {w: [str(c) for c in view.hand if asked_about(c, view, w)] for w in Warn}
    assert asked[Warn.ALWAYS] == ["8h", "9s"]
    assert asked[Warn.NEVER] == []
    assert asked[Warn.RISKY] == ["8h", "9s"]


def test_a_big_pick_up_is_asked_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A pick-up of many cards shows what is laid and what comes, and is done only after a yes."""
    arguments = ["play", "dummy", "--seed", "1", "--records", str(tmp_path)]
    words = ("+", "-kh", "+", "-6s", "6c7c8c", "n", "^6c=6c7c8c", "y")
    _, person = run(monkeypatch, says(*words), *arguments)
    for at in (5, 7):
        assert "You lay 6♣ 7♣ 8♣ from hand and row: +15." in person.screens[at]
        assert "Into your hand go K♣ 6♠ 3♥ 10♥ 5♥." in person.screens[at]
        assert "in your hand after that: 10" in person.screens[at]
    offer = "pick up 6♣ and lay 6♣ 7♣ 8♣, +15; 5 more cards to your hand  ^6c=6c7c8c"
    assert offer in person.screens[6]
    assert "Your hand (10):" in person.screens[8]


def test_help_log_and_sheet(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Rules by code, the log and the sheet so far can be asked for; a quit is asked back."""
    arguments = ["play", "dummy", "--seed", "1", "--records", str(tmp_path)]
    words = ("l", "", "?pen-full", "? nope", "", "+", "l", "", "s", "", "q", "n", "q", "y")
    status, person = run(monkeypatch, says(*words), *arguments)
    assert status == 0
    assert "Nothing has been done" in person.screens[1]
    assert "D-PEN-FULL: Full discard. Your discard" in person.screens[3]
    assert "No rule is about nope" in person.screens[4]
    assert "You: drew K♥" in person.screens[7]
    assert "You: 0" in person.screens[9]
    assert "Leave the match?" in person.screens[11]
    assert "Number or word" in person.screens[12]
    assert person.screens[-1].startswith("You have left the match.\nRecord: ")
    assert "\nSee it again: speto replay " in person.screens[-1]
    assert "\nGo on: speto play dummy --resume " in person.screens[-1]


def test_enter_after_a_text_does_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where Enter would make the only move, Enter right after a shown text only clears the text."""
    arguments = ["play", "dummy", "--seed", "1", "--records", str(tmp_path)]
    _, person = run(monkeypatch, says("? born-1", "", ""), *arguments)
    assert "D-BORN-1: Your first" in person.screens[1]
    assert "Enter: draw" in person.screens[2]
    assert "Stock: 23." in person.screens[2]
    assert "Stock: 22." in person.screens[3]


def test_questions_are_answered_anywhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`?` with a code, a word or a number works at yes-or-no questions and on pages."""
    arguments = ["play", "dummy", "--seed", "1", "--records", str(tmp_path)]
    words = ("+", "-7c", "? head", "? 3", "? codes", "q", "q", "q", "? rules", "hm", "q", "?", "")
    _, person = run(monkeypatch, says(*words), *arguments)
    assert_fits(person.screens[:-1])
    assert "D-HEAD-1: The head opens the row" in person.screens[3]
    assert "3) discard J♣  -Jc" in person.screens[4]
    assert "D-DEAL-1      Each player gets 11, 9 or 7 cards" in person.screens[5]
    assert "D-HEAD-1: The head opens the row" in person.screens[7]
    assert "Discard 7♣ all the same?" in person.screens[8]
    assert "Thai Dummy: the rules" in person.screens[9]
    assert "! Enter goes on" in person.screens[10]
    assert "These rules matter now." in person.screens[12]
    assert "D-PEN-HEAD: Feeding the head" in person.screens[12]


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
        look = Look(by_rank=state.at % 2 == 0)
        found = choices(view, speech, look)
        order = look.sorted(view.hand)
        thrown = [c.action.card for c in found if isinstance(c.action, Discard)]
        assert thrown in ([], order)
        first = [choice.action for choice in found[: len(thrown)]]
        assert first == list(map(Discard, thrown))
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
    person = AtTheTable(Screen(), face_of("dummy", speech))
    standing = Standing(3, (-1234,) * view.seats)
    found = choices(view, speech)
    for note in ([], ["a remark"] * 5):
        person.note = note
        leaves = person.leaves(view, standing, found)
        assert_fits(["\n".join([*leaf, "prompt"]) for leaf in leaves])
        shown = "\n".join(line for leaf in leaves for line in leaf)
        numbers = set(re.findall(r"(?<!\S)(\d+)\) ", shown)) | set(re.findall(r"\d+", shown))
        assert all(str(choice.number) in numbers for choice in found)
        words = " ".join(shown.split())
        for choice in found:
            if not isinstance(choice.action, Discard):
                assert f"{choice.number}) {' '.join(choice.text.split())}" in words


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
    for unclear in ("9d", "p", "2d3d", "xyzzy", "0", "999999999999999"):
        with pytest.raises(Unclear):
            means(unclear)
    acting = State.read(position).apply(Draw()).view_for(0)
    found = choices(acting, speech)
    assert str(understand("9h@8h", acting, found, speech)) == ">9h@6h"
    assert str(understand(">9h@7h", acting, found, speech)) == ">9h@6h"
    assert understand("2d", acting, found, speech) == Discard(taking.hand[0])
    assert understand("", acting, found, speech) is Ask.MORE
    assert understand("? word", acting, found, speech) == Question("word")
    order = LOOK.sorted(acting.hand)
    nines = " ".join(str(order.index(card) + 1) for card in acting.hand if card.rank == 9)
    assert str(understand(nines, acting, found, speech)) == "=9c9h9s"
    for unclear in ("1 2", "1 1 1", "1 2 99"):
        with pytest.raises(Unclear):
            understand(unclear, acting, found, speech)


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
        blocks = items(view, speech_for(view, signs=False), ENDS)
        assert all(len(line) <= WIDTH for block in blocks for line in block)
        lines = [line for block in blocks for line in block if re.match(r" *[+-]\d", line)]
        assert len(lines) == len(view.entries)
        begins = sorted(tuple(line.split()[:2]) for line in lines)
        assert begins == sorted((f"{e.points:+d}", e.clause.code) for e in view.entries)
        text = " ".join(" ".join(line for block in blocks for line in block).split())
        for entry in view.entries:
            seat, action = view.log[entry.at]
            assert f"{NAMES[seat]}: {str(action).replace('T', '10')})" in text


def test_a_move_brings_what_was_said() -> None:
    """What a move is said to bring, also in fines for others, is what it brings."""
    for state in moments(Random(6), 10):
        view = state.view_for(state.to_act)
        for action in view.legal:
            if not isinstance(action, Draw):
                after = state.apply(action)
                told = [entry for entry in brings(view, action)]
                if not after.over:
                    assert told == list(after.entries())
                elif isinstance(action, Knock):
                    own = [entry for entry in after.entries() if entry.seat == view.seat]
                    assert [entry for entry in told if entry.seat == view.seat] == own


def test_hints_and_help_at_every_moment() -> None:
    """At every moment there is a legal hint with its reason, and some rules that matter."""
    said = set()
    for state in moments(Random(7), 12):
        view = state.view_for(state.to_act)
        speech = speech_for(view)
        action = advice(view)
        assert action in view.legal
        text = reason(action, view, speech)
        assert text.endswith(".")
        said.add(text.split()[0])
        codes = [clause.code for clause in matters(view)]
        assert 0 < len(codes) == len(set(codes)) <= 16
        if any(isinstance(action, Discard) for action in view.legal):
            for risks in view.risks.values():
                assert {risk.clause.code for risk in risks} <= set(codes)
    assert {"Draw:", "Discard", "Lay", "Pick", "Knock"} <= said


def test_lines_end_where_they_may() -> None:
    """Thai and Chinese are broken between letters, never before a mark, and nothing is lost."""
    thai = load("th").texts["clause.D-FOOL-1.next_player_single"].replace("\n", " ")
    for text in (thai, load("zh-Hant").texts["clause.D-KNOCK-1"], "कुमारी " * 9 + "क्ष" * 40):
        for width in range(8, 60):
            lines = wrap(text, width, hang=2)
            assert all(cell_len(line) <= width for line in lines)
            assert "".join("".join(lines).split()) == "".join(text.split())
            assert not any(
                re.match(r"[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u093e-\u094d]", line.strip())
                for line in lines
            )
    assert pieces("ที่7♣") == ["ที่", "7♣"]


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
            if line.startswith(b"To discard"):
                break
        process.send_signal(getattr(signal, name))
        # one that comes in the instant before the read is only seen with the next
        again = Timer(5, process.send_signal, [getattr(signal, name)])
        again.start()
        assert b"You have left the match.\nRecord: " in process.stdout.read()
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
        input=b"+\n?\n\n\n\no\n-7c\n1\n",
        capture_output=True,
        check=True,
        env=environment(PYTHONIOENCODING="ascii"),
    )
    assert b"\n 7c?  8c   Jc   Qc   Kh   6s   9s   Qs?\n  1 " in done.stdout
    assert done.stderr == b""


def at_a_terminal(
    answers: list[str],
    *arguments: str,
    size: tuple[int, int] = (HEIGHT, WIDTH),
    **more: str,
) -> list[str]:
    """What a terminal of 80 by 24 is sent, screen by screen; in the last stands how it ended."""
    terminal, end = pty.openpty()
    termios.tcsetwinsize(end, size)
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
        if sent.endswith((b"> ", b"... ")):
            os.write(terminal, (waiting.pop(0) if waiting else "\x04").encode())
    os.close(terminal)
    assert process.wait(10) == 0
    clear = "\x1b[2J\x1b[H"
    return sent.decode("utf-8").replace("\r", "").split(clear)


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are of POSIX")
def test_at_a_terminal(tmp_path: Path) -> None:
    """A terminal gets a cleared screen each time, red suits in color, and no more than 24 lines."""
    arguments = ["play", "dummy", "--seed", "1", "--records", str(tmp_path)]
    arguments.append("--new")
    answers = ["+\n", "-7c\n", "y\n", "\n", "?\n", "\n", "\x04"]
    for colors in (True, False):
        screens = at_a_terminal(
            answers, *arguments, PYTHONIOENCODING="utf-8", NO_COLOR="" if colors else "1"
        )
        assert len(screens) == len(answers) + 1
        assert ("\x1b[1;94m7♦*\x1b[0m" in screens[1]) is colors
        assert ("\x1b[1m7♦*\x1b[0m" in screens[1]) is not colors
        assert ("\x1b[32m8♣\x1b[0m" in screens[1]) is colors
        assert ("\x1b[1;31m" in "".join(screens)) is colors
        plain = [re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", screen) for screen in screens]
        assert "Row (1), the newest last: 7♦*" in plain[1]
        assert_fits([screen.removesuffix("\n") for screen in plain[1:-1]])
        assert "The input has ended" in plain[-1]
    assert len(list(tmp_path.iterdir())) == 2


def test_leaving_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever leaves gives no action: the loop hears of it as `Left`."""
    state = State.read("act=0 hands=2c3c/4c5c row=9h turn=0")
    person = AtTheTable(Screen(), face_of("dummy", speech_for(state.view_for(0))))
    monkeypatch.setattr("builtins.input", lambda prompt: "q" if "help" in prompt else "y")
    with pytest.raises(Left):
        person.choose(state.view_for(0), Standing(1, (0, 0)), state.why_not)


def test_a_turn_can_be_taken_back(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`u` takes back a pick-up and what was laid, one by one, but never a draw or another turn."""
    arguments = ["play", "dummy", "--seed", "7", "--records", str(tmp_path)]
    words = ("u", "^3h=3c3d3h", "u", "+", "u", "?", "q")
    _, person = run(monkeypatch, says(*words), *arguments)
    assert "Nothing can be taken back" in person.screens[1]
    assert "3♣ 3♦ 3♥*" in person.screens[2]
    assert "3♣ 3♦ 3♥*" not in person.screens[3].partition("1) draw")[0]
    assert "Row (4)" in person.screens[3]
    assert "Nothing can be taken back" in person.screens[5]
    [file] = tmp_path.iterdir()
    [record] = read_records(file.read_text(encoding="utf-8"))
    assert "^3h" not in " ".join(map(str, record.state.log))


def test_a_match_goes_on_as_it_would_have(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A seeded match that was left anywhere goes on with the same cards and computer players."""
    arguments = ["--level", "random", "--seed", "5", "--rules", "default,match_target=150"]

    def answers(limit: int) -> Answers:
        n = 0

        def answer(screen: str) -> str:
            nonlocal n
            prompt = screen.rpartition("\n")[2]
            n += 1
            if n > limit:
                raise EOFError
            if "1 yes" in prompt:
                return "1"
            return next(iter(offered(screen).values()), "") if prompt[:6] == "Number" else ""

        return answer

    whole = tmp_path / "whole"
    run(monkeypatch, answers(9999), "play", "dummy", *arguments, "--records", str(whole))
    parts = tmp_path / "parts"
    _, person = run(monkeypatch, answers(17), "play", *arguments, "--records", str(parts))
    for _ in range(200):
        if "The match is over" in person.screens[-1]:
            break
        _, person = run(monkeypatch, answers(31), "play", "dummy", "--records", str(parts))
        assert "You have left a match in its deal" in person.screens[0]
    [one], [other] = whole.iterdir(), parts.iterdir()
    assert one.read_text(encoding="utf-8") == other.read_text(encoding="utf-8")
    status, person = run(monkeypatch, says(), "play", "--resume", str(other))
    assert (status, person.screens) == (2, [""])


def test_an_untouched_match_is_not_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whoever leaves before doing anything leaves no record."""
    arguments = ["play", "dummy", "--seed", "7", "--records", str(tmp_path)]
    status, person = run(monkeypatch, says(), *arguments)
    assert status == 0
    assert person.screens[-1] == "The input has ended, so the match ends here.\n"
    assert not list(tmp_path.iterdir())


def test_plain_is_sentences(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With --plain there is no column and no redrawing: after a move only what it changed."""
    arguments = ["play", "dummy", "--seed", "7", "--plain", "--records", str(tmp_path)]
    _, person = run(monkeypatch, says("1", "7", "t"), *arguments)
    first, second = person.screens[:2]
    assert "You: 0 points in the match, 0 in this deal, 7 cards in hand, unborn." in first
    assert first.startswith("Nok begins this deal, drawn by lot.\nNok: drew, discarded 10♦\n")
    assert "points in the match" not in second and "Nok" not in second
    assert second.startswith("You: drew 7♠\nYour hand (8): ")
    assert "\n1) discard 3♣ (-50?)  -3c\n" in second
    assert "points in the match" in person.screens[3]
    assert not re.search(r"\S {3,}\S", "".join(person.screens))


def test_a_small_terminal_loses_nothing(tmp_path: Path) -> None:
    """On a terminal smaller than 80 by 24 the screen comes in pieces, each waiting for Enter."""
    arguments = ["play", "dummy", "--seed", "7", "--records", str(tmp_path)]
    screens = at_a_terminal(["\n"] * 12, *arguments, size=(12, 40), PYTHONIOENCODING="utf-8")
    text = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", "".join(screens))
    words = " ".join(text.replace("...", " ").split())
    assert "Deal 1, the match goes to 500." in words
    assert "pick up 3♥ and lay 3♣ 3♦ 3♥, +60; 10♦ A♣ 5♦ to your hand" in words


def test_computers_see_only_views() -> None:
    """Only the loop and the replay of the terminal know a `State`."""
    folder = Path(save.__file__).parent
    knowing = {
        file.stem
        for file in folder.rglob("*.py")
        if re.search(
            r"^from speto\.(dummy|indian|games) import .*\bState\b|speto\.(dummy|indian)\.state",
            file.read_text(),
            re.M,
        )
    }
    assert knowing - {"learn"} == {"game", "resume"}


def test_every_text_is_spoken() -> None:
    """Each text of the terminal is used by it."""
    folder = Path(save.__file__).parent
    code = "".join(file.read_text(encoding="utf-8") for file in folder.rglob("*.py"))
    for key in ENGLISH.texts:
        if key.startswith("ui.terminal."):
            name = key.removeprefix("ui.terminal.")
            plural = re.sub(r"\.(one|other)$", "", name)
            parts = name.split(".")
            groups = (f'"{".".join(parts[:n])}.{{' for n in range(1, len(parts)))
            spoken = (f'"{name}"', f'"{plural}"', f"'{name}'", f'"{key}"', *groups)
            assert any(word in code for word in spoken), key

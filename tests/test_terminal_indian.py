"""Indian Rummy in 80 columns and 24 lines: by digits or by words, every seat and format."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from speto.indian import begin, read_rules
from speto.match import follow
from speto.record import read_records, write_records
from speto.terminal.face import Warn
from speto.terminal.game import Game, setup_of
from speto.terminal.indian.ending import short
from speto.terminal.page import HEIGHT, WIDTH
from speto.terminal.replay import Replay
from speto.terminal.resume import read_kept
from tests.indian_table import (
    ENGLISH,
    NAMES,
    READY,
    Replies,
    Watched,
    busy,
    by_keys,
    face_for,
    moments,
    replies,
    setup_for,
    sit,
    speech_for,
)
from tests.keyboard import Answers, assert_fits, run, says

pytestmark = pytest.mark.once


@pytest.mark.parametrize("seed", range(16))
def test_a_match_by_keys(seed: int, tmp_path: Path) -> None:
    """At every table a person who also asks and errs plays to the end; every screen fits."""
    screen = Watched(by_keys(Random(seed)))
    Game(setup_for(seed, tmp_path), screen, ENGLISH).play()
    assert len(screen.screens) > 3
    for file in tmp_path.iterdir():
        text = file.read_text(encoding="utf-8")
        records = read_records(text)
        assert write_records(records) == text
        assert records[0].tag("Seed") == str(seed)


def test_the_sheet_holds_every_entry() -> None:
    """Each ledger entry stands on the sheet once, with points, title, cards and code."""
    for state in moments(4, 12):
        view = state.view_for(0)
        blocks = face_for(view, signs=False).items(view)
        assert all(len(line) <= WIDTH for block in blocks for line in block)
        lines = [line for block in blocks for line in block if re.match(r" *[+-]\d", line)]
        begins = sorted(tuple(line.split()[:2]) for line in lines)
        assert begins == sorted((f"{e.points:+d}", e.clause.code) for e in view.entries)
        text = " ".join(" ".join(line for block in blocks for line in block).split())
        for entry in view.entries:
            seat, action = view.log[entry.at]
            assert f"{NAMES[seat]}: {short(action, speech_for(view))})" in text
            assert f"{NAMES[entry.seat]} owes" in text or entry.seat == 0


def test_open_hands_lie_in_groups() -> None:
    """At the end of a deal each hand that lies open is shown whole, with what its groups are."""
    seen = 0
    for state in moments(5, 30):
        if not state.over:
            continue
        view = state.view_for(0)
        before = begin(
            state.rules, seats=state.seats, starter=state.starter, direction=state.direction
        )
        speech = speech_for(view, signs=False)
        blocks = face_for(view, signs=False).sheet(view, before, before.after(state), speech)
        text = "\n".join(line for block in blocks for line in block)
        for seat, cards in enumerate(view.shown):
            if cards is not None:
                seen += 1
                assert f"{NAMES[seat]}, {view.scores[seat]} point" in text
                assert all(text.count(str(c).replace("T", "10")) for c in cards)
        assert all(len(line) <= WIDTH for line in text.split("\n"))
    assert seen > 20


def test_plain_is_sentences(tmp_path: Path) -> None:
    """With --plain there is no column and no redrawing: after a move only what it changed."""
    screen = Watched(by_keys(Random(8)), plain=True)
    Game(setup_for(1, tmp_path), screen, ENGLISH).play()
    assert not re.search(r"\S {3,}\S", "".join(screen.screens))
    screen, _ = sit(READY, "g kckdks2d", plain=True)
    assert "You: 0 points owed, 14 cards in hand." in screen.screens[0]
    assert "pure run: 3♥ 4♥ 5♥" in screen.screens[0]
    assert "run: 7♠ 8♠ joker" in screen.screens[0]
    assert re.search(r"^\d+\) discard 2♦  -2d$", screen.screens[0], re.M)
    assert "no group: K♣ K♦ K♠ 2♦" in screen.told[0]


def test_letters_in_place_of_signs(tmp_path: Path) -> None:
    """With --ascii every screen is ASCII."""
    screen = Watched(by_keys(Random(9)), letters=True)
    Game(setup_for(2, tmp_path), screen, ENGLISH).play()
    assert "\n".join(screen.screens).isascii()


def drops(screen: Sequence[str], prompt: str) -> str:
    """Drops in every deal, and says yes to everything."""
    if "1 yes" in prompt or "y yes" in prompt:
        return "y"
    return "x" if "? help" in prompt else ""


def rejoined(folder: Path) -> tuple[Game, Watched, Path]:
    """A pool that the person comes back into once, and its record."""
    rules = read_rules("default,format=pool,pool_limit=61,point_value=5")
    asked = 0

    def answers(lines: Sequence[str], prompt: str) -> str:
        nonlocal asked
        asked += prompt.startswith("Rejoin?")
        return "n" if asked == 2 and prompt.startswith("Rejoin?") else drops(lines, prompt)

    for seed in range(20):
        asked = 0
        screen = Watched(answers)
        game = Game(setup_for(seed, folder / str(seed), seats=4, rules=rules), screen, ENGLISH)
        game.play()
        if asked:
            [file] = (folder / str(seed)).iterdir()
            return game, screen, file
    raise AssertionError("nobody could rejoin in any of these matches")


def test_a_pool_can_be_rejoined(tmp_path: Path) -> None:
    """Who is out of a pool is asked whether to pay the entry again, and the match goes on."""
    game, screen, file = rejoined(tmp_path)
    offers = [text for text in screen.screens if "Rejoin?" in text]
    assert "It costs one more entry: 5." in " ".join(offers[0].split())
    assert "You (out of the pool)" in offers[0]
    assert game.match.over
    paid = game.match.settlement()
    assert sum(paid) == 0
    assert paid[0] == -10 or game.match.winners == (0,)
    records = read_records(file.read_text(encoding="utf-8"))
    match = follow([r.state for r in records], [r.names for r in records])
    assert (match.over, match.totals) == (True, game.match.totals)
    assert "The prize is 25: 5 entries of 5." in screen.told[-1]


def test_a_replay_tells_who_came_back(tmp_path: Path) -> None:
    """After a rejoin a replay has the totals of play and says who came back, and who won."""
    _, _, file = rejoined(tmp_path)
    records = read_records(file.read_text(encoding="utf-8"))
    standings: list[tuple[int, ...]] = [(0,) * 4]
    for number, record in enumerate(records, 1):
        replay = Replay(file, records, number, Watched(replies()), ENGLISH)
        text = "\n".join(replay.draw(0))
        if number > 1 and "You" in record.names and "You" in records[number - 2].names:
            before = standings[-1]
            out = before[records[number - 2].names.index("You")] >= 61
            assert (
                "You were out of the pool and have come back with" in " ".join(text.split())
            ) is out
            if out:
                assert max(replay.standing.totals) == replay.standing.totals[0] < 61
                assert str(replay.standing.totals[0]) in text
        assert all(total < 61 for total in replay.standing.totals)
        totals = replay.standing.totals
        standings.append(tuple(a + b for a, b in zip(totals, record.state.scores, strict=True)))
    last = Replay(file, records, len(records), Watched(replies()), ENGLISH)
    assert "The match is over." in "\n".join(last.draw(last.last))
    assert "The match is over." not in "\n".join(last.draw(0))
    first = Replay(file, records, 1, Watched(replies()), ENGLISH)
    sheet = "\n".join(line for leaf in first.sheet() for line in leaf)
    assert "You owe " in sheet
    assert "You owes" not in sheet


def test_who_does_not_come_back_is_named() -> None:
    """Under the totals of a pool stands who could come back into it and does not."""
    *_, state = busy(Random(3), 3, "default,format=pool,pool_limit=61")
    before = begin(state.rules, seats=3, starter=state.starter, direction=state.direction)
    view = state.view_for(0)
    for gone, said in (((1,), True), ((), False), ((0,), False)):
        playing = tuple({0, 1, 2} - set(gone))
        after = replace(before.after(state), gone=gone, back_at=5, playing=playing)
        blocks = face_for(view).sheet(view, before, after, speech_for(view))
        text = "\n".join(line for block in blocks for line in block)
        assert ("Asha is out of the pool and does not come back." in text) is said


def test_a_sheet_begins_with_the_totals(tmp_path: Path) -> None:
    """The first page of a sheet has the result and the totals of the match."""
    game, screen, _ = rejoined(tmp_path)
    firsts = [text for text in screen.screens if re.match(r"Deal \d+: ", text)]
    assert len(firsts) == len(game.match.deals)
    for text in firsts:
        assert "Points owed in the pool (out at 61), points of this deal:" in text
        assert text.count("\n") > 6
    assert not any(text.startswith("\n") for text in screen.screens if "(Enter more" in text)


def test_a_match_goes_on_as_it_would_have(tmp_path: Path) -> None:
    """A seeded match that was left anywhere goes on with the same cards and computer players."""
    rules = read_rules("online,format=deals,deals=2")

    def answers(limit: int) -> Replies:
        n = 0

        def answer(lines: Sequence[str], prompt: str) -> str:
            nonlocal n
            n += 1
            if n > limit:
                raise EOFError
            if "yes" in prompt:
                return "y"
            said = re.search(r"Say (\d+) or ", " ".join(" ".join(lines).split()))
            return (said[1] if said else "h") if "? help" in prompt else ""

        return answer

    whole = setup_for(5, tmp_path / "whole", rules=rules, seats=3)
    Game(whole, Watched(answers(9999)), ENGLISH).play()
    parts = setup_for(5, tmp_path / "parts", rules=rules, seats=3)
    screen = Watched(answers(17))
    Game(parts, screen, ENGLISH).play()
    for _ in range(40):
        if "The match is over" in screen.told[-1]:
            break
        [file] = parts.folder.iterdir()
        kept = read_kept(file)
        screen = Watched(answers(31))
        Game(setup_of(kept, parts.folder, Warn.RISKY), screen, ENGLISH, kept).play()
    [one], [other] = whole.folder.iterdir(), parts.folder.iterdir()
    assert one.read_text(encoding="utf-8") == other.read_text(encoding="utf-8")


def test_a_turn_can_be_taken_back(tmp_path: Path) -> None:
    """`u` takes back the taking of the open card, but never a draw or another turn."""
    for answer, back in (("^", True), ("+", False)):
        screen = Watched(replies("u", answer, "u"))
        Game(setup_for(10, tmp_path, seats=2), screen, ENGLISH).play()
        assert "Nothing can be taken back" in screen.screens[1]
        assert ("Nothing can be taken back" in screen.screens[3]) is not back
        assert ("draw from the stock" in screen.screens[3]) is back


def test_a_deal_is_replayed(tmp_path: Path) -> None:
    """A replay shows every moment with all hands open and grouped, and the sheet at the end."""
    for seed in (1, 4):
        Game(setup_for(seed, tmp_path), Watched(by_keys(Random(seed))), ENGLISH).play()
    for file in tmp_path.iterdir():
        records = read_records(file.read_text(encoding="utf-8"))
        screen = Watched(replies())
        replay = Replay(file, records, len(records), screen, ENGLISH)
        for at in range(replay.last + 1):
            lines = replay.draw(at)
            assert len(lines) < HEIGHT
            assert all(len(line) <= WIDTH for line in lines), lines
            hands = replay.moments[at].hands
            shown = "\n".join(lines)
            for name, cards in zip(records[-1].names, hands, strict=True):
                assert f"{name.partition(' ')[0]}:" in shown
                assert len(cards) in (13, 14)
        assert replay.sheet()


def by_digits(random: Random) -> Answers:
    """Says a number of the list or of a card; 1 or 2 where it is asked back; else Enter."""

    def answer(screen: str) -> str:
        prompt = screen.rpartition("\n")[2]
        if " yes" in prompt:
            return random.choice("112")
        if not prompt.startswith("Number"):
            return ""
        moves = re.sub(r"\d+\) drop.*", "", screen)
        numbers: list[str] = re.findall(r"(?<!\S)(\d+)\) ", moves)
        return random.choice(numbers)

    return answer


@pytest.mark.parametrize("seats", (2, 4, 6))
def test_digits_and_enter_are_enough(
    seats: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """`speto play indian` is played to its end by digits and Enter alone; the record holds."""
    arguments = ["--seats", str(seats), "--seed", str(seats), "--records", str(tmp_path)]
    status, person = run(monkeypatch, by_digits(Random(seats)), "play", "indian", *arguments)
    assert status == 0
    assert_fits(person.screens[:-1])
    assert "The match is over" in person.screens[-1]
    assert "What is paid: Each loser pays the winner (I-PAY-1)" in person.screens[-1]
    [file] = tmp_path.iterdir()
    assert file.name.startswith("indian-")
    [record] = read_records(file.read_text(encoding="utf-8"))
    assert record.state.over
    status, person = run(monkeypatch, says(), "replay", str(file), "--plain")
    assert status == 0


def test_a_match_left_is_offered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A match of Indian Rummy that was left is offered to whoever plays Indian Rummy again."""
    arguments = ["play", "indian", "--records", str(tmp_path)]
    _, person = run(monkeypatch, says("1", "q", "y"), *arguments, "--seed", "3")
    assert "\nGo on: speto play indian --resume " in person.screens[-1]
    _, person = run(monkeypatch, says("n", "q", "y"), *arguments)
    assert "You have left a match in its deal 1" in person.screens[0]
    _, person = run(monkeypatch, says("", "q", "y"), *arguments)
    assert "Open pile" in person.screens[1]
    _, person = run(monkeypatch, says("q", "y"), "play", "--records", str(tmp_path))
    assert "You have left a match" not in person.screens[0]


def test_who_wins_without_a_turn_keeps_the_record(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where the other drops before one has done anything, the match is over, and is kept."""
    match = ["play", "indian", "--seats", "2", "--level", "random", "--seed", "15", "--plain"]
    _, person = run(monkeypatch, says(""), *match, "--records", str(tmp_path))
    assert "you are the last one in" in person.screens[0]
    [file] = tmp_path.iterdir()
    assert str(file) in person.screens[-1].replace("\n", "")
    [record] = read_records(file.read_text(encoding="utf-8"))
    assert record.state.over

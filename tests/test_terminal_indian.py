"""Indian Rummy in 80 columns and 24 lines: by digits or by words, every seat and format."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from speto.cards import Card, parse_cards
from speto.indian import PACK, State, View, begin, read_rules, start
from speto.indian.actions import Discard, Draw, Drop, Show, TakeOpen, arranged_show
from speto.match import follow
from speto.record import read_records, write_records
from speto.terminal.answer import Own
from speto.terminal.face import Face, Standing, Warn
from speto.terminal.game import Game, Setup, setup_of
from speto.terminal.indian.ending import short
from speto.terminal.indian.face import IndianFace
from speto.terminal.indian.hand import grouped
from speto.terminal.page import HEIGHT, WIDTH
from speto.terminal.person import Person as AtTheTable
from speto.terminal.replay import Replay
from speto.terminal.resume import read_kept
from speto.terminal.screen import Left, Screen
from speto.terminal.speech import Speech
from speto.texts import load
from tests.keyboard import Answers, assert_fits, run, says

pytestmark = pytest.mark.once

ENGLISH = load("en")
NAMES = ("You", "Asha", "Ravi", "Meena", "Dev", "Kiran")
MOST = 900
"""More screens than a person reads; then he leaves."""
TABLES = (
    "default",
    "online",
    "default,format=pool,pool_limit=61,wild_scope=rank",
    "online,format=deals",
    "default,score_arrangement=declared,show_check=declared,second_run_min=4,heaven=0",
    "online,format=pool,score_arrangement=declared,next_starter=loser,rejoin=false",
    "default,may_discard_taken=true,wild_pick=free,max_turns=20,exhaust_pay=difference",
    "default,on_exhaust=void,next_starter=winner,format=deals,deals=1",
)
Replies = Callable[[Sequence[str], str], str]


class Watched(Screen):
    """A screen that is measured and kept, with somebody who answers."""

    def __init__(self, answers: Replies, *, plain: bool = False, letters: bool = False) -> None:
        super().__init__(letters=letters, plain=plain)
        self.answers = answers
        self.screens: list[str] = []
        self.told: list[str] = []

    @property
    def signs(self) -> bool:
        """As on a terminal that has them."""
        return not self.letters

    def ask(self, lines: Sequence[str], prompt: str) -> str:
        """Measure the screen; then answer."""
        self.screens.append("\n".join([*lines, prompt]))
        if not self.plain:
            assert len(lines) < HEIGHT, self.screens[-1]
        assert all(len(line) <= WIDTH or "/" in line for line in lines), self.screens[-1]
        assert len(prompt) <= WIDTH - 3, prompt
        if len(self.screens) > MOST:
            raise EOFError
        return self.answers(lines, prompt)

    def show(self, lines: Sequence[str]) -> None:
        """What is written without a question."""
        self.told.append("\n".join(lines))


def replies(*answers: str) -> Replies:
    """Says these things and then leaves by the end of the input."""
    left = list(answers)

    def answer(lines: Sequence[str], prompt: str) -> str:
        if not left:
            raise EOFError
        return left.pop(0)

    return answer


def by_keys(random: Random) -> Replies:
    """Plays by numbers, follows hints, and at times asks or says whatever may be said."""

    def answer(lines: Sequence[str], prompt: str) -> str:
        if random.random() < 0.08:
            return random.choice(ODD)
        if re.search(r"\b(1|y) yes\b", prompt):
            return random.choice("yyn")
        if "h hint" not in prompt and "? help" not in prompt:
            return ""
        text = " ".join(" ".join(lines).split())
        said = re.search(r"Say (\d+) or ", text)
        if said:
            return said[1]
        if random.random() < 0.8:
            return "h"
        numbers = re.findall(r"(\d+)\) (?!drop)", text)
        return random.choice(numbers) if numbers else ""

    return answer


ODD = (
    *("?", "h", "o", "w", "l", "s", "u", "t", "? rules", "? codes", "? 1", "? wild", "g", "!", "x"),
    *(
        "show",
        "!2c",
        "g 1 2 3",
        "g 2c3c4c/9h9d",
        "g **",
        "g zz",
        "-2c",
        "^",
        "+",
        "~",
        "!2c3c4c/-5d",
    ),
    *("hm", "99", "show kd", "drop", "q", "b", "", "\x1b[2J", "hello" * 900),
)


def setup_for(seed: int, folder: Path, **more: Any) -> Setup:
    """A table, another for each seed."""
    given = {
        "game": "indian",
        "rules": read_rules(TABLES[seed % len(TABLES)]),
        "seats": 2 + seed % 5,
        "level": ("simple", "random")[seed % 7 == 6],
        "seed": seed,
        "folder": folder,
        "warn": list(Warn)[seed % 3],
    }
    return Setup(**{**given, **more})


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


def busy(random: Random, seats: int, rules: str) -> Iterator[State]:
    """Moments of a random deal in which seats also drop, and show wrongly."""
    pack = list(PACK)
    random.shuffle(pack)
    state = start(read_rules(rules), pack, seats=seats, starter=random.randrange(seats))
    while not state.over:
        yield state
        view = state.view_for(state.to_act)
        legal = [action for action in state.legal if not isinstance(action, Drop)]
        if isinstance(legal[0], Discard) and random.random() < 0.01:
            wrong = arranged_show([[card] for card in view.hand[1:]], view.hand[0])
            state = state.apply(wrong)
        elif not view.taken and not view.declaring and random.random() < 0.02:
            state = state.apply(Drop())
        else:
            shows = [action for action in legal if isinstance(action, Show)]
            state = state.apply(random.choice(shows or legal))
    yield state


def moments(seed: int, n_deals: int) -> Iterator[State]:
    """Some moments of busy deals at every kind of table."""
    random = Random(seed)
    for n in range(n_deals):
        for state in busy(random, 2 + n % 5, TABLES[n % len(TABLES)]):
            if random.random() < 0.25 or state.over:
                yield state


def speech_for(view: View, *, signs: bool = True, plain: bool = False) -> Speech:
    return Speech(ENGLISH, view.rules, NAMES[: view.seats], signs, plain)


def face_for(view: View, **more: bool) -> IndianFace:
    return IndianFace(speech_for(view, **more), Warn.RISKY)


def test_the_list_holds_every_legal_word() -> None:
    """Each legal action stands in the list, and is understood by its number and its word."""
    for state in moments(1, 20):
        if state.over:
            continue
        view = state.view_for(state.to_act)
        face = face_for(view)
        found = face.choices(view)
        assert {*map(str, view.legal)} == {str(choice.action) for choice in found}
        assert [choice.number for choice in found] == list(range(1, len(found) + 1))
        thrown = [choice.action.card for choice in found if isinstance(choice.action, Discard)]
        shown = [*(c for g in grouped(view, face.look).groups for c in g.cards)]
        shown += grouped(view, face.look).loose
        assert thrown in ([], [card for card in shown if Discard(card) in view.legal])
        for choice in found:
            assert face.understand(str(choice.number), view, found) == choice.action
            assert face.understand(str(choice.action), view, found) == choice.action


def test_every_moment_fits() -> None:
    """Whatever the moment and the grouping, table, news and list fit, and no choice is lost."""
    random = Random(2)
    for state in moments(2, 20):
        if state.over:
            continue
        view = state.view_for(state.to_act)
        face = face_for(view)
        if random.random() < 0.5:
            hand = list(view.hand)
            random.shuffle(hand)
            parts = [tuple(hand[n : n + 3]) for n in range(0, 12, 3)]
            face.look = face.look._replace(own=tuple(parts))
        person = AtTheTable(Watched(replies()), face)
        person.beginning = ["Asha begins this deal, drawn by lot."]
        found = face.choices(view)
        for note in ([], ["a remark"] * 5):
            person.note = note
            leaves = person.leaves(view, Standing(3, (1234,) * view.seats), found)
            for leaf in leaves:
                assert len(leaf) < HEIGHT
                assert all(len(line) <= WIDTH for line in leaf), leaf
            shown = " ".join(" ".join(line for leaf in leaves for line in leaf).split())
            for choice in found:
                assert f"{choice.number}) " in shown
                if choice.group != "discard" and "show" not in choice.text:
                    assert " ".join(choice.text.split()) in shown


def test_hints_and_help_at_every_moment() -> None:
    """At every moment there is a legal hint with its reason, and some rules that matter."""
    said = set()
    for state in moments(3, 20):
        if state.over:
            continue
        view = state.view_for(state.to_act)
        face = face_for(view)
        action = face.advice(view)
        assert action in view.legal
        text = face.reason(action, view)
        assert text.endswith(".")
        said.add(text.split()[0].strip(":"))
        codes = [clause.code for clause in face.matters(view, None)]
        assert 0 < len(codes) == len(set(codes)) <= 20
        for action in view.legal:
            assert face.about(action, view)
    assert {"Draw", "Discard", "Take"} <= said


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


HELD = "3h4h5h7s8s**9c9d9hKcKdKs2dAh"
OTHER = "4c5c6c6d7d8dTsJsQsAhAd2h2s"
READY = f"act=0 seats=2 turn=4 cut=Jc pile=2c9h hands={HELD}/{OTHER} phase=drew:Ah"
SHOWABLE = READY.replace("2dAh", "KhAh")


def sit(
    position: str, *answers: str, plain: bool = False, warn: Warn = Warn.RISKY
) -> tuple[Watched, Any]:
    """What a person at a position sees, and what he does, if he does anything."""
    state = State.read(position)
    assert state.to_act == 0
    screen = Watched(replies(*answers), plain=plain)
    view = state.view_for(0)
    face: Face = IndianFace(speech_for(view, plain=plain), warn)
    person = AtTheTable(screen, face)
    person.begin([], view)
    done = None
    standing = Standing(1, (0,) * view.seats)
    with suppress(EOFError, Left):
        done = person.choose(view, standing, lambda action: state.why_not(action, 0))
    return screen, done


def test_a_wrong_show_is_told_before_it_happens() -> None:
    """What a wrong Show lacks and costs is shown first, and it is called only after a yes."""
    screen, done = sit(READY, "!", "", "!ah", "1", "n", "show 2d", "y")
    assert isinstance(done, Show)
    assert done.finishing == Card(2, 1)
    assert "! Say y for yes or n for no" in screen.screens[4]
    for at, loose in ((1, "2♦"), (3, "2♦"), (6, "A♥")):
        check = screen.screens[at]
        assert "[x] A pure run: 3♥ 4♥ 5♥" in check
        assert "[x] Two runs: 3♥ 4♥ 5♥ | 7♠ 8♠ **" in check
        assert f"[ ] In no group: {loose}" in check
        assert "WRONG Show (I-SHOW-3): it costs you 80 points" in check
        assert check.endswith("Call the wrong Show? y yes, n no (Enter: no)>")
    after = State.read(READY).apply(done)
    told = " ".join(" ".join(face_for(after.view_for(1)).log(after.view_for(1))).split())
    assert "You: showed 3♥ 4♥ 5♥ | 7♠ 8♠ ** | 9♣ 9♦ 9♥ | K♣ K♦ K♠ | A♥, finishing with 2♦" in told
    assert "finishing with 2♦ [+80: A wrong Show costs 80 (I-SHOW-3)]" in told


def test_a_good_show_is_asked_too() -> None:
    """A good Show has three ticks, says what it brings, and stands in the list by itself."""
    screen, done = sit(SHOWABLE, "!", "n", "15", "y")
    assert str(done) == "!3h4h5h/7s8s**/9c9d9h/KcKdKhKs-Ah"
    assert "15) show, with A♥ as the finishing card: you win the deal" in screen.screens[0]
    for at in (1, 3):
        assert screen.screens[at].count("[x]") == 3
        assert "This Show is good: you win the deal and owe nothing." in screen.screens[at]


def test_the_declared_check_judges_the_own_grouping() -> None:
    """Where a Show is judged as it was grouped, a bad grouping of a good hand is a wrong Show."""
    declared = f"rules=default,show_check=declared {SHOWABLE}"
    screen, _ = sit(declared, "g kckd", "!ah", "n", "g", "!ah")
    assert "[ ] In no group: K♣ K♦ K♥ K♠" in screen.screens[2]
    assert screen.screens[-1].count("[x]") == 3
    screen, _ = sit(SHOWABLE, "g kckd", "!ah")
    assert screen.screens[2].count("[x]") == 3


def test_a_hand_is_grouped_by_hand() -> None:
    """`g` groups cards as they are shown, written or numbered; labels and points follow at once."""
    words = ("g kc kd ks 2d", "g 3H4♥/5h**", "g 10 11", "g qq", "g 2c", "g", "o")
    screen, _ = sit(READY, *words)
    assert "Your hand (14): at best 2 points; two runs" in screen.screens[0]
    assert re.search(r"K♣ +\d+\) K♦ +\d+\) K♠ +\d+\) 2♦ +no group", screen.screens[1])
    assert "Your grouping (14): at best 10 points" in screen.screens[1]
    assert "The best grouping counts 2 points; g alone shows it." in screen.screens[1]
    assert "Your grouping (14): at best 80 points; no pure run yet." in screen.screens[2]
    assert "'qq' names no cards" in screen.screens[4]
    assert "You do not hold 2♣" in screen.screens[5]
    assert "Your hand (14): at best 2 points" in screen.screens[6]
    assert "sorted by rank" in screen.screens[7]


def test_a_grouping_is_kept_when_cards_come_and_go() -> None:
    """A card that comes is loose; one that goes leaves its group, and the other groups stay."""
    state = State.read(READY)
    face = face_for(state.view_for(0))
    face.do(Own("kckdks/3h4h5h"), state.view_for(0))
    own = [group.cards for group in grouped(state.view_for(0), face.look).groups]
    assert own[-1] == parse_cards("KcKdKs") or parse_cards("KcKdKs") in own
    later = state.apply(Discard(Card(13, 0)))
    parts = [group.cards for group in grouped(later.view_for(0), face.look).groups]
    assert parse_cards("KdKs") in parts
    assert parse_cards("3h4h5h") in parts
    drawn = later.apply(Draw()).apply(later.apply(Draw()).legal[0]).apply(Draw())
    view = drawn.view_for(0)
    hand = grouped(view, face.look)
    assert view.drawn in hand.loose
    assert sorted([*hand.loose, *(c for g in hand.groups for c in g.cards)]) == sorted(view.hand)


def test_equal_cards_are_counted() -> None:
    """Of two equal cards one may stand in a group and the other not; a third is refused."""
    twins = READY.replace("KcKdKs2d", "9cKdKs2d")
    screen, _ = sit(twins, "g 9c9d9h", "g 9c9c9c")
    assert "You do not hold 9♣, or not so often." in screen.screens[2]


def test_wild_cards_bear_their_mark() -> None:
    """A special wild is marked where it is shown, and is read with its mark."""
    wild = READY.replace("KcKdKs2d", "JcKdKs2d")
    screen, _ = sit(wild, "g kdksj♣~")
    assert "Wild: J♣~ ** (cut card J♣)." in screen.screens[0]
    assert re.search(r"K♦ +\d+\) K♠ +\d+\) J♣~ +set", screen.screens[1])


def test_bad_discards_are_asked_about() -> None:
    """Giving a wild away or breaking a group is asked about; never with warnings off."""
    wild = READY.replace("KcKdKs2d", "JcKdKs2d")
    screen, done = sit(wild, "-jc", "n", "-**", "n", "-4h", "n", "-2d")
    assert str(done) == "-2d"
    assert "J♣~ is wild: it could stand for any card" in screen.screens[1]
    assert "** is wild" in screen.screens[3]
    assert "After discarding 4♥ your hand counts" in screen.screens[5]
    assert len(screen.screens) == 7
    screen, done = sit(wild, "-4h", warn=Warn.NEVER)
    assert str(done) == "-4h"
    screen, _ = sit(wild, "w", "-4h")
    assert "Warnings are off" in screen.screens[1]


TAKING = f"act=0 seats=2 turn=4 cut=Jc pile=2c9h hands={HELD[:-2]}/{OTHER} phase=take"


def test_a_turn_begins_with_a_card_or_a_drop() -> None:
    """Draw, take with what it would bring, and drop with its cost, which is asked about."""
    screen, done = sit(TAKING, "x", "", "drop", "y")
    assert done == Drop()
    first = screen.screens[0]
    assert " 1) draw from the stock  +\n" in first
    assert " 2) take 9♥ from the open pile; your points stay 2  ^\n" in first
    assert " 3) drop: you owe 40 points and are out of this deal  x\n" in first
    assert "If you drop, you owe 40 points" in screen.screens[1]
    assert sit(TAKING, "9h")[1] == TakeOpen()
    assert sit(TAKING, "take")[1] == TakeOpen()
    assert sit(TAKING, "d")[1] == Draw()
    assert sit(TAKING, "+2c")[1] == Draw()
    better = TAKING.replace("pile=2c9h", "pile=9hKh")
    assert "take K♥ from the open pile; your points go from 2 to 0" in sit(better)[0].screens[0]


def test_what_is_forbidden_is_named() -> None:
    """Refused words are answered with the clause; what is unclear with what would be clear."""
    screen, _ = sit(TAKING, "-2d", "!", "~", "!3h", "hm", "-zz", "!3h4h5h-2d")
    shown = [" ".join(text.split()) for text in screen.screens]
    assert "! -2d is refused. I-TURN-1" in shown[1]
    assert "is refused. I-HEAVEN-2" in shown[2]
    assert "'~' is not understood" in shown[3]
    assert "is refused. I-HEAVEN-2" in shown[4]
    assert "'hm' is not understood" in shown[5]
    assert "'-zz' is not understood" in shown[6]
    assert "A Show is written like" in shown[7]
    banned = TAKING.replace("pile=2c9h", "pile=9hJc")
    screen, _ = sit(banned, "^")
    assert "J♣~ is wild, so you can't take it from the pile" in " ".join(screen.screens[0].split())
    assert "! ^ is refused. I-PICK-1" in screen.screens[1]
    took = READY.replace("phase=drew:Ah", "phase=took:Ah")
    screen, _ = sit(took, "-ah")
    assert "You can't discard the A♥ you just took" in screen.screens[0]
    assert "! -Ah is refused. I-TURN-2" in screen.screens[1]


def test_help_states_the_aim() -> None:
    """`?` first says what the game is about, then what matters now, then how to say things."""
    screen, _ = sit(TAKING, "?", "", "", "", "", "? drop-2", "", "? pure", "q")
    assert screen.screens[1].startswith("The aim: be the first to get all your 13 cards")
    text = "\n".join(screen.screens[1:6])
    assert text.index("These rules matter now.") < text.index("I-TURN-1")
    assert "g 3h4h5h/9c9d9h" in text
    assert any("I-DROP-2" in screen for screen in screen.screens[5:])
    assert any("I-SEQ-2" in screen for screen in screen.screens[6:])


def test_heaven_hands_are_offered() -> None:
    """A hand that is a Show as dealt can be shown at once; the others owe what the rules say."""
    heaven = f"act=0 seats=2 turn=0 cut=Jc pile=2c hands={HELD[:-4]}Kh/{OTHER} phase=take"
    screen, done = sit(heaven, "!", "y")
    assert isinstance(done, Show)
    assert "show a heaven hand: each of the others owes 40" in screen.screens[0]
    assert "each other player still in owes 40" in " ".join(screen.screens[1].split())
    after = State.read(heaven).apply(done)
    assert after.ended == "heaven"
    false = heaven.replace("Kh/", "2d/")
    screen, _ = sit(false, "!")
    assert "WRONG Show" in screen.screens[1]
    off = f"rules=online {false}"
    assert "is refused. I-MORE-17" in sit(off, "!")[0].screens[1]


def test_a_hand_is_laid_open_as_one_likes() -> None:
    """Where losers declare, the best grouping is offered, and the own one with what it costs."""
    rules = "rules=default,score_arrangement=declared"
    state = State.read(
        f"{rules} {READY.replace('act=0', 'act=1')}".replace(
            f"hands={HELD}/{OTHER}", f"hands={OTHER}/{HELD}".replace("KdKs2dAh", "KdKsKhAh")
        )
    )
    view = state.view_for(1)
    state = state.apply(next(action for action in view.legal if isinstance(action, Show)))
    view = state.view_for(0)
    assert view.declaring and view.mine
    face = face_for(view)
    assert "Lay your hand open" in face.status(view)[0]
    [only] = face.choices(view)
    assert only.text.startswith("lay your hand open like this: you owe ")
    face.do(Own("2h2s"), view)
    own = face.choices(view)[-1]
    assert state.why_not(own.action) is None
    sure = face.sure(arranged_show([[card] for card in view.hand]), view)
    assert sure and "the best grouping costs" in " ".join(sure.lines)


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


def test_a_pool_can_be_rejoined(tmp_path: Path) -> None:
    """Who is out of a pool is asked whether to pay the entry again, and the match goes on."""
    rules = "default,format=pool,pool_limit=61,point_value=5"
    asked = 0

    def answers(lines: Sequence[str], prompt: str) -> str:
        nonlocal asked
        asked += prompt.startswith("Rejoin?")
        if asked == 2:
            return "n" if prompt.startswith("Rejoin?") else drops(lines, prompt)
        return drops(lines, prompt)

    for seed in range(20):
        asked = 0
        screen = Watched(answers)
        setup = setup_for(seed, tmp_path / str(seed), seats=4, rules=read_rules(rules))
        game = Game(setup, screen, ENGLISH)
        game.play()
        offers = [text for text in screen.screens if "Rejoin?" in text]
        if not offers:
            continue
        assert "It costs one more entry: 5." in " ".join(offers[0].split())
        assert "You (out of the pool)" in offers[0]
        assert game.match.over
        assert sum(game.match.settlement()) == 0
        assert game.match.settlement()[0] == -10 or game.match.winners == (0,)
        [file] = (tmp_path / str(seed)).iterdir()
        records = read_records(file.read_text(encoding="utf-8"))
        states = [record.state for record in records]
        match = follow(states, [record.names for record in records])
        assert (match.over, match.totals) == (True, game.match.totals)
        return
    raise AssertionError("nobody could rejoin in any of these matches")


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


def test_the_main_screens() -> None:
    """The table before and after taking a card looks like this."""
    assert sit(TAKING)[0].screens[0] == TABLE
    assert sit(READY)[0].screens[0] == HOLDING


TABLE = """\
Deal 1, the only one.  Stock: 77.  Wild: J♣~ ** (cut card J♣).
               < points owed, cards in hand
>     0   13   You
      0   13   Asha
Open pile (2), its top card first: 9♥ 2♣
Your hand (13): 2 points; two runs, so only loose cards count.
  3♥ 4♥ 5♥              pure run
  7♠ 8♠ **              run
  9♣ 9♦ 9♥              set
  K♣ K♦ K♠              set
  2♦                    loose

 1) draw from the stock  +
 2) take 9♥ from the open pile; your points stay 2  ^
 3) drop: you owe 40 points and are out of this deal  x
Number or word (? help, h hint, q leave)>"""
HOLDING = """\
Deal 1, the only one.  Stock: 76.  Wild: J♣~ ** (cut card J♣).
               < points owed, cards in hand
>     0   14   You
      0   13   Asha
Open pile (2), its top card first: 9♥ 2♣
Your hand (14): at best 2 points; two runs, so only loose cards count.
  1) 3♥    2) 4♥    3) 5♥                     pure run
  4) 7♠    5) 8♠    6) **                     run
  7) 9♣    8) 9♦    9) 9♥                     set
 10) K♣   11) K♦   12) K♠                     set
 13) 2♦   14) A♥                              loose

To discard a card say its number, 1 to 14, or a word like -Ah; ! checks a Show.
Dearest loose cards, 10 points each: A♥
Number or word (? help, h hint, q leave)>"""


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

"""A newcomer gets through the lesson by digits and Enter alone, and every mistake is explained."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

import pytest

from speto.cards import ParseError, parse_cards
from speto.dummy import BY_CODE, Action, State, parse
from speto.dummy.actions import Discard, Knock
from speto.lesson import ME, Verdict, begin, course_of
from speto.terminal.learn import INTRODUCTION, Teacher
from speto.terminal.screen import Screen
from speto.texts import HOLE, languages, load
from tests.keyboard import Output, Person
from tests.learning import (
    by_hints,
    every_screen,
    fits,
    learn,
    longer,
    moments,
    orders,
    saying,
    tasks,
)

COURSE = course_of("dummy")
STEPS = COURSE.steps
LANGUAGES = languages()
"""The languages that have the lesson; `languages()` when all have."""

NUMBERS = range(len(STEPS))
each_language = pytest.mark.parametrize("language", LANGUAGES)
each_step = pytest.mark.parametrize("number", NUMBERS, ids=[step.name for step in STEPS])


def lines(state: State, most: int) -> Iterator[tuple[int, State]]:
    """Every line of the person's turn up to so many moves: its length, and where it ends."""
    if not most:
        return
    for action in state.legal:
        after = state.apply(action)
        if isinstance(action, Discard | Knock):
            yield 1, after
        else:
            yield from ((length + 1, end) for length, end in lines(after, most - 1))


@each_step
def test_the_intended_line_works(number: int) -> None:
    """The words of a step are legal one after the other, in every order that it allows."""
    ends = [*orders(begin(COURSE, number))]
    assert len({(end.state.hands, end.state.scores) for end in ends}) == 1
    assert {end.at for end in ends} == {len(STEPS[number].tasks)}


@each_step
def test_the_intended_line_is_the_shortest(number: int) -> None:
    """No line of the turn earns as much in fewer moves, and none of that length earns more."""
    start = State.read(str(begin(COURSE, number).state))
    *_, last = moments(COURSE, number)
    wanted = sum(len(task.words) for task in STEPS[number].tasks)
    most = last.state.scores[ME]
    for length, end in lines(start, wanted):
        assert end.scores[ME] <= most
        if length < wanted:
            # a discard that comes too early leaves points, or another seat's turn, behind
            assert end.scores[ME] < most, end.log


@each_step
def test_the_table_is_one_that_could_be(number: int) -> None:
    """A position reads back as it is written, and the person is to move."""
    lesson = begin(COURSE, number)
    assert str(State.read(str(lesson.state))) == str(lesson.state)
    assert lesson.state.to_act == ME
    assert lesson.state.seats == 1 + len(COURSE.others)
    assert lesson.state.scores[ME] >= 0


@each_step
def test_the_others_do_as_written(number: int) -> None:
    """What is done before the person is asked is legal, and no more than the person's own draw."""
    step = STEPS[number]
    state = State.read(step.position)
    for word in step.opening:
        assert state.why_not(parse(word)) is None
        assert state.to_act != ME or word == "+"
        state = state.apply(parse(word))


def test_others_are_fined_only_to_show_it() -> None:
    """Of what the others do, one discard is fined: the one that the step on fines begins with."""
    fined = [
        (step.name, entry.clause.code, str(entry.cards[0]))
        for number, step in enumerate(STEPS)
        for entry in begin(COURSE, number).state.ledger()
    ]
    assert fined == [("fines", "D-PEN-FULL", "Jh")]


@each_step
def test_a_forbidden_move_is_explained_by_its_rule(number: int) -> None:
    """What a task tempts to is refused by the rule it names, and the lesson stays where it is."""
    shown = []
    for lesson in tasks(COURSE, number):
        if lesson.fresh or not lesson.said:
            assert bool(lesson.tempting) == bool(lesson.task.tempting)
        if lesson.tempting:
            answer = lesson.answer(lesson.tempting)
            assert answer.verdict is Verdict.REFUSED
            assert [clause.code for clause in answer.clauses] == [lesson.task.refusal]
            assert answer.lesson == lesson
            shown.append(lesson.task.refusal)
    assert shown


def test_the_rules_of_the_refusals() -> None:
    """Between them the steps show the refusals that a beginner meets."""
    shown = {task.refusal for step in STEPS for task in step.tasks} - {""}
    assert shown == {
        *("D-TURN-1", "D-TURN-2", "D-MELD-2", "D-PICK-2", "D-LAY-2", "D-BORN-3"),
        *("D-KNOCK-1", "D-KNOCK-2"),
    }
    assert shown <= BY_CODE.keys()


@each_step
def test_every_legal_move_has_its_answer(number: int) -> None:
    """A legal move that is not meant is answered by a reason of its own or by the fine it risks."""
    texts = load("en")
    used = set[str]()
    for lesson in tasks(COURSE, number):
        for action in lesson.state.legal:
            answer = lesson.answer(action)
            assert answer.verdict is not Verdict.REFUSED
            if answer.verdict is Verdict.RIGHT:
                continue
            assert answer.lesson == lesson
            assert answer.clauses or f"ui.learn.{answer.key}" in texts, (answer.key, str(action))
            used.add(answer.key)
    written = {
        key for key in texts.texts if re.match(rf"ui\.learn\.{STEPS[number].name}\..*\.other", key)
    }
    assert written == {f"ui.learn.{key}" for key in used - {""}}


def test_the_fines_are_explained_by_their_rules() -> None:
    """In the step on fines each card but the safe one is answered by the rule that fines it."""
    lesson = begin(COURSE, 3)
    assert lesson.step.name == "fines"
    found = {word: lesson.answer(parse(word)) for word in ("-6s", "-8h", "-5d", "-2h", "-9c")}
    assert {word: [clause.code for clause in answer.clauses] for word, answer in found.items()} == {
        "-6s": ["D-PEN-LAY"],
        "-8h": ["D-PEN-FULL"],
        "-5d": ["D-PEN-HEAD"],
        "-2h": ["D-PEN-AON"],
        "-9c": [],
    }


def test_what_the_steps_earn() -> None:
    """The points of each step are those that its texts speak of, line by line."""
    earned = []
    for number in NUMBERS:
        *_, end = moments(COURSE, number)
        mine = [entry for entry in end.state.ledger() if entry.seat == ME]
        earned.append([(entry.points, entry.clause.code) for entry in mine])
    laid = "D-SCORE-1"
    assert earned == [
        [],
        [(15, laid)],
        [(15, laid), (5, laid), (10, laid)],
        [(5, laid)],
        [(30, laid), (5, laid), (50, "D-KNOCK-3")],
        [
            *((20, laid), (20, laid), (10, laid)),
            *((50, "D-KNOCK-3"), (100, "D-DARK-1"), (200, "D-COLOR-1")),
        ],
    ]


@each_language
def test_all_texts_exist(language: str) -> None:
    """Every text of the lesson is there, and none that nobody says."""
    texts = load(language)
    wanted = {f"intro.{n + 1}" for n in range(INTRODUCTION)}
    for number, step in enumerate(STEPS):
        wanted |= {f"{step.name}.title", f"{step.name}.learnt"}
        for lesson in tasks(COURSE, number):
            wanted |= {lesson.key("ask"), lesson.hint}
            if lesson.task.tempting:
                wanted.add(lesson.key("try"))
            answers = map(lesson.answer, lesson.state.legal)
            wanted |= {answer.key for answer in answers if answer.key}
    there = {key.removeprefix("ui.learn.") for key in texts.texts if key.startswith("ui.learn.")}
    steps = {step.name for step in STEPS} | {"intro"}
    assert {key for key in there if key.split(".")[0] in steps} == wanted


@each_language
def test_texts_speak_of_the_cards_on_the_table(language: str) -> None:
    """A card in a text of a task is in the hand, the row, a meld or the person's next draw."""
    texts = load(language)
    for number in NUMBERS:
        for lesson in tasks(COURSE, number):
            view = lesson.view
            seen = {*view.hand, *(place.card for place in view.row)}
            seen |= {card for meld in view.melds for card in meld.cards}
            seen |= {*parse_cards("2c")}  # the speto that nobody has seen
            if lesson.step.name == "draw":
                seen |= {*parse_cards("6h 9h")}  # what would make the run
            for name in ("ask", "try"):
                key = f"ui.learn.{lesson.key(name)}"
                if key not in texts:
                    continue
                cards = [hole for hole in HOLE.findall(texts.texts[key]) if len(hole) == 2]
                assert set(map(str, seen)) >= set(cards), key


@each_language
def test_a_newcomer_gets_through_by_enter_and_digits(
    monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """Whoever only presses Enter, and says the number that a hint names, reaches the end."""
    texts = load(language)
    end, newcomer = learn(monkeypatch, by_hints(texts), texts=texts)
    assert "".join(texts.text("ui.learn.end").split()) == "".join(end.split())
    assert all(re.fullmatch(r"\d*", said) for said in newcomer.said)
    titles = [texts.text(f"ui.learn.{step.name}.title") for step in STEPS]
    whole = "".join(newcomer.screens)
    assert [title for title in titles if title in whole] == titles
    fits(newcomer.screens)


@each_language
@each_step
def test_every_screen_fits_with_longer_texts(language: str, number: int) -> None:
    """With texts two fifths longer every task, hint, remark, rule and summary fits 80x24."""
    texts = longer(language)
    for lesson in moments(COURSE, number):
        words: list[Action] = [] if lesson.done else [*lesson.state.legal]
        fits([*every_screen(Teacher(Screen(), texts), lesson, words)])


@each_language
def test_pages_and_menu_fit_with_longer_texts(
    monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """With texts two fifths longer the introduction, the menu and a remark under a page fit too."""
    said = saying("x", "0", "", "", "", "", "0", "")
    _, newcomer = learn(monkeypatch, said, texts=longer(language))
    assert len(newcomer.screens) == 9
    fits(newcomer.screens)


def test_a_wrong_move_is_told_and_the_task_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refused, fined, legal but not meant, unclear: each has its words, and the table stays."""
    words = ["-kd", "d", "-6s", "99", "xyz", "? D-MELD-1", "?", "", "-kd", "q"]
    end, newcomer = learn(monkeypatch, saying(*words), step=1)
    shown = [" ".join(screen.split()) for screen in newcomer.screens]
    assert "D-TURN-1: Take a card first." in shown[1]
    assert "Right." in shown[2]
    assert "costs you only 5 points" in shown[3]
    assert "no 99 in the list" in shown[4]
    assert "xyz" in shown[5]
    assert "D-MELD-1: A set is" in shown[6]
    assert "lay off the 9h on the meld" in shown[7]
    assert "Step 1 of 6" in shown[8]
    assert "A turn begins when you take a card" in shown[9]
    assert end.strip() == "You have left the lesson."


def test_going_on_back_and_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """s goes on, b to the beginning of the step and then to the one before, q away; 0 lists it."""

    def steps(*words: str, step: int = 2) -> list[str]:
        screens = learn(monkeypatch, saying(*words), step=step)[1].screens
        return [screen.partition("\n")[0][:9].strip() for screen in screens]

    assert steps("s", "s") == ["Step 2 of", "Step 3 of", "Step 4 of"]
    assert steps("b", "b") == ["Step 2 of", "Step 1 of", "Thai Dumm"]
    assert steps("+", "^6h=6h7h8h", "b", "b")[-2:] == ["Step 2 of", "Step 1 of"]
    assert steps("0", "2", "0", "3") == [
        "Step 2 of",
        "1) A hint",
        "Step 3 of",
        "1) A hint",
        "Step 2 of",
    ]
    assert steps("0", "", "0", "1", "0", "4")[2::2] == ["Step 2 of", "Step 2 of"]
    assert learn(monkeypatch, saying("0", "4"), step=6)[0].strip() == "You have left the lesson."
    assert learn(monkeypatch, saying("s"), step=6)[0].startswith("That was the whole lesson")


def test_what_a_page_does_not_understand(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a page that is only read, anything else is answered by what may be said."""
    said = saying("7", "0", "", "0", "x", "-kd")
    _, newcomer = learn(monkeypatch, said)
    notes = ["! Press Enter to go on" in screen for screen in newcomer.screens]
    assert notes == [False, True, False, False, False, False, True]
    assert "! The menu has no 'x'." in newcomer.screens[5]


def test_it_can_be_read_aloud(monkeypatch: pytest.MonkeyPatch) -> None:
    """In plain text and with letters for suits the lesson says the same, and digits suffice."""
    texts = load("en")
    out = Output()
    newcomer = Person(out, by_hints(texts))
    monkeypatch.setattr(sys, "stdin", newcomer)
    monkeypatch.setattr(sys, "stdout", out)
    Teacher(Screen(letters=True, plain=True), texts).run()
    assert "That was the whole lesson" in out.getvalue()
    assert not set("♣♦♥♠\x1b") & set(out.getvalue())


def test_the_introduction_is_read_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter turns the pages on, b back; s goes straight to the first step."""
    _, newcomer = learn(monkeypatch, saying("", "b", "b", "", "", "", "b", "s"))
    first = [screen.partition("\n")[0][:8] for screen in newcomer.screens]
    a, b, c, step = "Thai Dum", "Cards th", "On the t", "Step 1 o"
    assert first == [a, b, a, a, b, c, step, a, step]


def test_a_step_that_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step that does not exist is named, with how many there are."""
    for step in (0, 7):
        with pytest.raises(ParseError, match=f"there is no step {step}; the lesson has 6"):
            learn(monkeypatch, saying(), step=step)


def test_an_input_that_ends_leaves_the_lesson(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing more can be read the lesson ends, and says so."""
    _, newcomer = learn(monkeypatch, saying("1"), step=1)
    assert newcomer.out.getvalue().endswith("\nYou have left the lesson.\n")

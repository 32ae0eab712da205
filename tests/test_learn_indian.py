"""A newcomer gets through the lesson of Indian Rummy by digits, and every mistake is explained."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import chain, combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from speto.cards import JOKER, PACK, Card, parse_cards
from speto.indian import BY_CODE, State, parse
from speto.indian.flaws import why_no_group
from speto.indian.groups import Kind, kind_of_cards
from speto.lesson import ME, Answer, Grouping, Lesson, Question, Verdict, begin, course_of
from speto.lesson.faults import FITTING, fault
from speto.terminal.learn import INTRODUCTION, Teacher
from speto.terminal.screen import Screen
from speto.texts import HOLE, Catalogue, languages, load
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

COURSE = course_of("indian")
STEPS = COURSE.steps
NUMBERS = range(len(STEPS))
ENGLISH = load("en")
each_step = pytest.mark.parametrize("number", NUMBERS, ids=[step.name for step in STEPS])


def sayable(lesson: Lesson) -> Iterator[object]:
    """What may be answered: each legal move, each answer of a question, each few cards left."""
    match lesson.task:
        case Grouping():
            for size in range(1, 5):
                yield from combinations(lesson.left, size)
        case Question(answers=answers):
            yield from answers
        case _:
            yield from lesson.state.legal


def key_there(key: str) -> bool:
    """Whether the lesson has a text."""
    return f"ui.learn.{key}" in ENGLISH


@each_step
def test_the_intended_line_works(number: int) -> None:
    """The words of a step are right one after the other, in every order that it allows."""
    ends = [*orders(begin(COURSE, number))]
    assert len({(end.state.hands, end.state.scores) for end in ends}) == 1
    assert {end.at for end in ends} == {len(STEPS[number].tasks)}


@each_step
def test_the_table_is_one_that_could_be(number: int) -> None:
    """A position reads back as it is written, and at every task of a move the person is to move."""
    lesson = begin(COURSE, number)
    assert str(State.read(str(lesson.state))) == str(lesson.state)
    assert lesson.state.seats <= 1 + len(COURSE.others)
    for moment in tasks(COURSE, number):
        if not isinstance(moment.task, Grouping | Question):
            assert moment.state.to_act == ME


@each_step
def test_the_others_do_as_written(number: int) -> None:
    """Before the first task the person at most draws, and has no part in what the others do."""
    step = STEPS[number]
    assert set(step.opening) <= {"+"}
    lesson = begin(COURSE, number)
    while not lesson.done:
        task = lesson.task
        for word in task.words:
            before = lesson.state
            lesson = lesson.answer(lesson.read(word)).lesson
        if not isinstance(task, Grouping | Question):
            before = before.apply(parse(task.words[-1]))
        for word in task.then:
            assert before.to_act != ME
            before = before.apply(parse(word))
        assert str(lesson.state) == str(before)


@each_step
def test_a_mistake_worth_trying_is_explained_by_its_rule(number: int) -> None:
    """The rule that a task names speaks against what it tempts to, and the lesson stays there."""
    for lesson in tasks(COURSE, number):
        if lesson.fresh or not lesson.said:
            assert bool(lesson.tempting) == bool(lesson.task.tempting)
        if lesson.tempting:
            answer = lesson.answer(lesson.tempting)
            assert answer.verdict in (Verdict.REFUSED, Verdict.FINED, Verdict.WRONG)
            assert [clause.code for clause in answer.clauses] == [lesson.task.refusal]
            assert answer.lesson == lesson


def test_the_rules_of_the_mistakes() -> None:
    """Between them the steps show the rules that a beginner offends against."""
    shown = {task.refusal for step in STEPS for task in step.tasks} - {""}
    for step in STEPS:
        for task in step.tasks:
            if isinstance(task, Question):
                shown |= {*task.answers.values()} - {""}
    assert shown == {
        *("I-WILD-1", "I-VAL-1", "I-END-1", "I-SEQ-1", "I-SEQ-3", "I-SEQ-4", "I-SET-1", "I-SET-2"),
        *("I-TURN-1", "I-TURN-2", "I-PICK-1", "I-SHOW-3", "I-SCORE-1", "I-SCORE-2", "I-SCORE-3"),
        *("I-CAP-1", "I-DROP-1"),
    }
    assert shown <= BY_CODE.keys()


@each_step
def test_everything_that_may_be_said_has_its_answer(number: int) -> None:
    """What is not meant is answered by a rule or a reason, and each reason is given somewhere."""
    used = set[str]()
    for lesson in tasks(COURSE, number):
        for said in sayable(lesson):
            answer = lesson.answer(said)
            if answer.verdict is Verdict.RIGHT:
                continue
            assert answer.lesson == lesson
            assert answer.clauses or key_there(answer.key), (answer.key, said)
            assert not answer.key or key_there(answer.key), answer.key
            used.add(answer.key)
    pattern = rf"ui\.learn\.indian\.{STEPS[number].name}\..*\.other"
    written = {key for key in ENGLISH.texts if re.match(pattern, key)}
    assert written == {f"ui.learn.{key}" for key in used - {""}}


def test_a_drop_and_a_wrong_show_are_answered_by_what_they_cost() -> None:
    """A legal move that costs points at once is answered by the rule that says so."""
    turn, show = begin(COURSE, 3), [*moments(COURSE, 4)][-2]
    assert [clause.code for clause in turn.answer(parse("x")).clauses] == ["I-DROP-2"]
    wrong = show.answer(parse("!3h4h5h6h/7s8s**/9c9d9h/KcKd/2d-Ks"))
    assert (wrong.verdict, wrong.clauses) == (Verdict.FINED, (BY_CODE["I-SHOW-3"],))


@pytest.mark.parametrize(
    ("cards", "kind", "code"),
    [
        ("3h4h6h", "run", "I-SEQ-1"),
        ("3h4h5d", "run", "I-SEQ-1"),
        ("3h4h", "run", "I-SEQ-1"),
        ("3h3h4h5h", "run", "I-SEQ-1"),
        ("KsAs2s", "run", "I-SEQ-4"),
        ("QsKsAs2s", "pure", "I-SEQ-4"),
        ("KsAs2h", "run", "I-SEQ-1"),
        ("3h4h**", "pure", "I-SEQ-3"),
        ("3h4hJc", "pure", "I-WILD-4"),
        ("**Jc7d", "pure", "I-SEQ-3"),
        ("9c9d9h", "run", "I-SET-1"),
        ("9c9d", "set", "I-SET-1"),
        ("9c9d8h", "set", "I-SET-1"),
        ("9c9d9d", "set", "I-SET-2"),
        ("9c9d9h9s**", "set", "I-SET-3"),
        ("9c9d9d", "group", "I-SET-2"),
        ("9c9d5h", "group", "I-SET-1"),
        ("9c9d5d", "set", "I-SET-1"),
        ("9c9d5d", "run", "I-SEQ-1"),
        ("Kc**2c", "group", "I-SEQ-4"),
        ("KhAh2hTh3h", "group", "I-SEQ-1"),
        ("", "group", "I-SEQ-1"),
        ("", "wild", "I-WILD-1"),
        ("**", "set", "I-WILD-6"),
        ("Jd**", "wild", "I-WILD-1"),
        ("9c9c9c", "set", "T-HOLD"),
        ("3h4h5h", "pure", ""),
        ("TcJcQc", "pure", ""),
        ("3h**5h", "run", ""),
        ("Jc**", "wild", ""),
        ("9c**9h", "group", ""),
    ],
)
def test_what_is_wrong_with_cards(cards: str, kind: str, code: str) -> None:
    """Cards that are not what was asked for are refused by the rule that they break."""
    clause = fault(parse_cards(cards), kind, parse_cards("Jc"))
    assert (clause.code if clause else "") == code


@pytest.mark.parametrize("kind", FITTING)
def test_what_is_wrong_agrees_with_the_game(kind: str) -> None:
    """There is a fault exactly where the game's own kind of the cards is another."""
    pool = [*parse_cards("2s3s4sKsAs4hJcTcQc"), JOKER]
    wilds = frozenset(parse_cards("Jc"))
    for size in range(1, 6):
        for cards in combinations(pool, size):
            fits_in = kind_of_cards(cards, wilds) in FITTING[kind]
            assert (fault(cards, kind, wilds) is None) == fits_in, cards


@given(st.integers(0, 2**32))
def test_the_lesson_and_the_score_name_one_rule(seed: int) -> None:
    """Why cards are no group is told in the lesson by the rule that the score names."""
    random = Random(seed)
    rank, suit = random.randrange(2, 15), random.randrange(4)
    pool = [*PACK, JOKER, JOKER]
    near = [card for card in pool if not card.rank or card.suit == suit or card.rank == rank]
    cards = random.sample(random.choice((pool, near)), random.choice((1, 2, 3, 3, 4, 5)))
    wilds = frozenset(random.sample(PACK, random.choice((0, 1))))
    flaw = why_no_group(cards, wilds)
    assert fault(cards, "group", wilds) == (flaw.clause if flaw else None)


FOREIGN: list[Any] = ["", "99", "-1", "abc", "20 ", "+", None, 20, 2.5, [], ["2c"], {}, object()]


@each_step
def test_any_answer_is_taken(number: int) -> None:
    """Whatever a page sends, the lesson answers by a rule or a reason, and the task stays."""
    for lesson in tasks(COURSE, number):
        for said in (*FOREIGN, (), (Card(99, 9),), [Card(3, 2)] * 20, parse("x"), parse("+")):
            answer = lesson.answer(said)
            if answer.verdict is Verdict.RIGHT:
                continue
            assert answer.lesson == lesson
            assert answer.clauses or key_there(answer.key), said
            assert not answer.key or key_there(answer.key), said


def test_a_number_that_is_not_listed_is_wrong() -> None:
    """A question answered by any other number is answered by the rule that gives the right one."""
    for step in STEPS:
        for task in step.tasks:
            if isinstance(task, Question):
                assert task.rule in BY_CODE
                assert {*task.answers.values()} & {task.rule}
    lesson = [*moments(COURSE, 0)][1]
    answer = lesson.answer("99")
    assert (answer.verdict, answer.key) == (Verdict.WRONG, "")
    assert answer.clauses == (BY_CODE["I-VAL-1"],)


def test_a_card_is_in_one_group() -> None:
    """Cards that were put together cannot be named again."""
    lesson = [*moments(COURSE, 1)][1]
    assert lesson.groups == (parse_cards("5d6d7d8d"),)
    again = lesson.answer(parse_cards("5d6d7d"))
    assert (again.verdict, again.clauses) == (Verdict.WRONG, (BY_CODE["T-HOLD"],))
    assert Card(5, 1) not in lesson.left and len(lesson.left) == 9


@each_step
def test_the_right_answers_are_the_games_own(number: int) -> None:
    """The answer about points is what the ledger says, and who has won, the game knows."""
    for lesson in tasks(COURSE, number):
        task = lesson.task
        if not isinstance(task, Question):
            continue
        (right,) = task.words
        assert [word for word, code in task.answers.items() if not code] == [right]
        assert len(task.answers) == 3
        assert lesson.state.over
        if task.hand is None:
            assert lesson.view.winners == (int(right),)
        else:
            assert lesson.state.scores[task.hand] == int(right)


def test_what_the_texts_say_of_the_hands() -> None:
    """The kinds of the hands that are asked about are those that the texts name."""
    end = [*moments(COURSE, 5)][-1]
    entries = [(entry.seat, entry.points, entry.clause.code) for entry in end.state.ledger()]
    assert entries == [
        (0, 20, "I-DROP-1"),
        (2, 80, "I-SCORE-1"),
        (3, 47, "I-SCORE-2"),
        (4, 21, "I-SCORE-3"),
        (5, 97, "I-SCORE-2"),
        (5, -17, "I-CAP-1"),
    ]
    first = [*moments(COURSE, 0)][-1].state.ledger()
    assert [(entry.seat, entry.points) for entry in first] == [(0, 20), (2, 60)]
    shown = [*moments(COURSE, 4)][-1].view
    assert (shown.winners, shown.scores[ME]) == ((ME,), 0)


def test_the_groups_are_what_the_steps_teach() -> None:
    """The words of each task of grouping are of the kind that it asks for."""
    found = {
        f"{step.name}.{task.name}": [
            kind_of_cards(parse_cards(word), frozenset(parse_cards("Jc"))).name.lower()
            for word in task.words
        ]
        for step in STEPS
        for task in step.tasks
        if isinstance(task, Grouping) and task.stays
    }
    assert found == {
        "runs.pure": ["pure_run"],
        "runs.ace": ["pure_run"],
        "runs.wild": ["run"],
        "sets.fives": ["set"],
        "sets.own": ["pure_run"],
        "sets.wild": ["set"],
        "show.group": ["pure_run", "run", "set", "set"],
    }
    assert Kind.PURE_RUN in FITTING["run"]


def test_all_texts_exist() -> None:
    """Every text of the lesson is there, and none that nobody says."""
    wanted = {f"intro.{n + 1}" for n in range(INTRODUCTION)}
    wanted |= {"end", "menu.words", "hand", "hand.other", "points", "nothing", "others"}
    wanted |= {"points.told.one", "points.told.other"}
    for number, step in enumerate(STEPS):
        wanted |= {f"{step.name}.title", f"{step.name}.learnt"}
        for lesson in tasks(COURSE, number):
            keys = {lesson.key("ask"), lesson.hint}
            if lesson.task.tempting:
                keys.add(lesson.key("try"))
            keys |= {lesson.answer(said).key for said in sayable(lesson)} - {""}
            wanted |= {key.removeprefix(COURSE.prefix) for key in keys}
    start = f"ui.learn.{COURSE.prefix}"
    assert {key.removeprefix(start) for key in ENGLISH.texts if key.startswith(start)} == wanted


def test_texts_speak_of_the_cards_on_the_table() -> None:
    """A card in the text of a task is in the hand, on the pile, or in a hand that lies open."""
    for number in NUMBERS:
        for lesson in tasks(COURSE, number):
            view = lesson.view
            seen = {*view.hand, *view.pile, view.cut}
            seen |= {card for hand in view.shown if hand for card in hand}
            for name in ("ask", "try", "hint", "other"):
                key = f"ui.learn.{lesson.key(name)}"
                if key not in ENGLISH:
                    continue
                cards = {hole for hole in HOLE.findall(ENGLISH.texts[key]) if len(hole) == 2}
                if lesson.step.name == "runs":
                    cards -= {"Jh"}  # what the joker stands for
                assert set(map(str, seen)) >= cards, key


def test_a_newcomer_gets_through_by_enter_and_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever only presses Enter, and says the numbers that a hint names, reaches the end."""
    end, newcomer = learn(monkeypatch, by_hints(ENGLISH), game="indian")
    assert "That was the whole lesson" in end
    assert "speto play indian" in end
    assert all(re.fullmatch(r"[\d ]*", said) for said in newcomer.said)
    whole = "".join(newcomer.screens)
    titles = [ENGLISH.text(f"ui.learn.indian.{step.name}.title") for step in STEPS]
    assert [title for title in titles if title in whole] == titles
    fits(newcomer.screens)


@pytest.mark.parametrize(
    "texts", [*map(load, languages()), longer("en")], ids=[*languages(), "longer"]
)
@each_step
def test_every_screen_fits(texts: Catalogue, number: int) -> None:
    """Every task, hint, remark, rule and summary fits 80x24, with texts two fifths longer too."""
    for lesson in moments(COURSE, number):
        teacher = Teacher(Screen(), texts, "indian")
        teacher.board.begin(lesson)
        teacher.board.go_on(lesson)
        said = [] if lesson.done or isinstance(lesson.task, Grouping) else [*sayable(lesson)]
        fits([*every_screen(teacher, lesson, said)])


def test_pages_and_menu_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The introduction, the menu and a remark under a page fit, with longer texts too."""
    for texts in (ENGLISH, longer("en")):
        said = saying("x", "0", "", "", "", "", "0", "")
        _, newcomer = learn(monkeypatch, said, texts=texts, game="indian")
        assert len(newcomer.screens) == 9
        fits(newcomer.screens)


JUNK = (
    *(
        "99",
        "0)",
        "xyz",
        "1 1",
        "1 2 99",
        "-",
        "!",
        "!!",
        "g",
        "g /",
        "/",
        "3h/",
        "g 3h4h5h/",
        "**",
    ),
    *("* * *", "++", "^^", "-zz", "!3h", "!kd", "show", "9" * 40, "1/2", "é", "?", "? I-SEQ-2"),
    *("? nothing", "x y", "=3h4h5h", "#3h", "o", "w", "u", "l", "t", "m", "y", "g 1 2 3", "~"),
)


@each_step
def test_nothing_that_is_typed_breaks_it(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """At every task any input is answered in a line, and the lesson goes on."""
    for lesson in tasks(COURSE, number):
        teacher = Teacher(Screen(), ENGLISH, "indian")
        out = Output()
        person = Person(out, saying(*JUNK))
        monkeypatch.setattr(sys, "stdin", person)
        monkeypatch.setattr(sys, "stdout", out)
        teacher.board.begin(lesson)
        heard = 0
        while heard < len(JUNK):
            try:
                answer = teacher.ask(lesson)
            except EOFError:
                break
            heard = len(person.said)
            if isinstance(answer, Answer):
                teacher.note = teacher.comment(answer, lesson)
        assert len(person.said) == len(JUNK)
        fits(person.screens)


def test_cards_are_named_as_people_write_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers, cards with or without g, signs of suits, several groups at once: all the same."""
    for said in ("6 7 8 9", "9,8,7,6", "3h4h5h6h", "g 6H 5h 3h4H", "3♥ 4♥ 5♥ 6♥"):
        _, newcomer = learn(monkeypatch, saying(said), step=5, game="indian")
        assert "[x] A pure run: 3♥ 4♥ 5♥ 6♥" in newcomer.screens[1], said
    both = "g 3h4h5h6h / 7s 8s * | 9c9d9h/kckdks"
    _, newcomer = learn(monkeypatch, saying(both), step=5, game="indian")
    assert "Nothing is missing." in newcomer.screens[1]
    wrong = saying("3h4h5h6h/7s8s2d/9c9d9h")
    _, newcomer = learn(monkeypatch, wrong, step=5, game="indian")
    text = " ".join(newcomer.screens[1].split())
    assert "No. I-SEQ-1" in text and "[x] A pure run" in text and "[ ] No second run" in text


def test_what_is_in_no_group_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a hand is grouped, all cards that are in no group are named, and no other."""
    said = saying("kckdks", "3h4h5h6h", "9c9d9h", "7s8s**")
    _, newcomer = learn(monkeypatch, said, step=5, game="indian")
    shown = [" ".join(screen.split()) for screen in newcomer.screens]
    for screen, loose in zip(
        shown,
        (
            "9♣ K♣ 2♦ 9♦ K♦ 3♥ 4♥ 5♥ 6♥ 9♥ 7♠ 8♠ K♠",
            "9♣ 2♦ 9♦ 3♥ 4♥ 5♥ 6♥ 9♥ 7♠ 8♠",
            "9♣ 2♦ 9♦ 9♥ 7♠ 8♠",
            "2♦ 7♠ 8♠",
        ),
        strict=False,
    ):
        assert f"[ ] In no group: {loose} Your cards" in screen
    assert "Nothing is missing." in shown[4]


def test_a_run_is_shown_in_its_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ace of A-2-3 stands first, however the cards were named."""
    _, newcomer = learn(monkeypatch, saying("8d7d6d5d", "3s as 2s"), step=2, game="indian")
    assert re.search(r"5♦ 6♦ 7♦ 8♦ +pure run", newcomer.screens[1])
    assert re.search(r"A♠ 2♠ 3♠ +pure run", newcomer.screens[2])


def test_what_is_owed_is_told_where_somebody_owes(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the end of a step points are spoken of only if there are some."""
    for step, says in ((2, ""), (5, "You owe nothing in this step."), (6, "You owe 20 points")):
        *_, last = moments(COURSE, step - 1)
        teacher = Teacher(Screen(), ENGLISH, "indian")
        page = " ".join(" ".join(chain(*teacher.summary(last))).split())
        assert says in page
        assert ("owe" in page.rpartition("fill any place.")[2]) == bool(says)


def test_a_show_may_be_said_in_every_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """A good Show is taken by its number, by its finishing card, and in any grouping."""
    groups = "3h4h5h6h/7s8s**/9c9d9h/kckdks"
    for said in (
        "15",
        "!",
        "!2d",
        "show 2d",
        f"!{groups}-2d",
        f"!{groups.replace('6h', '')}/6h-2d",
    ):
        _, newcomer = learn(monkeypatch, saying(groups, said), step=5, game="indian")
        assert newcomer.screens[2].startswith("Step 5 of 6 is done"), said


def test_a_wrong_answer_is_told_and_the_task_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wrong, not what was meant, unclear: each has its words, and the task stays."""
    words = ["14", "2", "2 12", "99", "abc", "kd", "? I-WILD-4", "?", "jc **", "2", "abc", "q"]
    end, newcomer = learn(monkeypatch, saying(*words), step=1, game="indian")
    shown = [" ".join(screen.split()) for screen in newcomer.screens]
    assert "No. I-WILD-1: Only the twin" in shown[1]
    assert "Not quite. That card is wild, but you hold two" in shown[2]
    assert "No. I-WILD-1: Only the twin" in shown[3]
    assert "Type different numbers from 1 to 13" in shown[4]
    assert "'abc' names no cards" in shown[5]
    assert "You do not hold all of these cards." in shown[6]
    assert "I-WILD-4: A special wild in its own place" in shown[7]
    assert "Hint: They are J♣ and the joker **. Their numbers are 2 13." in shown[8]
    assert "Asha: drew, showed" in shown[9] and "Right. 1) 20 points" in shown[9]
    assert "No. J♣ costs nothing, since it is wild. I-VAL-1: Aces" in shown[10]
    assert "Type the number of an answer." in shown[11]
    assert end.strip() == "You have left the lesson."


def test_cards_of_a_group_are_not_named_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever names a card that is in a group already is told so."""
    said = saying("5d6d7d8d", "As 2s 8d")
    _, newcomer = learn(monkeypatch, said, step=2, game="indian")
    assert "One of these cards is in a group already." in newcomer.screens[2]


def test_the_hand_may_be_grouped_during_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a task of a move g groups the hand, and the numbers of the cards follow."""
    _, newcomer = learn(monkeypatch, saying("^", "g 2d2s", "11"), step=4, game="indian")
    assert "rouped as you said" in newcomer.screens[2]
    assert re.search(r"\d\) 2♦ +\d+\) 2♠", newcomer.screens[2])


def test_going_on_back_and_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """s goes on, b to the beginning of the step and then to the one before, q away; 0 lists it."""

    def steps(*words: str, step: int = 2) -> list[str]:
        screens = learn(monkeypatch, saying(*words), step=step, game="indian")[1].screens
        return [screen.partition("\n")[0][:9].strip() for screen in screens]

    assert steps("s", "s") == ["Step 2 of", "Step 3 of", "Step 4 of"]
    assert steps("b", "b") == ["Step 2 of", "Step 1 of", "Indian Ru"]
    assert steps("5d6d7d8d", "b", "b")[-2:] == ["Step 2 of", "Step 1 of"]
    assert steps("0", "2", "0", "3")[::2] == ["Step 2 of", "Step 3 of", "Step 2 of"]
    for away in (saying("q"), saying("0", "4"), saying()):
        _, newcomer = learn(monkeypatch, away, step=6, game="indian")
        assert newcomer.out.getvalue().endswith("\nYou have left the lesson.\n")
    end, _ = learn(monkeypatch, saying("s"), step=6, game="indian")
    assert end.startswith("That was the whole lesson")


def test_it_can_be_read_aloud(monkeypatch: pytest.MonkeyPatch) -> None:
    """In plain text and with letters for suits the lesson says the same, and digits suffice."""
    out = Output()
    newcomer = Person(out, by_hints(ENGLISH))
    monkeypatch.setattr(sys, "stdin", newcomer)
    monkeypatch.setattr(sys, "stdout", out)
    Teacher(Screen(letters=True, plain=True), ENGLISH, "indian").run()
    assert "That was the whole lesson" in out.getvalue()
    assert not set("♣♦♥♠\x1b") & set(out.getvalue())
    assert not re.search(r"\S {3,}\S", "".join(newcomer.screens[3:9]))


def test_the_command_teaches_it() -> None:
    """`speto learn indian` begins with the introduction, or with the step that is asked for."""
    command = [sys.executable, "-m", "speto", "learn", "indian", "--lang", "en", "--step", "3"]
    done = subprocess.run(command, input="", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Step 3 of 6: Sets and wild cards" in done.stdout

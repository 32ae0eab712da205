"""A finished deal is judged from what each seat could see, and luck is told from skill."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from speto.cards import ParseError
from speto.cli import main
from speto.games import game
from speto.record import Record, states, write_record
from speto.review import Grade, Plan, Review, as_data, check_over, questions, review, think
from speto.review.judged import accuracy, grade_of
from speto.review.won import won
from speto.terminal.page import WIDTH, cells
from speto.terminal.review import lines_of
from speto.terminal.speech import Speech
from speto.texts import languages, load
from speto.thought import Budget
from tests.dealing import random_pack
from tests.indian_dealing import random_pack as indian_pack
from tests.thinking import by_word, plan

SMALL = Plan(playouts=10, others=2, playouts_of_others=10)
NAMES = ("You", "Nok", "Ploy", "Chai")
GAMES = pytest.mark.parametrize("name", ["dummy", "indian"])


def played(name: str, seed: int = 1, seats: int = 3) -> Record:
    """A whole deal, mostly by good advice."""
    random, module = Random(f"{name} {seed}"), game(name)
    pack = random_pack(random) if name == "dummy" else indian_pack(random)
    state = module.start(module.read_rules("default"), pack, seats=seats)
    while not state.over:
        view = state.view_for(state.to_act)
        chance = random.random() < 0.2
        action = random.choice(list(view.legal)) if chance else module.advise(view)
        state = state.apply(action)
    return Record(name, NAMES[:seats], state)


def reviewed(record: Record, how: Plan = SMALL) -> Review:
    asked = questions(record, how)
    return review(record, how, asked, [think(question) for question in asked])


@GAMES
def test_every_decision_is_judged(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Each action of a deal is one decision, with what was played among what was weighed."""
    plan(monkeypatch, name, by_word)
    record = played(name)
    found = reviewed(record)
    assert [judgment.at for judgment in found.judgments] == [*range(record.state.at)]
    for judgment in found.judgments:
        if judgment.grade not in (Grade.FORCED, Grade.UNWEIGHED):
            assert judgment.chosen is not None and judgment.loss is not None
            best, chosen = judgment.best.points, judgment.chosen
            assert judgment.loss == (0 if chosen.equal else pytest.approx(best - chosen.points))
    losses = [judgment.loss or 0.0 for judgment in found.worst]
    assert losses == sorted(losses, reverse=True)
    assert min(losses) >= 3


@GAMES
def test_the_parts_of_the_points(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """What a seat has is what was to be expected, its luck, its play and the rest."""
    plan(monkeypatch, name, by_word)
    record = played(name, 2)
    for one in reviewed(record).seats:
        parts = one.par.points + one.deal.points + one.draws.points + one.own.points + one.rest
        assert parts == pytest.approx(one.ahead)
        assert sum(one.grades.values()) == sum(
            told.seat == one.seat for told in record.state.view_for(None).log
        )


def test_luck_is_the_draw_and_skill_the_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thinker that counts the points of the hand finds a good draw lucky, and nothing else."""

    def worth(view: Any, action: Any) -> float:
        return -float(len(view.hand)) - (10.0 if "K" in str(action) else 0.0)

    plan(monkeypatch, "dummy", worth)
    record = played("dummy", 3, seats=2)
    expected = [0.0, 0.0]
    for before, after in pairwise(states(record.state)):
        seat = before.to_act
        if seat is not None and after.to_act == seat and str(after.action).startswith("+"):
            view, later = before.view_for(seat), after.view_for(seat)
            draw = next(action for action in view.legal if str(action) == "+")
            expected[seat] += worth(later, game("dummy").advise(later)) - worth(view, draw)
    assert any(expected)
    assert [seat.draws.points for seat in reviewed(record).seats] == pytest.approx(expected)


@GAMES
def test_no_hindsight(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A decision is asked of the deciding seat's view alone, and of nothing that came after."""
    plan(monkeypatch, name, by_word)
    record = played(name, 4)
    asked = questions(record, SMALL)
    for at, question in enumerate(asked[: record.state.at]):
        assert question.view.mine
        assert len(question.view.log) == at
    firsts = asked[record.state.at :]
    assert {question.view.seat for question in firsts} == {0, 1, 2}


@GAMES
def test_a_review_is_the_same_again(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The same record and plan give the same review, and its JSON can be written."""
    plan(monkeypatch, name, by_word)
    record = played(name, 5)
    once, again = as_data(reviewed(record)), as_data(reviewed(record))
    assert once == again == json.loads(json.dumps(once))
    assert len(once["decisions"]) == record.state.at


@GAMES
def test_a_review_by_the_search(name: str) -> None:
    """The game's own search reviews a deal, the same each time, and weighs most moves."""
    record = played(name, 8, seats=2)
    how = Plan(playouts=60, others=2, playouts_of_others=50)
    found = reviewed(record, how)
    assert as_data(found) == as_data(reviewed(record, how))
    grades = [judgment.grade for judgment in found.judgments]
    assert grades.count(Grade.UNWEIGHED) < len(grades) / 4
    for one in found.seats:
        assert one.deal.error >= one.par.error
        assert 0 <= (one.accuracy or 0) <= 100


def test_grades_and_accuracy() -> None:
    """A dearer decision is never graded better, nor called more accurate."""
    losses = [0.0, 2.9, 3.0, 7.9, 8.0, 19.9, 20.0, 200.0]
    order = [Grade.GOOD, Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER]
    ranks = [order.index(grade_of(loss)) for loss in losses]
    assert ranks == [0, 0, 1, 1, 2, 2, 3, 3]
    figures = [accuracy(loss) for loss in losses]
    assert figures == sorted(figures, reverse=True)
    assert figures[0] == pytest.approx(100, abs=0.1)
    assert figures[-1] == 0


@GAMES
def test_what_is_gained_on_the_others(name: str) -> None:
    """In every game the gains of all seats sum to zero, and who is first has gained the most."""
    for seed in range(5):
        record = played(name, seed)
        gained, scores = won(name, record.state), record.state.scores
        assert sum(gained) == pytest.approx(0)
        first = gained.index(max(gained))
        if name == "dummy":
            assert scores[first] == max(scores)
        else:
            assert first in _winners(record)


def _winners(record: Record) -> Any:
    view: Any = record.state.view_for(None)
    return view.winners


def test_a_deal_must_be_over() -> None:
    """A deal that goes on cannot be reviewed."""
    record = played("dummy")
    running = Record("dummy", record.names, record.state.before or record.state)
    with pytest.raises(ParseError, match="not over"):
        check_over(running)


@pytest.mark.parametrize("language", languages())
@GAMES
def test_a_review_in_words(monkeypatch: pytest.MonkeyPatch, name: str, language: str) -> None:
    """In each language every seat and every costly decision is told, in lines that fit."""
    plan(monkeypatch, name, by_word)
    record = played(name, 6)
    asked = questions(record, SMALL)
    found = review(record, SMALL, asked, [think(question) for question in asked])
    speech = Speech(load(language), record.state.rules, record.names, signs=True)
    lines = lines_of(record, found, asked, speech)
    assert all(cells(line) <= WIDTH for line in lines)
    assert f"{len(found.worst):>2}. " in "\n".join(lines)
    assert all(any(line.startswith(name) for line in lines) for name in record.names)


def test_the_command(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`speto review` tells a deal of a file in words, and the same as JSON."""
    plan(monkeypatch, "dummy", by_word)
    file = tmp_path / "one.deal"
    file.write_text(write_record(played("dummy", 7)), encoding="utf-8")

    def speto(*arguments: str) -> tuple[object, str, str]:
        command = ["speto", "review", str(file), "--playouts", "64", *arguments]
        monkeypatch.setattr("sys.argv", command)
        with pytest.raises(SystemExit) as end:
            main()
        return end.value.code, *capsys.readouterr()

    status, out, _ = speto("--lang", "en")
    assert status == 0
    assert "Accuracy" in out and "Blunder" in out
    data = json.loads(speto("--json")[1])
    assert len(data["seats"]) == 3 and data["playouts"] == 64
    status, out, error = speto("--deal", "2")
    assert (status, out) == (2, "") and "there is no deal 2" in error
    status, out, error = speto("--playouts", "1")
    assert (status, out) == (2, "") and "--playouts 1: write a number from 64" in error


@pytest.mark.once
@GAMES
def test_an_action_that_is_asked_for_is_weighed(name: str) -> None:
    """However weak an action looks a search weighs it if told to; only a Show stands for all."""
    random = Random(5)
    for seed in (1, 2):
        for state in random.sample(states(played(name, seed).state)[:-1], 3):
            view = state.view_for(state.to_act)
            for action in view.legal:
                budget = Budget(playouts=60, also=action)
                found = game(name).think(view, budget, Random(1))
                weighed = [option.action for option in found.options]
                assert action in weighed or str(action).startswith("!"), (str(state), str(action))
                assert len(weighed) == len(set(map(str, weighed)))

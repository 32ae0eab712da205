"""The coach says what a thought found, and one true sentence why."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from speto.dummy import BY_CODE, State
from speto.dummy.actions import Discard
from speto.games import game
from speto.players import coach
from speto.players.coach import Advice, Reason, advise, as_data, tell
from speto.terminal.coach import Coach, said
from speto.terminal.face import face_of
from speto.terminal.page import WIDTH, cells
from speto.terminal.screen import Screen
from speto.terminal.speech import Speech
from speto.texts import languages, load
from speto.thought import Budget, Option, Thought
from tests.dealing import busy_choice, random_deal
from tests.indian_dealing import random_pack
from tests.keyboard import assert_fits, run, says
from tests.thinking import by_word, plan


def a_turn() -> Any:
    """The view of a seat that has five cards to choose a discard from."""
    state = next(
        later
        for later in _states(State.read("act=0 hands=3h4hTd9sKs/4c5c row=9h turn=0"))
        if later.view_for(0).taken
    )
    return state.view_for(0)


def _states(state: Any) -> list[Any]:
    return [state, state.apply(game("dummy").parse("+"))]


def option(action: Any, points: float, behind: float, **more: Any) -> Option:
    return Option(action, points, 1.0, behind, 1.0 if behind else 0.0, 100, **more)


def told(view: Any, *options: Option) -> Advice:
    return tell(view, Thought(options[0].action, options, 100, 300))


def discards(view: Any) -> Mapping[str, Discard]:
    return {str(action): action for action in view.legal if isinstance(action, Discard)}


def test_what_cannot_be_told_apart_is_equal() -> None:
    """Up to two standard errors behind an option is called equal, beyond them it is worse."""
    view = a_turn()
    ks, td = discards(view)["-Ks"], discards(view)["-Td"]
    for behind, equal in ((2.0, True), (2.1, False)):
        advice = told(view, option(ks, 5, 0), option(td, 5 - behind, behind))
        assert [one.equal for one in advice.options] == [True, equal]
        assert (advice.options[0].reason.key == "because.equal") is equal
        assert (advice.options[1].reason.key == "worse.equal") is equal


def test_the_reason_is_the_difference_that_weighs_most() -> None:
    """A fine that happens far more often is the reason, with both chances, on either side."""
    view = a_turn()
    ks, td = discards(view)["-Ks"], discards(view)["-Td"]
    advice = told(
        view,
        option(ks, 5, 0, fines={"D-PEN-HEAD": 0.04}, feeds=(0.0, 0.2), ends=0.3),
        option(td, -10, 15, fines={"D-PEN-HEAD": 0.31}, feeds=(0.0, 0.35), ends=0.25),
    )
    fined = Reason("fine", 31, 4, clause=BY_CODE["D-PEN-HEAD"])
    assert advice.options[0].reason == fined._replace(key="because.fine")
    assert advice.options[1].reason == fined._replace(key="worse.fine")
    assert advice.options[1].fines == ((BY_CODE["D-PEN-HEAD"], 0.31),)
    assert advice.options[1].feeds == ((1, 0.35),)


@pytest.mark.parametrize(
    ("more", "less", "kind"),
    [
        ({"feeds": (0.0, 0.1)}, {"feeds": (0.0, 0.6)}, "feeds"),
        ({"ends": 0.5}, {"ends": 0.2}, "finish"),
        ({}, {"fines": {"D-PEN-HEAD": 0.02}}, "near"),
    ],
)
def test_reasons_by_what_may_happen(more: dict[str, Any], less: dict[str, Any], kind: str) -> None:
    """Feeding and ending the deal are reasons; what seldom differs is none."""
    view = a_turn()
    td, h3 = discards(view)["-Td"], discards(view)["-3h"]
    advice = told(view, option(td, 5, 0, **more), option(h3, -3, 8, **less))
    assert advice.options[0].reason.key == f"because.{kind}"
    assert advice.options[1].reason.key == f"worse.{kind}"


def test_only_a_discard_is_picked_up() -> None:
    """Nobody is said to pick up a draw, a take or a lay, nor is a discard compared with it so."""
    indian = game("indian")
    dealt = indian.start(indian.read_rules("default"), random_pack(Random(1)), seats=2)
    view = dealt.view_for(dealt.to_act)
    draw, take = (
        option(indian.parse(word), 5 - behind, behind, feeds=(0.0, fed))
        for word, behind, fed in (("+", 0, 0.1), ("^", 8, 0.6))
    )
    advice = told(view, draw, take)
    assert [one.reason.key for one in advice.options] == ["because.draw", "worse.draw"]
    assert [one.feeds for one in advice.options] == [(), ()]
    state = State.read("act=0 phase=drew:2d hands=2d3h4h5hTd/4c5c row=9h turn=4 melds=0:6c6d6h")
    view = state.view_for(0)
    lay = next(action for action in view.legal if str(action) == "=3h4h5h")
    td = discards(view)["-Td"]
    advice = told(view, option(lay, 5, 0), option(td, -3, 8, feeds=(0.0, 0.6)))
    assert [one.reason.key for one in advice.options] == ["because.lay", "worse.lay"]
    assert advice.options[1].feeds == ((1, 0.6),)


def test_a_small_part_of_a_loss_is_not_its_reason() -> None:
    """A fine that explains little of what an option is behind is not said to be why."""
    view = a_turn()
    td, h3 = discards(view)["-Td"], discards(view)["-3h"]
    advice = told(view, option(td, 50, 0), option(h3, -30, 80, fines={"D-PEN-HEAD": 0.1}))
    assert advice.options[1].reason.key == "worse.near"
    assert advice.options[1].fines, "but it is told"


def test_a_card_that_stays_costs() -> None:
    """Of two cards alike in what lies near them, the dearer one goes: it would cost more."""
    view = State.read("act=0 hands=3h7dKs/4c5c row=9h turn=0").apply(game("dummy").parse("+"))
    seen = view.view_for(0)
    chosen = discards(seen)
    advice = told(seen, option(chosen["-Ks"], 5, 0), option(chosen["-7d"], -3, 8))
    assert [one.reason.key for one in advice.options] == ["because.dear", "worse.dear"]
    plain = told(seen, option(chosen["-3h"], 5, 0), option(chosen["-Ks"], -3, 8))
    assert "dear" not in plain.options[0].reason.key


def keys() -> set[str]:
    """The sentences that the coach can name."""
    source = Path(coach.__file__).read_text(encoding="utf-8")
    kinds = {"fine", "feeds", "finish", "draw", "take", "lay", "hold", "drop", "no_drop"}
    kinds |= {"decline", "no_decline", "near", "dear", "all", "equal", "ends"}
    assert all(f'"{kind.removeprefix("no_")}"' in source or kind in source for kind in kinds)
    found = {f"{side}.{kind}" for side in ("because", "worse") for kind in kinds}
    return found | {"because.only", "worse.goes_on"}


@pytest.mark.parametrize("language", languages())
def test_every_reason_has_its_sentence(language: str) -> None:
    """Each reason is one sentence in each language, its holes filled, and none is left over."""
    texts = load(language)
    there = {key.removeprefix("coach.") for key in texts.texts if key.startswith("coach.")}
    assert {key for key in there if key.startswith(("because.", "worse."))} == keys()
    view = a_turn()
    speech = Speech(texts, view.rules, ("A", "Nok"), signs=True)
    for key in keys():
        text = said(Reason(key, 31, 4, 7, BY_CODE["D-PEN-HEAD"], 1), speech)
        assert "{" not in text and text == text.strip()


def moments(name: str) -> list[Any]:
    """Views of deals on their way, of seats that have something to choose."""
    random = Random(name)
    found: list[Any] = []
    for _ in range(3):
        state: Any = random_deal(random) if name == "dummy" else _indian(random)
        while not state.over and len(found) < 40:
            view = state.view_for(state.to_act)
            if len(view.legal) > 1 and random.random() < 0.3:
                found.append(view)
            at = (
                busy_choice(random, state) if name == "dummy" else random.randrange(len(view.legal))
            )
            state = state.apply(state.legal[at])
    return found


def _indian(random: Random) -> Any:
    indian = game("indian")
    return indian.start(indian.read_rules("default"), random_pack(random), seats=3)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", ["dummy", "indian"])
def test_what_the_terminal_says_fits(
    monkeypatch: pytest.MonkeyPatch, name: str, language: str
) -> None:
    """In either game and each language the few lines are few, and no line is too wide."""
    plan(monkeypatch, name, by_word, feeds=(0.2, 0.3), ends=0.4)
    for view in moments(name):
        seats = ("You", "Nokkaeo", "Ploypailin", "Chai")[: view.seats]
        face = face_of(name, Speech(load(language), view.rules, seats, signs=True))
        face.begin(view)
        found = face.choices(view)
        teacher = Coach(Screen(), Budget(playouts=100))
        brief = teacher.briefly(view, face, found)
        blocks = teacher.fully(view, face, found)
        assert 1 <= len(brief) <= 4, "each of these moments has a choice"
        assert all(cells(line) <= WIDTH for block in [brief, *blocks] for line in block)
        assert len(blocks) == len(teacher.advice(view, face.speech).options) + 2


def test_a_coach_in_a_match(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Asked he says it once; switched on he speaks before each choice, until he is switched off."""
    plan(monkeypatch, "dummy", by_word)
    words = ("c", "", "+", "c on", "c off", "", "q")
    arguments = ["play", "dummy", "--seed", "1", "--records", str(tmp_path), "--new"]
    _, person = run(monkeypatch, says(*words), *arguments)
    spoke = ["Coach:" in screen for screen in person.screens]
    assert "What each move is expected to gain" in person.screens[1]
    assert spoke[:6] == [False, False, False, False, True, False]
    assert_fits(person.screens[:-1])


@pytest.mark.parametrize("name", ["dummy", "indian"])
def test_a_coach_from_the_beginning(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    """With --coach he is on from the first move, but has nothing to say of the only one."""
    arguments = ["play", name, "--seed", "1", "--records", str(tmp_path), "--new", "--coach"]
    _, person = run(monkeypatch, says("+", "q", "y"), *arguments)
    first = "There is nothing" in person.screens[0] or "Coach:" in person.screens[0]
    assert first is (name == "indian")
    assert "Coach:" in person.screens[1]
    assert_fits(person.screens[:2])


def test_no_coach_at_a_server(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """At a table server --coach is refused: others sit there."""
    status, _ = run(monkeypatch, says(), "play", "--server", "localhost:1", "--coach")
    assert status == 2
    assert "unfair" in capsys.readouterr().err


def test_a_drop_is_no_fine() -> None:
    """What a drop costs is told as the reason for or against it, not as a chance of a fine."""
    indian = game("indian")
    state = indian.start(indian.read_rules("default"), random_pack(Random(1)), seats=2)
    view = state.view_for(state.to_act)
    by_word = {str(action): action for action in view.legal}
    drop, draw = by_word["x"], by_word["+"]
    dropped = {"I-DROP-1": 1.0}
    advice = told(view, option(draw, -5, 0), option(drop, -20, 15, fines=dropped))
    assert [one.reason.key for one in advice.options] == ["because.no_drop", "worse.no_drop"]
    advice = told(view, option(drop, -20, 0, fines=dropped), option(draw, -35, 15))
    assert [one.reason.key for one in advice.options] == ["because.drop", "worse.drop"]


def test_a_lone_move_is_thought_of_as_long_as_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole budget is spent on it, and what was found at several goes is pooled."""
    goes = iter([(10.0, 3.0, 100), (40.0, 4.0, 50), (10.0, 3.0, 50)])
    budgets = []

    def think(view: Any, budget: Budget, rng: Random) -> Thought:
        budgets.append(budget.playouts)
        points, error, n = next(goes)
        only = Option(view.legal[0], points, error, 0.0, 0.0, n, {"D-PEN-HEAD": points / 100})
        return Thought(only.action, (only,), n, n)

    monkeypatch.setattr(game("dummy"), "think", think, raising=False)
    view = State.read("act=0 hands=3h4hTd9sKs/4c5c row=9h turn=0").view_for(0)
    advice = advise(view, Budget(playouts=200), Random(1))
    assert budgets == [200, 100, 50]
    (only,) = advice.options
    assert only.points == pytest.approx(17.5)
    assert only.error == pytest.approx((1.5**2 + 1.0**2 + 0.75**2) ** 0.5)
    assert dict(only.fines) == {BY_CODE["D-PEN-HEAD"]: pytest.approx(0.175)}
    assert advice.playouts == 200


def test_a_coach_in_plain_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is sent names words and clauses, and holds all options, the best first."""
    plan(monkeypatch, "dummy", by_word, fines={"D-PEN-HEAD": 0.25})
    view = a_turn()
    data = as_data(advise(view, Budget(playouts=10), Random(1)))
    assert {one["word"] for one in data["options"]} == set(view.words)
    assert data["options"][0]["behind"] == 0
    assert data["options"][0]["fines"] == [{"clause": "D-PEN-HEAD", "chance": 0.25}]

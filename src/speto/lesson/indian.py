"""The lesson of Indian Rummy: six steps on fixed positions."""

from __future__ import annotations

from typing import Final

from speto.cards import Card
from speto.clause import Clause
from speto.indian import Action, State, View
from speto.lesson.course import ME, Course, Grouping, Question, Step, Task
from speto.lesson.faults import fault

STEPS: Final = (
    Step(
        name="cards",
        position="turn=7 act=1 cut=Jc pile=2c5sTh"
        " hands=3h4h5h6h7s8s**9c9d9hJcJdQs"
        "/4c5c6c7c2d3d4dTcTdThKhKdKs/7d8d9d4s5s6sQcQdKcAdAh2h8h",
        tasks=(
            Grouping(
                name="wild",
                kind="wild",
                stays=False,
                words=("Jc**",),
                tempting="JcJd**",
                refusal="I-WILD-1",
                then=("+", "!4c5c6c7c/2d3d4d/TcTdTh/KhKdKs-2c"),
            ),
            Question(
                name="points",
                words=("20",),
                answers={"20": "", "30": "I-VAL-1", "23": "I-VAL-1"},
                rule="I-VAL-1",
                reasons={"30": "wild", "23": "jack"},
            ),
            Question(
                name="winner",
                about="seat",
                hand=None,
                words=("1",),
                answers={"0": "I-END-1", "1": "", "2": "I-END-1"},
                rule="I-END-1",
                reasons={"0": "few", "2": "most"},
            ),
        ),
    ),
    Step(
        name="runs",
        position="turn=9 act=0 cut=Jc pile=3d"
        " hands=As2s3sKs5d6d7d8dThQh**Qc4c"
        "/2c2d3c3d4h5h6h8c9cTcKcKdAh/2h2d4d5c6s7s8s9dTdJdJsKhAc",
        tasks=(
            Grouping(
                name="pure",
                kind="pure",
                words=("5d6d7d8d",),
                reasons={"As2s3s": "ace"},
                tempting="ThQh**",
                refusal="I-SEQ-3",
            ),
            Grouping(
                name="ace", kind="pure", words=("As2s3s",), tempting="KsAs2s", refusal="I-SEQ-4"
            ),
            Grouping(
                name="wild", kind="run", words=("ThQh**",), tempting="ThQc**", refusal="I-SEQ-1"
            ),
        ),
    ),
    Step(
        name="sets",
        position="turn=9 act=0 cut=Jc pile=3d"
        " hands=5c5d5d5hTcJcQc7h7s**2h2sKd"
        "/2c2d3c3d4h5h6h8c9cTcKcKdAh/2d4d4s6s7s8s9h9sTdJdJsKhAc",
        tasks=(
            Grouping(
                name="fives", kind="set", words=("5c5d5h",), tempting="5c5d5d5h", refusal="I-SET-2"
            ),
            Grouping(
                name="own", kind="pure", words=("TcJcQc",), tempting="TcQc**", refusal="I-SEQ-3"
            ),
            Grouping(
                name="wild", kind="set", words=("7h7s**",), tempting="2h2s7h", refusal="I-SET-1"
            ),
        ),
    ),
    Step(
        name="turn",
        position="turn=6 act=0 cut=Jc pile=9sTd9c"
        " hands=3h4h5h6h8cTc2d2s5d6d7s4cKd"
        "/2c2h3c3d4d6c7c9d9hThTsQcKh/3s4s5c5s6s8d8h9sJcJhJsQhAd"
        " stock=Qd8sKc2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s6c6d6h6s7c7d7d7h7h7s8c8d8h8s9c9d9hTcTdThTs"
        "JdJdJhJsQcQdQhQsQsKcKdKhKsKsAcAcAdAhAhAsAs****",
        tasks=(
            Task(name="take", words=("^",), tempting="-Kd", refusal="I-TURN-1"),
            Task(
                name="throw",
                words=("-Kd",),
                reasons={
                    **dict.fromkeys(("-3h", "-4h", "-5h", "-6h", "-8c", "-Tc"), "run"),
                    **dict.fromkeys(("-2d", "-2s"), "pair"),
                    **dict.fromkeys(("-5d", "-6d"), "near"),
                },
                tempting="-9c",
                refusal="I-TURN-2",
                then=("+", "-Qd", "+", "-Jc"),
            ),
            Task(name="draw", words=("+",), tempting="^", refusal="I-PICK-1"),
            Task(name="again", words=("-Kc",), tempting="+", refusal="I-TURN-1"),
        ),
    ),
    Step(
        name="show",
        position="turn=9 act=0 cut=Jc pile=5s7d4s"
        " hands=3h4h5h6h7s8s**9c9dKcKdKs2d"
        "/2c3d5d6s6c8hTcTdJhQcQsKhAd/4c5c6cAcAh2h8c8s8d9hThQd3s"
        " stock=9h2c2d2h2s2s3c3c3d3h3s4c4d4d4h4s5c5d5h5s6d6d6h6s7c7c7d7h7h7s8c8d8h9c9d9s9sTcTdTh"
        "TsTsJcJdJdJhJsJsQcQdQhQhQsKcKdKhKsAcAdAhAsAs**",
        opening=("+",),
        tasks=(
            Grouping(
                name="group",
                kind="group",
                words=("3h4h5h6h", "7s8s**", "9c9d9h", "KcKdKs"),
                reasons={"KcKd**": "joker", "KcKs**": "joker", "KdKs**": "joker"},
                tempting="7s8s9c",
                refusal="I-SEQ-1",
            ),
            Task(
                name="show",
                words=("!3h4h5h6h/7s8s**/9c9d9h/KcKdKs-2d",),
                tempting="!3h4h5h6h/7s8s**/9c9d9h/2dKd/Ks-Kc",
                refusal="I-SHOW-3",
            ),
        ),
    ),
    Step(
        name="costs",
        position="turn=5 act=0 cut=Jc pile=Jh9c8h3dAc"
        " hands=2c3s4d5c7d7hTcJhJsQcKhKsAs/3h4h5h6s7s8s9c9d9hTcTdThTs"
        "/4h5h**8s9s**2c2d2hKcKdKsQd/6c7c8c3c3h3sKh9d7h4c4d2d2s"
        "/9sTsJs4c5c6c8d8h8cQd6h3d2s/4s5s6sAdAhQcQhTdTh9hKdJd8d",
        tasks=(
            Task(
                name="drop",
                words=("x",),
                reasons={"+": "late", "^": "late"},
                then=("+", "!3h4h5h/6s7s8s/9c9d9h/TcTdThTs-2h"),
            ),
            Question(
                name="none",
                hand=2,
                words=("80",),
                answers={"0": "I-SCORE-1", "10": "I-SCORE-1", "80": ""},
                rule="I-SCORE-1",
                reasons={"0": "loose", "10": "runs"},
            ),
            Question(
                name="one",
                hand=3,
                words=("47",),
                answers={"38": "I-SCORE-2", "47": "", "68": "I-SCORE-2"},
                rule="I-SCORE-2",
                reasons={"38": "set", "68": "pure"},
            ),
            Question(
                name="two",
                hand=4,
                words=("21",),
                answers={"21": "", "45": "I-SCORE-3", "80": "I-SCORE-3"},
                rule="I-SCORE-3",
                reasons={"45": "set", "80": "most"},
            ),
            Question(
                name="cap",
                hand=5,
                words=("80",),
                answers={"20": "I-DROP-1", "80": "", "97": "I-CAP-1"},
                rule="I-CAP-1",
                reasons={"20": "drop", "97": "cap"},
            ),
        ),
    ),
)


def costs(state: State, action: Action) -> list[Clause]:
    """The clauses by which an action costs points at once: a wrong Show, a drop."""
    entries = state.apply(action).entries()
    return [entry.clause for entry in entries if entry.seat == ME]


def misfit(cards: tuple[Card, ...], kind: str, view: View) -> Clause | None:
    """The clause by which cards are not of a kind in this deal."""
    return fault(cards, kind, view.wilds)


COURSE: Final = Course(
    game="indian",
    prefix="indian.",
    others=("Asha", "Ravi", "Meena", "Dev", "Kiran"),
    steps=STEPS,
    costs=costs,
    fault=misfit,
)

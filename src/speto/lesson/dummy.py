"""The lesson of Thai Dummy: six steps on fixed positions."""

from __future__ import annotations

from typing import Final

from speto.clause import Clause
from speto.dummy import Action, State
from speto.dummy.actions import Discard
from speto.lesson.course import ME, Course, Step, Task

STEPS: Final = (
    Step(
        name="draw",
        position="turn=0 act=0 row=9s"
        " hands=4d4h6s7h8hJcKd/2d3h6cTcQhKsAs/3c6h9cTdQcKhAh/2s5c7d8c9dJdAd"
        " stock=Jh7s3d5d9h5hKcAc8d2cQs2hQd5s8sTsJsTh6d4c7c3s4s",
        tasks=(
            Task(name="take", words=("+",), tempting="-Kd", refusal="D-TURN-1"),
            Task(
                name="throw",
                words=("-Kd",),
                reasons={
                    "-4d": "pair",
                    "-4h": "pair",
                    "-Jc": "pair",
                    "-Jh": "pair",
                    "-7h": "run",
                    "-8h": "run",
                    "-6s": "cheap",
                },
                tempting="=6s7h8h",
                refusal="D-MELD-2",
            ),
        ),
    ),
    Step(
        name="born",
        position="turn=1 act=1 row=9s,Kd.0"
        " hands=4d4h6s7h8hJcJh/2d3h6cTcQhKsAs/3c6h9cTdQcKhAh/2s5c7d8c9dJdAd"
        " stock=7s3d5d9h5hKcAc8d2cQs2hQd5s8sTsJsTh6d4c7c3s4s",
        opening=("+", "-2d", "+", "-6h", "+", "-Ad"),
        tasks=(
            Task(name="take", words=("^6h=6h7h8h",), tempting="^Kd=6h7h8h", refusal="D-PICK-2"),
            Task(name="throw", words=("-Ad",), tempting="+", refusal="D-TURN-2"),
        ),
    ),
    Step(
        name="lay",
        position="turn=12 act=0 row=8s,Kd.0,2d.1,Ad.4,6s.5,Qc.6,7d.9,9s.10,6c.11"
        " melds=0:6h7h8h,1:JcJdJs"
        " hands=3d5c5d5s9hJh/2s3hThQsAs7c/3c7s9dTdQhKhAh/2h4c4s8c8dKsTs"
        " stock=Kc9cQdAcTc6d4h2c5h3s4d",
        tasks=(
            Task(name="take", words=("+",), tempting="=5c5d5s", refusal="D-TURN-1"),
            Task(
                name="lay",
                words=("=5c5d5s", ">9h@6h", ">Jh@Jc"),
                reasons={"-9h": "late", "-Jh": "late"},
                tempting=">Kc@Jc",
                refusal="D-LAY-2",
            ),
            Task(name="throw", words=("-Kc",)),
        ),
    ),
    Step(
        name="fines",
        position="turn=7 act=3 row=4d,Th.1,Kc.4,9h.5,Qd.6 melds=1:3s4s5s,0:7c7d7h"
        " hands=2h5d6s9c/6c8sTcQcKd/2d3c5h6d9dJcAs/4c5cTsJdQhKsAh"
        " stock=Jh8h3dTd2cAc7s6h3h8d8cJsAd2sQsKh9s4h",
        opening=("+", "-Jh", "+"),
        tasks=(
            Task(name="off", words=(">6s@3s",), tempting=">8h@7c", refusal="D-LAY-2"),
            Task(name="throw", words=("-9c",)),
        ),
    ),
    Step(
        name="knock",
        position="turn=16 act=0 row=As,Kc.9,4s.10,Qd.14,3c.15 melds=0:6s7s8s,1:5c5d5h,3:8c9cTc"
        " hands=9sTdJd/2d4h9hKdQc/2s3h6c7hTsJcAh/4d6hKh"
        " stock=8dTh5sAcAd8h2cKs2hQs6d9dJsQhJh7c3s7d3d4c",
        tasks=(
            Task(name="take", words=("^Qd=TdJdQd",), tempting="#9s", refusal="D-TURN-1"),
            Task(
                name="off",
                words=(">9s@6s",),
                reasons={"-3c": "knock"},
                tempting="#3c",
                refusal="D-KNOCK-1",
            ),
            Task(name="knock", words=("#3c",), tempting="-3c", refusal="D-KNOCK-2"),
        ),
    ),
    Step(
        name="dark",
        position="turn=8 act=0 row=3h,Qh.1,5c.4,7s.6,Jc.7 melds=1:KcKdKs"
        " hands=8d8h8s9d9hTdKh/2h4cJs9c6h/3c5hJdQcAs4s6s/2d3dTs5sJhAc7c"
        " stock=Th8c5dAdQs7h2c7dQd4d6c9sTc6d2sAh3s4h",
        opening=("+",),
        tasks=(
            Task(
                name="lay",
                words=("=8d9dTd", "=8h9hTh", ">Kh@Kc"),
                reasons={"-Kh": "knock"},
                tempting="=8d8h8s",
                refusal="D-BORN-3",
            ),
            Task(name="knock", words=("#8s",), tempting="-8s", refusal="D-KNOCK-2"),
        ),
    ),
)


def fines(state: State, action: Action) -> list[Clause]:
    """The clauses by which a discard costs points, or can cost them."""
    if not isinstance(action, Discard):
        return []
    return [risk.clause for risk in state.view_for(ME).risks.get(action.card, ())]


COURSE: Final = Course(
    game="dummy",
    others=("Nok", "Ploy", "Chai"),
    steps=STEPS,
    costs=fines,
)

"""Tables of Indian Rummy and who sits there, for the tests of the terminal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from speto.indian import PACK, State, View, read_rules, start
from speto.indian.actions import Discard, Drop, Show, arranged_show
from speto.terminal.face import Face, Standing, Warn
from speto.terminal.game import Setup
from speto.terminal.indian.face import IndianFace
from speto.terminal.page import HEIGHT, WIDTH
from speto.terminal.person import Person as AtTheTable
from speto.terminal.screen import Left, Screen
from speto.terminal.speech import Speech
from speto.texts import load

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


HELD = "3h4h5h7s8s**9c9d9hKcKdKs2dAh"
OTHER = "4c5c6c6d7d8dTsJsQsAhAd2h2s"
READY = f"act=0 seats=2 turn=4 cut=Jc pile=2c9h hands={HELD}/{OTHER} phase=drew:Ah"
SHOWABLE = READY.replace("2dAh", "KhAh")


def sit(
    position: str,
    *answers: str,
    plain: bool = False,
    warn: Warn = Warn.RISKY,
    totals: Sequence[int] = (),
) -> tuple[Watched, Any]:
    """What a person at a position sees, and what he does, if he does anything."""
    state = State.read(position)
    assert state.to_act == 0
    screen = Watched(replies(*answers), plain=plain)
    view = state.view_for(0)
    face: Face = IndianFace(speech_for(view, plain=plain), warn)
    person = AtTheTable(screen, face)
    person.begin([], view, totals)
    done = None
    standing = Standing(1, tuple(totals) or (0,) * view.seats)
    with suppress(EOFError, Left):
        done = person.choose(view, standing, lambda action: state.why_not(action, 0))
    return screen, done


POOL = "rules=default,format=pool,pool_limit=61 "
TAKING = f"act=0 seats=2 turn=4 cut=Jc pile=2c9h hands={HELD[:-2]}/{OTHER} phase=take"

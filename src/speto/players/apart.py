"""A computer player in a process of its own, which is sent views as lines of JSON and nothing else.

    {"chance":[3,[…],null],"entries":[…],"game":"dummy","log":[[0,"+"],…],"rules":"default",
     "seat":1,"view":"seats=2 direction=1 …"}
    {"chance":[3,[…],null],"word":"-Qs"}

What must stay true: it plays as it would play here; it ends with whoever started it; whoever waits
for it is told in one sentence that it failed.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from queue import Empty, SimpleQueue
from random import Random
from subprocess import DEVNULL, PIPE, Popen
from threading import Thread
from typing import Any, Final, Self, TypeVar

from speto.cards import parse_cards, write_cards
from speto.chain import Told
from speto.clause import Entry
from speto.games import View, game, game_of
from speto.players import player

A = TypeVar("A")

PATIENCE: Final = 60.0
"""Seconds after which a player that has not answered is given up."""


class Apart:
    """The player of a level in a process of its own; use it as a context, or `close` it.

    :raises ParseError: if there is no such level.
    """

    def __init__(self, level: str, *, patience: float = PATIENCE) -> None:
        player(level)
        self.level = level
        self.patience = patience
        self._heard: SimpleQueue[str] = SimpleQueue()
        self._process = Popen(
            [sys.executable, "-m", "speto.players.apart", level],
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            encoding="utf-8",
            start_new_session=True,  # the interrupt key is for the one who asked
        )
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def _listen(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            self._heard.put(line)
        self._heard.put("")

    def choose(self, view: View[A], rng: Random) -> A:
        """What the player chooses there, from the view and the state of the generator.

        :raises TimeoutError: if it does not answer in time; its process is then ended.
        :raises ChildProcessError: if it has ended, or fails.
        """
        answer = self._ask(asked(view, rng))
        if "word" not in answer:
            raise ChildProcessError(
                f"the player {self.level} in its own process {answer['failed']}"
            )
        rng.setstate(_generator(answer["chance"]))
        action: A = game_of(view.rules).parse(answer["word"])
        return action

    def _ask(self, line: str) -> dict[str, Any]:
        assert self._process.stdin
        who = f"the player {self.level} in its own process"
        try:
            self._process.stdin.write(line)
            self._process.stdin.flush()
            heard = self._heard.get(timeout=self.patience)
        except Empty:
            self.close()
            raise TimeoutError(f"{who} has not answered for {self.patience:g} seconds") from None
        except (BrokenPipeError, ValueError):  # a closed one
            heard = ""
        if not heard:
            self.close()
            raise ChildProcessError(f"{who} has ended")
        found: dict[str, Any] = json.loads(heard)
        return found

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        self._listener.join()
        assert self._process.stdin and self._process.stdout
        self._process.stdout.close()
        with suppress(BrokenPipeError):  # what it was still to be told, nobody hears
            self._process.stdin.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()


@cache
def apart(level: str) -> Apart:
    """The player of a level in a process that lasts as long as this one.

    :raises ParseError: if there is no such level.
    """
    return Apart(level)


def asked(view: View[Any], rng: Random) -> str:
    """A view, and what its player may leave to chance, as a line of JSON.

    :raises ValueError: if there is nothing to decide.
    """
    return _line({**_told(view), "chance": rng.getstate()})


def line_of(view: View[Any]) -> str:
    """A view alone as a line of JSON, for whoever brings chance of his own.

    :raises ValueError: if there is nothing to decide.
    """
    return _line(_told(view))


def _told(view: View[Any]) -> dict[str, Any]:
    module = game_of(view.rules)
    sight = import_module(f"speto.{module.NAME}.glimpse").write_glimpse(view)
    if sight is None or not view.mine:
        raise ValueError("it is not this seat's turn")
    return {
        "game": module.NAME,
        "rules": str(view.rules),
        "seat": view.seat,
        "view": sight,
        "log": [(told.seat, str(told.action)) for told in view.log],
        "entries": [
            (entry.seat, entry.points, entry.clause.code, write_cards(entry.cards), entry.at)
            for entry in view.entries
        ],
    }


def view_of(line: str) -> tuple[View[Any], Random]:
    """The view and the generator that were sent.

    :raises ParseError: if they are none.
    """
    sent: dict[str, Any] = json.loads(line)
    rng = Random()
    rng.setstate(_generator(sent["chance"]))
    return _read(sent), rng


def view_in(line: str) -> View[Any]:
    """The view that was sent alone.

    :raises ParseError: if it is none.
    """
    return _read(json.loads(line))


def _read(sent: Mapping[str, Any]) -> View[Any]:
    module = game(sent["game"])
    rules = module.read_rules(sent["rules"])
    log = tuple(Told(seat, module.parse(word)) for seat, word in sent["log"])
    entries = tuple(
        Entry(seat, points, module.BY_CODE[code], tuple(parse_cards(cards)), at)
        for seat, points, code, cards, at in sent["entries"]
    )
    glimpse = import_module(f"speto.{module.NAME}.glimpse")
    view: View[Any] = glimpse.read_glimpse(sent["view"], rules, sent["seat"], log, entries)
    return view


def _generator(state: list[Any]) -> tuple[Any, ...]:
    version, numbers, gauss = state
    return version, tuple(numbers), gauss


def _line(values: Mapping[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"), sort_keys=True) + "\n"


# What runs in the process.


def answer(level: str, line: str) -> str:
    """What a player says to a line."""
    try:
        view, rng = view_of(line)
        word = str(player(level).choose(view, rng))
    except Exception as problem:  # whatever it is, whoever asked must hear of it
        return _line({"failed": f"raised {type(problem).__name__}: {problem}"})
    return _line({"word": word, "chance": rng.getstate()})


def _hear(lines: SimpleQueue[str]) -> None:
    """Take what is asked; when nobody can ask any more, end, whatever is being thought of."""
    for line in sys.stdin:
        lines.put(line)
    os._exit(0)


def main(level: str) -> None:
    """Answer each line, until whoever asks is gone."""
    lines: SimpleQueue[str] = SimpleQueue()
    Thread(target=_hear, args=(lines,), daemon=True).start()
    while True:
        print(answer(level, lines.get()), end="", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])

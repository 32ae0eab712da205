"""The computer players of tables, in processes of their own.

What must stay true: a player is sent a `View` and a number for its chance, never a state or a deal;
no player runs on the event loop; whoever takes too long, dies or says what is not legal costs its
table a plain legal word and nobody else anything; `close` leaves no process behind.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from importlib import import_module
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from random import Random
from threading import Thread
from typing import Any, Final

from speto.games import View
from speto.players import Player, player

BUDGET: Final = 5.0
"""So many seconds a player may think about one word."""
START: Final = 60.0
"""So many seconds a new process may take until it is ready."""
WAITING: Final = 1000
"""So many choices may wait for a process; those beyond are made without one."""
TRIES: Final = 2
"""So many processes are tried for one choice, if they die."""


class Closed(RuntimeError):
    """The workers are closed."""


class Workers:
    """Processes that choose words; tables that wait are served in the order in which they asked.

    `players` are levels beside those of `speto.players`, each by the import path of its class
    (`module:name`). `asked`, `late`, `crashed`, `faulty` and `crowded` count choices: all; over the
    budget; made by a process that died; answered by no legal word; and beyond those that may wait.
    """

    def __init__(
        self,
        n: int = 1,
        *,
        budget: float = BUDGET,
        waiting: int = WAITING,
        players: Mapping[str, str] | None = None,
    ) -> None:
        self.asked = self.late = self.crashed = self.faulty = self.crowded = 0
        self._budget = budget
        self._waiting = waiting
        self._desks = [_Desk(dict(players or {})) for _ in range(n)]
        self._free: asyncio.Queue[_Desk] = asyncio.Queue()
        for desk in self._desks:
            self._free.put_nowait(desk)
        self._queued = 0
        self._closed = False

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes that run now."""
        return tuple(desk.pid for desk in self._desks if desk.pid is not None)

    async def start(self) -> None:
        """Start all processes; without it each starts when it is first needed."""
        await asyncio.gather(*(desk.open() for desk in self._desks))

    async def choose(self, level: str, view: View[Any], chance: int) -> str:
        """A legal word of the view by a player of that level, or by `random` if that one fails.

        :raises Closed: if the workers are closed.
        """
        if self._closed:
            raise Closed
        self.asked += 1
        if self._queued >= self._waiting:
            self.crowded += 1
            return _plain(view, chance)
        self._queued += 1
        try:
            desk = await self._free.get()
        finally:
            self._queued -= 1
        try:
            word = await self._ask(desk, level, pickle.dumps(view), chance)
        finally:
            self._free.put_nowait(desk)
        return _plain(view, chance) if word is None else word

    async def _ask(self, desk: _Desk, level: str, view: bytes, chance: int) -> str | None:
        for _ in range(TRIES):
            if self._closed:
                raise Closed
            try:
                word = await desk.ask(self._budget, level, view, chance)
            except TimeoutError:
                self.late += 1
                return None
            except (BrokenProcessPool, OSError):  # it died, or the machine starts no process
                self.crashed += 1
                continue
            if word is None:
                self.faulty += 1
            return word
        if self._closed:
            raise Closed
        return None

    async def close(self) -> None:
        """End all processes; choices under way raise `Closed`."""
        self._closed = True
        await asyncio.gather(*(desk.close() for desk in self._desks))


class _Desk:
    """One process, replaced when it fails: a pool of one, so that it takes nobody along."""

    def __init__(self, players: dict[str, str]) -> None:
        self.players = players
        self.pid: int | None = None
        self._pool: ProcessPoolExecutor | None = None
        self._opening = asyncio.Lock()
        self._ends: set[asyncio.Task[None]] = set()

    async def open(self) -> ProcessPoolExecutor:
        async with self._opening:
            if self._pool is None:
                pool = ProcessPoolExecutor(1, get_context("spawn"), _prepare, (self.players,))
                self._pool = pool
                try:
                    first = await asyncio.to_thread(_begin, pool)
                    self.pid = await asyncio.wait_for(asyncio.wrap_future(first), START)
                except BaseException:
                    self._drop()
                    raise
            return self._pool

    async def ask(self, budget: float, level: str, view: bytes, chance: int) -> str | None:
        pool = await self.open()
        try:
            answer = pool.submit(_choose, level, view, chance)
            return await asyncio.wait_for(asyncio.wrap_future(answer), budget)
        except BrokenProcessPool:
            self.pid = None  # it is dead, and its number may soon be another's
            self._drop()
            raise
        except BaseException:  # it is late, or nobody waits for it any more
            self._drop()
            raise

    def _drop(self) -> None:
        """End the process, whatever it does; the next question starts another."""
        pid, pool = self.pid, self._pool
        self.pid = self._pool = None
        if pid is not None:
            with suppress(ProcessLookupError):
                os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))
        if pool is not None:
            end = asyncio.get_running_loop().create_task(asyncio.to_thread(pool.shutdown))
            self._ends.add(end)
            end.add_done_callback(self._ends.discard)

    async def close(self) -> None:
        async with self._opening:
            self._drop()
        await asyncio.gather(*self._ends)


def _plain(view: View[Any], chance: int) -> str:
    """The word that stands in for a player that failed: cheap enough for the event loop."""
    return str(player("random").choose(view, Random(chance)))


def _begin(pool: ProcessPoolExecutor) -> Future[int]:
    """Start the process of a pool; it tells its number when it is ready.

    A process inherits what its starter does not hear: so it never hears the interrupt key.
    """
    if not hasattr(signal, "pthread_sigmask"):
        return pool.submit(os.getpid)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(os.getpid)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# What runs in the processes.

_PLAYERS: dict[str, Callable[[], Player]] = {}


def _prepare(players: Mapping[str, str]) -> None:
    """Make a new process ready: it ends with its parent and has the games loaded."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one who asked hears it, and ends us
    parent = parent_process()
    if parent is not None:
        Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()
    for level, path in players.items():
        module, _, name = path.partition(":")
        _PLAYERS[level] = getattr(import_module(module), name)
    for game in ("speto.dummy", "speto.indian"):
        import_module(game)


def _end_with(parent: int) -> None:
    wait([parent])
    os._exit(1)


def _choose(level: str, sent: bytes, chance: int) -> str | None:
    """The word of a player, or none if it fails or says what is not legal."""
    view: View[Any] = pickle.loads(sent)
    try:
        chosen = _PLAYERS[level]() if level in _PLAYERS else player(level)
        word = str(chosen.choose(view, Random(chance)))
    except Exception:  # whatever it is, it is the player's fault and must cost nobody else
        return None
    asked: View[Any] = pickle.loads(sent)  # the player may have changed its own
    return word if word in asked.words else None

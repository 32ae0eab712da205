"""The computer players of tables, in processes of their own.

What must stay true: a player is sent a `View` and a number for its chance, never a state or a deal;
no player that thinks runs on the event loop; whoever takes too long, dies or says what is not legal
costs its table a plain word, which is not told as its own, and nobody else anything; `close` leaves
no process behind.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager, suppress
from importlib import import_module
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from random import Random
from threading import Thread
from time import monotonic
from typing import Any, Final, NamedTuple, ParamSpec, Protocol, TypeVar

from speto.games import View, game_of
from speto.players import Player, player, player_of, sign
from speto.players.coach import Advice, advise
from speto.players.thinking import LEAST
from speto.thought import Budget

P = ParamSpec("P")
R = TypeVar("R")

BUDGET: Final = 5.0
"""So many seconds a player may think about one word."""
START: Final = 60.0
"""So many seconds a new process may take until it is ready."""
WAITING: Final = 1000
"""So many choices may wait for a process; those beyond are made without one."""
SLOW: Final = 3.0
"""When choices would wait longer than so many seconds, those who think get less work."""
RECENT: Final = 0.1
"""How much of the mean of the times a new one is."""
PLAIN: Final = "simple"
"""The level that stands in: quick, and it gives no hand away as any legal word might."""
LAST: Final = "random"
"""The level that stands in for that one."""
TRIES: Final = 2
"""So many processes are tried for one choice, if they die."""


class Closed(RuntimeError):
    """The processes are closed."""


class Chosen(NamedTuple):
    """A legal word, and the signature of the player that chose it; `lowered` if it thought less."""

    word: str
    by: str
    lowered: bool = False


class Elsewhere(Protocol):
    """Computer players on other machines."""

    async def choose(self, level: str, view: View[Any], chance: int) -> Chosen | None:
        """A legal word of the view by a player of that level; none if it is to be chosen here."""


class Workers:
    """Processes that choose words; tables that wait are served in the order in which they asked.

    Those that are `elsewhere`, if there are any, are asked first.

    `players` are levels beside those of `speto.players`, each by the import path of its class
    (`module:name`). `asked`, `late`, `crashed`, `faulty`, `crowded` and `lowered` count choices:
    all; over the budget; made by a process that died; answered by no legal word; beyond those that
    may wait; and made with less work, since so many waited.
    """

    def __init__(
        self,
        n: int = 1,
        *,
        budget: float = BUDGET,
        waiting: int = WAITING,
        slow: float = SLOW,
        players: Mapping[str, str] | None = None,
    ) -> None:
        self.asked = self.late = self.crashed = self.faulty = self.crowded = self.lowered = 0
        self.elsewhere: Elsewhere | None = None
        self._slow = slow
        self._whole = 0.0  # the mean of the seconds that a choice takes with all its work
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

    @property
    def share(self) -> int:
        """What part of their work thinking players do now: 1 all, 2 half of it, 4 a quarter.

        It is the least by which whoever came last waits no longer than is `slow`.
        """
        share, wait = 1, self._queued * self._whole / len(self._desks)
        while wait / share > self._slow:
            share *= 2
        return share

    async def start(self) -> None:
        """Start all processes; without it each starts when it is first needed."""
        await asyncio.gather(*(desk.open() for desk in self._desks))

    async def choose(self, level: str, view: View[Any], chance: int) -> Chosen:
        """A legal word of the view by a player of that level, or by `simple` if that one fails.

        :raises Closed: if they are closed.
        """
        if self._closed:
            raise Closed
        self.asked += 1
        if self.elsewhere is not None:
            found = await self.elsewhere.choose(level, view, chance)
            if found is not None:
                return found
            if self._closed:
                raise Closed
        if self._queued >= self._waiting:
            self.crowded += 1
            return _plain(view, chance)
        async with self._free_desk() as desk:
            chosen = await self._ask(desk, level, pickle.dumps(view), chance)
        return chosen or _plain(view, chance, failed=level)

    @asynccontextmanager
    async def _free_desk(self) -> AsyncIterator[_Desk]:
        """Wait for a process, and have it alone."""
        self._queued += 1
        try:
            desk = await self._free.get()
        finally:
            self._queued -= 1
        try:
            yield desk
        finally:
            self._free.put_nowait(desk)

    async def _ask(self, desk: _Desk, level: str, view: bytes, chance: int) -> Chosen | None:
        share = self.share
        for _ in range(TRIES):
            if self._closed:
                raise Closed
            began = monotonic()
            try:
                chosen = await desk.ask(self._budget, _choose, level, view, chance, share)
            except TimeoutError:
                self.late += 1
                return None
            except (BrokenProcessPool, OSError):  # it died, or the machine starts no process
                self.crashed += 1
                continue
            took = monotonic() - began
            if chosen is None:
                self.faulty += 1
            elif chosen.lowered:
                self.lowered += 1
                took *= share
            self._whole += RECENT * (took - self._whole)
            return chosen
        if self._closed:
            raise Closed
        return None

    async def advise(self, view: View[Any], budget: Budget, chance: int) -> Advice | None:
        """What the coach says to a seat; none if that took too long, failed, or too many wait.

        :raises Closed: if they are closed.
        """
        if self._closed:
            raise Closed
        if self._queued >= self._waiting:
            return None
        async with self._free_desk() as desk:
            try:
                return await desk.ask(self._budget, _advise, pickle.dumps(view), budget, chance)
            except (TimeoutError, BrokenProcessPool, OSError):
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

    async def ask(self, budget: float, do: Callable[P, R], *what: P.args, **more: P.kwargs) -> R:
        pool = await self.open()
        try:
            answer = pool.submit(do, *what, **more)
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


def _plain(view: View[Any], chance: int, *, failed: str | None = None) -> Chosen:
    """The word that stands in for a player that failed: cheap enough for the event loop."""
    if failed != PLAIN:
        with suppress(Exception):  # whatever it is, it is the player's fault
            return _said_by(PLAIN, view, chance)
    return _said_by(LAST, view, chance)


def _said_by(level: str, view: View[Any], chance: int) -> Chosen:
    word = str(player(level).choose(view, Random(chance)))
    return Chosen(word, str(sign(level, game_of(view.rules).NAME)))


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


def _advise(sent: bytes, budget: Budget, chance: int) -> Advice | None:
    """What the coach says, or none if the search fails."""
    try:
        return advise(pickle.loads(sent), budget, Random(chance))
    except Exception:  # a table goes on without a coach
        return None


def _choose(level: str, sent: bytes, chance: int, share: int) -> Chosen | None:
    """The word of a player, or none if it fails or says what is not legal."""
    view: View[Any] = pickle.loads(sent)
    lowered = False
    chosen: Player
    try:
        if level in _PLAYERS:
            chosen, by = _PLAYERS[level](), f"{level}/1"
        else:
            who = sign(level, game_of(view.rules).NAME)
            less = max(LEAST, who.playouts // share)
            if less < who.playouts:
                who, lowered = who._replace(playouts=less), True
            chosen, by = player_of(who), str(who)
        word = str(chosen.choose(view, Random(chance)))
    except Exception:  # whatever it is, it is the player's fault and must cost nobody else
        return None
    asked: View[Any] = pickle.loads(sent)  # the player may have changed its own
    return Chosen(word, by, lowered) if word in asked.words else None

"""The packs of a contest, one after the other, played here or in processes.

What must stay true: packs come in the order of their numbers, whoever played them, so that a run
that is stopped has played what a shorter run would have.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import current_thread, main_thread

from speto.arena.cheats import entrant_of
from speto.arena.contest import Contest
from speto.arena.pack import play_pack
from speto.arena.sums import Played
from speto.arena.table import Maker, PlayerFault


def play(
    contest: Contest, jobs: int = 1, make: Maker = entrant_of, first: int = 0
) -> Iterator[Played]:
    """Every pack of a contest in order, from `first` on.

    :raises PlayerFault: if a player raises or chooses an illegal action.
    """
    jobs = min(jobs, contest.deals - first)
    if jobs <= 1:
        for number in range(first, contest.deals):
            yield play_pack(contest, number, make)
        return
    context = get_context("spawn")  # the same on every system, and safe beside threads
    pipes: list[Connection] = []
    workers = []
    try:
        with _no_interrupts():
            for nth in range(jobs):
                ours, theirs = context.Pipe(duplex=False)
                worker = context.Process(
                    target=_work, args=(contest, first + nth, jobs, theirs, make), daemon=True
                )
                worker.start()
                theirs.close()
                pipes.append(ours)
                workers.append(worker)
        for number in range(contest.deals - first):
            yield _received(pipes[number % jobs])
    finally:
        for worker in workers:
            worker.terminate()
        for worker, pipe in zip(workers, pipes, strict=True):
            pipe.close()
            worker.join()


def _received(pipe: Connection) -> Played:
    try:
        played = pipe.recv()
    except EOFError:
        raise ChildProcessError("a process of the arena has died") from None
    if isinstance(played, PlayerFault):
        raise played
    assert isinstance(played, Played)
    return played


def _work(contest: Contest, first: int, step: int, pipe: Connection, make: Maker) -> None:
    """Play every `step`-th pack from `first` on; what the pipe cannot hold yet waits."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one who asked hears it, and ends us
    try:
        for number in range(first, contest.deals, step):
            pipe.send(play_pack(contest, number, make))
    except PlayerFault as fault:
        pipe.send(PlayerFault(*fault.args))  # without its cause, which may not go through a pipe
    except BrokenPipeError:
        pass  # nobody listens any more


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Processes started here ignore the interrupt key from their first moment on.

    Pressed meanwhile, it is heard when all are started.
    """
    if current_thread() is not main_thread():  # only the main thread may say so
        yield
        return
    if hasattr(signal, "pthread_sigmask"):
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        return
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL if handler is None else handler)

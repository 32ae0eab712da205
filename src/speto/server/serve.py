"""The server as a process: what it starts, and how it stops.

What must stay true: tables that were being played when it stopped, however it stopped, go on where
they were; the time that nobody could play in is given back.
"""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

import uvicorn
from structlog.typing import FilteringBoundLogger

from speto.server import log, mydata, sanctions, tokens
from speto.server.app import SOCKETS, App, Figures, application
from speto.server.folder import alone_in, beat, end_drain, last_beat
from speto.server.guard import Guard
from speto.server.hosting import NoTable
from speto.server.journal import open_journal, place_of
from speto.server.live import SERVER
from speto.server.now import now_ms
from speto.server.service import Service, new_service
from speto.server.store import StoreError
from speto.server.store.sqlite import SqliteStore
from speto.server.wire import FRAME
from speto.server.workers import Workers

FILE: Final = "speto.db"
EVERY: Final = 1.0
"""Seconds between two beats."""
HOUR: Final = 3_600.0
GARBAGE: Final = 100_000, 50, 100
"""When to look for cycles: seldom, since each look at all goes through every table and socket."""
OUTAGE: Final = 3_000
"""A shorter silence is no outage, in milliseconds."""


class Place(NamedTuple):
    """Where a server stands: its address, its folder; `full` survives a loss of power.

    An address may have so many `sockets` open; `figures` says who may fetch those for Prometheus.
    """

    host: str
    port: int
    data: Path
    full: bool = False
    workers: int = 1
    sockets: int = SOCKETS
    figures: Figures = "local"


async def _sweeps(service: Service) -> None:
    """Forget what nobody needs any more: tokens that have expired, guests who never played."""
    while True:
        await asyncio.sleep(HOUR)
        try:
            await tokens.sweep(service.store, service.now())
            await mydata.forget_guests(service.store, service.now())
        except StoreError as problem:
            service.journal.error("sweep", **place_of(problem))


async def _beats(folder: Path, service: Service) -> None:
    while True:
        with suppress(OSError):
            beat(folder, service.now())
        await asyncio.sleep(EVERY)


async def wake_all(service: Service, stopped: int | None) -> None:
    """Load the tables that were being played, and give back the time of an outage."""
    now = service.now()
    for head in await service.store.heads(status=("live", "waiting"), limit=100_000):
        if head.deadline is None and head.status == "waiting":
            continue  # it waits for people
        try:
            live = await service.hosting.table(head.table)
        except NoTable:
            continue
        try:
            if stopped is not None and now - stopped > OUTAGE and live.table.deadline is not None:
                credit = log.Credited(max(0, now - max(stopped, live.table.turn_began)))
                await live.submit(SERVER, f"credit:{stopped}", credit)
            await live.keep_up()
        except StoreError:
            raise
        except Exception as problem:  # whatever it is, it must stay with this table
            await service.hosting.set_aside(head.table, problem)
            continue
        service.hosting.wake(live)


@asynccontextmanager
async def running(
    place: Place, journal: FilteringBoundLogger, now: Callable[[], int] = now_ms
) -> AsyncIterator[App]:
    """A server without its sockets, as long as the context lasts."""
    place.data.mkdir(parents=True, exist_ok=True)
    store = SqliteStore(place.data / FILE, full=place.full)
    workers = Workers(place.workers)
    service = new_service(store, workers, journal, now)
    app = App(service, most=place.sockets, figures=place.figures)
    seen = await sanctions.newest(store)
    stopped = last_beat(place.data)
    end_drain(place.data)  # it was for the restart that this is
    await wake_all(service, stopped)
    tasks = [
        asyncio.create_task(service.hosting.run_clocks()),
        asyncio.create_task(_sweeps(service)),
        asyncio.create_task(_beats(place.data, service)),
        asyncio.create_task(Guard(app, place.data, seen).run()),
    ]
    try:
        yield app
    finally:
        service.drains = True
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await service.hosting.close()
        await service.close()
        await workers.close()
        beat(place.data, service.now())
        await store.close()


def listening(place: Place) -> socket.socket:
    """The socket to accept from.

    :raises StoreError: if the address is taken, or is none of this machine's.
    """
    kind = socket.AF_INET6 if ":" in place.host else socket.AF_INET
    try:
        return socket.create_server((place.host, place.port), family=kind, backlog=2048)
    except OSError as problem:
        why = problem.strerror or str(problem)
        raise StoreError(f"{place.host} port {place.port}: {why}") from None


async def serve(place: Place, *, quiet: bool = False) -> int:
    """Serve until SIGTERM or SIGINT; the status of the process. `quiet`: only trouble is logged.

    :raises StoreError: if it cannot: the folder or the address is another server's.
    """
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    journal = open_journal(quiet=quiet)
    place.data.mkdir(parents=True, exist_ok=True)
    with alone_in(place.data), listening(place) as listener:
        return await _serve(place, journal, listener)


def _on_signals(ending: asyncio.Event) -> None:
    """Set an event when the process is asked to end."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        try:
            loop.add_signal_handler(number, ending.set)
        except NotImplementedError:  # on Windows a loop hears no signals
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(ending.set))


async def _serve(place: Place, journal: FilteringBoundLogger, listener: socket.socket) -> int:
    async with running(place, journal) as app:
        config = uvicorn.Config(
            application(app),
            ws="websockets-sansio",
            ws_max_size=FRAME * 2,
            ws_ping_interval=None,  # the line does it
            ws_per_message_deflate=False,
            log_config=None,
            access_log=False,
            lifespan="off",
            timeout_graceful_shutdown=5,
            server_header=False,
        )
        server = uvicorn.Server(config)
        ending = app.service.stops
        _on_signals(ending)
        served = asyncio.create_task(server.serve(sockets=[listener]))
        journal.info("serving", host=place.host, port=place.port, data=str(place.data))
        waiting = asyncio.create_task(ending.wait())
        await asyncio.wait({served, waiting}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        await app.close("drain")
        server.should_exit = True
        await served
        journal.info("stopped")
    return 0 if server.started else 1

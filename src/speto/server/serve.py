"""The server as a process: what it starts, and how it stops.

What must stay true: tables that were being played when it stopped, however it stopped, go on where
they were; the time that nobody could play in is given back, which is none while another node lives.
"""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import (
    AbstractContextManager,
    AsyncExitStack,
    asynccontextmanager,
    nullcontext,
    suppress,
)
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import uvicorn
from structlog.typing import FilteringBoundLogger

from speto.server import hosting, log, mydata, tokens
from speto.server import pulse as pulses
from speto.server.app import SOCKETS, App, Figures, application
from speto.server.bus import Bus, BusError, new_node_id
from speto.server.decide import SERVER
from speto.server.drafts import Refused
from speto.server.folder import alone_in
from speto.server.guard import Guard
from speto.server.hosting import NoTable
from speto.server.journal import open_journal, overhear
from speto.server.live import Live
from speto.server.node import Node
from speto.server.now import now_ms
from speto.server.proxies import NEAR, Behind, read_proxies
from speto.server.pulse import InFolder, InStore, Pulse, stood_still
from speto.server.service import Service, new_service
from speto.server.steady import Look, again, side_by_side, steadily, tried
from speto.server.store import GOING_ON, Store, StoreError, nodes, wishes
from speto.server.store.nodes import ALIVE
from speto.server.store.opening import open_store
from speto.server.wire import FRAME
from speto.server.workers import Workers

FILE: Final = "speto.db"
HOUR: Final = 3_600.0
GARBAGE: Final = 100_000, 50, 100
"""When to look for cycles: seldom, since each look at all goes through every table and socket."""
DATABASE: Final = "postgres"
"""As the address of a bus: that of the database."""
OUTAGE: Final = 3_000
"""A shorter silence is no outage, in milliseconds."""
ALL: Final = 2**31 - 1
WOKEN: Final = 100_000
"""So many tables are held from the start; the clock finds the others in the store."""


class Place(NamedTuple):
    """Where a server stands: its address, its folder; `full` survives a loss of power.

    An address may have so many `sockets` open; `figures` says who may fetch those for Prometheus.
    With a `database` it is one of any number of nodes, which tell each other over the `bus` what is
    new: over the database, if none is named. The folder then holds nothing. `proxies` are those
    whose word is taken for where a request comes from.
    """

    host: str
    port: int
    data: Path
    full: bool = False
    workers: int = 1
    sockets: int = SOCKETS
    figures: Figures = "local"
    database: str | None = None
    bus: str | None = None
    proxies: str = NEAR


async def wake_all(service: Service, stopped: int | None) -> None:
    """Load the tables that were being played, and give back the time of an outage.

    Nobody can play before all are loaded, so time is given back after that, and to every table.
    """
    heads = await service.store.heads(status=GOING_ON, limit=ALL)
    # one that waits without a deadline waits for people
    found = [head.table for head in heads if head.status == "live" or head.deadline is not None]
    outage = stopped is not None and service.now() - stopped > OUTAGE
    credit = partial(_credit, service, stopped or 0)

    async def credit_alone(table: str) -> bool:
        await credit(table)
        service.hosting.let_go(table)
        return True

    await side_by_side(partial(_wake, service), found[:WOKEN])
    if outage:
        await side_by_side(credit, found[:WOKEN])
        await side_by_side(credit_alone, found[WOKEN:])


async def _wake(service: Service, table: str) -> bool:
    return await _tried_at(service, table, Live.keep_up)


async def _credit(service: Service, stopped: int, table: str) -> bool:
    async def credit(live: Live) -> None:
        since, command = stopped, f"credit:{stopped}"
        while (SERVER, command) in live.commands:  # by a start that came no further
            seq = live.commands[SERVER, command]
            (row, *_) = await service.store.rows(table, seq - 1)
            since, command = row.at, f"credit:{row.at}"
        outage = service.now() - max(since, live.table.turn_began)
        if since != stopped and (
            outage <= OUTAGE or await nodes.running(service.store, service.now())
        ):
            return  # another node gave it back just now, or serves since then
        if live.table.deadline is not None:
            with suppress(Refused):  # another node has ended it meanwhile
                await live.submit(SERVER, command, log.Credited(max(0, outage)))

    return await _tried_at(service, table, credit)


async def _tried_at(service: Service, table: str, do: Callable[[Live], Awaitable[None]]) -> bool:
    """Do something at a table and let its computers play; if that fails it is set aside."""
    try:
        live = await service.hosting.table(table)
    except NoTable:
        return True
    try:
        await do(live)
        service.hosting.wake(live)
    except StoreError:
        raise
    except Exception as problem:  # whatever it is, it must stay with this table
        await service.hosting.set_aside(table, problem)
    return True


async def _wake_if_alone(service: Service, pulse: Pulse) -> None:
    """Load what was being played if no other node lives, though one seemed to at the start."""

    async def wake() -> None:
        if await pulse.is_alone(service.now()):
            await wake_all(service, None)

    await asyncio.sleep(ALIVE / 1000)
    while not await tried(wake, service.journal, "waking"):
        await asyncio.sleep(ALIVE / 1000)


def _works(service: Service, pulse: Pulse, guard: Guard) -> dict[str, Coroutine[Any, Any, None]]:
    """What a server does as long as it lives, by what it is."""
    store, now = service.store, service.now
    looks: dict[str, tuple[Look, float]] = {
        "clocks": (service.hosting.run_clocks, hosting.TICK),
        "beats": (lambda: pulse.beat(now()), pulses.EVERY),
        # what nobody needs any more: tokens that have expired, guests who never played, wishes
        "tokens": (lambda: tokens.sweep(store, now()), HOUR),
        "guests": (lambda: mydata.forget_guests(store, now()), HOUR),
        "wishes": (lambda: wishes.forget(store, now() - round(HOUR * 1000)), HOUR),
    }
    works = {
        kind: again(look, every, service.journal, kind) for kind, (look, every) in looks.items()
    }
    works["guard"] = guard.run()
    if service.node is not None:
        works["node"] = service.node.run()
    return works


def _bus_of(place: Place, name: str) -> Bus | None:
    """The bus of a place, if it has one.

    :raises BusError: if there can be none of this address.
    """
    address = place.database if place.bus in (None, DATABASE) else place.bus
    if address is None:
        return None
    from speto.server.bus.engines import bus_at

    return bus_at(address, name)


@asynccontextmanager
async def running(
    place: Place, journal: FilteringBoundLogger, now: Callable[[], int] = now_ms
) -> AsyncIterator[App]:
    """A server without its sockets, as long as the context lasts.

    :raises StoreError: if it cannot be: the folder, the database or the bus is in the way.
    """
    name = new_node_id()
    if place.database is None:
        place.data.mkdir(parents=True, exist_ok=True)
    store = await open_store(place.database, place.data / FILE, full=place.full)
    pulse = InFolder(place.data) if place.database is None else InStore(store, name)
    try:
        bus = _bus_of(place, name)
        async with joined(place, journal, store, pulse, bus, name, now) as app:
            yield app
    except BusError as problem:
        raise StoreError(str(problem)) from None
    finally:
        await store.close()


@asynccontextmanager
async def joined(
    place: Place,
    journal: FilteringBoundLogger,
    store: Store,
    pulse: Pulse,
    bus: Bus | None,
    name: str,
    now: Callable[[], int] = now_ms,
) -> AsyncIterator[App]:
    """A server without its sockets on a store that is open, and on a bus if it is not alone.

    :raises BusError: if the bus does not answer.
    :raises StoreError: if the store does not answer, or at the end if a part of it has broken off.
    """
    workers = Workers(place.workers)
    service = new_service(store, workers, journal, now, name)
    app = App(service, most=place.sockets, figures=place.figures)
    node = None if bus is None else Node(service, bus)
    async with AsyncExitStack() as ends:  # the last first
        ends.push_async_callback(workers.close)
        if node is not None:
            await node.open()
            ends.push_async_callback(node.close)
        ends.push_async_callback(service.close)
        ends.push_async_callback(service.hosting.close)
        stopped = await pulse.stopped()
        others = isinstance(pulse, InStore) and stopped is not None and now() - stopped <= OUTAGE
        if not others:
            since = await stood_still(store, stopped)
            if since is not None and since != stopped:
                # before the first row of this start is taken for the last of the one before
                await pulse.beat(since)
            await wake_all(service, since)
        await pulse.begin(service.now())
        works = _works(service, pulse, Guard(app, pulse.drain))
        if others:
            works["waking"] = _wake_if_alone(service, pulse)
        async with steadily(works, journal, service.stops.set):
            try:
                yield app
            finally:
                service.drains = True
    with suppress(StoreError):
        await pulse.beat(service.now())


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

    :raises StoreError: if it cannot: the folder or the address is another server's, or the database
        or the bus does not answer.
    """
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    journal = open_journal(quiet=quiet)
    alone: AbstractContextManager[None] = nullcontext()
    if place.database is None:
        place.data.mkdir(parents=True, exist_ok=True)
        alone = alone_in(place.data)
    with overhear(journal), alone, listening(place) as listener:
        return await _serve(place, journal, listener)


def _on_signals(ending: asyncio.Event) -> None:
    """Set an event when the process is asked to end."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        try:
            loop.add_signal_handler(number, ending.set)
        except NotImplementedError:  # on Windows a loop hears no signals
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(ending.set))


def _kept(place: Place, service: Service) -> dict[str, str]:
    """Where a server keeps what it knows, as the journal may tell it: no address of a database."""
    return {"data": str(place.data)} if place.database is None else {"node": service.name}


async def _serve(place: Place, journal: FilteringBoundLogger, listener: socket.socket) -> int:
    async with running(place, journal) as app:
        config = uvicorn.Config(
            Behind(application(app), read_proxies(place.proxies)),
            proxy_headers=False,
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
        journal.info("serving", host=place.host, port=place.port, **_kept(place, app.service))
        waiting = asyncio.create_task(ending.wait())
        await asyncio.wait({served, waiting}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        await app.close("drain")
        server.should_exit = True
        await served
        journal.info("stopped")
    return 0 if server.started else 1

"""The commands of whoever keeps a server: `speto serve`, `speto worker` and `speto admin`.

What must stay true: a mistake is one sentence; nothing is loaded here before a command needs it.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import typer

from speto.server import desk, tending
from speto.server.desk import At, By, Data, Shown, data_of, in_store, keeper, when
from speto.server.now import now_ms
from speto.server.proxies import NEAR, read_proxies

if TYPE_CHECKING:
    from speto.server.store import Store

PORT: Final = 8470

admin = typer.Typer(
    name="admin",
    help="Keep a server, also while it serves: backups, reports, sanctions, restarts.",
    no_args_is_help=True,
)


def _runner() -> Callable[[Coroutine[Any, Any, int]], int]:
    """What runs the event loop: uvloop, where there is one."""
    if sys.platform == "win32":
        return asyncio.run
    import uvloop

    return uvloop.run


def serve(
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 for all.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port.")] = PORT,
    data: Data = None,
    database: At = None,
    bus: Annotated[
        str | None,
        typer.Option(
            envvar="SPETO_BUS",
            help="How the servers of one database tell each other what is new: redis://HOST, "
            "valkey://HOST or postgresql://….",
            show_default="the database",
        ),
    ] = None,
    sync: Annotated[
        str, typer.Option(help="normal, or full: not even a loss of power loses a move.")
    ] = "normal",
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="Processes for computer players.")
    ] = 1,
    sockets: Annotated[
        int, typer.Option(min=1, max=100_000, help="Open sockets that one address may have.")
    ] = 200,
    metrics: Annotated[
        Literal["all", "local", "off"],
        typer.Option(help="Who may fetch /metrics: all, who is on this machine, or nobody."),
    ] = "local",
    proxy: Annotated[
        str,
        typer.Option(
            help="Addresses and networks of the proxies whose word is taken for where somebody "
            "comes from, and whether by TLS; none for nobody."
        ),
    ] = NEAR,
    browse: Annotated[
        bool, typer.Option("--open", help="Open it in the browser; take another port if need be.")
    ] = False,
) -> int:
    """Serve tables to play at over the network.

    Ctrl-C or SIGTERM ends it: players are told, nothing is lost, and the next start goes on where
    the tables were. `speto admin drain --stop` ends it when no deal is being played.

    With --database any number of servers share one site, and each takes any player.
    """
    from speto.server.bus import BusError
    from speto.server.serve import Place
    from speto.server.serve import serve as run
    from speto.server.store import StoreError

    if sync not in ("normal", "full"):
        raise typer.BadParameter("write normal or full", param_hint="'--sync'")
    try:
        read_proxies(proxy)
    except ValueError as problem:
        raise typer.BadParameter(str(problem), param_hint="'--proxy'") from None
    if browse and database:
        raise typer.BadParameter("only a server with a folder of its own is opened so")
    if browse:
        from speto.server import opening

        folder = data_of(data)
        if page := opening.running_at(folder, now_ms()):
            opening.show(page)
            return 0
        port = opening.free_port(host, port)
        opening.show_when_ready(opening.page_of(host, port), folder)
    else:
        where = "a database" if database else data_of(data)
        print(f"speto serves at ws://{host}:{port}/ws; its data is in {where}", flush=True)
    place = Place(
        host, port, data_of(data), sync == "full", workers, sockets, metrics, database, bus, proxy
    )
    try:
        return _runner()(run(place, quiet=browse))
    except (BusError, StoreError) as problem:
        raise typer.BadParameter(str(problem), param_hint="serve") from None


def worker(
    bus: Annotated[
        str,
        typer.Option(
            envvar="SPETO_BUS",
            help="The bus of the servers: redis://HOST, valkey://HOST or postgresql://….",
        ),
    ],
    jobs: Annotated[
        int | None,
        typer.Option(
            min=1, max=64, help="Processes.", show_default="one for each processor of the machine"
        ),
    ] = None,
) -> int:
    """Let the computer players of a site think on this machine too.

    Servers give it what the strong levels are to think about. It sees what such a player sees,
    and needs nothing but the bus; Ctrl-C or SIGTERM ends it, and no table notices.
    """
    from speto.server.bus import BusError
    from speto.server.worker import serve_choices

    try:
        return _runner()(serve_choices(bus, jobs or min(64, os.cpu_count() or 1)))
    except BusError as problem:
        raise typer.BadParameter(str(problem), param_hint="'--bus'") from None


@admin.command()
def backup(
    into: Annotated[Path, typer.Argument(help="The file to write; it must not be there yet.")],
    data: Data = None,
    at: At = None,
    by: By = "",
) -> None:
    """Write a copy of a server's store, also while it serves; this is written into the book."""
    from speto.server import sanctions
    from speto.server.serve import FILE
    from speto.server.store import StoreError
    from speto.server.store.backup import backup as copy

    if at:
        raise typer.BadParameter(
            "PostgreSQL is copied by its own program: pg_dump --format=custom --file=FILE",
            param_hint="'--database'",
        )

    async def use(store: Store) -> None:
        await sanctions.write_down(
            store, by=keeper(by), action="look", subject="backup", at=now_ms(), note=into.name
        )

    in_store(data, None, use)
    try:
        copy(data_of(data) / FILE, into)
    except StoreError as problem:
        raise typer.BadParameter(str(problem), param_hint="INTO") from None
    print(into)


@admin.command()
def tables(
    data: Data = None,
    at: At = None,
    private: Annotated[
        bool, typer.Option("--private", help="Private ones too; this is written into the book.")
    ] = False,
    ended: Annotated[bool, typer.Option("--ended", help="Those that are over or broken.")] = False,
    limit: Shown = 100,
    by: By = "",
) -> None:
    """List the tables, the newest first: id, status, game, when opened, rows in its log."""
    from speto.server import sanctions
    from speto.server.store import ENDED, GOING_ON

    async def use(store: Store) -> list[str]:
        if private:
            await sanctions.write_down(
                store, by=keeper(by), action="look", subject="private tables", at=now_ms()
            )
        status = ENDED if ended else GOING_ON
        heads = await store.heads(status=status, public=None if private else True, limit=limit)
        return [
            f"{head.table}  {head.status}  {head.game}  {'public' if head.public else 'private'}"
            f"  {when(head.created)}  {head.seq} rows"
            for head in heads
        ]

    print("\n".join(in_store(data, at, use)) or "there are no such tables")


for each in (tending.drain, tending.undrain, desk.reports, desk.sanction, desk.lift, desk.audit):
    admin.command()(each)
admin.command("sanctions")(desk.list_sanctions)
admin.command("nodes")(tending.list_nodes)
admin.command("migrate-store")(tending.migrate_store)

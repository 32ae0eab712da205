"""The commands of whoever keeps a server: `speto serve` and `speto admin`.

What must stay true: a mistake is one sentence; nothing is loaded here before a command needs it.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import typer

from speto.server import desk
from speto.server.desk import By, Data, Shown, data_of, in_store, keeper, served, when
from speto.server.now import now_ms

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
    browse: Annotated[
        bool, typer.Option("--open", help="Open it in the browser; take another port if need be.")
    ] = False,
) -> int:
    """Serve tables to play at over the network.

    Ctrl-C or SIGTERM ends it: players are told, nothing is lost, and the next start goes on where
    the tables were. `speto admin drain --stop` ends it when no deal is being played.
    """
    from speto.server.serve import Place
    from speto.server.serve import serve as run
    from speto.server.store import StoreError

    if sync not in ("normal", "full"):
        raise typer.BadParameter("write normal or full", param_hint="'--sync'")
    if browse:
        from speto.server import opening

        folder = data_of(data)
        if page := opening.running_at(folder, now_ms()):
            opening.show(page)
            return 0
        port = opening.free_port(host, port)
        opening.show_when_ready(opening.page_of(host, port), folder)
    else:
        print(f"speto serves at ws://{host}:{port}/ws; its data is in {data_of(data)}", flush=True)
    place = Place(host, port, data_of(data), sync == "full", workers, sockets, metrics)
    try:
        return _runner()(run(place, quiet=browse))
    except StoreError as problem:
        raise typer.BadParameter(str(problem), param_hint="serve") from None


@admin.command()
def backup(
    into: Annotated[Path, typer.Argument(help="The file to write; it must not be there yet.")],
    data: Data = None,
) -> None:
    """Write a copy of a server's store, also while it serves."""
    from speto.server.serve import FILE
    from speto.server.store import StoreError
    from speto.server.store.backup import backup as copy

    try:
        copy(data_of(data) / FILE, into)
    except StoreError as problem:
        raise typer.BadParameter(str(problem), param_hint="INTO") from None
    print(into)


@admin.command()
def tables(
    data: Data = None,
    private: Annotated[
        bool, typer.Option("--private", help="Private ones too; this is written into the book.")
    ] = False,
    ended: Annotated[bool, typer.Option("--ended", help="Those that are over or broken.")] = False,
    limit: Shown = 100,
    by: By = "",
) -> None:
    """List the tables, the newest first: id, status, game, when opened, rows in its log."""
    from speto.server import sanctions

    async def use(store: Store) -> list[str]:
        if private:
            await sanctions.write_down(
                store, by=keeper(by), action="look", subject="private tables", at=now_ms()
            )
        status = ("over", "closed", "broken") if ended else ("waiting", "live")
        heads = await store.heads(status=status, public=None if private else True, limit=limit)
        return [
            f"{head.table}  {head.status}  {head.game}  {'public' if head.public else 'private'}"
            f"  {when(head.created)}  {head.seq} rows"
            for head in heads
        ]

    print("\n".join(in_store(data, use)) or "there are no such tables")


@admin.command()
def drain(
    data: Data = None,
    stop: Annotated[
        bool, typer.Option("--stop", help="End the server when no deal is being played.")
    ] = False,
    within: Annotated[
        float, typer.Option(min=0, max=1440, help="With --stop: so many minutes at most.")
    ] = 30,
    by: By = "",
) -> None:
    """Let a running server open no more tables, before a restart; players are told.

    Deals go on, /readyz answers 503. Whatever is still played when it ends goes on after the next
    start, which ends the drain.
    """
    from speto.server import sanctions
    from speto.server.folder import Drain, ask_drain, serves

    folder = served(data)
    if not serves(folder, now_ms()):
        raise typer.BadParameter(f"no server runs in {folder}", param_hint="'--data'")
    stop_by = now_ms() + round(within * 60_000) if stop else None

    async def use(store: Store) -> None:
        note = "" if stop_by is None else f"stops by {when(stop_by)}"
        await sanctions.write_down(
            store, by=keeper(by), action="drain", subject="server", at=now_ms(), note=note
        )
        ask_drain(folder, Drain(stop_by))

    in_store(data, use)
    print("the server drains" + ("" if stop_by is None else f" and ends by {when(stop_by)}"))


@admin.command()
def undrain(data: Data = None, by: By = "") -> None:
    """Let a draining server open tables again."""
    from speto.server import sanctions
    from speto.server.folder import end_drain

    folder = served(data)

    async def use(store: Store) -> bool:
        await sanctions.write_down(
            store, by=keeper(by), action="undrain", subject="server", at=now_ms()
        )
        return end_drain(folder)

    print("the server opens tables again" if in_store(data, use) else "no drain was asked for")


for each in (desk.reports, desk.sanction, desk.lift, desk.audit):
    admin.command()(each)
admin.command("sanctions")(desk.list_sanctions)

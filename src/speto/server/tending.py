"""What the keepers do about the servers themselves at the terminal: who runs, drains, a move.

What must stay true: a mistake is one sentence; nothing is loaded before a command needs it; a drain
stands in the book.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from speto.server.desk import At, By, Data, data_of, in_store, keeper, served, when
from speto.server.now import now_ms

if TYPE_CHECKING:
    from speto.server.store import Store

Node = Annotated[
    str | None,
    typer.Option(help="With --database: that server alone; `speto admin nodes` lists them."),
]


def drain(
    data: Data = None,
    at: At = None,
    node: Node = None,
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
    start, which ends the drain. With a database all its servers drain, or the one that is named.
    """
    from speto.server import sanctions
    from speto.server.folder import Drain, ask_drain, serves
    from speto.server.store import nodes

    folder = data_of(data) if at else served(data)
    if not at and not serves(folder, now_ms()):
        raise typer.BadParameter(f"no server runs in {folder}", param_hint="'--data'")
    stop_by = now_ms() + round(within * 60_000) if stop else None

    async def use(store: Store) -> int:
        note = "" if stop_by is None else f"stops by {when(stop_by)}"
        asked = []
        if at:
            asked = await nodes.ask_drain(store, now_ms(), stop_by=stop_by, node=node)
            if not asked:
                raise _nobody(node)
        await sanctions.write_down(
            store,
            by=keeper(by),
            action="drain",
            subject=" ".join(asked) or "server",
            at=now_ms(),
            note=note,
        )
        if not at:
            ask_drain(folder, Drain(stop_by))
        return len(asked)

    count = in_store(data, at, use)
    what = "the server drains" if count < 2 else f"{count} servers drain"
    end = "ends" if count < 2 else "end"
    print(what + ("" if stop_by is None else f" and {end} by {when(stop_by)}"))


def undrain(data: Data = None, at: At = None, node: Node = None, by: By = "") -> None:
    """Let a draining server open tables again."""
    from speto.server import sanctions
    from speto.server.folder import end_drain
    from speto.server.store import nodes

    folder = data_of(data) if at else served(data)

    async def use(store: Store) -> bool:
        asked = await nodes.end_drain(store, now_ms(), node=node) if at else []
        await sanctions.write_down(
            store,
            by=keeper(by),
            action="undrain",
            subject=" ".join(asked) or "server",
            at=now_ms(),
        )
        return bool(asked) if at else end_drain(folder)

    print("the server opens tables again" if in_store(data, at, use) else "no drain was asked for")


def list_nodes(data: Data = None, at: At = None) -> None:
    """List the servers that share a database: id, since when, and whether they drain."""
    from speto.server.store import nodes

    async def use(store: Store) -> list[str]:
        lines = []
        for each in await nodes.running(store, now_ms()):
            drains = ", drains" if each.drains else ""
            stops = "" if each.stop_by is None else f", ends by {when(each.stop_by)}"
            lines.append(f"{each.id}  since {when(each.began)}{drains}{stops}")
        return lines

    if not at:
        raise typer.BadParameter("only servers with a database are many", param_hint="'--database'")
    print("\n".join(in_store(data, at, use)) or "no server runs")


def _nobody(node: str | None) -> typer.BadParameter:
    if node is None:
        return typer.BadParameter("no server runs with it", param_hint="'--database'")
    return typer.BadParameter(f"no server {node} runs", param_hint="'--node'")


def migrate_store(
    at: At = None,
    source: Annotated[
        Path | None,
        typer.Option(
            "--from", help="The folder of the server.", show_default="speto/server of yours"
        ),
    ] = None,
) -> None:
    """Move a server from its folder into an empty PostgreSQL database; its tables go on there.

    The server must have stopped. The folder stays as it was, so nothing is lost if it fails.
    """
    from rich.console import Console
    from rich.progress import Progress

    from speto.server.folder import alone_in, last_beat
    from speto.server.serve import FILE
    from speto.server.store import StoreError
    from speto.server.store.opening import check_extra, check_url

    folder = served(source)
    if not at:
        raise typer.BadParameter("say which database to move to", param_hint="'--database'")
    console, begun = Console(stderr=True), monotonic()
    try:
        check_url(at)
        check_extra()
        from speto.server.store.move import move

        with (
            alone_in(folder),
            Progress(console=console, transient=True, disable=not console.is_terminal) as bar,
        ):
            task = bar.add_task("", visible=False)

            def told(done: int, total: int) -> None:
                bar.update(task, completed=done, total=total, visible=monotonic() - begun > 2)

            counts = asyncio.run(move(folder / FILE, at, last_beat(folder), told))
    except StoreError as problem:
        raise typer.BadParameter(str(problem), param_hint="migrate-store") from None
    for name, count in counts.items():
        print(f"{count:>12,} {name}")
    print(f"moved; start the server with --database now, and keep {folder} until it has run")

"""The commands of whoever keeps a server: `speto serve` and `speto admin`.

What must stay true: a mistake is one sentence; nothing is loaded here before a command needs it.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Annotated, Any, Final

import typer

PORT: Final = 8470

admin = typer.Typer(
    name="admin", help="Keep a server: backups, and what stands in its store.", no_args_is_help=True
)

Data = Annotated[
    Path | None,
    typer.Option(help="The folder of the server.", show_default="speto/server of yours"),
]


def data_of(given: Path | None) -> Path:
    """The folder of a server: the one given, or this user's own."""
    if given is not None:
        return given
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "speto" / "server"


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
) -> int:
    """Serve tables to play at over the network; Ctrl-C stops, and the next start goes on."""
    from speto.server.serve import Place
    from speto.server.serve import serve as run
    from speto.server.store import StoreError

    if sync not in ("normal", "full"):
        raise typer.BadParameter("write normal or full", param_hint="'--sync'")
    place = Place(host, port, data_of(data), sync == "full", workers)
    print(f"speto serves at ws://{host}:{port}/ws; its data is in {place.data}", flush=True)
    try:
        return _runner()(run(place))
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

"""What the keepers do about people at the terminal: reports, sanctions, the book of all acts.

What must stay true: a mistake is one sentence; nothing is loaded before a command needs it; who
looks at what players said in private, or acts against one, stands in the book.
"""

from __future__ import annotations

import asyncio
import getpass
import os
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeVar

import typer

from speto.server.now import now_ms

if TYPE_CHECKING:
    from speto.server.sanctions import Report, Sanction
    from speto.server.store import Store
    from speto.server.talk import Said

T = TypeVar("T")

Data = Annotated[
    Path | None,
    typer.Option(help="The folder of the server.", show_default="speto/server of yours"),
]
At = Annotated[
    str | None,
    typer.Option(
        "--database",
        envvar="SPETO_DATABASE",
        help="The PostgreSQL database that several servers share, in place of a folder: "
        "postgresql://USER:PASSWORD@HOST:PORT/DATABASE.",
    ),
]
By = Annotated[
    str, typer.Option(help="Who acts, for the book.", show_default="the name of your login")
]
Note = Annotated[str, typer.Option(help="What is to stand in the book beside it.")]
Shown = Annotated[int, typer.Option("--limit", min=1, max=10_000, help="How many at most.")]
LINES: Final = 20
"""So much of the talk before a report is shown with it."""
DAY: Final = 86_400_000


def data_of(given: Path | None) -> Path:
    """The folder of a server: the one given, or this user's own."""
    if given is not None:
        return given
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "speto" / "server"


def served(data: Path | None) -> Path:
    """The folder of a server, where there is one."""
    from speto.server.serve import FILE

    folder = data_of(data)
    if not (folder / FILE).is_file():
        raise typer.BadParameter(f"no server has its data in {folder}", param_hint="'--data'")
    return folder


def in_store(data: Path | None, at: str | None, use: Callable[[Store], Awaitable[T]]) -> T:
    """Do something in the store of a server: that of its folder, or the database it is told."""
    from speto.server.serve import FILE
    from speto.server.store import StoreError
    from speto.server.store.opening import open_store

    path = data_of(data) if at else served(data)

    async def run() -> T:
        store = await open_store(at, path / FILE, migrates=False)
        try:
            return await use(store)
        finally:
            await store.close()

    try:
        return asyncio.run(run())
    except StoreError as problem:
        hint = "'--database'" if at else "'--data'"
        raise typer.BadParameter(str(problem), param_hint=hint) from None


def keeper(by: str) -> str:
    """Who acts: the name given, or that of the login."""
    if by:
        return by
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):  # a login without a name
        return "keeper"


def when(at: int | None) -> str:
    """A moment for the terminal; none is the end that a thing without one has."""
    if at is None:
        return "for good"
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%MZ")


def plain(text: str) -> str:
    """A text in which nothing steers a terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def reports(
    data: Data = None,
    at: At = None,
    close: Annotated[int | None, typer.Option(help="The number of a report that is done.")] = None,
    settled: Annotated[bool, typer.Option("--settled", help="Those that are done.")] = False,
    limit: Shown = 20,
    note: Note = "",
    by: By = "",
) -> None:
    """List what players have reported, with the talk before it, or close a report."""
    from speto.server import sanctions
    from speto.server.talk import said_at

    async def use(store: Store) -> list[str]:
        who, now = keeper(by), now_ms()
        if close is not None:
            if not await sanctions.settle(store, close, by=who, at=now, note=note):
                raise typer.BadParameter(f"no report {close} waits", param_hint="'--close'")
            return [f"report {close} is closed"]
        found = await sanctions.reports(store, settled=settled, limit=limit)
        numbers = " ".join(str(one.id) for one in found) or "none"
        # what was said at a private table is for its players: a look at it leaves a trace
        await sanctions.write_down(
            store, by=who, action="look", subject="reports", at=now, note=numbers
        )
        names = await sanctions.names(
            store, {each for one in found for each in (one.by, one.account)}
        )
        lines = [] if found else ["no report is settled" if settled else "no report waits"]
        for one in found:
            said = await said_at(store, one.table, limit=10_000) if one.table else []
            lines += _report_lines(one, [each for each in said if each.at <= one.at], names)
        return lines

    print("\n".join(in_store(data, at, use)))


def _report_lines(one: Report, said: list[Said], names: dict[str, str]) -> list[str]:
    """A report for the terminal; what the reported one said is marked."""
    about, by = (f"{plain(names.get(each, '?'))} ({each})" for each in (one.account, one.by))
    at = f" at table {one.table}" if one.table else ""
    text = f": {plain(one.text)}" if one.text else ""
    lines = [f"{one.id}  {when(one.at)}  {about}, by {by}{at}, for {one.reason}{text}"]
    for each in said[-LINES:]:
        mark = ">" if each.account == one.account else " "
        words = f"({each.phrase})" if each.phrase else plain(each.text or "")
        lines.append(f"  {mark} {when(each.at)}  {plain(each.name)}: {words}")
    return lines


def sanction(
    account: Annotated[str, typer.Argument(help="The id of an account, or its name.")],
    kind: Annotated[
        Literal["mute", "ban"], typer.Option(help="mute: says nothing; ban: is shut out.")
    ],
    reason: Annotated[str, typer.Option(help="Why; it stands in the book.")],
    data: Data = None,
    at: At = None,
    days: Annotated[
        float | None,
        typer.Option(min=0.001, max=36_600, help="How long.", show_default="for good"),
    ] = None,
    by: By = "",
) -> None:
    """Mute or ban an account; a ban closes its open sockets at once."""
    from speto.server import sanctions

    async def use(store: Store) -> str:
        found = await sanctions.find(store, account)
        if found is None:
            raise typer.BadParameter(f"there is no account {account}", param_hint="ACCOUNT")
        now = now_ms()
        until = None if days is None else now + round(days * DAY)
        who = keeper(by)
        try:
            number = await sanctions.impose(
                store, found, kind, by=who, reason=reason, at=now, until=until
            )
        except ValueError as problem:
            raise typer.BadParameter(str(problem), param_hint="'--reason'") from None
        return f"sanction {number}: {kind} of {found}, {_until(until)}"

    print(in_store(data, at, use))


def _until(at: int | None) -> str:
    return when(at) if at is None else f"until {when(at)}"


def lift(
    number: Annotated[int, typer.Argument(help="The number of the sanction.")],
    data: Data = None,
    at: At = None,
    note: Note = "",
    by: By = "",
) -> None:
    """End a sanction before its time."""
    from speto.server import sanctions

    async def use(store: Store) -> bool:
        return await sanctions.lift(store, number, by=keeper(by), at=now_ms(), note=note)

    if not in_store(data, at, use):
        raise typer.BadParameter(f"no sanction {number} is in force", param_hint="NUMBER")
    print(f"sanction {number} is lifted")


def list_sanctions(
    data: Data = None,
    at: At = None,
    account: Annotated[str | None, typer.Option(help="Only those of this account.")] = None,
    limit: Shown = 100,
) -> None:
    """List sanctions, the newest first: of whom, until when, by whom and why."""
    from speto.server import sanctions

    async def use(store: Store) -> list[str]:
        which = None
        if account is not None:
            which = await sanctions.find(store, account) or account
        found = await sanctions.last(store, account=which, limit=limit)
        names = await sanctions.names(store, {one.account for one in found})
        return [_sanction_line(one, names) for one in found]

    print("\n".join(in_store(data, at, use)) or "there are no sanctions")


def _sanction_line(one: Sanction, names: dict[str, str]) -> str:
    """A sanction for the terminal."""
    state = "" if one.stands(now_ms()) else ", over"
    if one.lifted is not None:
        state = f", lifted {when(one.lifted)}"
    about = f"{plain(names.get(one.account, '?'))} ({one.account})"
    span = f"{when(one.at)}, {_until(one.until)}{state}"
    return f"{one.id}  {one.kind}  {about}  {span}, by {plain(one.by)}: {plain(one.reason)}"


def audit(data: Data = None, at: At = None, limit: Shown = 100) -> None:
    """List what the keepers did, the newest first."""
    from speto.server import sanctions

    async def use(store: Store) -> list[str]:
        return [
            f"{act.id}  {when(act.at)}  {plain(act.by)}: {act.action} {plain(act.subject)}"
            + (f" ({plain(act.note)})" if act.note else "")
            for act in await sanctions.book(store, limit=limit)
        ]

    print("\n".join(in_store(data, at, use)) or "the book is empty")

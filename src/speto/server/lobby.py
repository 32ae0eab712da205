"""What is asked around the tables: opening, finding, joining and watching them.

What must stay true: a private table is found by its id or code alone, and codes can't be tried out
quickly.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from msgspec import structs

from speto.cards import ParseError
from speto.clause import RulesError
from speto.fair import COMPUTER, PERSON
from speto.games import game
from speto.server import asks, log, sanctions, talk
from speto.server.clock import PRESETS, usual
from speto.server.codes import new_table_id, read_code, table_id_of
from speto.server.decide import check_opened, computer_at
from speto.server.drafts import Refused
from speto.server.hosting import NoTable
from speto.server.live import Live
from speto.server.matching import command_of, complete, in_order
from speto.server.messages import Done, Lobby, Message, TableListed
from speto.server.seats import challenges
from speto.server.service import Service
from speto.server.showing import seats_shown
from speto.server.speaking import shown
from speto.server.store import GOING_ON
from speto.server.store.wishes import Wished
from speto.server.table import Table, seat_of

if TYPE_CHECKING:
    from speto.server.sessions import Session

LISTED: Final = 100
NO_COMMIT: Final = "0" * 64
"""Stands until the service has drawn the seed."""


async def check_ban(service: Service, account: str) -> None:
    """Let nobody in whom the keepers have shut out.

    :raises Refused: with "banned".
    """
    if await sanctions.is_banned(service.store, account, service.now()):
        raise Refused("banned")


async def open_(session: Session, ask: asks.Open) -> Message:
    """A new table; its owner sits in the first seat for a person."""
    table = table_id_of(session.bearer.token, ask.id) if session.bearer else None
    had = table and await session.service.store.head(table)
    if had:  # asked for again, since the answer was lost
        return Done(id=ask.id, table=had.table, seq=had.seq)
    if session.service.drains:
        raise Refused("drains")
    body = _opened(session, ask)
    check_opened(body)
    if not session.service.tables.take(session.account.id):
        raise Refused("tables")
    live = await session.service.open_table(session.account.id, ask.id, body, table=table)
    return Done(id=ask.id, table=live.table.id, seq=live.table.seq)


def _opened(session: Session, ask: asks.Open) -> log.Opened:
    mine = next((n for n, seat in enumerate(ask.seats) if seat.kind == PERSON), None)
    plans = []
    for number, seat in enumerate(ask.seats):
        if number == mine:
            plans.append(log.Plan(PERSON, session.account.id, session.account.name))
        elif seat.kind == COMPUTER:
            plans.append(computer_at(ask.game, number, seat.level))
        else:
            plans.append(log.Plan("open"))
    persons = sum(plan.kind != COMPUTER for plan in plans)
    return log.Opened(
        game=ask.game,
        rules=_read_rules(ask.game, ask.rules),
        seats=tuple(plans),
        clock=PRESETS[ask.clock] if ask.clock else usual(persons),
        public=ask.public,
        talk="phrases" if ask.public else ask.talk,
        delay=ask.delay,
        owner=session.account.id,
        commit=NO_COMMIT,
    )


async def _found(session: Session, table: str | None, code: str | None) -> Live:
    if code is not None:
        if not session.service.codes.take(session.address):
            raise Refused("codes")
        wanted = read_code(code)
        head = await session.service.store.by_code(wanted) if wanted else None
        if head is None:
            raise Refused("code")
        table = head.table
    assert table is not None
    live = await session.service.hosting.table(table)
    live.held += 1  # or it could be let go meanwhile, and be loaded anew for others
    try:
        await session.service.hosting.catch_up(table)
    finally:
        live.held -= 1
    return live


async def join(session: Session, ask: asks.Join) -> Message:
    """A seat at a table."""
    live = await _found(session, ask.table, ask.code)
    who = session.account
    done = live.commands.get((who.id, ask.id))
    if done is None:
        free = (n for n, seat in enumerate(live.table.seats) if seat.kind == "open")
        seat = next(free, None) if ask.seat is None else ask.seat
        if seat_of(live.table, who.id) is not None:
            raise Refused("twice")
        if challenges(live.table.seats):
            raise Refused("challenge")
        if seat is None:
            raise Refused("taken")
        if session.service.seats.wait(who.id):  # he has given back one seat after the other
            raise Refused("often")
        done = await live.submit(who.id, ask.id, log.Sat(seat, who.id, who.name))
        session.service.hosting.wake(live)
    return Done(id=ask.id, table=live.table.id, seq=done)


async def watch(session: Session, ask: asks.Watch) -> Message:
    """A table, shown from now on."""
    service, who = session.service, session.account.id
    while not service.watches.take(who):  # later, since a client that resumes must be shown it
        await asyncio.sleep(service.watches.wait(who) / 1000)
    live = await _found(session, ask.table, ask.code)
    live.held += 1  # until it is watched: else it could be let go, and loaded anew for others
    try:
        if service.node is not None:
            await service.speaking.begin(live.table.id)
        lines = await talk.said_at(service.store, live.table.id, reader=who, limit=50)
        said = [shown(one) for one in lines]
        how = await service.audience.watch(session, live, ask.since, said, sight=ask.sight)
    finally:
        live.held -= 1
    service.metrics.resumed.labels(how).inc()
    return Done(id=ask.id, table=live.table.id, seq=live.table.seq)


async def unwatch(session: Session, ask: asks.Unwatch) -> Message:
    """A table, shown no more."""
    audience = session.service.audience
    live = session.service.hosting.tables.get(ask.table)
    if audience.unwatch(session, ask.table) and live is not None:
        audience.tell_presence(live)
    return Done(id=ask.id, table=ask.table)


async def tables(session: Session, ask: asks.Tables) -> Message:
    """The public tables that wait or play."""
    service = session.service
    heads = await service.store.heads(status=GOING_ON, public=True, limit=LISTED)
    listed = []
    for head in heads:
        try:
            live = await service.hosting.table(head.table, drives=False)
        except NoTable:
            continue
        here = service.audience.here(head.table)
        listed.append(
            TableListed(
                table=head.table,
                game=head.game,
                rules=live.table.opened.rules,
                clock=live.table.opened.clock.name,
                stage=live.table.stage,
                seats=seats_shown(live.table, here),
                watchers=service.audience.count(head.table),
                created=head.created,
            )
        )
    return Lobby(id=ask.id, tables=listed)


async def rematch(session: Session, ask: asks.Rematch) -> Message:
    """The same table once more; who sat there finds it in the old one."""
    service = session.service
    live = await service.hosting.table(ask.table)
    if seat_of(live.table, session.account.id) is None:
        raise Refused("seat")
    followed = live.table.followed
    if followed is None:
        if live.table.stage != "over":
            raise Refused("stage")
        if service.drains:
            raise Refused("drains")
        # the seed behind the last deal is never revealed: so the table is the same, whoever asks
        seeds = await service.store.seeds(live.table.id)
        command = f"rematch:{live.table.id}"
        table = table_id_of(seeds[max(seeds)].hex(), command)
        again = await service.open_table(
            session.account.id, command, _again(live.table), table=table
        )
        followed = again.table.id
        with suppress(Refused):  # somebody was faster
            await live.submit(session.account.id, ask.id, log.Followed(followed))
    return Done(id=ask.id, table=followed, seq=live.table.seq)


def _again(table: Table) -> log.Opened:
    """How a table is opened once more; who was asked in by `fill` sits there from the start."""
    plans = [
        log.Plan(COMPUTER, None, seat.name, seat.level) if seat.kind == COMPUTER else plan
        for seat, plan in zip(table.seats, table.opened.seats, strict=True)
    ]
    return structs.replace(table.opened, seats=tuple(plans))


async def quick(session: Session, ask: asks.Quick) -> Message | None:
    """A place at a table of those who want the same; all of them are told when there are enough."""
    service, who, at = session.service, session.account, session.service.now()
    seated = await service.matching.table_of(who.id, ask.id)
    if seated is not None:  # asked for again, since the answer was lost
        return Done(id=ask.id, table=seated)
    if service.drains:
        raise Refused("drains")
    rules = _read_rules(ask.game, ask.rules)
    if ask.seats not in game(ask.game).SEATS:
        raise Refused("seats")
    if not service.tables.take(who.id):
        raise Refused("tables")
    strength = (await service.keeping.ratings.of(who.id, ask.game)).ordinal
    if session.outbox.closed or session.bearer is None:
        return None  # the socket is gone, and would wait for ever
    one = Wished(who.id, ask.id, "", who.name, ask.game, rules, ask.seats, strength, at, at)
    seated = await service.matching.wish(one, session)
    if seated is not None:
        return Done(id=ask.id, table=seated)
    await seat_waiting(service)
    return Done(id=ask.id) if service.matching.is_waiting(one.key) else None


async def seat_waiting(service: Service) -> None:
    """Open the tables of the quick matches that have enough players, and tell them."""
    matching = service.matching
    if not matching.waits:
        return
    waiting = await matching.look()
    if not service.drains:
        for players in complete(waiting, service.now()):
            table = new_table_id()
            if await matching.claim(players, table):
                await _seat(service, table, players)
        for players in await matching.unopened():
            await _seat(service, players[0].table or "", players)
    for waiter, one in await matching.seated():
        waiter.tell(Done(id=one.command, table=one.table))


async def _seat(service: Service, table: str, players: list[Wished]) -> None:
    """Open the table of a quick match; who waits at other nodes hears of it there."""
    players = in_order(players)
    names = await sanctions.names(service.store, [one.account for one in players])
    body = log.Opened(
        game=players[0].game,
        rules=players[0].rules,
        seats=tuple(
            log.Plan(PERSON, one.account, names.get(one.account, one.name)) for one in players
        ),
        clock=usual(len(players)),
        public=True,
        talk="phrases",
        delay=0,
        owner=players[0].account,
        commit=NO_COMMIT,
    )
    command = command_of(players)
    await service.open_table(players[0].account, command, body, table=table)
    service.tell_seated(table, command, [one.account for one in players])


async def unquick(session: Session, ask: asks.Unquick) -> Message:
    """No longer wait for a quick match; who comes back on a new socket does not, and is told so."""
    session.service.matching.forget(session)
    await session.service.matching.let_go()
    return Done(id=ask.id)


def _read_rules(name: str, rules: str) -> str:
    try:
        return str(game(name).read_rules(rules))
    except ParseError:
        raise Refused("game") from None
    except RulesError:
        raise Refused("rules") from None


async def mute(session: Session, ask: asks.Mute) -> Message:
    """Hear somebody no more, or again."""
    service = session.service
    await talk.set_mute(service.store, session.account.id, ask.account, on=ask.on, at=service.now())
    return Done(id=ask.id)


async def report(session: Session, ask: asks.Report) -> Message:
    """Tell the keepers about somebody who sits or spoke at a table that one sits at or looks at."""
    service, who = session.service, session.account.id
    if await service.talk.was_reported(ask.table, who, ask.id):  # the answer was lost
        return Done(id=ask.id, table=ask.table)
    live = await service.hosting.table(ask.table)
    if seat_of(live.table, who) is None and who not in service.audience.here(ask.table):
        raise NoTable(ask.table)
    if seat_of(live.table, ask.account) is None and not await talk.has_spoken(
        service.store, ask.table, ask.account
    ):
        raise Refused("nobody")
    await service.talk.report(
        who,
        ask.account,
        table=ask.table,
        reason=ask.reason,
        text=ask.text or "",
        command=ask.id,
    )
    return Done(id=ask.id, table=ask.table)


Handler = Callable[[Any, Any], Awaitable[Message | None]]
HANDLERS: Final[Mapping[type, Handler]] = {
    asks.Open: open_,
    asks.Join: join,
    asks.Watch: watch,
    asks.Unwatch: unwatch,
    asks.Tables: tables,
    asks.Rematch: rematch,
    asks.Quick: quick,
    asks.Unquick: unquick,
    asks.Mute: mute,
    asks.Report: report,
}
SCOPES: Final[Mapping[type, str]] = {
    asks.Watch: "read",
    asks.Unwatch: "read",
    asks.Tables: "read",
    asks.Mute: "talk",
    asks.Report: "talk",
}

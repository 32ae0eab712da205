"""What is asked around the tables: opening, finding, joining and watching them.

What must stay true: a private table is found by its id or code alone, and codes can't be tried out
quickly.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from speto.cards import ParseError
from speto.clause import RulesError
from speto.games import game
from speto.server import asks, log, sanctions, talk
from speto.server.clock import PRESETS, usual
from speto.server.codes import read_code
from speto.server.decide import check_opened
from speto.server.drafts import Refused
from speto.server.live import Live
from speto.server.matching import Wish
from speto.server.messages import Done, Lobby, Message, TableListed
from speto.server.playing import shown
from speto.server.service import Service
from speto.server.showing import seats_shown
from speto.server.table import free_seat, seat_of

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
    if session.service.drains:
        raise Refused("drains")
    body = _opened(session, ask)
    check_opened(body)
    if not session.service.tables.take(session.account.id):
        raise Refused("tables")
    key = session.bearer.token if session.bearer else None
    live = await session.service.open_table(session.account.id, ask.id, body, key=key)
    return Done(id=ask.id, table=live.table.id, seq=live.table.seq)


def _opened(session: Session, ask: asks.Open) -> log.Opened:
    mine = next((n for n, seat in enumerate(ask.seats) if seat.kind == "person"), None)
    names = _names(ask.game)
    plans = []
    for number, seat in enumerate(ask.seats):
        if number == mine:
            plans.append(log.Plan("person", session.account.id, session.account.name))
        elif seat.kind == "computer":
            plans.append(log.Plan("computer", None, f"{names[number]} ({seat.level})", seat.level))
        else:
            plans.append(log.Plan("open"))
    persons = sum(plan.kind != "computer" for plan in plans)
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


def _names(name: str) -> tuple[str, ...]:
    """What computer players are called, by seat."""
    if name == "indian":
        return ("Asha", "Bina", "Chetan", "Dev", "Esha", "Farid")
    return ("Arun", "Boon", "Chai", "Dao")


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
    return await session.service.hosting.table(table)


async def join(session: Session, ask: asks.Join) -> Message:
    """A seat at a table."""
    live = await _found(session, ask.table, ask.code)
    who = session.account
    done = live.commands.get((who.id, ask.id))
    if done is None:
        seat = free_seat(live.table) if ask.seat is None else ask.seat
        if seat_of(live.table, who.id) is not None:
            raise Refused("twice")
        if seat is None:
            raise Refused("taken")
        done = await live.submit(who.id, ask.id, log.Sat(seat, who.id, who.name))
        session.service.hosting.wake(live)
    return Done(id=ask.id, table=live.table.id, seq=done)


async def watch(session: Session, ask: asks.Watch) -> Message:
    """A table, shown from now on."""
    service = session.service
    live = await _found(session, ask.table, ask.code)
    lines = await talk.said_at(service.store, live.table.id, reader=session.account.id, limit=50)
    how = await service.audience.watch(session, live, ask.since, [shown(one) for one in lines])
    service.metrics.resumed.labels(how).inc()
    return Done(id=ask.id, table=live.table.id, seq=live.table.seq)


async def unwatch(session: Session, ask: asks.Unwatch) -> Message:
    """A table, shown no more."""
    session.service.audience.unwatch(session, ask.table)
    return Done(id=ask.id, table=ask.table)


async def tables(session: Session, ask: asks.Tables) -> Message:
    """The public tables that wait or play."""
    service = session.service
    heads = await service.store.heads(status=("waiting", "live"), public=True, limit=LISTED)
    listed = []
    for head in heads:
        live = await service.hosting.table(head.table)
        here = service.audience.here(head.table)
        listed.append(
            TableListed(
                table=head.table,
                game=head.game,
                rules=live.table.opened.rules,
                clock=live.table.opened.clock.name,
                stage=live.table.stage,
                seats=seats_shown(live.table, here),
                watchers=len(here),
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
    if live.table.followed is None:
        if live.table.stage != "over":
            raise Refused("stage")
        again = await service.open_table(
            session.account.id, f"rematch-{live.table.id}", live.table.opened
        )
        await live.submit(session.account.id, ask.id, log.Followed(again.table.id))
    return Done(id=ask.id, table=live.table.followed, seq=live.table.seq)


async def quick(session: Session, ask: asks.Quick) -> Message:
    """A place at a table of those who want the same; all of them are told when there are enough."""
    service = session.service
    if service.drains:
        raise Refused("drains")
    rules = _read_rules(ask.game, ask.rules)
    if ask.seats not in game(ask.game).SEATS:
        raise Refused("seats")
    chosen = service.matching.wish(session, Wish(ask.game, rules, ask.seats))
    if chosen is None:
        session.wishes = ask.id
        return Done(id=ask.id)
    players = [one for one in chosen if isinstance(one, type(session))]
    body = log.Opened(
        game=ask.game,
        rules=rules,
        seats=tuple(log.Plan("person", one.account.id, one.account.name) for one in players),
        clock=usual(len(players)),
        public=True,
        talk="phrases",
        delay=0,
        owner=session.account.id,
        commit=NO_COMMIT,
    )
    live = await service.open_table(session.account.id, ask.id, body)
    for one in players:
        if one is not session:
            one.tell(Done(id=one.wishes, table=live.table.id))
    return Done(id=ask.id, table=live.table.id)


async def unquick(session: Session, ask: asks.Unquick) -> Message:
    """No longer wait for a quick match."""
    if not session.service.matching.forget(session):
        raise Refused("stage")
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
    """Tell the keepers about somebody."""
    await session.service.talk.report(
        session.account.id, ask.account, table=ask.table, reason=ask.reason, text=ask.text or ""
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

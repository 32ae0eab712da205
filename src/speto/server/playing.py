"""What is asked at a table: words, drafts, entropy, talk.

What must stay true: an ask becomes the body of a row, and `Live` has it done once.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from speto.cards import ParseError, parse_cards
from speto.server import asks, faces, log
from speto.server.audience import Viewer
from speto.server.drafts import Refused, try_words
from speto.server.live import Live
from speto.server.messages import Arranged, Done, Draft, Message
from speto.server.table import seat_of
from speto.server.wire import encode

if TYPE_CHECKING:
    from speto.server.sessions import Session


async def _table(session: Session, table: str) -> tuple[Live, int]:
    """A table, and the own seat there."""
    live = await session.service.hosting.table(table)
    seat = seat_of(live.table, session.account.id)
    if seat is None:
        raise Refused("seat")
    return live, seat


async def _submit(
    session: Session, live: Live, ask: asks.Ask, body: log.Body, *, seen: int | None = None
) -> Done:
    seq = await live.submit(session.account.id, ask.id, body, seen=seen)
    session.service.hosting.wake(live)
    return Done(id=ask.id, table=live.table.id, seq=seq)


async def do(session: Session, ask: asks.Do) -> Message:
    """Words for good; words that were thought for another moment are refused."""
    live, seat = await _table(session, ask.table)
    return await _submit(session, live, ask, log.Did(seat, tuple(ask.words)), seen=ask.seq)


async def try_(session: Session, ask: asks.Try) -> Message:
    """Words on a copy; all sockets of the seat see the draft."""
    live, seat = await _table(session, ask.table)
    if live.has_moved(ask.seq):
        raise Refused("stale")
    draft = try_words(live.table, seat, ask.words)

    def told(*, sight: bool) -> Draft:
        return Draft(
            id=ask.id,
            table=ask.table,
            seq=live.table.seq,
            words=list(draft.words),
            view=faces.face(draft.view, sight=sight),
        )

    watches = session.service.audience.watches.get(ask.table, ())
    mine = [watch for watch in watches if watch.viewer.account_id == session.account.id]
    for watch in mine:
        other: Viewer = watch.viewer
        if other is not session:
            other.push(encode(told(sight=watch.sight)))
    return told(sight=any(watch.sight for watch in mine if watch.viewer is session))


async def arrange(session: Session, ask: asks.Arrange) -> Message:
    """What the own hand is in groups."""
    live, seat = await _table(session, ask.table)
    view = live.table.view_for(seat)
    if view is None or live.table.place_of(seat) is None:
        raise Refused("stage")
    try:
        groups = [parse_cards("".join(group)) for group in ask.groups]
        discard = None if ask.discard is None else parse_cards(ask.discard)[0]
        found = faces.arranged_so(view, groups, discard)
    except ParseError as problem:
        raise Refused("cards") from problem
    return Arranged(id=ask.id, table=ask.table, arrangement=found)


async def entropy(session: Session, ask: asks.Entropy) -> Message:
    """The own part of the chance."""
    live, seat = await _table(session, ask.table)
    return await _submit(session, live, ask, log.Gave(seat, ask.deal, ask.entropy))


async def ready(session: Session, ask: asks.Ready) -> Message:
    """No longer wait for the next deal."""
    live, seat = await _table(session, ask.table)
    return await _submit(session, live, ask, log.Ready(seat))


async def rejoin(session: Session, ask: asks.Rejoin) -> Message:
    """Back into a pool."""
    live, seat = await _table(session, ask.table)
    return await _submit(session, live, ask, log.Rejoined(seat))


async def back(session: Session, ask: asks.Back) -> Message:
    """The own seat back from the computer."""
    live, seat = await _table(session, ask.table)
    return await _submit(session, live, ask, log.Returned(seat))


async def leave(session: Session, ask: asks.Leave) -> Message:
    """The seat given back before the first deal."""
    live = await session.service.hosting.table(ask.table)
    seq = live.commands.get((session.account.id, ask.id))
    if seq is not None:  # asked for again, since the answer was lost; the seat is gone
        return Done(id=ask.id, table=ask.table, seq=seq)
    live, seat = await _table(session, ask.table)
    done = await _submit(session, live, ask, log.Left(seat))
    session.service.seats.take(session.account.id)
    return done


async def fill(session: Session, ask: asks.Fill) -> Message:
    """Computer players in the free seats, so that the first deal begins."""
    live, _ = await _table(session, ask.table)
    return await _submit(session, live, ask, log.Filled(ask.level))


async def say(session: Session, ask: asks.Say) -> Message:
    """Something said at a table; stored, then told to those who did not mute its speaker."""
    service = session.service
    if await service.talk.was_said(ask.table, session.account.id, ask.id):  # the answer was lost
        return Done(id=ask.id, table=ask.table)
    live, _ = await _table(session, ask.table)
    opened = live.table.opened
    said = await service.talk.say(
        ask.table,
        session.account.id,
        session.account.name,
        free=opened.talk == "free" and not opened.public,
        phrase=ask.phrase,
        text=ask.text,
        command=ask.id,
    )
    if said is not None:
        await service.show_said(said)
    return Done(id=ask.id, table=ask.table)


Handler = Callable[[Any, Any], Awaitable[Message | None]]
HANDLERS: Final[Mapping[type, Handler]] = {
    asks.Do: do,
    asks.Try: try_,
    asks.Arrange: arrange,
    asks.Entropy: entropy,
    asks.Ready: ready,
    asks.Rejoin: rejoin,
    asks.Back: back,
    asks.Leave: leave,
    asks.Fill: fill,
    asks.Say: say,
}
SCOPES: Final[Mapping[type, str]] = {asks.Say: "talk"}

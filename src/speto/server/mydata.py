"""All that is stored of an account: given to its owner, or deleted.

What must stay true: after a deletion nothing that is stored leads from a deal to the person, and
every deal and its proof still hold; a deletion that was cut off is finished by asking again.
"""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec
from sqlalchemy import Select, delete, exists, or_, select, update

from speto.server.names import GONE
from speto.server.store import GOING_ON, Store
from speto.server.store.schema import (
    account,
    head,
    log,
    member,
    mute,
    played,
    rated,
    rating,
    report,
    result,
    sanction,
    talk,
    token,
    wish,
)
from speto.server.tokens import SESSION

SEATS_TAG: Final = re.compile(r'^\[Seats "([^"\n]*)"\]$', re.M)
AT_ONCE: Final = 100
"""So many guests are looked for at a time."""


async def export(store: Store, identity: str) -> bytes:
    """All that is stored of an account, as JSON; no hash of a password or token is in it."""
    own: dict[str, Any] = {}
    of_deals = select(played, result.c.record, result.c.proof).join(
        result, (result.c.table == played.c.table) & (result.c.deal == played.c.deal)
    )
    for name, asked in {
        "account": select(*account.c["id", "kind", "name", "created", "seen"]).where(
            account.c.id == identity
        ),
        "tokens": select(*token.c["scopes", "label", "created", "expires"]).where(
            token.c.account == identity
        ),
        "ratings": select(rated).where(rated.c.account == identity).order_by(rated.c.at),
        "deals": of_deals.where(played.c.account == identity).order_by(played.c.at),
        "talk": select(*talk.c["table", "n", "at", "account", "name", "phrase", "text"])
        .where(talk.c.account == identity)
        .order_by(talk.c.at),
        "muted": select(*mute.c["muted", "at"]).where(mute.c.account == identity),
        "reports": select(*report.c["at", "account", "table", "reason", "text"]).where(
            report.c.by == identity
        ),
        "sanctions": select(*sanction.c["kind", "at", "until", "reason", "lifted"]).where(
            sanction.c.account == identity
        ),
        "tables": _tables_of(identity),
        "commands": select(*log.c["table", "seq", "at"]).where(
            log.c.actor == identity, log.c.table.in_(_tables_of(identity))
        ),
    }.items():
        own[name] = await store.execute(asked)
    return msgspec.json.format(msgspec.json.encode(own), indent=2)


async def is_seated(store: Store, identity: str) -> bool:
    """Whether an account has opened or sat at a table that has not ended."""
    return bool(await going_on(store, identity, limit=1))


async def going_on(store: Store, identity: str, *, limit: int) -> list[str]:
    """The newest tables that have not ended of those which an account ever opened or sat at."""
    asked = (
        select(head.c.table)
        .join(member, member.c.table == head.c.table)
        .where(member.c.account == identity, head.c.status.in_(GOING_ON))
        .order_by(head.c.created.desc(), head.c.table)
        .limit(limit)
    )
    return [row["table"] for row in await store.execute(asked)]


def _tables_of(identity: str) -> Select[str]:
    """Every table that an account ever opened or sat at: beyond them no row of the log is his."""
    return select(member.c.table).where(member.c.account == identity)


async def erase(store: Store, identity: str) -> bool:
    """Delete an account; its deals stay, with "deleted" as its name. Whether it was there.

    Sanctions and reports against it stay too, under an id that leads nowhere.

    :raises ValueError: if it sits at a table that has not ended.
    """
    if not await store.execute(select(account.c.id).where(account.c.id == identity)):
        return False
    if await is_seated(store, identity):
        raise ValueError("an account that sits at a table can't be deleted before the table ends")
    await _erase_from_logs(store, identity)
    await _erase_from_deals(store, identity)
    for statement in (
        # its lines stand empty: a number that was given again would be taken for the old line
        update(talk)
        .where(talk.c.account == identity)
        .values(account=None, name=GONE, phrase=None, text=None, command=None),
        delete(wish).where(wish.c.account == identity),
        delete(rating).where(rating.c.account == identity),
        delete(rated).where(rated.c.account == identity),
        delete(mute).where(or_(mute.c.account == identity, mute.c.muted == identity)),
        update(report).where(report.c.by == identity).values(by=GONE, command=None),
        update(report).where(report.c.account == identity).values(evidence=""),
        delete(member).where(member.c.account == identity),
        # last, since asking again begins with it; its tokens go with it
        delete(account).where(account.c.id == identity),
    ):
        await store.execute(statement)
    return True


async def forget_guests(store: Store, now: int) -> int:
    """Delete guests whose last token has expired, as nobody can be them again; how many."""
    held = exists().where(
        token.c.account == account.c.id, or_(token.c.expires.is_(None), token.c.expires > now)
    )
    sits = exists().where(
        member.c.account == account.c.id,
        head.c.table == member.c.table,
        head.c.status.in_(GOING_ON),
    )
    asked = (
        select(account.c.id)
        .where(account.c.kind == "guest", account.c.seen < now - SESSION, ~held, ~sits)
        .limit(AT_ONCE)
    )
    total, problem = 0, None
    left: list[str] = []
    while rows := await store.execute(asked.where(account.c.id.not_in(left))):
        for row in rows:
            try:
                if not await is_seated(store, row["id"]) and await erase(store, row["id"]):
                    total += 1
                    continue
            except ValueError as error:  # it keeps nobody else from being deleted
                problem = error
            left.append(row["id"])
    if problem is not None:
        raise problem
    return total


async def _erase_from_deals(store: Store, identity: str) -> None:
    """Take the name out of the records of an account's deals, and then the account."""
    deals = select(*played.c["table", "deal", "seat"]).where(played.c.account == identity)
    for row in await store.execute(deals):
        deal = result.c.table == row["table"], result.c.deal == row["deal"]
        for found in await store.execute(select(result.c.record).where(*deal)):
            text = _without_name(found["record"], row["seat"])
            await store.execute(update(result).where(*deal).values(record=text))
        seat = played.c.table == row["table"], played.c.deal == row["deal"]
        gone = update(played).where(*seat, played.c.seat == row["seat"])
        await store.execute(gone.values(account=None, name=GONE))


def _without_name(record: str, seat: int) -> str:
    """A record with the name of a seat taken out; the rest is as it was."""
    found = SEATS_TAG.search(record)
    if not found:
        return record
    names = found[1].split(", ")
    names[seat] = GONE
    return f'{record[: found.start()]}[Seats "{", ".join(names)}"]{record[found.end() :]}'


async def _erase_from_logs(store: Store, identity: str) -> None:
    """Take the name out of the rows of an account's tables, one table after the other."""
    for table in await store.execute(_tables_of(identity)):
        for row in await store.rows(table["table"]):
            body = msgspec.json.decode(row.body)
            if _rename(body, identity):
                which = log.c.table == row.table, log.c.seq == row.seq
                await store.execute(
                    update(log).where(*which).values(body=msgspec.json.encode(body)),
                )


def _rename(thing: Any, identity: str) -> bool:
    """Whether a name stood beside this id in a body; it is replaced."""
    if isinstance(thing, list):
        return any([_rename(each, identity) for each in thing])
    if not isinstance(thing, dict):
        return False
    found = any([_rename(each, identity) for each in thing.values()])
    if thing.get("who") == identity and thing.get("name", GONE) != GONE:
        thing["name"] = GONE
        found = True
    return found

"""Mutes and bans by the keepers of the server, and a book of what they did.

What must stay true: no act without its line in the book, which stands before the act is done.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from sqlalchemy import bindparam, insert, or_, select, update

from speto.server.names import key_of
from speto.server.store import Store
from speto.server.store.schema import account as known
from speto.server.store.schema import audit, report, sanction

Kind: TypeAlias = Literal["mute", "ban"]
BAN: Final = "ban"
LONGEST: Final = 500
MOST_ASKED: Final = 1_000
"""So many accounts are looked up at once."""

# Made once, for every greeting asks it; the values are given as its parameters.
STANDING: Final = (
    select(sanction)
    .where(sanction.c.account == bindparam("account"), sanction.c.lifted.is_(None))
    .where(sanction.c.at <= bindparam("now"))
    .where(or_(sanction.c.until.is_(None), sanction.c.until > bindparam("now")))
    .order_by(sanction.c.id.desc())
)
BANNED: Final = (
    select(sanction.c.account)
    .where(sanction.c.account.in_(bindparam("accounts", expanding=True)))
    .where(sanction.c.kind == BAN, sanction.c.lifted.is_(None), sanction.c.at <= bindparam("now"))
    .where(or_(sanction.c.until.is_(None), sanction.c.until > bindparam("now")))
)
SINCE: Final = select(sanction).where(sanction.c.at >= bindparam("since")).order_by(sanction.c.at)


class Sanction(NamedTuple):
    """What stands against an account; without `until` for good."""

    id: int
    account: str
    kind: str
    at: int
    until: int | None
    by: str
    reason: str
    lifted: int | None

    def stands(self, now: int) -> bool:
        """Whether it is in force."""
        return self.lifted is None and self.at <= now and (self.until is None or self.until > now)


class Act(NamedTuple):
    """A line of the book: what a keeper did, and to whom or what."""

    id: int
    at: int
    by: str
    action: str
    subject: str
    note: str


class Report(NamedTuple):
    """What somebody has told the keepers; `evidence` is what was said, as JSON."""

    id: int
    at: int
    by: str
    account: str
    table: str | None
    reason: str
    text: str
    evidence: str
    settled: int | None


async def write_down(
    store: Store, *, by: str, action: str, subject: str, at: int, note: str = ""
) -> None:
    """Write an act into the book."""
    row = {"at": at, "by": by, "action": action, "subject": subject, "note": note[:LONGEST]}
    await store.execute(insert(audit).values(row))


async def impose(
    store: Store,
    account: str,
    kind: Kind,
    *,
    by: str,
    reason: str,
    at: int,
    until: int | None = None,
) -> int:
    """Mute or ban an account; the number of the sanction.

    :raises ValueError: if it would end before it begins, or has no reason.
    """
    reason = reason.strip()[:LONGEST]
    if not reason:
        raise ValueError("a sanction needs a reason")
    if until is not None and until <= at:
        raise ValueError("a sanction must end after it begins")
    span = "for good" if until is None else f"until {until}"
    await write_down(store, by=by, action=kind, subject=account, at=at, note=f"{span}: {reason}")
    row = {
        "account": account,
        "kind": kind,
        "at": at,
        "until": until,
        "by": by,
        "reason": reason,
    }
    made = await store.execute(insert(sanction).values(row).returning(sanction.c.id))
    return int(made[0]["id"])


async def lift(store: Store, number: int, *, by: str, at: int, note: str = "") -> bool:
    """End a sanction early; whether it was there to be lifted."""
    subject = f"sanction {number}"
    await write_down(store, by=by, action="lift", subject=subject, at=at, note=note)
    which = sanction.c.id == number, sanction.c.lifted.is_(None)
    lifted = update(sanction).where(*which).values(lifted=at).returning(sanction.c.id)
    return bool(await store.execute(lifted))


async def standing(store: Store, account: str, now: int) -> list[Sanction]:
    """What stands against an account now, the newest first."""
    asked = STANDING.params(account=account, now=now)
    return [Sanction(**row) for row in await store.execute(asked)]


async def since(store: Store, at: int) -> list[Sanction]:
    """The sanctions that began at a moment or later.

    Their numbers tell nothing of who was first: a lower one may be seen after a higher one.
    """
    asked = SINCE.params(since=at)
    return [Sanction(**row) for row in await store.execute(asked)]


async def banned(store: Store, accounts: Collection[str], now: int) -> set[str]:
    """Those of these accounts who may not use the server now."""
    asked, found = sorted(accounts), set[str]()
    for start in range(0, len(asked), MOST_ASKED):
        which = BANNED.params(accounts=asked[start : start + MOST_ASKED], now=now)
        found |= {row["account"] for row in await store.execute(which)}
    return found


async def last(store: Store, *, account: str | None = None, limit: int = 100) -> list[Sanction]:
    """The last sanctions, of one account or of all, the newest first; those that ended too."""
    asked = select(sanction).order_by(sanction.c.id.desc()).limit(limit)
    if account is not None:
        asked = asked.where(sanction.c.account == account)
    return [Sanction(**row) for row in await store.execute(asked)]


async def find(store: Store, text: str) -> str | None:
    """The account of that id, or of that name."""
    for which in (known.c.id == text, known.c.name_key == key_of(text)):
        for row in await store.execute(select(known.c.id).where(which)):
            return str(row["id"])
    return None


async def names(store: Store, accounts: Collection[str]) -> dict[str, str]:
    """What accounts are called; those that are gone are not among them."""
    asked = select(*known.c["id", "name"]).where(known.c.id.in_(accounts))
    return {row["id"]: row["name"] for row in await store.execute(asked)}


async def is_banned(store: Store, account: str, now: int) -> bool:
    """Whether an account may not use the server now."""
    return any(each.kind == BAN for each in await standing(store, account, now))


async def may_talk(store: Store, account: str, now: int) -> bool:
    """Whether an account may say something now."""
    return not await standing(store, account, now)


async def book(store: Store, *, before: int | None = None, limit: int = 100) -> list[Act]:
    """The lines of the book, the newest first; `before` is the number of the last one seen."""
    asked = select(audit).order_by(audit.c.id.desc()).limit(limit)
    if before is not None:
        asked = asked.where(audit.c.id < before)
    return [Act(**row) for row in await store.execute(asked)]


async def reports(store: Store, *, settled: bool = False, limit: int = 100) -> list[Report]:
    """The reports that wait, or those that are settled, the oldest first."""
    known: Any = report.c.settled
    which = known.is_not(None) if settled else known.is_(None)
    asked = select(*report.c[Report._fields]).where(which).order_by(report.c.id).limit(limit)
    return [Report(**row) for row in await store.execute(asked)]


async def settle(store: Store, number: int, *, by: str, at: int, note: str = "") -> bool:
    """Mark a report as settled; whether it waited."""
    subject = f"report {number}"
    await write_down(store, by=by, action="settle", subject=subject, at=at, note=note)
    which = report.c.id == number, report.c.settled.is_(None)
    done = update(report).where(*which).values(settled=at).returning(report.c.id)
    return bool(await store.execute(done))

"""Talk at a table: phrases that everybody reads in his own language, and free words.

What must stay true: what was said is stored before it is shown; a text that is shown has no control
characters; nobody says more than the limits allow; what is asked again under its id, at whichever
node, is said or reported once.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection
from typing import Any, Final, Literal, NamedTuple, TypeAlias
from unicodedata import category, combining, normalize

import msgspec
from sqlalchemy import and_, bindparam, delete, func, insert, literal, or_, select
from sqlalchemy.exc import IntegrityError

from speto.server import sanctions
from speto.server.limits import REPORTS, TALK, Limits
from speto.server.store import Store
from speto.server.store.schema import mute, report, talk

PHRASES: Final = (
    "hello",
    "good_luck",
    "well_played",
    "nice_hand",
    "thanks",
    "sorry",
    "oops",
    "my_turn",
    "your_turn",
    "hurry",
    "one_moment",
    "back",
    "so_close",
    "lucky",
    "again",
    "bye",
)
"""In the catalogues as `phrase.hello` …"""
LONGEST: Final = 200
TWICE: Final = 30_000  # ms: the same again so soon is a repeat
EVIDENCE: Final = 20  # lines
VIRAMA: Final = 9
MARKS: Final = 4  # on one letter
SPEAKERS: Final = 10_000  # whose last words are remembered
MOST_MUTED: Final = 200
TRIES: Final = 50  # so many may speak at once at one table: each time one got on
HIDDEN: Final = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}
JOINERS: Final = "\u200c\u200d"

Reason: TypeAlias = Literal["talk", "name", "play", "other"]


class NotSaid(ValueError):
    """Why something was not said; `code` is stable."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Said(NamedTuple):
    """What was said: a phrase or a text; without an account, by one who is deleted."""

    table: str
    n: int
    at: int
    account: str | None
    name: str
    phrase: str | None
    text: str | None


class _Last(NamedTuple):
    """What somebody said last, under which id, and when."""

    what: str
    command: str | None
    at: int


def clean(text: str) -> str:
    """A text with one space where there was any blank, and nothing hidden in it.

    Joiners stay: letters of Hindi and composed emoji need them.
    """
    kept: list[str] = []
    marks = 0
    for letter in normalize("NFC", text):
        kind = category(letter)
        if letter.isspace():
            kept.append(" ")
        elif letter in JOINERS:
            if kept and (combining(kept[-1]) == VIRAMA or category(kept[-1]) in ("So", "Sk", "Mn")):
                kept.append(letter)
        elif kind not in HIDDEN:
            marks = marks + 1 if kind in ("Mn", "Me") else 0
            if marks <= MARKS:
                kept.append(letter)
    return " ".join("".join(kept).split())


class Talk:
    """Who says what at the tables of a store; `now` gives milliseconds since 1970."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self.limits = Limits(TALK, now)
        self.reports = Limits(REPORTS, now)
        self._last: OrderedDict[str, _Last] = OrderedDict()

    async def was_said(self, table: str, account: str, command: str) -> bool:
        """Whether the ask of this id was done, at any node."""
        asked = _UNDER.params(at_table=table, speaker=account, its=command)
        return bool(await self._store.execute(asked))

    async def was_reported(self, table: str, by: str, command: str) -> bool:
        """Whether the report of this id was made, at any node."""
        asked = _REPORTED.params(at_table=table, reporter=by, its=command)
        return bool(await self._store.execute(asked))

    async def say(
        self,
        table: str,
        account: str,
        name: str,
        *,
        free: bool,
        phrase: str | None = None,
        text: str | None = None,
        command: str | None = None,
    ) -> Said | None:
        """Say a phrase, or a text where talk is free; nothing if it was said as this `command`.

        :raises NotSaid: "phrase" (there is none such, or both are given), "text" (only phrases
            here), "empty", "long", "often", "repeat" or "muted".
        """
        if (phrase is None) == (text is None) or (phrase is not None and phrase not in PHRASES):
            raise NotSaid("phrase")
        if text is not None:
            text = self._text(text, free=free)
        self._check_pace(account, table, phrase, text, command)
        now = self._now()
        if not await sanctions.may_talk(self._store, account, now):
            raise NotSaid("muted")
        return await self._keep(Said(table, 0, now, account, name, phrase, text), command)

    async def report(
        self,
        by: str,
        account: str,
        *,
        table: str,
        reason: Reason,
        text: str = "",
        command: str | None = None,
    ) -> int | None:
        """Tell the keepers about somebody; what he said last at the table goes with it.

        The number of the report; none if it was made as this `command`.

        :raises NotSaid: "often" or "long".
        """
        text = clean(text)
        if len(text) > LONGEST:
            raise NotSaid("long")
        if not self.reports.take(by):
            raise NotSaid("often")
        asked = (
            select(*talk.c["n", "at", "phrase", "text"])
            .where(talk.c.table == table, talk.c.account == account)
            .order_by(talk.c.n.desc())
            .limit(EVIDENCE)
        )
        lines = (await self._store.execute(asked))[::-1]
        row = {
            "at": self._now(),
            "by": by,
            "account": account,
            "table": table,
            "reason": reason,
            "text": text,
            "evidence": msgspec.json.encode(lines).decode(),
            "command": command,
        }
        try:
            made = await self._store.execute(insert(report).values(row).returning(report.c.id))
        except IntegrityError:  # the same ask was faster on another socket
            return None
        return int(made[0]["id"])

    def _text(self, text: str, *, free: bool) -> str:
        if not free:
            raise NotSaid("text")
        if len(text) > 4 * LONGEST:
            raise NotSaid("long")
        text = clean(text)
        if not text:
            raise NotSaid("empty")
        if len(text) > LONGEST:
            raise NotSaid("long")
        return text

    def _check_pace(
        self, account: str, table: str, phrase: str | None, text: str | None, command: str | None
    ) -> None:
        now = self._now()
        what = f"{table} {phrase} {normalize('NFKC', text or '').casefold()}"
        last = self._last.get(account)
        if last is not None and last.what == what and now - last.at < TWICE:
            if command is not None and last.command == command:
                return  # the same ask, which failed or is not done yet
            raise NotSaid("repeat")
        if not self.limits.take(account):
            raise NotSaid("often")
        self._last[account] = _Last(what, command, now)
        self._last.move_to_end(account)
        while len(self._last) > SPEAKERS or next(iter(self._last.values())).at < now - TWICE:
            self._last.popitem(last=False)

    async def _keep(self, said: Said, command: str | None) -> Said | None:
        """Store it as the next line of its table, if this ask has not done so already."""
        # numbered by the statement itself: two who speak at once get two numbers
        number = func.coalesce(func.max(talk.c.n), 0) + 1
        values: list[Any] = [
            literal(said.table, talk.c.table.type),
            number,
            literal(said.at, talk.c.at.type),
            literal(said.account, talk.c.account.type),
            literal(said.name, talk.c.name.type),
            literal(said.phrase, talk.c.phrase.type),
            literal(said.text, talk.c.text.type),
            literal(command, talk.c.command.type),
        ]
        line = select(*values).select_from(talk).where(talk.c.table == said.table)
        names = [*Said._fields, "command"]
        statement = insert(talk).from_select(names, line).returning(talk.c.n)
        for _ in range(TRIES):
            try:
                made = await self._store.execute(statement)
            except IntegrityError:  # a database with several writers may give a number twice
                account = said.account or ""
                if command is not None and await self.was_said(said.table, account, command):
                    return None
                continue
            return said._replace(n=int(made[0]["n"]))
        raise NotSaid("often")


_UNDER: Final = select(talk.c.n).where(
    talk.c.table == bindparam("at_table"),
    talk.c.account == bindparam("speaker"),
    talk.c.command == bindparam("its"),
)
_REPORTED: Final = select(report.c.id).where(
    report.c.table == bindparam("at_table"),
    report.c.by == bindparam("reporter"),
    report.c.command == bindparam("its"),
)
_SAID: Final = (
    select(*talk.c[Said._fields])
    .where(talk.c.table == bindparam("at_table"), talk.c.n > bindparam("since"))
    # those of one who was deleted stand there empty
    .where(or_(talk.c.phrase.is_not(None), talk.c.text.is_not(None)))
    .order_by(talk.c.n.desc())
    .limit(bindparam("most"))
)
_DEAF: Final = select(mute.c.muted).where(mute.c.account == bindparam("reader"))
_HEARD: Final = _SAID.where(talk.c.account.is_(None) | talk.c.account.not_in(_DEAF))


async def said_at(
    store: Store, table: str, *, since: int = 0, reader: str | None = None, limit: int = 100
) -> list[Said]:
    """What was last said at a table behind line `since`, without those whom `reader` has muted."""
    asked = _SAID.params(at_table=table, since=since, most=limit)
    if reader is not None:
        asked = _HEARD.params(at_table=table, since=since, most=limit, reader=reader)
    rows = await store.execute(asked)
    return [Said(**row) for row in reversed(rows)]


async def has_spoken(store: Store, table: str, account: str) -> bool:
    """Whether somebody has said something at a table."""
    asked = select(talk.c.n).where(talk.c.table == table, talk.c.account == account).limit(1)
    return bool(await store.execute(asked))


async def set_mute(store: Store, account: str, other: str, *, on: bool, at: int) -> None:
    """Hear somebody no more, or again.

    :raises NotSaid: "many", if the account has muted so many already.
    """
    if not on:
        which = and_(mute.c.account == account, mute.c.muted == other)
        await store.execute(delete(mute).where(which))
        return
    muted = await muted_by(store, account)
    if other != account and other not in muted:
        if len(muted) >= MOST_MUTED:
            raise NotSaid("many")
        row = {"account": account, "muted": other, "at": at}
        try:
            await store.execute(insert(mute).values(row))
        except IntegrityError:
            return  # it was asked for twice at once, or the account has gone


async def muted_by(store: Store, account: str) -> frozenset[str]:
    """Whom an account does not hear."""
    rows = await store.execute(select(mute.c.muted).where(mute.c.account == account))
    return frozenset(row["muted"] for row in rows)


async def deaf_to(store: Store, speaker: str, accounts: Collection[str]) -> frozenset[str]:
    """Who of these accounts does not hear somebody."""
    asked = select(mute.c.account).where(mute.c.account.in_(accounts), mute.c.muted == speaker)
    return frozenset(row["account"] for row in await store.execute(asked))

"""Talk at a table: phrases that everybody reads in his own language, and free words.

What must stay true: what was said is stored before it is shown; a text that is shown has no control
characters; nobody says more than the limits allow.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final, Literal, NamedTuple, TypeAlias
from unicodedata import category, combining, normalize

import msgspec
from sqlalchemy import and_, bindparam, delete, func, insert, literal, select
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
        self._last: OrderedDict[str, tuple[str, int]] = OrderedDict()
        self._done: OrderedDict[tuple[str, str], None] = OrderedDict()

    def was_done(self, account: str, command: str) -> bool:
        """Whether the ask of this id was done, as far back as is remembered."""
        return (account, command) in self._done

    def _remember(self, account: str, command: str) -> None:
        self._done[account, command] = None
        if len(self._done) > SPEAKERS:
            self._done.popitem(last=False)

    async def say(
        self,
        table: str,
        account: str,
        name: str,
        *,
        free: bool,
        phrase: str | None = None,
        text: str | None = None,
        command: str = "",
    ) -> Said:
        """Say a phrase, or a text where talk is free; `command` is the id of the ask.

        :raises NotSaid: "phrase" (there is none such, or both are given), "text" (only phrases
            here), "empty", "long", "often", "repeat" or "muted".
        """
        if (phrase is None) == (text is None) or (phrase is not None and phrase not in PHRASES):
            raise NotSaid("phrase")
        if text is not None:
            text = self._text(text, free=free)
        self._check_pace(account, table, phrase, text)
        now = self._now()
        if not await sanctions.may_talk(self._store, account, now):
            raise NotSaid("muted")
        said = await self._keep(Said(table, 0, now, account, name, phrase, text))
        self._remember(account, command)
        return said

    async def report(
        self,
        by: str,
        account: str,
        *,
        table: str,
        reason: Reason,
        text: str = "",
        command: str = "",
    ) -> int:
        """Tell the keepers about somebody; what he said last at the table goes with it.

        `command` is the id of the ask.

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
        }
        made = await self._store.execute(insert(report).values(row).returning(report.c.id))
        self._remember(by, command)
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

    def _check_pace(self, account: str, table: str, phrase: str | None, text: str | None) -> None:
        now = self._now()
        what = f"{table} {phrase} {normalize('NFKC', text or '').casefold()}"
        last, at = self._last.get(account, ("", 0))
        if last == what and now - at < TWICE:
            raise NotSaid("repeat")
        if not self.limits.take(account):
            raise NotSaid("often")
        self._last[account] = what, now
        self._last.move_to_end(account)
        if len(self._last) > SPEAKERS:
            self._last.popitem(last=False)

    async def _keep(self, said: Said) -> Said:
        """Store it as the next line of its table."""
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
        ]
        line = select(*values).select_from(talk).where(talk.c.table == said.table)
        statement = insert(talk).from_select(list(Said._fields), line).returning(talk.c.n)
        for _ in range(TRIES):
            try:
                made = await self._store.execute(statement)
            except IntegrityError:  # a database with several writers may give a number twice
                continue
            return said._replace(n=int(made[0]["n"]))
        raise NotSaid("often")


_SAID: Final = (
    select(talk)
    .where(talk.c.table == bindparam("at_table"), talk.c.n > bindparam("since"))
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

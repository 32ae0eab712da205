"""Talk and sanctions: stored before shown, cleaned, within limits, with a book of every act."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from speto.server import asks, messages
from speto.server.accounts import Accounts
from speto.server.mydata import erase
from speto.server.sanctions import (
    BAN,
    book,
    impose,
    is_banned,
    lift,
    may_talk,
    reports,
    settle,
    standing,
)
from speto.server.store import Store, StoreError
from speto.server.store.sqlite import SqliteStore
from speto.server.talk import (
    LONGEST,
    MOST_MUTED,
    PHRASES,
    TWICE,
    NotSaid,
    Said,
    Talk,
    clean,
    deaf_to,
    muted_by,
    said_at,
    set_mute,
)
from tests.nodes import opened
from tests.serving import Tap, nodes_of
from tests.site import Clock, with_store

pytestmark = pytest.mark.once


async def unsaid(asked: Awaitable[object]) -> str:
    """The code with which something is not said."""
    with pytest.raises(NotSaid) as caught:
        await asked
    return caught.value.code


def test_what_is_said_is_kept_in_order(tmp_path: Path) -> None:
    """Many who speak at once get a number each, and what is read back is what was said."""

    async def use(store: Store, clock: Clock) -> None:
        talk = Talk(store, clock)
        said = await asyncio.gather(
            *(talk.say("t", f"a{n}", f"Name {n}", free=True, text=f"hi {n}") for n in range(20)),
            talk.say("u", "b", "Bo", free=False, phrase="hello"),
        )
        lines = [each for each in said[:-1] if each is not None]
        assert sorted(each.n for each in lines) == list(range(1, 21))
        assert said[-1] == Said("u", 1, clock.at, "b", "Bo", "hello", None)
        assert await said_at(store, "t") == sorted(lines, key=lambda each: each.n)
        assert [each.n for each in await said_at(store, "t", since=17)] == [18, 19, 20]
        assert [each.n for each in await said_at(store, "t", limit=2)] == [19, 20]

    with_store(tmp_path, use)


def test_what_may_be_said(tmp_path: Path) -> None:
    """Public tables know phrases alone; a text is not empty, nor too long, before or after."""

    async def use(store: Store, clock: Clock) -> None:
        talk = Talk(store, clock)
        for code, phrase, text, free in [
            ("text", None, "hello", False),
            ("phrase", "nonsense", None, True),
            ("phrase", "hello", "hello", True),
            ("phrase", None, None, True),
            ("empty", None, " \u200b\n\u202e ", True),
            ("long", None, "x" * (LONGEST + 1), True),
            ("long", None, "\u0000" * 5000, True),
        ]:
            assert (
                await unsaid(talk.say("t", "a", "A", free=free, phrase=phrase, text=text)) == code
            )
        assert await said_at(store, "t") == []
        await talk.say("t", "a", "A", free=True, text="x" * LONGEST)

    with_store(tmp_path, use)


def test_pace(tmp_path: Path) -> None:
    """Five in ten seconds go, a sixth does not, and nobody says the same twice in a row."""

    async def use(store: Store, clock: Clock) -> None:
        talk = Talk(store, clock)

        async def say(text: str) -> Said | None:
            return await talk.say("t", "a", "A", free=True, text=text)

        await say("Hello  there")
        assert await unsaid(say("hello there")) == "repeat"
        for n in range(4):
            await say(f"line {n}")
        assert await unsaid(say("more")) == "often"
        await talk.say("t", "b", "B", free=True, text="more")
        clock.at += 2_000
        await say("more")
        clock.at += 30_000
        await say("more")

    with_store(tmp_path, use)


def test_an_ask_is_said_once(tmp_path: Path) -> None:
    """Asked again under its id, at once or later, here or at another node, it is one line.

    The same id of somebody else, or at another table, is another ask.
    """

    async def use(store: Store, clock: Clock) -> None:
        here, there = Talk(store, clock), Talk(store, clock)

        async def say(talk: Talk, table: str = "t", who: str = "a") -> Said | None:
            return await talk.say(table, who, "N", free=False, phrase="hello", command="c")

        said = await asyncio.gather(*(say(talk) for talk in (here, there, here, there)))
        assert [each.n for each in said if each is not None] == [1]
        clock.at += TWICE
        assert await say(here) is None and await say(there) is None
        assert await here.was_said("t", "a", "c") and not await there.was_said("t", "b", "c")
        assert await say(there, who="b") and await say(there, table="u")
        assert [each.account for each in await said_at(store, "t")] == ["a", "b"]

    with_store(tmp_path, use)


def test_what_was_not_stored_is_said_when_it_is_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An ask that failed with the store is no repeat of itself."""

    async def use(store: Store, clock: Clock) -> None:
        talk = Talk(store, clock)

        async def away(*_: object) -> list[dict[str, object]]:
            raise StoreError("away")

        with monkeypatch.context() as patch:
            patch.setattr(store, "execute", away)
            with pytest.raises(StoreError):
                await talk.say("t", "a", "A", free=False, phrase="hello", command="c")
        assert await talk.say("t", "a", "A", free=False, phrase="hello", command="c")

    with_store(tmp_path, use)


def test_who_has_long_said_nothing_is_forgotten(tmp_path: Path) -> None:
    """What was said is remembered as long as it can be a repeat, and no longer."""

    async def use(store: Store, clock: Clock) -> None:
        talk = Talk(store, clock)
        for n in range(20):
            await talk.say("t", f"a{n}", "N", free=False, phrase="hello")
        clock.at += TWICE
        assert await talk.say("t", "b", "B", free=False, phrase="hello")
        assert len(talk._last) == 21
        clock.at += 1
        assert await talk.say("t", "c", "C", free=False, phrase="hello")
        assert [*talk._last] == ["b", "c"]

    with_store(tmp_path, use)


def test_a_report_is_made_once(tmp_path: Path) -> None:
    """Asked again under its id, at once or later, at any node, it is one; also once one is gone."""

    async def use(store: Store, clock: Clock) -> None:
        here, there = Talk(store, clock), Talk(store, clock)
        made = await asyncio.gather(
            *(
                talk.report("ann", "bad", table="t", reason="talk", command="c")
                for talk in (here, there, here)
            )
        )
        assert sorted(each is None for each in made) == [False, True, True]
        assert await there.was_reported("t", "ann", "c")
        assert not await there.was_reported("t", "bo", "c")
        accounts = Accounts(store, clock)
        for _ in range(2):  # they are called the same once they are gone
            who = (await accounts.guest())[0].id
            assert await here.report(who, "bad", table="t", reason="talk", command="c")
            assert await erase(store, who)
        assert len(await reports(store)) == 3

    with_store(tmp_path, use)


@given(st.text(max_size=300))
def test_no_text_hides_anything(text: str) -> None:
    """What is left of any text has no control or format characters but joiners, and stays so."""
    kept = clean(text)
    assert not {category(c) for c in kept if c not in "\u200c\u200d"} & {"Cc", "Cf", "Cs", "Zl"}
    assert kept == " ".join(kept.split())


def test_scripts_are_left_alone() -> None:
    """Thai, Hindi and composed emoji come through as they were; towers of marks do not."""
    for text in ("น้ำใจดีมากครับ", "शक्\u200dति क्षत्रिय", "👩\u200d👩\u200d👧", "你好，再来一局！"):
        assert clean(text) == text
    assert len(clean("a" + "\u0336" * 50)) <= 5


def test_the_muted_are_not_heard(tmp_path: Path) -> None:
    """Who is muted is not read by the one who muted him, and is by others; until unmuted."""

    async def use(store: Store, clock: Clock) -> None:
        talk, accounts = Talk(store, clock), Accounts(store, clock)
        ann, bo = [(await accounts.guest())[0].id for _ in range(2)]
        for who in (ann, bo):
            await talk.say("t", who, "N", free=False, phrase="hello")
        for _ in range(2):
            await set_mute(store, ann, bo, on=True, at=clock.at)
        await set_mute(store, ann, ann, on=True, at=clock.at)
        assert await muted_by(store, ann) == {bo} and await muted_by(store, bo) == frozenset()
        assert await deaf_to(store, bo, {ann, bo}) == {ann}
        assert not await deaf_to(store, ann, {ann, bo}) and not await deaf_to(store, bo, {bo})
        assert [each.account for each in await said_at(store, "t", reader=ann)] == [ann]
        assert len(await said_at(store, "t", reader=bo)) == 2
        await set_mute(store, ann, bo, on=False, at=clock.at)
        assert len(await said_at(store, "t", reader=ann)) == 2

    with_store(tmp_path, use)


def test_a_line_asks_the_store_as_often_however_many_look_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who does not hear a speaker is asked once for a line, not once for each who looks on."""
    asked, execute = 0, SqliteStore.execute

    async def count(store: SqliteStore, *statements: Any) -> list[dict[str, Any]]:
        nonlocal asked
        asked += any("FROM mute" in str(each) for each in statements)
        return await execute(store, *statements)

    async def run() -> list[int]:
        nonlocal asked
        counts = []
        async with nodes_of(tmp_path, 1) as (site,), AsyncExitStack() as stack:
            taps = [await stack.enter_async_context(Tap(site.url)) for _ in range(6)]
            table = await opened(taps[0], "person", "open", talk="free")
            for tap in taps[:2]:
                await tap.ask(asks.Watch, table=table)
            for phrase in ("hello", "thanks"):
                asked = 0
                done = await taps[0].ask(asks.Say, table=table, phrase=phrase)
                assert isinstance(done, messages.Done)
                counts.append(asked)
                for tap in taps[2:]:
                    await tap.ask(asks.Watch, table=table)
        return counts

    monkeypatch.setattr(SqliteStore, "execute", count)
    assert asyncio.run(run()) == [1, 1]


def test_mutes_are_bounded(tmp_path: Path) -> None:
    """Nobody fills the store with people whom he does not hear."""

    async def use(store: Store, clock: Clock) -> None:
        ann = (await Accounts(store, clock).guest())[0].id
        for n in range(MOST_MUTED):
            await set_mute(store, ann, f"x{n}", on=True, at=clock.at)
        assert await unsaid(set_mute(store, ann, "more", on=True, at=clock.at)) == "many"
        await set_mute(store, ann, "x0", on=True, at=clock.at)
        await set_mute(store, ann, "x0", on=False, at=clock.at)
        await set_mute(store, ann, "more", on=True, at=clock.at)

    with_store(tmp_path, use)


def test_a_report_has_its_evidence(tmp_path: Path) -> None:
    """A report holds what its subject said at that table, and waits until it is settled."""

    async def use(store: Store, clock: Clock) -> None:
        talk = Talk(store, clock)
        await talk.say("t", "bad", "Bad", free=True, text="rude")
        await talk.say("t", "ann", "Ann", free=True, text="please")
        await talk.say("u", "bad", "Bad", free=True, text="elsewhere")
        number = await talk.report("ann", "bad", table="t", reason="talk", text="see\u0000 there")
        assert number is not None
        found = (await reports(store))[0]
        assert (found.id, found.text, found.reason) == (number, "see there", "talk")
        assert [line["text"] for line in json.loads(found.evidence)] == ["rude"]
        assert (
            await unsaid(talk.report("a", "b", table="t", reason="talk", text="x" * 201)) == "long"
        )
        for _ in range(4):
            await talk.report("ann", "bad", table="t", reason="play")
        assert await unsaid(talk.report("ann", "bad", table="t", reason="play")) == "often"
        assert await settle(store, number, by="keeper", at=clock.at)
        assert not await settle(store, number, by="keeper", at=clock.at)
        assert len(await reports(store)) == 4
        assert [each.id for each in await reports(store, settled=True)] == [number]

    with_store(tmp_path, use)


def test_sanctions_end(tmp_path: Path) -> None:
    """A mute stops talk and a ban all, for their time or until lifted, and each act is noted."""

    async def use(store: Store, clock: Clock) -> None:
        talk = Talk(store, clock)
        await impose(store, "a", "mute", by="k", reason="rude", at=clock.at, until=clock.at + 100)
        assert not await may_talk(store, "a", clock.at) and not await is_banned(
            store, "a", clock.at
        )
        assert await unsaid(talk.say("t", "a", "A", free=False, phrase="hello")) == "muted"
        clock.at += 100
        assert await may_talk(store, "a", clock.at)
        number = await impose(store, "a", BAN, by="k", reason="cheats", at=clock.at)
        assert await is_banned(store, "a", clock.at) and not await may_talk(store, "a", clock.at)
        assert [each.reason for each in await standing(store, "a", clock.at)] == ["cheats"]
        assert not await is_banned(store, "b", clock.at)
        assert await lift(store, number, by="k", at=clock.at, note="sorry")
        assert not await lift(store, number, by="k", at=clock.at)
        assert not await is_banned(store, "a", clock.at)
        acts = await book(store)
        assert [act.action for act in acts] == ["lift", "lift", "ban", "mute"]
        assert [act.action for act in await book(store, before=acts[2].id)] == ["mute"]
        assert acts[2].note == "for good: cheats" and acts[2].subject == "a"
        for reason, until in [(" ", None), ("late", clock.at)]:
            with pytest.raises(ValueError, match="sanction"):
                await impose(store, "a", BAN, by="k", reason=reason, at=clock.at, until=until)

    with_store(tmp_path, use)


def test_phrases_are_as_the_wire_takes_them() -> None:
    """Each phrase is a plain word, and none stands twice."""
    assert len(set(PHRASES)) == len(PHRASES) == 16
    assert all(name.isascii() and name.replace("_", "").islower() for name in PHRASES)

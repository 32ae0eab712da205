"""Who comes back finds what he asked for, what was played for him, and who played."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from speto.players.played import COMPUTERS
from speto.record import read_records
from speto.server import asks, messages
from speto.server.now import now_ms
from speto.server.sanctions import reports
from speto.server.serve import FILE
from speto.server.talk import said_at
from tests import serving
from tests.serving import RULES, Tap, served
from tests.test_guard import alone, own_turn, site_looked

pytestmark = pytest.mark.once


# Answers that were lost.


def test_a_rematch_asked_for_by_all_is_one_table(tmp_path: Path) -> None:
    """Whoever asks, again or at once, after a restart or before, is led to the same table."""

    async def play() -> None:
        async with served(tmp_path) as site, Tap(site.url) as tap:
            table = await over(tap)
            async with Tap(site.url, token=tap.token) as twin:
                told = await asyncio.gather(
                    *(
                        each.ask(asks.Rematch, id=f"again-{number}", table=table)
                        for number, each in enumerate((tap, twin, tap))
                    )
                )
            again = {each.table for each in told}
            assert len(again) == 1
            assert await tables_of(tmp_path) == {table, *again}
            token = tap.token
        # as if the server had ended between the new table and the row that tells of it
        store = sqlite3.connect(tmp_path / FILE, isolation_level=None)
        store.execute("DELETE FROM log WHERE body LIKE '%followed%'")
        store.execute('UPDATE head SET seq = seq - 1 WHERE "table" = ?', (table,))
        store.close()
        async with served(tmp_path) as site, Tap(site.url, token=token) as tap:
            assert (await tap.ask(asks.Rematch, table=table)).table in again
            assert await tables_of(tmp_path) == {table, *again}

    asyncio.run(play())


async def over(tap: Tap) -> str:
    """A table whose match is over: by quick hands at a short match."""
    table = await alone(tap)
    await play_quickly(tap, table)
    return table


async def play_quickly(tap: Tap, table: str) -> None:
    """Play to the end of the match at a table."""
    told = await tap.find(lambda each: isinstance(each, messages.Table))
    random = Random(3)
    since = 0
    while True:
        told = await tap.find(
            lambda each: (
                bool(serving.words_in(each))
                or getattr(getattr(each, "now", None), "stage", "") in ("between", "over")
            ),
            since,
        )
        since = tap.told.index(told) + 1
        if told.now.stage == "over":
            return
        if told.now.stage == "between":
            await tap.ask(asks.Ready, table=table)
            deal = told.fair.deal + 1
            await tap.ask(asks.Entropy, table=table, deal=deal, entropy="0" * 32)
            continue
        word = serving.chosen(random, serving.words_in(told))
        await tap.ask(asks.Do, table=table, seq=told.seq, words=[word])


async def tables_of(folder: Path) -> set[str]:
    """The ids of all tables in a store."""
    store = sqlite3.connect(folder / FILE)
    found = {row[0] for row in store.execute('SELECT "table" FROM head')}
    store.close()
    return found


def test_a_quick_match_is_found_again_by_who_heard_no_answer(tmp_path: Path) -> None:
    """The same ask leads each player to the same table, before a restart and after it."""

    async def play() -> None:
        wish: Any = {"game": "dummy", "rules": "default", "seats": 2}
        async with served(tmp_path) as site, Tap(site.url) as one, Tap(site.url) as two:
            waits = await one.ask(asks.Quick, id="one", **wish)
            assert waits == messages.Done(id="one")
            seated = await two.ask(asks.Quick, id="two", **wish)
            assert seated.table is not None
            await one.find(lambda each: each == messages.Done(id="one", table=seated.table))
            assert await one.ask(asks.Quick, id="one", **wish) is not None
            assert one.told[-1] == messages.Done(id="one", table=seated.table)
            tokens = one.token, two.token
        async with (
            served(tmp_path) as site,
            Tap(site.url, token=tokens[0]) as one,
            Tap(site.url, token=tokens[1]) as two,
        ):
            for tap, name in ((two, "two"), (one, "one")):
                again = await tap.ask(asks.Quick, id=name, **wish)
                assert again.table == seated.table
            assert await tables_of(tmp_path) == {seated.table}

    asyncio.run(play())


def test_a_quick_match_is_made_by_strength_and_by_waiting(tmp_path: Path) -> None:
    """A beginner meets a master only when one of them has waited long enough for it."""

    async def play() -> None:
        ahead = 0

        def now() -> int:
            return now_ms() + ahead

        wish: Any = {"game": "dummy", "rules": "default", "seats": 2}
        async with served(tmp_path, now) as site, Tap(site.url) as new, Tap(site.url) as master:
            store = sqlite3.connect(tmp_path / FILE, isolation_level=None)
            store.execute(
                "INSERT INTO rated VALUES (?, 'dummy', 'people', 40, 't', 1, 45.0, 1.0)",
                (master.account,),
            )
            store.close()
            for tap in (master, new):
                assert (await tap.ask(asks.Quick, id="q", **wish)).table is None
            await site_looked(site)
            assert [each for each in new.told if getattr(each, "table", None)] == []
            ahead = 60_000
            found = await new.find(lambda each: getattr(each, "table", None) is not None)
            await master.find(lambda each: getattr(each, "table", None) == found.table)

    asyncio.run(play())


def test_a_seat_asked_for_again_is_the_same(tmp_path: Path) -> None:
    """`join` once more under its id is answered as before, and takes no second seat."""

    async def play() -> None:
        async with served(tmp_path) as site, Tap(site.url) as one, Tap(site.url) as two:
            opened = await one.ask(
                asks.Open,
                game="dummy",
                rules=RULES["dummy"],
                seats=serving.seats("person", "open", "open"),
            )
            first = await two.ask(asks.Join, id="sit", table=opened.table)
            assert await two.ask(asks.Join, id="sit", table=opened.table) == first
            gone = await two.ask(asks.Leave, id="go", table=opened.table)
            assert await two.ask(asks.Leave, id="go", table=opened.table) == gone
            assert (await two.ask(asks.Leave, id="more", table=opened.table)).code == "seat"

    asyncio.run(play())


def test_what_was_said_is_not_said_again(tmp_path: Path) -> None:
    """`say` once more under its id is answered as before, and nobody hears it twice."""

    async def play() -> None:
        async with served(tmp_path) as site, Tap(site.url) as one:
            seated = serving.seats("person", "open")
            opened = await one.ask(asks.Open, game="dummy", rules=RULES["dummy"], seats=seated)
            table = opened.table
            first = await one.ask(asks.Say, id="say", table=table, phrase="hello")
            assert await one.ask(asks.Say, id="say", table=table, phrase="hello") == first
            more = await one.ask(asks.Say, id="more", table=table, phrase="hello")
            assert more.code == "repeat"
            assert len(await said_at(site.app.service.store, table)) == 1

    asyncio.run(play())


def test_a_report_is_stored_once(tmp_path: Path) -> None:
    """`report` once more under its id is answered as before; under another it is another."""

    async def play() -> None:
        async with served(tmp_path) as site, Tap(site.url) as one, Tap(site.url) as two:
            seated = serving.seats("person", "open", "open")
            opened = await one.ask(asks.Open, game="dummy", rules=RULES["dummy"], seats=seated)
            table = opened.table
            await two.ask(asks.Join, table=table)
            report: Any = {"table": table, "account": two.account, "reason": "talk"}
            first = await one.ask(asks.Report, id="bad", **report)
            assert first == messages.Done(id="bad", table=table)
            await two.ask(asks.Leave, table=table)
            async with Tap(site.url, token=one.token) as back:
                assert await back.ask(asks.Report, id="bad", **report) == first
            assert len(await reports(site.app.service.store)) == 1
            await two.ask(asks.Join, table=table)
            assert isinstance(await one.ask(asks.Report, id="more", **report), messages.Done)
            assert len(await reports(site.app.service.store)) == 2

    asyncio.run(play())


def test_who_waits_no_more_is_told_so_again(tmp_path: Path) -> None:
    """`unquick` once more is answered as before, on the same socket and on a new one."""

    async def play() -> None:
        async with served(tmp_path) as site, Tap(site.url) as one, Tap(site.url) as two:
            wish: Any = {"game": "dummy", "rules": "default", "seats": 2}
            assert (await one.ask(asks.Quick, **wish)).table is None
            for _ in range(2):
                done = await one.ask(asks.Unquick, id="no")
                assert done == messages.Done(id="no")
            async with Tap(site.url, token=one.token) as back:
                assert await back.ask(asks.Unquick, id="no") == done
            assert (await two.ask(asks.Quick, **wish)).table is None

    asyncio.run(play())


# Away.


def test_who_comes_back_is_told_what_was_played_for_him(tmp_path: Path) -> None:
    """`away` names what was played late for the own seat; to others nothing."""

    async def play() -> None:
        ahead = 0

        def now() -> int:
            return now_ms() + ahead

        async with served(tmp_path, now) as site, Tap(site.url) as tap, Tap(site.url) as other:
            table = await alone(tap, clock="blitz")
            await own_turn(tap)
            while not any(revealed(each) for each in tap.told):
                ahead += 60_000  # his clock runs down, then a computer plays on for him
                await asyncio.sleep(0.3)
            since = len(tap.told)
            await tap.ask(asks.Watch, table=table)
            whole = await tap.find(lambda each: isinstance(each, messages.Table), since)
            assert [whole.log[n].word for n in whole.away] == late_words(tap.told, told_seat(whole))
            assert whole.away
            assert {whole.log[n].seat for n in whole.away} == {told_seat(whole)}
            await other.ask(asks.Watch, table=table)
            theirs = await other.find(lambda each: isinstance(each, messages.Table))
            assert theirs.away == []

    asyncio.run(play())


def told_seat(whole: messages.Table) -> int:
    """The own seat of the deal."""
    assert whole.standing is not None and whole.seat is not None
    return whole.standing.playing.index(whole.seat)


def over_in(told: messages.Message) -> bool:
    """Whether the match is over after a message."""
    return isinstance(told, messages.Event) and told.now.stage == "over"


def revealed(told: messages.Message) -> bool:
    """Whether a deal is over after a message; it may leave its match below the target."""
    return isinstance(told, messages.Event) and told.what == "revealed"


def late_words(told: list[messages.Message], seat: int) -> list[str]:
    """The words of a seat in the last deal that were told as late."""
    words: list[str] = []
    for each in told:
        if isinstance(each, messages.Event) and each.what == "sealed":
            words = []
        elif isinstance(each, messages.Moved) and each.late and each.seat == seat:
            words += each.words
    return words


# Computer players in records.


def test_a_record_tells_its_computer_players(tmp_path: Path) -> None:
    """A downloaded deal has a tag that says which seats a computer of which level played."""

    async def play() -> None:
        async with (
            served(tmp_path) as site,
            Tap(site.url) as tap,
            httpx.AsyncClient(base_url=site.web) as web,
        ):
            table = await over(tap)
            (file, _) = await serving.download(web, table, 1, tmp_path)
            (record,) = read_records(file.read_text())
            assert record.tag(COMPUTERS) == "-, simple/1"

    asyncio.run(play())

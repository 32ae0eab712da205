"""Who opened a table need not wait: computer players take its free seats."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from speto.client import Client
from speto.server import asks, log, messages
from tests import serving
from tests.serving import RULES, Tap, served

pytestmark = pytest.mark.once


def test_a_table_is_filled_once_and_so_is_its_rematch(tmp_path: Path) -> None:
    """The free seats are filled by one row, told to all; a rematch has computers there at once."""

    async def play() -> None:
        async with served(tmp_path) as site, Tap(site.url) as owner, Tap(site.url) as guest:
            opened = await owner.ask(
                asks.Open,
                game="dummy",
                rules=RULES["dummy"] + ",max_deals=1",
                seats=serving.seats("person", "open", "open"),
            )
            table = opened.table
            await owner.ask(asks.Watch, table=table)
            assert (await guest.ask(asks.Fill, table=table)).code == "seat"
            await guest.ask(asks.Join, table=table, seat=2)
            assert (await guest.ask(asks.Fill, table=table)).code == "owner"
            await guest.ask(asks.Leave, table=table)
            done = await owner.ask(asks.Fill, id="now", table=table, level="random")
            assert await owner.ask(asks.Fill, id="now", table=table, level="random") == done
            told = await owner.find(lambda each: getattr(each, "what", "") == "filled")
            assert isinstance(told, messages.Event)
            assert [seat.level for seat in told.seats] == [None, "random", "random"]
            await owner.ask(asks.Entropy, table=table, deal=1, entropy="0" * 32)
            await play_to_the_end(owner, table)
            again = await owner.ask(asks.Rematch, table=table)
            rows = await site.app.service.store.rows(again.table)
            first = log.read(rows[0].body)
            assert isinstance(first, log.Opened)
            assert [plan.kind for plan in first.seats] == ["person", "computer", "computer"]

    asyncio.run(play())


async def play_to_the_end(tap: Tap, table: str) -> None:
    """Play the own turns of the one deal of a match by quick hands."""
    random, since, stage = Random(3), 0, ""
    while stage != "over":
        told: Any = await tap.find(
            lambda each: (
                bool(serving.words_in(each))
                or getattr(getattr(each, "now", None), "stage", "") == "over"
            ),
            since,
        )
        since = tap.told.index(told) + 1
        stage = told.now.stage
        if stage != "over":
            word = serving.chosen(random, serving.words_in(told))
            await tap.ask(asks.Do, table=table, seq=told.seq, words=[word])


def test_a_program_fills_a_table(tmp_path: Path) -> None:
    """`speto.client` begins with computers as a page does."""

    async def play() -> None:
        async with served(tmp_path) as site, Client(site.url) as client:
            seats = serving.seats("person", "open")
            opened = await client.ask(
                lambda name: asks.Open(id=name, game="indian", rules="default", seats=seats)
            )
            assert isinstance(opened, messages.Done) and opened.table
            table = opened.table
            await client.watch(table)
            await client.ask(lambda name: asks.Fill(id=name, table=table))
            async with asyncio.timeout(serving.PATIENCE):
                async for message in client.messages():
                    if isinstance(message, messages.Event) and message.what == "sealed":
                        break

    asyncio.run(play())

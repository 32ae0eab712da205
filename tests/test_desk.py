"""What the keepers of a server are shown at the terminal, and what of it stands in the book."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from typer.testing import CliRunner

from speto.server import asks
from speto.server.commands import admin
from speto.server.serve import FILE
from speto.server.store.connect import connect, end
from tests import aged, serving
from tests.serving import RULES, Tap, served
from tests.test_guard import alone, tell

pytestmark = pytest.mark.once


def test_a_report_is_read_with_its_talk_and_closed(tmp_path: Path) -> None:
    """The keepers see what was said before a report; the look and the end stand in the book."""

    async def play() -> None:
        async with served(tmp_path) as site, Tap(site.url) as one, Tap(site.url) as two:
            opened = await one.ask(
                asks.Open,
                game="dummy",
                rules=RULES["dummy"],
                seats=serving.seats("person", "open"),
                talk="free",
            )
            await two.ask(asks.Join, table=opened.table)
            await one.ask(asks.Say, table=opened.table, text="Well?\x1b[31m")
            await two.ask(asks.Say, table=opened.table, text="you are bad")
            await one.ask(
                asks.Report, table=opened.table, account=two.account, reason="talk", text="rude"
            )
            listed = await tell(tmp_path, "reports", "--by", "kay")
            marked = [line for line in listed.split("\n") if line.startswith("  >")]
            assert len(marked) == 1 and marked[0].endswith("you are bad")
            assert "Well?" in listed and "\x1b" not in listed and two.account in listed
            await tell(tmp_path, "reports", "--close", "1", "--note", "muted", "--by", "kay")
            assert "no report waits" in await tell(tmp_path, "reports")
            assert two.account in await tell(tmp_path, "reports", "--settled")
            book = await tell(tmp_path, "audit")
            assert "kay: look reports (1)" in book and "kay: settle report 1 (muted)" in book
            again = await asyncio.to_thread(
                CliRunner().invoke, admin, ["reports", "--close", "1", "--data", str(tmp_path)]
            )
            assert again.exit_code == 2

    asyncio.run(play())


def test_private_tables_are_listed_to_who_signs_for_it(tmp_path: Path) -> None:
    """A private table is in no list but the one that the book tells of."""

    async def play() -> None:
        async with served(tmp_path) as site, Tap(site.url) as tap:
            private, public = await alone(tap), await alone(tap, public=True)
            listed = await tell(tmp_path, "tables")
            assert public in listed and private not in listed
            assert "look" not in await tell(tmp_path, "audit")
            assert private in await tell(tmp_path, "tables", "--private", "--by", "kay")
            assert "kay: look private tables" in await tell(tmp_path, "audit")

    asyncio.run(play())


@pytest.mark.parametrize(
    "words",
    [
        ["sanction", "nobody", "--kind", "ban", "--reason", "x"],
        ["sanction", "nobody", "--kind", "shame", "--reason", "x"],
        ["lift", "7"],
        ["reports", "--close", "7"],
    ],
)
def test_a_mistake_of_a_keeper_is_a_sentence(words: list[str], tmp_path: Path) -> None:
    """Nothing is done, and no traceback shown."""

    async def play() -> None:
        async with served(tmp_path):
            answer = await asyncio.to_thread(
                CliRunner().invoke, admin, [*words, "--data", str(tmp_path)]
            )
            assert answer.exit_code == 2 and "Traceback" not in answer.output

    asyncio.run(play())


@pytest.mark.parametrize(
    "words",
    [
        ["tables"],
        ["reports"],
        ["sanctions"],
        ["audit"],
        ["undrain"],
        ["sanction", "nobody", "--kind", "ban", "--reason", "x"],
        ["lift", "7"],
        ["backup", "copy.db"],
    ],
)
def test_a_store_of_another_speto_is_left_to_it(words: list[str], tmp_path: Path) -> None:
    """No command of the keepers changes a store of an older version, which its server may use."""
    connection = connect(tmp_path / FILE)
    aged.make(connection)
    end(connection)
    before = (tmp_path / FILE).read_bytes()
    answer = CliRunner().invoke(
        admin, [*words, "--data", str(tmp_path)], env={"COLUMNS": str(200 + len(str(tmp_path)))}
    )
    assert answer.exit_code == 2 and "Traceback" not in answer.output
    assert "is of an older speto" in answer.output
    assert (tmp_path / FILE).read_bytes() == before

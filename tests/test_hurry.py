"""Computer players that think less, since too many wait for them, do not do it in secret."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from speto.players import sign
from speto.players.played import CHOSEN, COMPUTERS, choices_in
from speto.record import read_records
from speto.server import asks, messages
from speto.server.journal import open_journal
from speto.server.now import now_ms
from speto.server.serve import FILE
from speto.server.service import new_service
from speto.server.store.sqlite import SqliteStore
from speto.server.workers import Workers
from tests import serving
from tests.serving import RULES, Tap, served
from tests.test_lost_answers import over_in, play_quickly
from tests.test_workers import views

pytestmark = pytest.mark.once

SHARE = 4


def is_hurry(told: messages.Message) -> bool:
    """Whether it tells that computer players think less."""
    return isinstance(told, messages.Notice) and told.code == "hurries"


def test_who_thinks_less_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table is told once a deal, the figures count it, and the record names the work done."""
    shares = iter([1] * 3 + [SHARE] * 10_000)
    monkeypatch.setattr(Workers, "share", property(lambda workers: next(shares)))

    async def play() -> tuple[Path, str, list[messages.Message]]:
        async with (
            served(tmp_path) as site,
            Tap(site.url) as tap,
            httpx.AsyncClient(base_url=site.web) as web,
        ):
            sharp = asks.SeatAsked(kind="computer", level="sharp")
            seats = [*serving.seats("person"), sharp]
            opened = await tap.ask(asks.Open, game="dummy", rules=RULES["dummy"], seats=seats)
            await tap.ask(asks.Watch, table=opened.table)
            await tap.ask(asks.Entropy, table=opened.table, deal=1, entropy="0" * 32)
            await play_quickly(tap, opened.table)
            file, _ = await serving.download(web, opened.table, 1, tmp_path)
            return file, (await web.get("/metrics")).text, tap.told

    file, figures, told = asyncio.run(play())
    (record,) = read_records(file.read_text())
    whole = sign("sharp", "dummy")
    less = whole._replace(playouts=whole.playouts // SHARE)
    done = {who.playouts for who in choices_in(record).values()}
    assert done == {whole.playouts, less.playouts}
    assert record.tag(COMPUTERS) == f"-, {whole}"
    assert (record.tag(CHOSEN) or "").startswith(f"{less} ")
    assert "speto_choices_lowered_total" in figures
    assert "speto_choices_lowered_total 0.0" not in figures
    assert "speto_thinking_share 4.0" in figures
    deals = sum(isinstance(one, messages.Event) and one.what == "sealed" for one in told)
    assert sum(map(is_hurry, told)) == deals
    assert any(map(over_in, told))


def test_the_figure_falls_back_when_nobody_waits(tmp_path: Path) -> None:
    """The part of their work that players do is told as it is when it is asked for."""

    async def play() -> list[bool]:
        store, workers = SqliteStore(tmp_path / FILE), Workers(1, slow=1e-9)
        metrics = new_service(store, workers, open_journal(), now_ms).metrics

        def is_whole() -> bool:
            return b"speto_thinking_share 1.0\n" in metrics.text()

        try:
            (view,) = views("dummy", 1)
            await workers.choose("sharp", view, 0)
            told = [is_whole()]
            waiting = [asyncio.create_task(workers.choose("sharp", view, n)) for n in range(3)]
            await asyncio.sleep(0)
            told.append(is_whole())
            await asyncio.gather(*waiting)
            return [*told, is_whole()]
        finally:
            await workers.close()
            await store.close()

    assert asyncio.run(play()) == [True, False, True]

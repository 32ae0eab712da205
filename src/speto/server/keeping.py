"""Finished deals and matches of the tables, put into the history and the ratings.

What must stay true: a deal is kept from the table's own log, so one that was missed in a crash is
kept when its table is next loaded, or by another node that has it; it is kept once, whoever tries;
no table waits for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from structlog.typing import FilteringBoundLogger

from speto.fair import COMPUTER, read_proof
from speto.players import LEVELS
from speto.server import history
from speto.server.journal import place_of
from speto.server.live import Live
from speto.server.ratings import Place, Ratings, match_ranks
from speto.server.seats import record_of
from speto.server.store import Row, Store, StoreError
from speto.server.table import Table

LATER: Final = 3.0
"""So many seconds the node that ended a deal has to keep it, before others look."""
AGAIN: Final = 1.0
"""Seconds until it is tried again, where the store did not answer."""
TRIES: Final = 5
"""So often it is tried where it fails in another way, each time after a longer while."""


class Keeping:
    """Keeps what tables have finished."""

    def __init__(self, store: Store, journal: FilteringBoundLogger, now: Callable[[], int]) -> None:
        self.store = store
        self.journal = journal
        self.now = now
        self.ratings = Ratings(store)
        self._tasks: set[asyncio.Task[None]] = set()
        self._ends = asyncio.Event()

    def on_row(self, live: Live, row: Row, before: Table) -> None:
        """Keep a deal when its seed is revealed, later if another node has revealed it."""
        if len(live.table.deals_done) > len(before.deals_done):
            wait = 0 if live.drives else LATER
            self._start(live.table, before.places, row.at, wait)

    def on_load(self, live: Live) -> None:
        """Keep the deal that a table had just finished when the server ended."""
        if live.table.stage in ("between", "rejoining", "over"):
            self._start(live.table, live.table.places, self.now())

    def _start(self, table: Table, places: Sequence[int], at: int, wait: float = 0) -> None:
        if self._ends.is_set():  # a row of another node, which keeps it
            return
        task = asyncio.get_running_loop().create_task(self._keep(table, places, at, wait))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _keep(self, table: Table, places: Sequence[int], at: int, wait: float) -> None:
        await self._wait(wait)
        tries = 0
        while True:
            try:
                if not wait or not await history.is_kept(self.store, table.id, table.deal):
                    await self.keep_deal(table, places, at)
                if table.stage == "over":
                    await self.rate(table, at)
            except StoreError as problem:
                self.journal.error("store", table=table.id, **place_of(problem))
                if not self._ends.is_set():
                    await self._wait(AGAIN)
                    continue
            except Exception as problem:  # whatever it is, the table plays on
                self.journal.error("deal not kept", table=table.id, **place_of(problem))
                tries += 1
                if tries < TRIES and not self._ends.is_set():
                    await self._wait(AGAIN * 2**tries)
                    continue
            return

    async def _wait(self, seconds: float) -> None:
        """Wait, but not when all is to be finished."""
        if seconds:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ends.wait(), seconds)

    async def keep_deal(self, table: Table, places: Sequence[int], at: int) -> None:
        """Put the last deal of a table into the history."""
        state, proof = table.state, read_proof(table.deals_done[-1].proof)
        assert state
        sitting = [table.seats[seat] for seat in places]
        record = record_of(table.game.NAME, sitting, state, table.chosen, proof)
        scores = state.scores
        better = max if table.opened.game == "dummy" else min
        sitters = [
            history.Sitter(
                table.seats[seat].who,
                table.seats[seat].level,
                1 + sum(better(other, mine) != mine for other in scores if other != mine),
            )
            for seat, mine in zip(places, scores, strict=True)
        ]
        await history.keep(self.store, record, proof, sitters, at=at, public=table.opened.public)

    async def rate(self, table: Table, at: int) -> None:
        """Count a finished match."""
        match = table.match
        assert match is not None
        left = [number for number, seat in enumerate(table.seats) if seat.substitute]
        # at a table of Dummy where nobody pays the points still tell who was better
        points = match.totals if table.opened.game == "dummy" else ()
        places = [
            Place(rank, computer=_computer(seat.level))
            if seat.kind == COMPUTER
            else Place(rank, account=seat.who)
            for seat, rank in zip(table.seats, match_ranks(match, left, points), strict=True)
        ]
        await self.ratings.rate(table.id, table.opened.game, places, at)

    async def close(self) -> None:
        """Finish what is being kept."""
        self._ends.set()
        await asyncio.gather(*self._tasks)


def _computer(level: str | None) -> str | None:
    """A computer player by its level and version: one that plays differently is another player."""
    version = LEVELS[level]().version if level in LEVELS else 1
    return f"{level}@{version}"

"""Who looks at which table, and what each is sent of it.

What must stay true: a frame for a seat is made of that seat's view; a spectator of a table with a
delay is shown nothing younger; nobody is waited for.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from speto.server.live import Live
from speto.server.messages import Message, Presence, Said
from speto.server.showing import Step, whole
from speto.server.store import Row, Store
from speto.server.table import Table, begin, follow, seat_of
from speto.server.wire import encode

MOST_STEPS: Final = 256
"""Who is further behind is shown the whole table."""


class Viewer(Protocol):
    """Somebody with a socket."""

    @property
    def account_id(self) -> str: ...
    def push(self, frame: bytes) -> None: ...


@dataclass(frozen=True, slots=True, eq=False)
class Watch:
    """A viewer of a table; `late` are the frames that wait for a spectator's delay, in order."""

    viewer: Viewer
    live: Live
    late: deque[bytes] = field(default_factory=deque)

    @property
    def seat(self) -> int | None:
        """The viewer's seat of the match."""
        return seat_of(self.live.table, self.viewer.account_id)

    @property
    def delay(self) -> int:
        """How late the viewer sees, in milliseconds."""
        return self.live.table.opened.delay if self.seat is None else 0


class Audience:
    """All viewers of all tables of this process."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self.store = store
        self.now = now
        self.watches: dict[str, list[Watch]] = defaultdict(list)
        self._shown: dict[Viewer, dict[str, Live]] = {}

    def here(self, table: str) -> set[str]:
        """The accounts that look at a table."""
        return {watch.viewer.account_id for watch in self.watches.get(table, ())}

    async def watch(
        self, viewer: Viewer, live: Live, since: int | None, said: Sequence[Said]
    ) -> str:
        """Show somebody a table from now on; says how it was shown."""
        self.unwatch(viewer, live.table.id)
        watch = Watch(viewer, live)
        how = "snapshot"
        if watch.delay:
            # made from the log before anything else, so that no younger row can slip in
            await self._show_late(watch, said)
            how = "late"
        elif since is not None and 0 <= live.table.seq - since <= MOST_STEPS:
            steps = await self._steps(live, since)
            shown = since
            for table, row in steps:
                self._send(watch, Step(table, row, self.here(table.id), self.now()))
                shown = row.seq
            if shown < live.table.seq:  # rows that came while the log was read
                self._show(watch, said)
            how = "since"
        else:
            self._show(watch, said)
        self.watches[live.table.id].append(watch)
        self._shown.setdefault(viewer, {})[live.table.id] = live
        self.tell_presence(live)
        return how

    def _show(self, watch: Watch, said: Sequence[Said]) -> None:
        table = watch.live.table
        message = whole(table, watch.live.head, watch.seat, self.here(table.id), self.now(), said)
        watch.viewer.push(encode(message))

    async def _steps(self, live: Live, since: int) -> list[tuple[Table, Row]]:
        """The table after each row behind `since`."""
        if since == live.table.seq:
            return []
        rows = await self._log(live)
        table = begin(rows[0])
        steps = []
        for row in rows[1:]:
            table = follow(table, row, live.seeds)
            if row.seq > since:
                steps.append((table, row))
        return steps

    async def _log(self, live: Live) -> list[Row]:
        """The rows that the viewers of a table have been told: no fewer, and no more."""
        table = live.table.id
        rows = await self.store.rows(table)
        while len(rows) < live.table.seq:
            rows += await self.store.rows(table, len(rows))
        return rows[: live.table.seq]

    async def _show_late(self, watch: Watch, said: Sequence[Said]) -> None:
        """The table as it was `delay` ago, and each row since when it is as old."""
        live, delay = watch.live, watch.delay
        rows = await self._log(live)
        table = after = begin(rows[0])
        later: list[tuple[Table, Row]] = []
        for row in rows[1:]:
            after = follow(after, row, live.seeds)
            if later or row.at > self.now() - delay:
                later.append((after, row))
            else:
                table = after
        old = [one for one in said if one.at <= self.now() - delay]
        message = whole(table, live.head, None, self.here(table.id), self.now(), old)
        watch.viewer.push(encode(message))
        for after, row in later:
            self._send(watch, Step(after, row, set(), self.now()))

    def unwatch(self, viewer: Viewer, table: str) -> bool:
        """Show somebody a table no more; whether it was shown."""
        self._shown.get(viewer, {}).pop(table, None)
        had = self.watches.get(table, [])
        for watch in had:
            if watch.viewer is viewer:
                watch.late.clear()
        left = [watch for watch in had if watch.viewer is not viewer]
        if left:
            self.watches[table] = left
        else:
            self.watches.pop(table, None)
        return len(left) < len(had)

    def leave(self, viewer: Viewer) -> list[Live]:
        """Show somebody nothing any more; the tables that were shown."""
        mine = list(self._shown.pop(viewer, {}).values())
        for live in mine:
            self.unwatch(viewer, live.table.id)
            self.tell_presence(live)
        return mine

    def on_row(self, live: Live, row: Row, before: Table) -> None:
        """Tell everybody who looks at a table of its next row."""
        watches = self.watches.get(live.table.id)
        if not watches:
            return
        step = Step(live.table, row, self.here(live.table.id), self.now())
        frames: dict[int | None, bytes] = {}
        delay = live.table.opened.delay
        for watch in watches:
            seat = watch.seat
            if seat not in frames:
                frames[seat] = encode(step.for_seat(seat))
            self._push(watch, frames[seat], row.at, delay if seat is None else 0)

    def _send(self, watch: Watch, step: Step) -> None:
        self._push(watch, encode(step.for_seat(watch.seat)), step.row.at, watch.delay)

    def _push(self, watch: Watch, frame: bytes, at: int, delay: int) -> None:
        if not delay:
            watch.viewer.push(frame)
            return
        # timers may ring out of order by a millisecond, so each lets go whatever is the next
        watch.late.append(frame)
        wait = max(0, at + delay + 1 - self.now())
        asyncio.get_running_loop().call_later(wait / 1000, self._let_go, watch)

    @staticmethod
    def _let_go(watch: Watch) -> None:
        if watch.late:
            watch.viewer.push(watch.late.popleft())

    def tell(
        self, table: str, message: Message, *, but: Callable[[str], bool] | None = None
    ) -> None:
        """Send all viewers of a table the same; not those whose account is to be left out."""
        frame = encode(message)
        for watch in self.watches.get(table, ()):
            if but is None or not but(watch.viewer.account_id):
                self._push(watch, frame, self.now(), watch.delay)

    def tell_presence(self, live: Live) -> None:
        """Tell who is here."""
        table = live.table
        here = self.here(table.id)
        sits = [seat.who in here for seat in table.seats]
        watchers = sum(watch.seat is None for watch in self.watches.get(table.id, ()))
        self.tell(table.id, Presence(table=table.id, here=sits, watchers=watchers))

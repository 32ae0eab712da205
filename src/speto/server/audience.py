"""Who looks at which table, and what each is sent of it.

What must stay true: a frame for a seat is made of that seat's view; a spectator of a table with a
delay is shown nothing younger; nobody is waited for; who looks on at another node is counted as
here, as long as that node says so.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

from speto.fair import PERSON
from speto.server.away import played_away
from speto.server.live import Live
from speto.server.messages import Message, Notice, Presence, Said
from speto.server.showing import Step, whole
from speto.server.store import Row, Store
from speto.server.table import Table, begin, follow, seat_of
from speto.server.terms import Ending
from speto.server.wire import encode

MOST_STEPS: Final = 256
"""Who is further behind is shown the whole table."""


class Viewer(Protocol):
    """Somebody with a socket."""

    @property
    def account_id(self) -> str: ...
    def push(self, frame: bytes) -> None: ...
    def shut(self, reason: Ending) -> None: ...


@dataclass(frozen=True, slots=True, eq=False)
class Watch:
    """A viewer of a table; `late` are the frames of a spectator's delay, each with its time."""

    viewer: Viewer
    live: Live
    sight: bool = False
    late: deque[tuple[int, bytes]] = field(default_factory=deque)

    @property
    def seat(self) -> int | None:
        """The viewer's seat of the match."""
        return seat_of(self.live.table, self.viewer.account_id)

    @property
    def delay(self) -> int:
        """How late the viewer sees, in milliseconds."""
        return self.live.table.opened.delay if self.seat is None else 0


class Elsewhere(NamedTuple):
    """Who looks at a table at another node, as it last said, and when it said so.

    `accounts` sit there, `watchers` are how many do not.
    """

    accounts: frozenset[str]
    watchers: int
    at: int


class Audience:
    """All viewers of all tables of this process.

    `changed` are told of each table at which somebody has come or gone here.
    """

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self.store = store
        self.now = now
        self.watches: dict[str, list[Watch]] = defaultdict(list)
        self.elsewhere: dict[str, dict[str, Elsewhere]] = {}
        self.changed: list[Callable[[Live], None]] = []
        self._shown: dict[Viewer, dict[str, Live]] = {}
        self._timers: dict[Watch, asyncio.TimerHandle] = {}

    def here(self, table: str) -> set[str]:
        """The accounts that look at a table; of those elsewhere only who sits there."""
        here = {watch.viewer.account_id for watch in self.watches.get(table, ())}
        for other in self.elsewhere.get(table, {}).values():
            here |= other.accounts
        return here

    def count(self, table: str) -> int:
        """How many accounts look at a table."""
        elsewhere = self.elsewhere.get(table, {}).values()
        return len(self.here(table)) + sum(other.watchers for other in elsewhere)

    def own(self, live: Live) -> tuple[frozenset[str], int]:
        """Who looks at a table from here: the accounts that sit there, and how many do not."""
        watches = self.watches.get(live.table.id, ())
        sits = [watch.viewer.account_id for watch in watches if watch.seat is not None]
        return frozenset(sits), len(watches) - len(sits)

    def hear(self, live: Live, node: str, accounts: frozenset[str], watchers: int) -> None:
        """Know who looks at a table at another node."""
        others = self.elsewhere.setdefault(live.table.id, {})
        before = others.pop(node, None)
        if accounts or watchers:
            others[node] = Elsewhere(accounts, watchers, self.now())
        if not others:
            del self.elsewhere[live.table.id]
        had = (before.accounts, before.watchers) if before else (frozenset(), 0)
        if had != (accounts, watchers):
            self.show_presence(live)

    def forget_silent(self, before: int, loaded: Callable[[str], Live | None]) -> None:
        """Know no more what nodes have said that are silent since then, or of tables let go."""
        for table, others in tuple(self.elsewhere.items()):
            live = loaded(table)
            if live is None:
                del self.elsewhere[table]
                continue
            for node in [node for node, other in others.items() if other.at < before]:
                self.hear(live, node, frozenset(), 0)

    async def watch(
        self,
        viewer: Viewer,
        live: Live,
        since: int | None,
        said: Sequence[Said],
        *,
        sight: bool = False,
    ) -> str:
        """Show somebody a table from now on; says how it was shown."""
        self.unwatch(viewer, live.table.id)
        watch = Watch(viewer, live, sight)
        how = "snapshot"
        away = await self._away(watch)
        if watch.delay:
            # made from the log before anything else, so that no younger row can slip in
            await self._show_late(watch, said)
            how = "late"
        elif since is not None and 0 <= live.table.seq - since <= MOST_STEPS:
            steps = await self._steps(live, since)
            shown = since
            for table, row in steps:
                self._send(watch, Step(table, row, lambda: self.here(live.table.id), self.now()))
                shown = row.seq
            if shown < live.table.seq:  # rows that came while the log was read
                self._show(watch, said, away)
            else:
                for one in said:  # what of it is new, a viewer knows by its number
                    viewer.push(encode(one))
            how = "since"
        else:
            self._show(watch, said, away)
        self.watches[live.table.id].append(watch)
        self._shown.setdefault(viewer, {})[live.table.id] = live
        self.tell_presence(live)
        return how

    def _show(self, watch: Watch, said: Sequence[Said], away: tuple[int, list[int]]) -> None:
        table, (deal, places) = watch.live.table, away
        here = self.here(table.id)
        message = whole(
            table,
            watch.live.head,
            watch.seat,
            here,
            self.now(),
            said,
            sight=watch.sight,
            away=places if deal == table.deal else (),
        )
        watch.viewer.push(encode(message))

    async def _away(self, watch: Watch) -> tuple[int, list[int]]:
        """The number of the deal, and what was played in it for a viewer while he was away."""
        table, seat = watch.live.table, watch.seat
        if seat is None or not (table.seats[seat].missed or table.seats[seat].substitute):
            return table.deal, []
        rows = await self._log(watch.live)
        return table.deal, played_away(rows, seat, watch.viewer.account_id)

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
        """The rows that the viewers of a table have been told: no fewer, and no more.

        :raises StoreError: if the store has lost some of them.
        """
        table = live.table.id
        rows: list[Row] = []
        while len(rows) < live.table.seq:  # again for what came while they were read
            told = live.table.seq
            rows += await self.store.rows(table, len(rows))
            if len(rows) < told:
                raise live.lost()
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
        here = self.here(table.id)
        message = whole(table, live.head, None, here, self.now(), old, sight=watch.sight)
        watch.viewer.push(encode(message))
        for after, row in later:
            self._send(watch, Step(after, row, set, self.now()))

    def unwatch(self, viewer: Viewer, table: str) -> bool:
        """Show somebody a table no more; whether it was shown."""
        self._shown.get(viewer, {}).pop(table, None)
        had = self.watches.get(table, [])
        for watch in had:
            if watch.viewer is viewer:
                watch.late.clear()
                if watch in self._timers:  # which would keep the socket as long as the delay
                    self._timers.pop(watch).cancel()
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

    def on_aside(self, table: str) -> None:
        """Tell everybody who looks at a table that it has failed, and show it no more."""
        frame = encode(Notice(code="broken", table=table))
        for watch in tuple(self.watches.get(table, ())):
            watch.viewer.push(frame)
            self.unwatch(watch.viewer, table)

    def on_lost(self, table: str) -> None:
        """Have everybody come anew who was told more of a table than the store has."""
        for watch in tuple(self.watches.get(table, ())):
            self.unwatch(watch.viewer, table)
            watch.viewer.shut("drain")

    def on_hurry(self, table: str) -> None:
        """Tell everybody who looks at a table that its computer players think less just now."""
        self.tell(table, Notice(code="hurries", table=table))

    def on_row(self, live: Live, row: Row, before: Table) -> None:
        """Tell everybody who looks at a table of its next row."""
        watches = self.watches.get(live.table.id)
        if not watches:
            return
        step = Step(live.table, row, lambda: self.here(live.table.id), self.now())
        frames: dict[tuple[int | None, bool], bytes] = {}
        delay = live.table.opened.delay
        sits = {seat.who: n for n, seat in enumerate(live.table.seats) if seat.kind == PERSON}
        for watch in watches:
            seat = sits.get(watch.viewer.account_id)
            kind = seat, watch.sight
            if kind not in frames:
                frames[kind] = encode(step.for_seat(seat, sight=watch.sight))
            self._push(watch, frames[kind], row.at, delay if seat is None else 0)

    def _send(self, watch: Watch, step: Step) -> None:
        frame = encode(step.for_seat(watch.seat, sight=watch.sight))
        self._push(watch, frame, step.row.at, watch.delay)

    def _push(self, watch: Watch, frame: bytes, at: int, delay: int) -> None:
        if not delay:
            if watch.late:  # he has sat down, and is shown all that waits before what comes now
                self._timers.pop(watch).cancel()
                while watch.late:
                    watch.viewer.push(watch.late.popleft()[1])
            watch.viewer.push(frame)
            return
        watch.late.append((at + delay + 1, frame))
        if len(watch.late) == 1:
            self._wait(watch)

    def _wait(self, watch: Watch) -> None:
        """One timer for all that is late, since many may look on at a long log."""
        wait = max(0, watch.late[0][0] - self.now())
        loop = asyncio.get_running_loop()
        self._timers[watch] = loop.call_later(wait / 1000, self._let_go, watch)

    def _let_go(self, watch: Watch) -> None:
        del self._timers[watch]
        while watch.late and watch.late[0][0] <= self.now():
            watch.viewer.push(watch.late.popleft()[1])
        if watch.late:
            self._wait(watch)

    def tell(
        self, table: str, message: Message, *, but: Callable[[str], bool] | None = None
    ) -> None:
        """Send all viewers of a table the same; not those whose account is to be left out."""
        frame = encode(message)
        for watch in self.watches.get(table, ()):
            if but is None or not but(watch.viewer.account_id):
                self._push(watch, frame, self.now(), watch.delay)

    def tell_presence(self, live: Live) -> None:
        """Tell who is here, as somebody has come or gone."""
        self.show_presence(live)
        for tell in self.changed:
            tell(live)

    def show_presence(self, live: Live) -> None:
        """Tell who is here, as it is known now."""
        table = live.table
        here = self.here(table.id)
        sits = [seat.who in here for seat in table.seats]
        elsewhere = self.elsewhere.get(table.id, {}).values()
        watchers = self.own(live)[1] + sum(other.watchers for other in elsewhere)
        self.tell(table.id, Presence(table=table.id, here=sits, watchers=watchers))

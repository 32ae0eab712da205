"""What somebody has played and plays, over HTTP: history, running tables, profiles, the moment.

What must stay true: of others only public deals are told; what matters at a moment is asked of the
view of the own seat.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from speto.games import NAMES
from speto.moment import matters
from speto.server import history, mydata
from speto.server.account_routes import bearer_of, for_accounts
from speto.server.answers import READING, Shut, counted, told
from speto.server.hosting import NoTable
from speto.server.limits import Limits
from speto.server.live import Live
from speto.server.messages import SeatShown
from speto.server.replays import ReplaySeat, seats_of
from speto.server.service import Service
from speto.server.showing import seats_shown
from speto.server.store import GOING_ON
from speto.server.table import seat_of
from speto.server.terms import Stage

MOST_TABLES: Final = 20
"""What a table is that has not ended; so asked, the store looks at no other."""
PLACE: Final = re.compile(r"([0-9]{1,15}),([A-Za-z0-9_-]{1,64}),([0-9]{1,9})")


class HistoryDeal(Struct, frozen=True):
    """A deal that is over: `own` are the seats of whoever it is the history of."""

    table: str
    deal: int
    game: str
    at: int
    public: bool
    own: list[int]
    seats: list[ReplaySeat]


class HistoryPage(Struct, frozen=True):
    """Deals, the newest first, and how many there are; `before` asks for the next page."""

    deals: list[HistoryDeal]
    count: int
    before: str | None


class MyTable(Struct, frozen=True):
    """A table that goes on; `seat` is the own one, `turn` whether it is its turn."""

    table: str
    game: str
    rules: str
    clock: str
    code: str
    public: bool
    stage: Stage
    seat: int | None
    turn: bool
    seats: list[SeatShown]
    created: int


class MyTables(Struct, frozen=True):
    """The tables that an account sits at or has opened, and that have not ended."""

    tables: list[MyTable]


class Rated(Struct, frozen=True):
    """A rating: `ordinal` is what a leaderboard sorts by."""

    game: str
    mu: float
    sigma: float
    matches: int
    ordinal: float


class Profile(Struct, frozen=True):
    """Who somebody is, his ratings, and the last public deals."""

    account: str
    name: str
    kind: str
    since: int
    ratings: list[Rated]
    deals: list[HistoryDeal]


class Matters(Struct, frozen=True):
    """The clauses that matter to the own seat, at the row `seq`."""

    seq: int
    clauses: list[str]


class ProfileRoutes:
    """The routes of what somebody plays."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.reading = Limits(READING, service.now)

    def routes(self) -> list[BaseRoute]:
        """Where everything is."""
        return [
            Route("/account/history", for_accounts(self.history)),
            Route("/account/tables", for_accounts(self.tables)),
            Route("/account/tables/{table}/moment", for_accounts(self.moment)),
            Route("/account/people/{account}", for_accounts(self.profile)),
        ]

    async def history(self, request: Request) -> Response:
        """A page of the own deals."""
        counted(request, self.reading)
        who = (await bearer_of(self.service, request)).account.id
        before = request.query_params.get("before")
        place = None
        if before is not None:
            found = PLACE.fullmatch(before)
            if found is None:
                raise Shut(400, "before")
            place = history.Place(int(found[1]), found[2], int(found[3]))
        lines = await history.of_account(self.service.store, who, before=place)
        more = len(lines) == history.PAGE
        last = ",".join(map(str, history.place_of(lines[-1]))) if more else None
        count = await history.count(self.service.store, who)
        return told(request, HistoryPage([_deal(line, who) for line in lines], count, last))

    async def tables(self, request: Request) -> Response:
        """The own tables that have not ended, the newest first."""
        counted(request, self.reading)
        service = self.service
        who = (await bearer_of(service, request)).account.id
        found = []
        for name in await mydata.going_on(service.store, who, limit=MOST_TABLES):
            try:
                live = await service.hosting.table(name)
            except NoTable:
                continue
            if live.head.status in GOING_ON and (_sits(live, who) or _owns(live, who)):
                found.append(self._my_table(live, who))
        return told(request, MyTables(found))

    def _my_table(self, live: Live, who: str) -> MyTable:
        table, seat = live.table, seat_of(live.table, who)
        return MyTable(
            table.id,
            table.opened.game,
            table.opened.rules,
            table.opened.clock.name,
            live.head.code,
            table.opened.public,
            table.stage,
            seat,
            seat is not None and table.to_act == seat,
            seats_shown(table, self.service.audience.here(table.id)),
            live.head.created,
        )

    async def moment(self, request: Request) -> Response:
        """The clauses that matter to the own seat now; none to who looks on."""
        counted(request, self.reading)
        who = (await bearer_of(self.service, request)).account.id
        try:
            live = await self.service.hosting.table(request.path_params["table"])
        except NoTable:
            raise Shut(404, "table") from None
        seat = seat_of(live.table, who)
        view = None if seat is None else live.table.view_for(seat)
        clauses = [] if view is None else [clause.code for clause in matters(view)]
        return told(request, Matters(live.table.seq, clauses))

    async def profile(self, request: Request) -> Response:
        """Somebody's ratings and public deals."""
        counted(request, self.reading)
        await bearer_of(self.service, request)
        who = await self.service.accounts.find(request.path_params["account"])
        if who is None:
            raise Shut(404, "account")
        kept = self.service.keeping.ratings
        ratings = []
        for name in NAMES:
            found = await kept.of(who.id, name)
            if found.n:
                ratings.append(Rated(name, found.mu, found.sigma, found.n, found.ordinal))
        lines = await history.of_account(self.service.store, who.id, only_public=True)
        deals = [_deal(line, who.id) for line in lines]
        return told(request, Profile(who.id, who.name, who.kind, who.created, ratings, deals))


def _sits(live: Live, who: str) -> bool:
    return seat_of(live.table, who) is not None


def _owns(live: Live, who: str) -> bool:
    return live.table.opened.owner == who


def _deal(line: history.Line, who: str) -> HistoryDeal:
    own = [player.seat for player in line.players if player.account == who]
    seats = seats_of(line.players)
    return HistoryDeal(line.table, line.deal, line.game, line.at, line.public, own, seats)

"""Tables at a chosen moment, written into a server's folder as a server would have written them.

What must stay true: every row is decided by the server's own rules from a fixed chance, so a scene
at a table of the same name is the same in every run, and another deal at any other, so that `found`
has to ask all that is needed; a server finds such a table like one that it has led itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, Self, TypeVar

from sqlalchemy import update

from speto.fair import commit_to
from speto.games import game
from speto.players import player
from speto.server import log
from speto.server.accounts import Accounts
from speto.server.clock import PRESETS
from speto.server.codes import new_code
from speto.server.decide import SERVER, decide, due, upkeep
from speto.server.live import head_of
from speto.server.now import now_ms
from speto.server.serve import FILE
from speto.server.store import Head, Row, Write
from speto.server.store.schema import account
from speto.server.store.sqlite import SqliteStore
from speto.server.table import Table, begin, follow

T = TypeVar("T")

NAMES: Final = ("Nok", "สมชาย", "小明", "Priya", "Anan", "Deepak")


class Guest(NamedTuple):
    """Somebody with an account; the token is what his browser keeps."""

    account: str
    name: str
    token: str


def apart(work: Coroutine[Any, Any, T]) -> T:
    """Run asynchronous work in a thread of its own: the browser's loop runs in this one."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, work).result()


class Played:
    """A table that is played here: its rows, its secret seeds, and a chance that is fixed."""

    def __init__(
        self,
        chance: Random,
        game_name: str,
        rules: str,
        people: Sequence[Guest],
        *,
        table: str = "scene",
        computers: int = 0,
        clock: str = "none",
        public: bool = False,
    ) -> None:
        self.chance = chance
        self.people = people
        self.name = table
        self.rows: list[Row] = []
        self.writes: list[Write] = []
        self.at = now_ms()
        self.seeds = {1: self._new_seed()}
        self.head = Head(table, 1, "waiting", None, game_name, public, new_code(), self.at)
        plans = [log.Plan("person", guest.account, guest.name) for guest in people]
        plans += [
            log.Plan("computer", None, f"Computer {n + 1}", "simple") for n in range(computers)
        ]
        opened = log.Opened(
            game_name,
            str(game(game_name).read_rules(rules)),
            tuple(plans),
            PRESETS[clock],
            public,
            "phrases",
            0,
            people[0].account,
            commit_to(self.seeds[1]).hex(),
        )
        self._append(people[0].account, opened, dict(self.seeds))
        self._keep_up()

    @property
    def view(self) -> Any:
        """What whoever is to act may know."""
        return self.table.view_for(self.table.to_act)

    def say(self, *words: str) -> None:
        """Words of whoever is to act."""
        seat = self.table.to_act
        assert seat is not None
        self.ask(self.table.seats[seat].who or SERVER, log.Did(seat, words))

    def ask(self, actor: str, body: log.Body) -> None:
        """Have a body decided and logged, and all that follows of itself."""
        self._append(actor, decide(self.table, actor, body, self.at), {})
        self._keep_up()

    def begin_deal(self) -> None:
        """All are ready and give their chance."""
        while self.table.stage in ("between", "rejoining", "entropy"):
            seat = self.table.awaited[0]
            who = self.table.seats[seat].who or SERVER
            if self.table.stage == "entropy":
                chance = self.chance.randbytes(16).hex()
                self.ask(who, log.Gave(seat, self.table.deal, chance))
            else:
                self.ask(who, log.Ready(seat))

    def simply(self, *, without: str = "") -> None:
        """One move of the player `simple`, or any other that does not begin so."""
        word = str(player("simple").choose(self.view, self.chance))
        if word[0] in without:
            word = self.chance.choice([one for one in self.view.words if one[0] not in without])
        self.say("+" if word.startswith("+") else word)

    def miss(self) -> None:
        """Have the clock end the turn."""
        assert self.table.deadline is not None
        body = due(self.table, self.table.deadline)
        assert body
        self._append(SERVER, body, {})
        self._keep_up()

    def _new_seed(self) -> bytes:
        return self.chance.randbytes(32)

    def _keep_up(self) -> None:
        while found := upkeep(self.table, self.at, self._new_seed):
            body, seeds = found
            self._append(SERVER, body, dict(seeds))

    def _append(self, actor: str, body: log.Body, seeds: dict[int, bytes]) -> None:
        self.at += 1
        self.seeds.update(seeds)
        number = len(self.rows) + 1
        row = Row(self.name, number, actor, f"c{number}", self.at, log.write(body))
        self.table: Table = follow(self.table, row, self.seeds) if self.rows else begin(row)
        self.rows.append(row)
        self.head = head_of(self.table, self.head, row)
        members = log.members_of(actor, body)
        self.writes.append(Write(row, self.head, tuple(seeds.items()), members))


class Folder:
    """The folder of a server, which may run or not: accounts and tables are put into it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._count = 0

    def guests(self, n: int) -> list[Guest]:
        """So many new accounts, whose names are in four scripts."""

        async def make(store: SqliteStore) -> list[Guest]:
            made = []
            for name in NAMES[:n]:
                who, token = await Accounts(store, now_ms).guest()
                named = update(account).where(account.c.id == who.id).values(name=name)
                await store.execute(named)
                made.append(Guest(who.id, name, token))
            return made

        return self._with_store(make)

    def put(self, played: Played) -> str:
        """Write a table; its id."""

        async def write(store: SqliteStore) -> None:
            for one in played.writes:
                await store.append(one)

        self._with_store(write)
        return played.name

    def fresh_name(self) -> str:
        """The id of a new table."""
        self._count += 1
        return f"scene{self._count}"

    def code_of(self, table: str) -> str:
        """The code that invites to a table."""

        async def read(store: SqliteStore) -> str:
            head = await store.head(table)
            assert head
            return head.code

        return self._with_store(read)

    def _with_store(self, use: Callable[[SqliteStore], Coroutine[Any, Any, T]]) -> T:
        async def run() -> T:
            self.path.mkdir(parents=True, exist_ok=True)
            store = SqliteStore(self.path / FILE)
            try:
                return await use(store)
            finally:
                await store.close()

        return apart(run())


class Scene(NamedTuple):
    """A moment to look for: the deal is played by `move` until `found`, else another is tried."""

    game: str
    people: int
    rules: str
    move: Callable[[Played], None]
    found: Callable[[Played], bool]

    def played(self, folder: Folder, guests: Sequence[Guest]) -> Played:
        """The first deal that comes to this moment while the first guest is to act, or is over."""
        name = folder.fresh_name()
        for seed in range(5_000):
            chance = Random(seed)
            played = Played(chance, self.game, self.rules, guests[: self.people], table=name)
            played.begin_deal()
            while played.table.stage == "playing":
                if self.found(played):
                    return played
                self.move(played)
            if self.found(played):
                return played
        raise AssertionError(f"no deal comes to this moment: {self}")

    def put(self, folder: Folder) -> tuple[str, list[Guest]]:
        """The id of a table at this moment, and who sits there."""
        guests = folder.guests(self.people)
        return folder.put(self.played(folder, guests)), guests

    @classmethod
    def of(cls, game_name: str, people: int, found: Callable[[Played], bool], **more: Any) -> Self:
        """A scene of the usual rules, played by the player `simple`."""
        fields = {"rules": "default", "move": Played.simply, **more}
        return cls(game_name, people, found=found, **fields)

"""Computer players in processes: honest, legal, and harmless when they fail."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

import speto
from speto.games import State, View
from speto.players import Signature, player, player_of, sign
from speto.players.thinking import LEAST
from speto.server.workers import Closed, Workers
from tests import dealing, indian_dealing
from tests.levels import NOT_SLOW

DEALS: dict[str, Callable[[Random], State]] = {
    "dummy": dealing.random_deal,
    "indian": indian_dealing.random_deal,
}
ARRAYS = {
    "dummy": "hands knowns laids places taken melds kept scores fines fool_cards entries",
    "indian": "hands knowns counts piled misses scores entries",
}


class Endless:
    """A player that never answers."""

    def choose(self, view: View[Any], rng: Random) -> object:
        while True:
            time.sleep(0.01)


class Wrong:
    """A player that says what is not legal."""

    def choose(self, view: View[Any], rng: Random) -> object:
        return "nonsense"


class Raising:
    """A player that fails."""

    def choose(self, view: View[Any], rng: Random) -> object:
        raise LookupError("lost")


class Mortal:
    """A player whose process dies."""

    def choose(self, view: View[Any], rng: Random) -> object:
        os._exit(3)


class Slow:
    """A player that takes its time."""

    def choose(self, view: View[Any], rng: Random) -> object:
        time.sleep(1.5)
        return view.legal[-1]


PLAYERS = {
    found.__name__.lower(): f"tests.test_workers:{found.__name__}"
    for found in (Endless, Wrong, Raising, Mortal, Slow)
}


def moments(game: str, seed: int) -> list[State]:
    """The moments of a deal of random words, the last one over."""
    random = Random(seed)
    state = DEALS[game](random)
    states = [state]
    while not state.over:
        state = state.apply(player("random").choose(state.view_for(state.to_act), random))
        states.append(state)
    return states


def views(game: str, n: int) -> list[View[Any]]:
    """Views of seats whose turn it is."""
    found: list[View[Any]] = []
    seed = 0
    while len(found) < n:
        found += [state.view_for(state.to_act) for state in moments(game, seed)[:-1]]
        seed += 1
    return found[:n]


def facts(game: str, view: Any) -> dict[str, object]:
    """All that a view and its sight tell."""
    seen = view.sight.seen
    names = [name for name in dir(type(view)) if name[0] != "_" and name not in ("why_not", "kind")]
    told = {name: getattr(view, name) for name in names if name not in ("arrange", "legal")}
    told |= {name: getattr(seen, name)() for name in ARRAYS[game].split()}
    told |= {name: value for name, value in vars(view).items() if name not in ("sight", "legal")}
    numbers = [name for name in dir(seen) if isinstance(getattr(seen, name), int)]
    told |= {f"seen.{name}": getattr(seen, name) for name in numbers}
    rest = ("unseen", "gone_one", "gone_two", "gone_jokers")
    told |= {name: getattr(view.sight, name) for name in rest if hasattr(view.sight, name)}
    return told | {"legal": [*view.legal], "sizes now": view.sight.sizes()}


def is_alive(pid: int) -> bool:
    """Whether a process runs."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("game", DEALS)
def test_views_travel(game: str) -> None:
    """A view that was pickled tells all that it told before, to every seat, at every moment."""
    for seed in range(12):
        for state in moments(game, seed):
            if state.at % 5 and not state.over:
                continue
            for viewer in (*range(state.seats), None):
                view = state.view_for(viewer)
                sent = pickle.loads(pickle.dumps(view))
                assert facts(game, sent) == facts(game, state.view_for(viewer))
                again = pickle.loads(pickle.dumps(sent))
                assert facts(game, again) == facts(game, view)


def unseen_moved(game: str, state: State, view: Any, random: Random) -> State:
    """The same deal with the cards moved that a seat does not know."""
    pack = [*state.pack]
    known = {*view.hand, *(card for hand in view.known for card in hand)}
    open_cards = {getattr(view, "head", None), getattr(view, "cut", None)}
    open_cards |= {*getattr(view, "pile", ())}
    places = [at for at, card in enumerate(pack) if card not in known | open_cards]
    others = [pack[at] for at in places]
    random.shuffle(others)
    for at, card in zip(places, others, strict=True):
        pack[at] = card
    made: State = sys.modules[f"speto.{game}"].start(
        state.rules, pack, seats=state.seats, starter=state.starter, direction=state.direction
    )
    return made


@pytest.mark.parametrize("game", DEALS)
def test_nothing_hidden_travels(game: str) -> None:
    """What is sent is the same bytes whatever lies in the stock and in hands that are not seen."""
    random = Random(5)
    for seed in range(20):
        state = DEALS[game](Random(seed))
        view = state.view_for(0)
        other = unseen_moved(game, state, view, random)
        assert other.view_for(0).hand == view.hand
        assert pickle.dumps(other.view_for(0).__reduce__()[1]) == pickle.dumps(view.__reduce__()[1])


@pytest.mark.parametrize("pure", ["0", "1"])
def test_views_travel_compiled_or_not(pure: str) -> None:
    """Views of both games travel by pickle, whether the core is compiled or plain."""
    run = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__),
            *("-k", "test_views_travel and not compiled_or_not"),
        ],
        cwd=Path(__file__).parents[1],
        env={**os.environ, "SPETO_PURE": pure},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout


@pytest.mark.once  # uncompiled, who thinks ahead may think too long
def test_choices_are_those_of_the_player() -> None:
    """Each level of each game says in a process what it says here, from the same chance."""

    async def run() -> None:
        workers = Workers(2)
        for game in DEALS:
            for at, view in enumerate(views(game, 20)):
                for level in NOT_SLOW:
                    said = await workers.choose(level, view, at)
                    assert said.word == str(player(level).choose(view, Random(at)))
                    assert said.by == str(sign(level, game))
        assert workers.late == workers.crashed == workers.faulty == workers.crowded == 0
        await workers.close()

    asyncio.run(run())


def test_many_tables_at_once() -> None:
    """200 tables that ask at once all get a legal word, one process serving them in their order."""

    async def run() -> None:
        workers = Workers(1)
        await workers.start()
        found = {game: views(game, 100) for game in DEALS}
        asked = [view for at in range(100) for view in (found["dummy"][at], found["indian"][at])]
        done: list[int] = []

        async def one(at: int, view: View[Any]) -> None:
            assert (await workers.choose("simple", view, at)).word in view.words
            done.append(at)

        await asyncio.gather(*(one(at, view) for at, view in enumerate(asked)))
        assert workers.asked == 200
        assert done == list(range(200))
        assert workers.late == workers.crashed == workers.faulty == workers.crowded == 0
        await workers.close()

    asyncio.run(run())


def test_a_killed_worker_is_replaced() -> None:
    """kill -9 of a process at work costs nothing: another makes the same choice."""

    async def run() -> None:
        workers = Workers(1, players=PLAYERS)
        await workers.start()
        (pid,) = workers.pids
        (view,) = views("dummy", 1)
        choice = asyncio.ensure_future(workers.choose("slow", view, 1))
        await asyncio.sleep(0.2)
        os.kill(pid, signal.SIGKILL)
        assert await choice == (view.words[-1], "slow/1", False)
        assert workers.crashed == 1
        (other,) = workers.pids
        assert other != pid
        os.kill(other, signal.SIGKILL)  # one at rest
        assert (await workers.choose("simple", view, 1)).word in view.words
        await workers.close()

    asyncio.run(run())


@pytest.mark.parametrize("game", DEALS)
@pytest.mark.parametrize(
    ("level", "counts"),
    [
        ("endless", (1, 0, 0)),
        ("mortal", (0, 2, 0)),
        ("wrong", (0, 0, 1)),
        ("raising", (0, 0, 1)),
        ("unheard-of", (0, 0, 1)),
    ],
)
def test_a_player_that_fails_costs_one_plain_word(
    level: str, counts: tuple[int, int, int], game: str
) -> None:
    """For who never ends, dies, raises or errs `simple` answers by name, and it is counted."""

    async def run() -> None:
        workers = Workers(1, budget=1.0, players=PLAYERS)
        await workers.start()
        (view,) = views(game, 1)
        began = workers.pids
        said = await workers.choose(level, view, 7)
        assert said == (str(player("simple").choose(view, Random(7))), "simple/1", False)
        assert (workers.late, workers.crashed, workers.faulty) == counts
        plain = str(player("simple").choose(view, Random(1)))
        assert await workers.choose("simple", view, 1) == (plain, "simple/1", False)
        if level == "endless":
            assert workers.pids != began
        await workers.close()

    asyncio.run(run())


def test_who_stands_in_may_fail_too() -> None:
    """For `simple`, which stands in for all others, any legal word is said."""

    async def run() -> None:
        workers = Workers(1, players={"simple": PLAYERS["raising"]})
        (view,) = views("dummy", 1)
        said = await workers.choose("simple", view, 7)
        assert said == (str(player("random").choose(view, Random(7))), "random/1", False)
        assert workers.faulty == 1
        await workers.close()

    asyncio.run(run())


def test_a_stuck_player_does_not_hold_the_others() -> None:
    """While one process is stuck the others go on."""

    async def run() -> None:
        workers = Workers(2, budget=30, players=PLAYERS)
        await workers.start()
        asked = views("indian", 20)
        stuck = asyncio.ensure_future(workers.choose("endless", asked[0], 0))
        await asyncio.sleep(0)
        for view in asked:
            assert (await workers.choose("simple", view, 0)).word in view.words
        assert not stuck.done()
        stuck.cancel()
        with suppress(asyncio.CancelledError):
            await stuck
        await workers.close()

    asyncio.run(run())


def test_too_many_who_wait() -> None:
    """Beyond those that may wait a choice is made at once, without a process."""

    async def run() -> None:
        workers = Workers(1, waiting=1, players=PLAYERS)
        await workers.start()
        (view,) = views("dummy", 1)
        first, second = (asyncio.ensure_future(workers.choose("slow", view, 0)) for _ in range(2))
        await asyncio.sleep(0.05)
        said = await workers.choose("slow", view, 3)
        assert said == (str(player("simple").choose(view, Random(3))), "simple/1", False)
        assert not first.done()
        assert await first == await second == (view.words[-1], "slow/1", False)
        assert workers.crowded == 1
        await workers.close()

    asyncio.run(run())


@pytest.mark.once  # uncompiled the least is all the work that such a player has
def test_many_who_wait_are_thought_of_less() -> None:
    """A thinking player gets less work while others wait too long, and says how much it did.

    A player that does not think ahead plays as ever; when nobody waits all work is done again.
    """

    async def run() -> None:
        workers = Workers(1, slow=1e-9)
        (view,) = views("dummy", 1)
        whole = sign("sharp", "dummy")
        assert await workers.choose("sharp", view, 0) == (
            said_by(whole, view, 0),
            str(whole),
            False,
        )
        first, *waited, plain, last = await asyncio.gather(
            *(workers.choose("sharp", view, chance) for chance in range(4)),
            workers.choose("simple", view, 4),
            workers.choose("sharp", view, 5),
        )
        less = whole._replace(playouts=LEAST)
        assert first == (said_by(whole, view, 0), str(whole), False)
        for chance, chosen in enumerate(waited, 1):
            assert chosen == (said_by(less, view, chance), str(less), True)
        assert plain.by == str(sign("simple", "dummy"))
        assert last == (said_by(whole, view, 5), str(whole), False)
        assert workers.lowered == len(waited)
        assert workers.share == 1
        await workers.close()

    asyncio.run(run())


def said_by(who: Signature, view: View[Any], chance: int) -> str:
    """What a player says of a view."""
    return str(player_of(who).choose(view, Random(chance)))


def test_close_leaves_nothing_behind() -> None:
    """After `close` no process is left, not even one at work, and nobody waits for ever."""

    async def run() -> tuple[int, ...]:
        workers = Workers(2, players=PLAYERS)
        await workers.start()
        pids = workers.pids
        assert len(pids) == 2
        assert all(map(is_alive, pids))
        (view,) = views("dummy", 1)
        choices = [asyncio.ensure_future(workers.choose("endless", view, 0)) for _ in range(5)]
        await asyncio.sleep(0.2)
        await workers.close()
        found = await asyncio.wait_for(asyncio.gather(*choices, return_exceptions=True), 60)
        assert all(isinstance(one, Closed) for one in found)
        with pytest.raises(Closed):
            await workers.choose("simple", view, 0)
        return pids

    pids = asyncio.run(run())
    assert not any(map(is_alive, pids))


SERVER = """
import asyncio, sys, time
from speto.server.workers import Workers
async def run():
    workers = Workers(2)
    await workers.start()
    print(*workers.pids, flush=True)
    await asyncio.sleep(60)
if __name__ == "__main__":
    asyncio.run(run())
"""


def test_no_worker_outlives_a_killed_server(tmp_path: Path) -> None:
    """The interrupt key ends no worker; when their server is killed they end by themselves."""
    file = tmp_path / "server.py"
    file.write_text(SERVER)
    source = str(Path(speto.__file__).parents[1])
    server = subprocess.Popen(
        [sys.executable, str(file)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": source},
    )
    assert server.stdout
    pids = [*map(int, server.stdout.readline().split())]
    for pid in pids:
        os.kill(pid, signal.SIGINT)
    time.sleep(0.3)
    assert len(pids) == 2
    assert all(map(is_alive, pids))
    server.kill()
    server.wait()
    server.stdout.close()
    deadline = time.monotonic() + 60
    while any(map(is_running, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(is_running, pids))


def is_running(pid: int) -> bool:
    """Whether a process that is not our child still runs: one that nobody reaps has ended."""
    state = Path(f"/proc/{pid}/stat")
    try:
        return state.read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False

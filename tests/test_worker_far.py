"""Computer players on other machines: the same words, and no harm when they are gone."""

from __future__ import annotations

import asyncio
import io
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import httpx
import pytest

from speto.cards import ParseError
from speto.players import sign
from speto.players.apart import asked, line_of, view_in
from speto.server.bus import SITE, node_topic, worker_topic
from speto.server.bus.local import Hub, LocalBus
from speto.server.bus.said import Chose, Job, Works, decode, encode
from speto.server.far import Far
from speto.server.journal import open_journal
from speto.server.worker import Worker
from speto.server.workers import Chosen, Workers
from tests.bus_laws import until
from tests.serving import nodes_of
from tests.test_workers import DEALS, moments, unseen_moved, views

pytestmark = pytest.mark.once

NODE = "node0001"


class Node(NamedTuple):
    """A node on a hub, with its own workers and those that it hears of."""

    bus: LocalBus
    far: Far
    workers: Workers


@asynccontextmanager
async def a_node(hub: Hub, **how: Any) -> AsyncIterator[Node]:
    """A node that hears of workers; `how` are settings of its side of them."""
    bus = hub.bus(NODE)
    far = Far(bus, **how)
    workers = Workers(1)
    workers.elsewhere = far

    def hear(topic: str, message: bytes) -> None:
        told = decode(message)
        if isinstance(told, Works | Chose):
            far.hear(told)

    await bus.open(hear, lambda: None)
    bus.subscribe(SITE)
    bus.subscribe(node_topic(NODE))
    try:
        yield Node(bus, far, workers)
    finally:
        await workers.close()
        await bus.close()


@asynccontextmanager
async def a_worker(hub: Hub, name: str = "worker01", *, room: int = 2) -> AsyncIterator[Workers]:
    """A worker with one process; it is told to end, and ends, with the context."""
    ending = asyncio.Event()
    workers = Workers(1)
    runs = asyncio.create_task(
        Worker(hub.bus(name), workers, room, open_journal(io.StringIO())).run(ending)
    )
    try:
        yield workers
    finally:
        ending.set()
        await runs
        await workers.close()


class Stranger:
    """A worker that does with a job what a test wants."""

    def __init__(self, hub: Hub, act: Callable[[Stranger, Job], None], room: int = 4) -> None:
        self.bus = hub.bus("stranger")
        self.act = act
        self.room = room
        self.jobs: list[Job] = []

    async def begin(self) -> None:
        """Be there."""
        await self.bus.open(self.hear, lambda: None)
        self.bus.subscribe(worker_topic("stranger"))
        self.beat()

    def hear(self, topic: str, message: bytes) -> None:
        """Hear of a job."""
        job = decode(message)
        assert isinstance(job, Job)
        self.jobs.append(job)
        self.act(self, job)

    def beat(self, *has: str) -> None:
        """Say that it is there."""
        self.bus.publish(SITE, encode(Works("stranger", self.room, has)))

    def say(self, chose: Chose, node: str = NODE) -> None:
        """Answer."""
        self.bus.publish(node_topic(node), encode(chose))


@pytest.mark.parametrize("game", DEALS)
def test_a_view_travels_as_a_line(game: str) -> None:
    """A view that was sent alone as a line is the same line again, with the same legal words."""
    for seed in range(6):
        for state in moments(game, seed)[:-1]:
            view = state.view_for(state.to_act)
            sent = view_in(line_of(view))
            assert line_of(sent) == line_of(view) and sent.words == view.words
    with pytest.raises(ValueError, match="turn"):
        line_of(moments(game, 1)[-1].view_for(0))


@pytest.mark.parametrize("game", DEALS)
def test_nothing_hidden_travels(game: str) -> None:
    """What a worker is sent is the same whatever lies where the seat cannot see."""
    random = Random(5)
    for seed in range(20):
        state = DEALS[game](Random(seed))
        view = state.view_for(state.to_act)
        other = unseen_moved(game, state, view, random)
        assert other.pack != state.pack
        assert line_of(other.view_for(state.to_act)) == line_of(view)


def test_a_line_that_is_no_view() -> None:
    """What is no view is refused by name, whatever is wrong with it."""
    line = line_of(views("dummy", 1)[0])
    with pytest.raises((ParseError, ValueError, LookupError)):
        view_in(line[:-3])
    assert line_of(view_in(asked(views("dummy", 1)[0], Random(1)))) == line


@pytest.mark.parametrize("game", DEALS)
def test_the_same_words_as_here(game: str) -> None:
    """A worker says for each view and chance what this node would have said."""

    async def run() -> None:
        hub = Hub()
        async with a_node(hub) as node, a_worker(hub) as there:
            await until(lambda: node.far.workers == 1)
            alone = Workers(1)
            for at, view in enumerate(views(game, 4)):
                for level in ("sharp", "tuned"):
                    said = await node.workers.choose(level, view, at)
                    assert said == await alone.choose(level, view, at)
            assert node.far.counts.chosen == there.asked == 4
            assert not node.far.counts.faulty + node.far.counts.refused + node.far.counts.lost
            await alone.close()

    asyncio.run(run())


def test_without_a_worker_all_is_chosen_here() -> None:
    """A node that hears of no worker gives no job away."""

    async def run() -> None:
        async with a_node(Hub()) as node:
            (view,) = views("indian", 1)
            said = await node.workers.choose("sharp", view, 1)
            assert said.by == str(sign("sharp", "indian"))
            assert not node.bus.counts.said

    asyncio.run(run())


@pytest.mark.parametrize(
    ("act", "counted"),
    [
        (lambda it, job: it.say(Chose(job.job)), "refused"),
        (lambda it, job: it.say(Chose(job.job, "nonsense", by_sharp())), "faulty"),
        (lambda it, job: it.say(Chose(job.job, legal(job), "random/1")), "faulty"),
        (lambda it, job: it.say(Chose(job.job, legal(job), "???")), "faulty"),
        (lambda it, job: None, "lost"),
        (lambda it, job: it.say(Chose("another", legal(job), by_sharp())), "lost"),
    ],
    ids=["gives back", "illegal", "another level", "no name", "silent", "another job"],
)
def test_a_bad_worker_costs_nothing(act: Callable[[Stranger, Job], None], counted: str) -> None:
    """Whatever a worker answers, or if it never does, the word is the one that is chosen here.

    It is not asked again at once.
    """

    async def run() -> None:
        hub = Hub()
        (view,) = views("dummy", 1)
        async with a_node(hub, silent=1.5, patience=30.0) as node:
            stranger = Stranger(hub, act)
            await stranger.begin()
            await until(lambda: node.far.workers == 1)
            alone = Workers(1)
            for chance in range(2):
                said = await node.workers.choose("sharp", view, chance)
                assert said == await alone.choose("sharp", view, chance)
            assert len(stranger.jobs) == 1
            assert getattr(node.far.counts, counted) == 1 and not node.far.counts.chosen
            await alone.close()

    asyncio.run(run())


def test_the_figures_tell_what_came_of_each_job(tmp_path: Path) -> None:
    """Who fetches the figures of a node reads how many workers it has, and what they made."""

    async def run() -> None:
        hub = Hub()
        async with (
            nodes_of(tmp_path, 1, hub) as (site,),
            httpx.AsyncClient(base_url=site.web) as web,
        ):
            node = site.app.service.node
            assert node is not None
            assert "speto_far_workers 0.0" in (await web.get("/metrics")).text
            stranger = Stranger(hub, lambda it, job: it.say(Chose(job.job), job.node))
            await stranger.begin()
            await until(lambda: node.far.workers == 1)
            (view,) = views("dummy", 1)
            assert await node.far.choose("sharp", view, 1) is None
            text = (await web.get("/metrics")).text
            assert "speto_far_workers 1.0" in text
            for what, n in {"chosen": 0, "late": 0, "lost": 0, "refused": 1, "faulty": 0}.items():
                assert f'speto_far_jobs_total{{what="{what}"}} {n}.0' in text

    asyncio.run(run())


def by_sharp() -> str:
    """Who a good worker says it was."""
    return str(sign("sharp", "dummy"))


def legal(job: Job) -> str:
    """A legal word of a job."""
    return str(view_in(job.view).words[0])


def test_a_job_that_a_worker_never_heard_of() -> None:
    """A worker that is there but does not tell of a job has not heard of it; it is done here."""

    async def run() -> None:
        hub = Hub()
        async with a_node(hub, grace=0.3, silent=20.0, patience=30.0) as node:
            stranger = Stranger(hub, lambda it, job: None)
            await stranger.begin()
            await until(lambda: node.far.workers == 1)
            (view,) = views("dummy", 1)
            choice = asyncio.create_task(node.far.choose("sharp", view, 1))
            await until(lambda: len(stranger.jobs) == 1)
            stranger.beat(stranger.jobs[0].job)
            await asyncio.sleep(0.4)
            stranger.beat(stranger.jobs[0].job)
            await asyncio.sleep(0.05)
            assert not choice.done()  # it works
            stranger.beat()
            assert await choice is None
            assert node.far.counts.lost == 1

    asyncio.run(run())


def test_a_worker_that_takes_too_long() -> None:
    """A worker that has a job and tells so is waited for no longer than is allowed."""

    async def run() -> None:
        hub = Hub()
        async with a_node(hub, patience=0.3) as node:
            stranger = Stranger(hub, lambda it, job: it.beat(job.job))
            await stranger.begin()
            await until(lambda: node.far.workers == 1)
            (view,) = views("dummy", 1)
            assert await node.far.choose("sharp", view, 1) is None
            assert node.far.counts.late == 1
            word = str(view.words[0])
            stranger.say(Chose(stranger.jobs[0].job, word, by_sharp()))  # too late, and twice
            stranger.say(Chose(stranger.jobs[0].job, word, by_sharp()))
            await asyncio.sleep(0.05)
            assert not node.far.counts.chosen and not node.bus.counts.faulty

    asyncio.run(run())


def test_an_answer_that_comes_twice() -> None:
    """A bus that repeats an answer changes nothing."""

    def twice(it: Stranger, job: Job) -> None:
        for word in view_in(job.view).words[:2]:
            it.say(Chose(job.job, str(word), by_sharp()))

    async def run() -> None:
        hub = Hub()
        async with a_node(hub) as node:
            stranger = Stranger(hub, twice)
            await stranger.begin()
            await until(lambda: node.far.workers == 1)
            (view,) = views("dummy", 1)
            said = await node.far.choose("sharp", view, 1)
            assert said == Chosen(str(view.words[0]), by_sharp(), lowered=False)
            await asyncio.sleep(0.05)
            assert node.far.counts.chosen == 1 and not node.bus.counts.faulty

    asyncio.run(run())


def test_what_no_worker_can_do_is_not_given_away() -> None:
    """A job longer than the bus carries, and a view of a seat that waits, are none for a worker."""

    async def run() -> None:
        hub = Hub()
        async with a_node(hub) as node:
            stranger = Stranger(hub, lambda it, job: None)
            await stranger.begin()
            await until(lambda: node.far.workers == 1)
            state = moments("dummy", 1)[0]
            assert state.to_act is not None
            waits = state.view_for((state.to_act + 1) % state.seats)
            assert await node.far.choose("sharp", waits, 1) is None
            node.bus.largest = 200
            assert await node.far.choose("sharp", state.view_for(state.to_act), 1) is None
            await asyncio.sleep(0.05)
            assert not stranger.jobs and not node.bus.counts.long

    asyncio.run(run())


def test_room_is_kept() -> None:
    """No more jobs are given away than there is room; the rest are chosen here meanwhile."""

    async def run() -> None:
        hub = Hub()
        async with a_node(hub, patience=30.0) as node:
            stranger = Stranger(hub, lambda it, job: None, room=3)
            await stranger.begin()
            await until(lambda: node.far.workers == 1)
            (view,) = views("dummy", 1)
            given = [asyncio.create_task(node.far.choose("sharp", view, n)) for n in range(3)]
            await until(lambda: len(stranger.jobs) == 3)
            assert await node.far.choose("sharp", view, 4) is None
            stranger.say(Chose(stranger.jobs[0].job, str(view.words[0]), by_sharp()))
            await until(given[0].done)
            given.append(asyncio.create_task(node.far.choose("sharp", view, 5)))
            await until(lambda: len(stranger.jobs) == 4)
            stranger.room = 4
            stranger.beat("of others", "and more", *(job.job for job in stranger.jobs[1:]))
            await asyncio.sleep(0.05)
            assert await node.far.choose("sharp", view, 6) is None
            for task in given:
                task.cancel()
            await asyncio.gather(*given, return_exceptions=True)

    asyncio.run(run())


def test_a_worker_gives_back_what_it_cannot_do() -> None:
    """A job that is no view, of a level it does not know or beyond its room is given back at once.

    A job that is heard twice is done once; what is no job is not heard.
    """

    async def run() -> None:
        hub = Hub()
        answers: list[Chose] = []

        def hear(topic: str, message: bytes) -> None:
            told = decode(message)
            if isinstance(told, Chose):
                answers.append(told)

        bus = hub.bus(NODE)
        await bus.open(hear, lambda: None)
        bus.subscribe(node_topic(NODE))
        async with a_worker(hub, room=2):
            there = worker_topic("worker01")
            await until(lambda: len(hub.buses) == 2)
            line = line_of(views("dummy", 1)[0])
            for n, (level, view) in enumerate(
                [("sharp", "{}"), ("sharp", "nonsense"), ("grand", line)]
            ):
                bus.publish(there, encode(Job(f"bad{n}", NODE, level, view, 1)))
                await until(lambda: bool(answers))
                assert answers.pop() == Chose(f"bad{n}")
            bus.publish(there, b"nonsense")
            bus.publish(there, encode(Works("w", 1)))
            for name in ("one", "one", "two", "three"):
                bus.publish(there, encode(Job(name, NODE, "sharp", line, 1)))
            await until(lambda: len(answers) == 3)
            await asyncio.sleep(0.2)
            assert answers[0] == Chose("three")
            assert {chose.job for chose in answers[1:]} == {"one", "two"}
            assert all(chose.word for chose in answers[1:])
        await bus.close()

    asyncio.run(run())


def test_a_worker_that_ends_finishes_first() -> None:
    """A worker that is told to end takes no job any more, and ends when it has answered."""

    async def run() -> None:
        hub = Hub()
        async with a_node(hub) as node:
            (view,) = views("dummy", 1)
            async with a_worker(hub) as there:
                await until(lambda: node.far.workers == 1)
                (pid,) = there.pids
                os.kill(pid, signal.SIGSTOP)
                choice = asyncio.create_task(node.far.choose("strong", view, 1))
                await asyncio.sleep(0.1)
                asyncio.get_running_loop().call_later(0.5, os.kill, pid, signal.SIGCONT)
                assert not choice.done()
            said = await choice
            assert said is not None and said.by == str(sign("strong", "dummy"))
            assert node.far.workers == 0
            assert await node.far.choose("sharp", view, 1) is None

    asyncio.run(run())


def test_a_bus_that_goes_away() -> None:
    """While the bus is away words are chosen here, and elsewhere again when it is back."""

    async def run() -> None:
        hub = Hub()
        async with a_node(hub, silent=1.5, rest=0.2) as node, a_worker(hub):
            await until(lambda: node.far.workers == 1)
            (view,) = views("dummy", 1)
            hub.stop()
            said = await node.workers.choose("sharp", view, 3)
            assert said.by == by_sharp() and node.far.counts.lost == 1
            await until(lambda: node.far.workers == 0)
            hub.start()
            await until(lambda: node.far.workers == 1)
            assert node.far.counts.chosen == 0
            while not node.far.counts.chosen:  # it rests first
                assert await node.workers.choose("sharp", view, 3) == said
                await asyncio.sleep(0.05)

    asyncio.run(run())

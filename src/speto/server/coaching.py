"""What the coach says and how a deal is reviewed, as they are sent; reviews under way.

What must stay true: a review asks the processes one question at a time, and one review does so at a
time, so that the tables that go on hardly wait for it.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Annotated, Final

from msgspec import Meta, Struct, convert, json

from speto.players.coach import Advice, as_data
from speto.players.thinking import affordable
from speto.record import Record
from speto.review import Plan, questions, review
from speto.review import as_data as review_as_data
from speto.server.answers import Kept, kept
from speto.server.drafts import LONGEST_WORD, MOST_WORDS
from speto.server.workers import Closed, Workers

PLAYOUTS: Final = {"dummy": affordable(4_000), "indian": affordable(1_000)}
"""So often a deal is played on for what the coach says at a table: a fifth of a second's work."""
PLAN: Final = Plan(affordable(400), others=12, playouts_of_others=affordable(100))
MOST_KEPT: Final = 50
MOST_WAITING: Final = 10


class CoachReason(Struct, frozen=True):
    """Why an option is the best or is not: the text `coach.{key}` and its holes.

    `much` and `little` are chances in per cent, `points` a difference; the text names a clause by
    its title and a seat by its name.
    """

    key: str
    much: int
    little: int
    points: int
    clause: str | None
    seat: int | None


class CoachFine(Struct, frozen=True):
    """The chance of a fine."""

    clause: str
    chance: float


class CoachFed(Struct, frozen=True):
    """The chance that a seat of the deal picks up what is thrown."""

    seat: int
    chance: float


class CoachOption(Struct, frozen=True):
    """A legal word as it was weighed: points gained on the others until the end of the deal.

    `error` is the standard error of the points.

    `behind` is how much less it brings than the best, `doubt` the standard error of that; `equal`
    says that it cannot be told apart from the best; `ends` is the chance to end the deal oneself.
    """

    word: str
    points: float
    error: float
    behind: float
    doubt: float
    equal: bool
    fines: list[CoachFine]
    feeds: list[CoachFed]
    ends: float
    reason: CoachReason


class CoachAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """The moment that is asked about: the last row that was seen, and the words staged since."""

    seq: int
    words: Annotated[
        list[Annotated[str, Meta(max_length=LONGEST_WORD)]], Meta(max_length=MOST_WORDS)
    ] = []


class Coaching(Struct, frozen=True):
    """What the coach says of a moment: its options, the best first, and how much work that was."""

    seq: int
    worlds: int
    playouts: int
    options: list[CoachOption]


class ReviewDecision(Struct, frozen=True):
    """A decision judged, the `at`-th of the deal from 0: what was played, and what was weighed.

    `loss` is what it brings less than the best, 0 if that cannot be told, null if it was not
    weighed; `accuracy` is from 0 to 100.
    """

    at: int
    seat: int
    turn: int
    word: str
    grade: str
    loss: float | None
    accuracy: float | None
    worlds: int
    playouts: int
    options: list[CoachOption]


class ReviewPart(Struct, frozen=True):
    """A part of a seat's points, and its standard error."""

    points: float
    error: float


class ReviewSeat(Struct, frozen=True):
    """How well a seat played, and where what it has gained on the others, `ahead`, came from.

    `par` is an average deal, `deal` the luck of this one, `draws` that of the own draws, `own` what
    the own decisions brought, and `rest` what is left: the others.
    """

    seat: int
    points: int
    ahead: float
    accuracy: float | None
    lost: float
    grades: dict[str, int]
    par: ReviewPart
    deal: ReviewPart
    draws: ReviewPart
    own: ReviewPart
    rest: float


class DealReview(Struct, frozen=True):
    """A deal that is over, judged decision by decision, each from the view of its own seat."""

    playouts: int
    seed: int
    decisions: list[ReviewDecision]
    seats: list[ReviewSeat]


class ReviewUnderway(Struct, frozen=True):
    """A review that is being made: so many questions of so many are answered. Ask again."""

    done: int
    of: int


def coaching(seq: int, advice: Advice) -> Coaching:
    """What the coach says, as it is sent."""
    return convert({"seq": seq, **as_data(advice)}, Coaching)


class Job:
    """One review: how far it is, and what came of it; `failed` if it was given up."""

    def __init__(self) -> None:
        self.done = 0
        self.of = 0
        self.failed = False
        self.found: Kept | None = None
        self.task: asyncio.Task[None] | None = None


class Reviews:
    """The reviews that are made or kept; the ones not asked for longest are forgotten."""

    def __init__(self, workers: Workers, plan: Plan = PLAN) -> None:
        self.workers = workers
        self.plan = plan
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._turn = asyncio.Semaphore(1)

    def job(self, key: str) -> Job | None:
        """A review that was asked for; one that failed is begun anew when it is asked for next."""
        job = self._jobs.get(key)
        if job is not None:
            self._jobs.move_to_end(key)
            if job.failed:
                del self._jobs[key]
        return job

    def begin(self, key: str, record: Record) -> Job | None:
        """Begin a review; none if too many are waiting."""
        waiting = [job for job in self._jobs.values() if job.found is None and not job.failed]
        if len(waiting) >= MOST_WAITING:
            return None
        job = self._jobs[key] = Job()
        job.task = asyncio.get_running_loop().create_task(self._work(job, record))
        while len(self._jobs) > MOST_KEPT:
            oldest = next(name for name, one in self._jobs.items() if one.found or one.failed)
            del self._jobs[oldest]
        return job

    async def _work(self, job: Job, record: Record) -> None:
        try:
            async with self._turn:
                job.found = await self._made(job, record)
        except Closed:  # the server ends
            pass
        finally:
            job.failed = job.found is None

    async def _made(self, job: Job, record: Record) -> Kept | None:
        asked = await asyncio.to_thread(questions, record, self.plan)
        job.of = len(asked)
        heard = []
        for question in asked:
            advice = await self.workers.advise(question.view, question.budget, question.chance)
            if advice is None:
                return None
            heard.append(advice)
            job.done += 1
        found = await asyncio.to_thread(review, record, self.plan, asked, heard)
        return kept(json.encode(convert(review_as_data(found), DealReview)))

"""PostgreSQL and Redis for the tests of many nodes: one of each a session, all else fresh."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import TypeVar

import pytest

from tests.cluster.engines import Database, Engine, Missing, Postgres, Redis

T = TypeVar("T", bound=Engine)


def _started(make: Callable[[], T]) -> T:
    """An engine that runs; a test that needs one which is not installed fails, and says so."""
    try:
        engine = make()
    except Missing as problem:
        pytest.fail(str(problem), pytrace=False)
    engine.start()
    return engine


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL cluster of this session; a test may stop, kill or hold it."""
    with closing(_started(Postgres)) as engine:
        yield engine


@pytest.fixture(scope="session")
def redis_of_session() -> Iterator[Redis]:
    """A Redis server of this session."""
    with closing(_started(Redis)) as engine:
        yield engine


@pytest.fixture
def pg(postgres: Postgres) -> Iterator[Database]:
    """An empty database of a test's own, on a cluster that runs."""
    postgres.ensure()
    with postgres.database() as made:
        yield made


@pytest.fixture
def redis(redis_of_session: Redis) -> Redis:
    """A Redis server that runs and is empty."""
    redis_of_session.ensure()
    redis_of_session.ask(f"AUTH {redis_of_session.password}", "FLUSHALL")
    return redis_of_session

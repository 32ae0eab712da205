"""The engines that the cluster tests start: they keep what was committed through every fault."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cluster import engines
from tests.cluster.engines import Database, Missing, Postgres, Redis, postgres_programs

pytestmark = [pytest.mark.cluster, pytest.mark.once]


def test_postgres_keeps_its_rows_and_its_port(pg: Database) -> None:
    """A row that was committed is there after a restart, after kill -9 and after a pause."""
    engine, port = pg.engine, pg.engine.port
    engine.sql("CREATE TABLE kept (n int)", pg.name)
    faults = (engine.restart, engine.crash, engine.pause)
    for number, fault in enumerate(faults):
        engine.sql(f"INSERT INTO kept VALUES ({number})", pg.name)
        fault()
        engine.ensure()
        assert engine.sql("SELECT count(*) FROM kept", pg.name) == str(number + 1)
    assert engine.port == port and f":{port}/{pg.name}" in pg.url


def test_each_test_has_an_empty_database(postgres: Postgres) -> None:
    """Two databases of a cluster do not see each other's tables, and are gone when they were."""
    with postgres.database() as one, postgres.database() as two:
        postgres.sql("CREATE TABLE mine (n int)", one.name)
        assert postgres.sql("SELECT to_regclass('mine') IS NULL", two.name) == "t"
    assert postgres.sql("SELECT count(*) FROM pg_database WHERE datname LIKE 't\\_%'") == "0"


def test_redis_is_held_and_killed(redis: Redis) -> None:
    """Redis does not answer while it stands still or is dead, and answers again after."""
    redis.pause()
    assert not redis.answers()
    redis.resume()
    assert redis.answers()
    redis.kill()
    assert not redis.answers()
    redis.start()
    assert redis.answers()
    assert "NOAUTH" in redis.ask("PING")


def test_a_missing_engine_names_its_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where an engine is not installed, one sentence says which Debian package brings it."""
    monkeypatch.setattr(engines, "DEBIAN", tmp_path)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(Missing, match="Debian package postgresql"):
        postgres_programs()
    with pytest.raises(Missing, match="Debian package redis-server"):
        Redis()

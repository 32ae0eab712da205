"""The store under SIGKILL: what was acknowledged is there once, what was not can be settled."""

from __future__ import annotations

import asyncio
import json
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from speto.server.store.sqlite import SqliteStore

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL"),
]

TABLES, ACTORS = 6, 40

# Actors that append without end, from the command after the last that was acknowledged on; each
# acknowledgement is told in a line of its own, after `append` returned.
CHILD = """
import asyncio, itertools, json, os, sys
from pathlib import Path
from speto.server.store import Head, Repeated, Row, Taken, Write
from speto.server.store.sqlite import SqliteStore

path, tables, full = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3] == "True"
acknowledged = json.loads(sys.argv[4])

async def main():
    store = SqliteStore(path, full=full)
    ends = {}
    for n in range(tables):
        head = await store.head(f"t{n}")
        ends[f"t{n}"] = head.seq if head else 0

    async def act(actor, done):
        table = f"t{int(actor) % tables}"
        for n in itertools.count(done + 1):
            while True:
                seq = ends[table] + 1
                row = Row(table, seq, actor, str(n), n, b"x" * (n % 300))
                head = Head(table, seq, "live", n, "dummy", True, "", 1)
                try:
                    await store.append(Write(row, head, ((seq, b"s" * 32),)))
                    ends[table] = max(ends[table], seq)
                    word = "new"
                except Repeated as repeated:
                    seq, word = repeated.row.seq, "old"
                except Taken:
                    await asyncio.sleep(0)  # another actor was first and moves the end
                    continue
                os.write(1, f"{table} {seq} {actor} {n} {word}\\n".encode())
                break

    os.write(1, b"up\\n")
    await asyncio.gather(*(act(actor, done) for actor, done in acknowledged.items()))

asyncio.run(main())
"""


def played(path: Path, told: Path, acknowledged: dict[str, int], *, size: int, full: bool) -> None:
    """Let a process append, and kill it when it has told so many bytes."""
    arguments = [str(path), str(TABLES), str(full), json.dumps(acknowledged)]
    with told.open("wb") as out:
        child = subprocess.Popen([sys.executable, "-c", CHILD, *arguments], stdout=out)
        try:
            while told.stat().st_size < size:
                assert child.poll() is None, "the child ended before it was killed"
                time.sleep(0.003)
            assert child.poll() is None, "the child ended before it was killed"
        finally:
            child.kill()
            status = child.wait()
    assert status == -signal.SIGKILL


async def checked(path: Path, seen: dict[tuple[str, str], tuple[str, int]]) -> None:
    """Every acknowledged row stands where it was told, no number is missing, no command twice."""
    store = SqliteStore(path)
    commands: dict[str, list[int]] = {}
    standing = {}
    for n in range(TABLES):
        table = f"t{n}"
        rows, head = await store.rows(table), await store.head(table)
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        assert (head.seq if head else 0) == len(rows)
        assert sorted(await store.seeds(table)) == [row.seq for row in rows]
        for row in rows:
            assert row.body == b"x" * (row.at % 300)
            standing[row.actor, row.command] = (table, row.seq)
            commands.setdefault(row.actor, []).append(int(row.command))
    await store.close()
    assert all(standing.get(key) == place for key, place in seen.items())
    for actor, line in commands.items():
        assert line == list(range(1, len(line) + 1)), actor
        # At most the one command that was not acknowledged stands behind the last that was.
        told = sum(key[0] == actor for key in seen)
        assert len(line) - told in (0, 1)


def killed(folder: Path, rounds: int, *, full: bool) -> Counter[str]:
    """Kill a process under load so many times and look at the store after each."""
    path = folder / "speto.db"
    dice = random.Random(rounds)
    acknowledged = {str(actor): 0 for actor in range(ACTORS)}
    seen: dict[tuple[str, str], tuple[str, int]] = {}
    words: Counter[str] = Counter()
    for _ in range(rounds):
        told = folder / "told"
        told.write_bytes(b"")
        played(path, told, acknowledged, size=dice.randint(2_000, 60_000), full=full)
        whole = told.read_text().rpartition("\n")[0]
        for line in whole.splitlines()[1:]:
            table, seq, actor, command, word = line.split()
            assert (actor, command) not in seen
            assert int(command) == acknowledged[actor] + 1
            seen[actor, command] = (table, int(seq))
            acknowledged[actor] += 1
            words[word] += 1
        asyncio.run(checked(path, seen))
    return words


@pytest.mark.parametrize("full", [False, True])
def test_nothing_acknowledged_is_lost(tmp_path: Path, full: bool) -> None:
    """A few kills under load: each acknowledged row is there, without a gap, none twice."""
    words = killed(tmp_path, 4, full=full)
    assert words["new"] > 4 * 50


@pytest.mark.long
def test_nothing_acknowledged_is_lost_in_a_hundred_kills(tmp_path: Path) -> None:
    """A hundred kills: and commands that were written but not acknowledged are told as such."""
    words = killed(tmp_path, 100, full=False)
    assert words["new"] > 10_000 and words["old"] > 0

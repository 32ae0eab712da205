"""The bodies of a table's log: each reads back, nothing else does, no secret stands in one."""

from __future__ import annotations

import re
from random import Random

import msgspec
import pytest

from speto.fair import read_transcript
from speto.server import log
from speto.server.clock import PRESETS
from tests.table_play import open_table, play

BODIES: list[log.Body] = [
    log.Opened(
        "dummy",
        "default",
        (log.Plan("person", "a0", "Somchai"), log.Plan("open")),
        PRESETS["calm"],
        True,
        "free",
        30_000,
        "a0",
        "0" * 64,
    ),
    log.Sat(1, "a1", "Mali"),
    log.Left(1),
    log.Filled("simple", ("Boon (simple)", "Chai (simple)")),
    log.Ready(0),
    log.Announced("{}", "1" * 64),
    log.Gave(0, 1, "2" * 32),
    log.Sealed("{}"),
    log.Did(3, ("=3c3d3h", "-6s")),
    log.Did(3, ("~",), True),
    log.Revealed(1, "3" * 64),
    log.Credited(5),
    log.Replaced(0, "simple"),
    log.Returned(0),
    log.Rejoined(0),
    log.Closed("idle"),
    log.Followed("t2"),
]


@pytest.mark.parametrize("body", BODIES, ids=lambda body: type(body).__name__)
def test_bodies_read_back(body: log.Body) -> None:
    """A body that was written reads back as itself, and has the tag of its name."""
    raw = log.write(body)
    assert log.read(raw) == body
    assert raw.startswith(b'{"is":"%s"' % type(body).__name__.lower().encode())


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{}",
        b'{"is":"nothing"}',
        b'{"is":"left"}',
        b'{"is":"left","seat":-1}',
        b'{"is":"left","seat":10}',
        b'{"is":"left","seat":1,"more":1}',
        b'{"is":"gave","seat":1,"deal":1,"entropy":"22"}',
        b'{"is":"gave","seat":1,"deal":1,"entropy":"' + b"G" * 32 + b'"}',
        b'{"is":"revealed","deal":1,"seed":"' + b"0" * 64 + b'\\n"}',
        b'{"is":"closed","reason":"whim"}',
    ],
)
def test_nothing_else_is_read(raw: bytes) -> None:
    """What is no body, or has more or other in it, is refused."""
    with pytest.raises(msgspec.DecodeError):
        log.read(raw)


@pytest.mark.parametrize("name", ["dummy", "indian"])
def test_no_secret_stands_in_a_row(name: str) -> None:
    """No row has a seed before its deal was revealed, nor ever the card that was drawn."""
    played = play(open_table(Random(5), name, kinds=("person",) * 3), lateness=0.2)
    revealed: set[int] = set()
    for row in played.rows:
        body = log.read(row.body)
        if isinstance(body, log.Revealed):
            revealed.add(body.deal)
        for deal, seed in played.seeds.items():
            assert deal in revealed or seed.hex().encode() not in row.body
        assert not isinstance(body, log.Did) or not re.search(r'"\+[^"]', row.body.decode())


def test_commits_stand_before_entropy() -> None:
    """When entropy of a deal is given, its commit and that of the next stand in the log."""
    played = play(open_table(Random(6), "dummy"))
    commits: list[str] = []
    announced = 0
    for row in played.rows:
        match log.read(row.body):
            case log.Opened(commit=commit):
                commits.append(commit)
            case log.Announced(transcript, commit):
                transcribed = read_transcript(transcript)
                announced = transcribed.deal
                assert transcribed.commit.hex() == commits[announced - 1]
                commits.append(commit)
            case log.Gave(deal=deal):
                assert deal == announced
                assert len(commits) == deal + 1
    assert announced > 1

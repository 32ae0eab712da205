"""Frames and requests that nobody honest sends, for the server's tests."""

from __future__ import annotations

import asyncio
import json as plain
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from msgspec import Struct, json
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

BURST: Final = 16
"""Frames that are sent before an answer is waited for."""
PATIENCE: Final = 60.0
MALFORMED: Final = {"long", "json", "type", "field"}
BROKEN: Final = {"failed", "store"}
"""Codes of a server that is at its wits' end."""
ODD: Final[tuple[Any, ...]] = (
    None,
    True,
    -1,
    2**63,
    -(2**70),
    10**300,
    1.5,
    1e308,
    "",
    "\x00",
    "a" * 3000,
    "\u202e\u0e01\u0301\U0001f0a1",
    "../../etc/passwd",
    "' OR 1=1 --",
    "t" * 40,
    [],
    {},
    [[]],
    ["+"] * 41,
    {"type": "do"},
    [None, 1, "x"],
)
RAW: Final = (
    "[" * 8000,
    '{"a":' * 2500,
    '{"type":"ping","id":"' + "[" * 5000,
    "1" * 16_000,
    '{"type":"do","id":"n","table":"x","seq":' + "9" * 15_000 + ',"words":["+"]}',
    '{"type":"do","id":"n","table":"x","seq":1e99999,"words":["+"]}',
    '{"type":"do","id":"n","table":"x","seq":NaN,"words":["+"]}',
    '{"type":"ping","type":"hello","id":"a","id":"b"}',
    '{"type":"ping","id":"\\ud800"}',
    '{"type":"ping","id":"a\\u0000"}',
    "\ufeff{}",
    "",
    " ",
    "null",
    "[]",
    "true",
    '"hello"',
    '{"type":"ping","id":"x"} {"type":"ping","id":"y"}',
    " " * 20_000,
)
DIGITS: Final = re.compile(rb"[0-9a-f]{64}")


@dataclass
class Attack:
    """What attackers know, and what they have done; `seeds` are all long numbers they were told."""

    url: str
    table: str
    accounts: tuple[str, ...]
    seed: int
    sent: int = 0
    sockets: int = 0
    answered: int = 0
    codes: dict[str, int] = field(default_factory=dict)
    seeds: set[bytes] = field(default_factory=set)
    own_tables: list[str] = field(default_factory=list)

    def valid(self, dice: Random, name: str) -> dict[str, Any]:
        """An ask as the protocol has it, about the victims' table or one of the attackers'."""
        table = dice.choice([*[self.table] * 5, *self.own_tables[-20:], "nobodys"])
        seq = dice.randrange(400)
        word = dice.choice(["+", "-2c", "^9h=9c9h9s", "x", "=2c3c4c", "!As", "+6s", "-As", "#"])
        account = dice.choice(self.accounts)
        game = dice.choice(["dummy", "indian"])
        kind = dice.choice(["person", "open", "computer"])
        fields: dict[str, dict[str, Any]] = {
            "hello": {"version": 1, "token": "g.stolen"},
            "open": {
                "game": game,
                "rules": "default",
                "seats": [{"kind": "person"}, {"kind": kind}],
                "public": dice.random() < 0.5,
                "talk": "free",
                "delay": dice.choice([0, 600_000]),
            },
            "join": {"table": table},
            "watch": {"table": table},
            "do": {"table": table, "seq": seq, "words": [word]},
            "try": {"table": table, "seq": seq, "words": [word] * dice.randint(1, 3)},
            "arrange": {"table": table, "groups": [["2c", "3c", "4c"], ["**", "As"]]},
            "entropy": {"table": table, "deal": dice.randint(1, 3), "entropy": "0f" * 16},
            "leave": {"table": table},
            "fill": {"table": table, "level": dice.choice(["simple", "genius"])},
            "unwatch": {"table": table},
            "ready": {"table": table},
            "rejoin": {"table": table},
            "rematch": {"table": table},
            "back": {"table": table},
            "say": {"table": table, "text": "\u202eone more?\x07 <script>"},
            "mute": {"account": account},
            "report": {"table": table, "account": account, "reason": "talk", "text": "x" * 200},
            "quick": {"game": game, "rules": "default", "seats": dice.randint(2, 4)},
            "unquick": {},
            "tables": {},
            "ping": {},
        }
        if dice.random() < 0.3:
            fields["join"] = {"code": "ACD34F"}
            fields["watch"] = {"table": table, "since": seq}
            fields["say"] = {"table": table, "phrase": "well_played"}
        kind = dice.choice([*fields])
        return {"type": kind, "id": name, **fields[kind]}

    def frame(self, dice: Random, name: str) -> str | bytes:
        """A frame: as the protocol has it, slightly wrong, or nothing of the kind."""
        ask = self.valid(dice, name)
        match dice.randrange(12):
            case 0 | 1 | 2:
                pass
            case 3 | 4 | 5:
                ask[dice.choice([*ask])] = dice.choice(ODD)
            case 6:
                ask[dice.choice(["unknown", "Type", "seat", "deal", "is", "actor"])] = dice.choice(
                    ODD
                )
            case 7:
                del ask[dice.choice([*ask])]
            case 8:
                text = json.encode(ask)
                return text[: dice.randrange(len(text))].decode(errors="replace")
            case 9:
                wrong = bytearray(json.encode(ask))
                for _ in range(dice.randint(1, 4)):
                    wrong[dice.randrange(len(wrong))] = dice.randrange(128)
                return wrong.decode(errors="replace")
            case 10:
                return dice.randbytes(dice.randrange(200))
            case _:
                return dice.choice(RAW)
        return _plain(ask)

    def hear(self, raw: bytes) -> str | None:
        """Judge a frame of the server's; the id that it answers, if it answers."""
        if self.table.encode() in raw:
            self.seeds.update(DIGITS.findall(raw))
            view = json.decode(raw).get("view")
            own = view["own"] if view else {"seat": None}
            assert own["seat"] is None and not any(own.values()), raw
        head = json.decode(raw, type=_Answer)
        if head.type == "refused":
            assert head.code not in BROKEN, raw
            self.codes[head.code] = self.codes.get(head.code, 0) + 1
        elif head.type == "done" and head.table not in (None, self.table, *self.own_tables):
            self.own_tables.append(str(head.table))
            del self.own_tables[:-50]
        return head.id


class _Answer(Struct, frozen=True):
    """Of any message, what tells whether it is an answer."""

    type: str
    id: str | None = None
    code: str = ""
    table: str | None = None


def _plain(ask: dict[str, Any]) -> str:
    """As JSON; the standard library writes any number, however large."""
    return plain.dumps(ask)


async def attack(known: Attack, token: str, frames: int, number: int) -> None:
    """One attacker's sockets, one after the other, until so many frames were sent."""
    dice = Random(known.seed * 1000 + number)
    names = 0
    left = frames
    while left > 0:
        async with connect(known.url, compression=None, max_size=1 << 22) as socket:
            known.sockets += 1
            await socket.send(_plain({"type": "hello", "id": "h", "version": 1, "token": token}))
            with suppress(ConnectionClosed):
                while left > 0:
                    batch = min(BURST, left)
                    waiting = batch + 1
                    for _ in range(batch):
                        names += 1
                        frame = known.frame(dice, f"{number}-{names}")
                        left -= 1
                        known.sent += 1
                        await socket.send(frame)
                    last = f"ping-{number}-{names}"
                    await socket.send(_plain({"type": "ping", "id": last}))
                    heard = 0
                    async with asyncio.timeout(PATIENCE):
                        while True:
                            raw = await socket.recv(decode=False)
                            name = known.hear(raw)
                            heard += name is not None
                            known.answered += name is not None
                            if name == last:
                                break
                    assert heard >= waiting, "a frame was not answered"
                    if dice.random() < 0.02:
                        await _rude_end(socket, dice)


async def _rude_end(socket: ClientConnection, dice: Random) -> None:
    """A frame that is none, or one that is too long, and no good-bye."""
    match dice.randrange(4):
        case 0:
            await socket.send(b"\xff\xfe\xc0\x80", text=True)
        case 1:
            await socket.send("x" * 40_000)
        case 2:
            socket.transport.write(dice.randbytes(64))
    await asyncio.sleep(0)
    socket.transport.abort()


# Requests over HTTP.

PATHS: Final = (
    "/",
    "/..%2f..%2f..%2fetc/passwd",
    "/deals/../../etc/passwd/1.deal",
    "/deals/%00/1.deal",
    "/deals/x/0.deal",
    "/deals/x/-1.json",
    "/deals/x/" + "9" * 4000 + ".deal",
    "/deals/x/%D9%A1.deal",
    "/deals/'%20OR%201=1/1.deal",
    "/deals/" + "a" * 5000 + "/1.json",
    "/deals/{table}/1.deal",
    "/deals/{table}/1.json",
    "/deals/{table}/2.deal",
    "/deals/{table}/999999999.json",
    "/invitations/ACD34F.svg",
    "/invitations/" + "A" * 3000 + ".svg",
    "/invitations/%E0%B8%81%FF.svg",
    "/options/dummy?language=../../en",
    "/options/dummy?language=" + "x" * 3000,
    "/options/dummy?language=%ff%fe&language=th",
    "/options/__init__",
    "/leaders/dummy/people",
    "/leaders/%F0%9F%82%A1/computers",
    "/account",
    "/account/export",
    "/account/login",
    "/account/upgrade",
    "/account/delete",
    "/account/tokens",
    "/account/tokens/end",
    "/account/password",
    "/account/logout",
    "/metrics",
    "/healthz",
    "/readyz",
    "/ws",
)
HEADERS: Final = (
    "Host: x",
    "Host: [",
    "Host: [::1",
    "Host: " + "h" * 4000,
    "Host: \xff\xfe",
    "Host: a:b:c@d/e?f#g",
    "Host: x:99999999",
    "Host:",
    "Origin: https://evil.example",
    "Origin: null",
    "Origin: http://x",
    "Cookie: speto=" + "x" * 5000,
    "Cookie: speto=\xff\x00\xfe",
    "Cookie: speto; speto=; =speto; $Version=1",
    "Cookie: " + "a=b; " * 500,
    "Authorization: Bearer " + "y" * 4000,
    "Authorization: Bearer \xff\xfe",
    "Authorization: Basic Og==",
    "Authorization: bearer",
    "Content-Length: 99999999999999999999",
    "Content-Length: -1",
    "Content-Type: \xff",
    "Transfer-Encoding: chunked",
    "Accept-Language: " + "q" * 2000,
    "Upgrade: websocket",
    "Connection: upgrade",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    "X-Forwarded-For: 1.2.3.4, \xff",
    "X-Forwarded-Proto: \xff",
)
BODIES: Final = (
    b"",
    b"{}",
    b"[" * 4000,
    b"\xff\xfe",
    b'{"name":"\\ud800\\udc00\\ud800","password":"12345678"}',
    b'{"name":"x","password":"' + b"p" * 1024 + b'"}',
    b'{"name":"' + "\ufdfa".encode() * 1024 + b'","password":"12345678"}',
    b'{"label":"l","scopes":["account"],"lifetime":1e400}',
    b'{"label":"l","scopes":["play"],"lifetime":99999999999999999999999}',
    b'{"token":"\\u0000"}',
    b'{"old":"a","new":"b"}',
    b"x" * 9000,
)


def request(dice: Random, table: str, token: str) -> bytes:
    """A request of chosen oddities."""
    method = dice.choice(["GET", "GET", "POST", "POST", "HEAD", "PUT", "OPTIONS", "\x00", "G" * 99])
    path = dice.choice(PATHS).replace("{table}", table)
    lines = dice.sample(HEADERS, dice.randint(0, 5))
    if not any(line.startswith("Host") for line in lines):
        lines.append("Host: 127.0.0.1")
    if dice.random() < 0.4:
        lines.append(f"Authorization: Bearer {token}")
    body = dice.choice(BODIES) if method == "POST" else b""
    if body and dice.random() < 0.9:
        lines.append(f"Content-Length: {len(body)}")
    first = f"{method} {path} HTTP/1.1"
    return "\r\n".join([first, *lines, "Connection: close", "", ""]).encode("latin-1") + body


async def asked(port: int, request: bytes, wait: float = 2.0) -> bytes:
    """What a server answers to raw bytes; nothing, if it waits for more."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request)
        with suppress(TimeoutError, ConnectionError):
            async with asyncio.timeout(wait):
                return await reader.read(1 << 20)
        return b""
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def many(works: Sequence[Callable[[], Any]]) -> None:
    """Run all at once; the first failure ends all."""
    async with asyncio.TaskGroup() as group:
        for work in works:
            group.create_task(work())

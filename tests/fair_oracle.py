"""A second deal-v1, written from docs/fair.md alone; slow and plain."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

RANKS = "23456789TJQKA"
DUMMY = [rank + suit for rank in RANKS for suit in "cdhs"]
INDIAN = [card for card in [*DUMMY, "**"] for _ in ("one", "two")]


def canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode("ascii")


def mac(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA256 by its definition, RFC 2104."""
    wide = key + bytes(64 - len(key))
    inner = sha256(bytes(byte ^ 0x36 for byte in wide) + message).digest()
    return sha256(bytes(byte ^ 0x5C for byte in wide) + inner).digest()


def commit(seed: bytes) -> str:
    return sha256(b"DR1|commit|" + seed).hexdigest()


def digest(transcript: dict[str, Any]) -> str:
    return sha256(canonical(transcript)).hexdigest()


def key(transcript: dict[str, Any], seed: bytes) -> bytes:
    return mac(seed, b"DR1|deal|" + bytes.fromhex(digest(transcript)))


def numbers(of: bytes, label: str) -> Iterator[int]:
    block = 0
    while True:
        data = mac(of, label.encode() + bytes([0, 0, block // 256, block % 256]))
        for at in range(0, 32, 4):
            yield ((data[at] * 256 + data[at + 1]) * 256 + data[at + 2]) * 256 + data[at + 3]
        block += 1


def draw(size: int, source: Iterator[int]) -> int:
    whole = 2**32 // size * size
    number = next(source)
    while number >= whole:
        number = next(source)
    return number % size


def shuffle(cards: list[str], source: Iterator[int]) -> list[str]:
    cards = list(cards)
    place = len(cards)
    while place > 1:
        chosen = draw(place, source)
        place -= 1
        keep = cards[place]
        cards[place] = cards[chosen]
        cards[chosen] = keep
    return cards


def proof(transcript: dict[str, Any], seed: bytes) -> str:
    """What is downloaded: one line."""
    pack = DUMMY if transcript["game"].startswith("dummy") else INDIAN
    dealt = "".join(shuffle(pack, numbers(key(transcript, seed), "deck")))
    whole = {"dealt": dealt, "seed": seed.hex(), "transcript": transcript}
    return canonical(whole).decode() + "\n"

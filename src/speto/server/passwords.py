"""Passwords, kept as argon2id.

What must stay true: the event loop never waits for a hash; no more than `AT_ONCE` are made at once.
"""

from __future__ import annotations

import asyncio
from typing import Final
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

SHORTEST: Final = 8
LONGEST: Final = 200
AT_ONCE: Final = 2
# As OWASP advises: two at once are 38 MiB, which a small machine has.
MEMORY_KIB: Final = 19 * 1024
PASSES: Final = 2


class Passwords:
    """Makes and checks hashes, in threads."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher(PASSES, MEMORY_KIB, parallelism=1)
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._nobodys: str | None = None

    async def hash(self, password: str) -> str:
        """The hash of a password, with its salt and costs in it."""
        async with self._turns:
            return await asyncio.to_thread(self._hasher.hash, _bytes(password))

    async def matches(self, kept: str | None, password: str) -> bool:
        """Whether a password has that hash; it takes as long if there is none."""
        if kept is None:
            if self._nobodys is None:
                self._nobodys = await self.hash("")
            await self._verify(self._nobodys, password)
            return False
        return await self._verify(kept, password)

    def is_dated(self, kept: str) -> bool:
        """Whether a hash was made with other costs than today's."""
        return self._hasher.check_needs_rehash(kept)

    async def _verify(self, kept: str, password: str) -> bool:
        async with self._turns:
            return await asyncio.to_thread(self._fits, kept, _bytes(password))

    def _fits(self, kept: str, password: bytes) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False


def _bytes(password: str) -> bytes:
    """The same bytes however a keyboard composes its letters."""
    return normalize("NFC", password).encode("utf-8", "surrogatepass")

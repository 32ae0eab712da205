"""Which computer player it was, as records and results name it.

What must stay true: a signature has one spelling; with a view and the chance of the moment it says
all that a choice comes from.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Final, NamedTuple

from speto.cards import ParseError, shown

FORM: Final = re.compile(
    r"(?P<level>[a-z][a-z_-]{0,19}(?:\+[a-z]{1,9})?)/(?P<version>[1-9][0-9]{0,5})"
    r"(?:/(?P<weights>[0-9a-f]{8})(?:/(?P<playouts>[1-9][0-9]{0,8}))?)?"
)


class Signature(NamedTuple):
    """A computer player: its level, the number of its version, its weights, its work.

    `weights` are the first eight digits of their hash, `playouts` the most a decision may take; a
    player that has none has nothing there. Behind a `+` of its level one that is no honest player
    says what it sees.

    >>> str(Signature("sharp", 1, "9f3a12cd", 400)), str(Signature("simple", 1))
    ('sharp/1/9f3a12cd/400', 'simple/1')
    """

    level: str
    version: int
    weights: str = ""
    playouts: int = 0

    def __str__(self) -> str:
        parts = [self.level, str(self.version)]
        if self.weights:
            parts.append(self.weights)
        if self.playouts:
            parts.append(str(self.playouts))
        return "/".join(parts)


def read_signature(text: str) -> Signature:
    """The signature that is written so.

    :raises ParseError: if it is none.
    """
    found = FORM.fullmatch(text)
    if not found:
        raise ParseError(f"{shown(text)} names no player; write it as simple/1")
    level, version, weights, playouts = found.group("level", "version", "weights", "playouts")
    return Signature(level, int(version), weights or "", int(playouts or 0))


def drawn(chance: str, at: int) -> int:
    """The seed of what a computer player leaves to chance for the action of that index.

    `chance` is the secret of a deal, which its record tells when it is over.

    >>> drawn("0123456789abcdef", 0) != drawn("0123456789abcdef", 1)
    True
    """
    return int.from_bytes(sha256(f"{chance} {at}".encode()).digest()[:8])

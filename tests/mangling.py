"""Texts that are nearly right, for the tests of parsers."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeVar

T = TypeVar("T")


def mangled(random: Random, text: str, letters: str) -> str:
    """A text with something left out, changed, doubled or in another order, once or a few times."""
    for _ in range(random.choice((1, 1, 2, 5))):
        if not text:
            return text
        at, other = random.randrange(len(text)), random.randrange(len(text))
        text = random.choice(
            (
                text[:at] + text[at + 1 :],
                text[:at] + random.choice(letters) + text[at + 1 :],
                text[: min(at, other)] + text[max(at, other) :],
                text[:at] + text[other : other + 3] + text[at:],
                " ".join(random.sample(text.split(), max(len(text.split()) - 1, 0))),
            )
        )
    return text


def read_or_refused(read: Callable[[str], T], text: str, *refusals: type[Exception]) -> T | None:
    """What a text is read as, or none if it is refused, which must be so and with a sentence."""
    try:
        return read(text)
    except refusals as problem:
        assert str(problem)
        return None

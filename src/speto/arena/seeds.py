"""Which seeds are for what: some for choosing settings, others for confirming what was chosen.

What must stay true: a figure that confirms comes from deals on which nothing was chosen, so a seed
serves one purpose for ever, and nobody plays on a confirming one without saying so.
"""

from __future__ import annotations

from typing import Final

from speto.cards import ParseError, shown

MOST_SEED: Final = 2**64 - 1
TUNING: Final = "tuning"
CONFIRMING: Final = "confirming"
TRYING: Final = "trying"
SEEDS: Final = {TUNING: range(1_000, 20_000), CONFIRMING: range(20_000, 30_000)}
"""The seeds of each purpose; all others are for trying."""


def purpose_of(seed: int) -> str:
    """What a seed is for.

    >>> purpose_of(1), purpose_of(1_000), purpose_of(29_999)
    ('trying', 'tuning', 'confirming')
    """
    return next((purpose for purpose, seeds in SEEDS.items() if seed in seeds), TRYING)


def read_seed(text: str) -> int:
    """A seed, written as a number or as its place among those of a purpose.

    >>> read_seed("7"), read_seed("tuning"), read_seed("confirming:3")
    (7, 1000, 20003)

    :raises ParseError: if there is no such seed.
    """
    purpose, _, place = text.partition(":")
    if purpose in SEEDS:
        seeds = SEEDS[purpose]
        place = place or "0"
        if not _is_number(place) or int(place) >= len(seeds):
            raise ParseError(f"--seed {shown(text)}: {purpose} has seeds 0 to {len(seeds) - 1}")
        return seeds[int(place)]
    if not _is_number(text):
        raise ParseError(
            f"--seed {shown(text)}: write a number from 0 to {MOST_SEED},"
            f" or {TUNING}:3 or {CONFIRMING}:3"
        )
    return int(text)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 20 and int(text) <= MOST_SEED


def check_purpose(seed: int, *, confirm: bool) -> None:
    """See that a confirming seed is meant.

    :raises ParseError: if it is one and nobody said so, or the other way round.
    """
    confirms = purpose_of(seed) == CONFIRMING
    if confirms and not confirm:
        raise ParseError(
            f"--seed {seed} is kept for confirming: choose settings under --seed {TUNING}, and say"
            " --confirm when they are chosen"
        )
    if confirm and not confirms:
        raise ParseError(f"--confirm: --seed {seed} is for {purpose_of(seed)}; use {CONFIRMING}:0")

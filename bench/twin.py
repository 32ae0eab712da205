"""The twin's side: deals laid into its struct, its lists and its timed loop."""

from ctypes import (
    CDLL,
    Array,
    Structure,
    c_int,
    c_int64,
    c_uint8,
    c_uint32,
    c_uint64,
    pointer,
)
from pathlib import Path

from speto.dummy.codes import OVER
from speto.dummy.deal import Deal
from speto.dummy.melds import ends, name_of
from speto.dummy.rules import Rules

SMALL = [
    "n_row",
    "n_melds",
    "to_act",
    "phase",
    "took",
    "born",
    "born_before",
    "finishing",
    "birth",
    "stock_end",
    "first_turn_pickup",
    "pickup_needs_hand_card",
    "pickup_for_layoff",
    "ace_low_run",
    "layoff_own",
    "qka_fully_closed",
]


class TwinDeal(Structure):
    """`Deal` of twin.c."""

    _fields_ = (
        *((name, c_uint8) for name in SMALL),
        ("turn", c_uint32),
        ("hand", c_uint64 * 4),
        ("row_mask", c_uint64),
        ("fits", c_uint64 * 20),
        ("meld", c_uint64 * 20),
        ("owner", c_uint8 * 20),
        ("name", c_uint8 * 20),
        ("row", c_uint32 * 56),
    )


def fill(into: TwinDeal, rules: Rules, deal: Deal) -> None:
    """Copy what move generation asks of a deal and its rules."""
    for name in SMALL:
        setattr(into, name, int(getattr(deal if hasattr(deal, name) else rules, name)))
    into.turn, into.row_mask = deal.turn, deal.row_mask
    for seat, hand in enumerate(deal.hands()):
        into.hand[seat] = hand
    for i, (owner, meld) in enumerate(deal.melds()):
        into.owner[i], into.name[i], into.meld[i] = owner, name_of(meld), meld
        into.fits[i] = ends(meld, rules.ace_low_run, rules.qka_fully_closed)
    for i, place in enumerate(deal.places()):
        into.row[i] = place


class Twin:
    """The loaded shared object and its copy of the deals."""

    def __init__(self, library: Path, stored: list[tuple[Rules, Deal]]) -> None:
        self.library = CDLL(str(library))
        self.library.legal_many.restype = c_int64
        self.acts: Array[c_uint64] = (c_uint64 * 4096)()
        self.deals: Array[TwinDeal] = (TwinDeal * len(stored))()
        for into, (rules, deal) in zip(self.deals, stored, strict=True):
            assert deal.phase != OVER
            fill(into, rules, deal)

    def legal(self, number: int) -> list[int]:
        """The twin's list for one deal."""
        n = self.library.legal(pointer(self.deals[number]), self.acts)
        return list(self.acts[:n])

    def legal_many(self, times: int) -> int:
        """List for all deals so many times over; how many actions there were."""
        total: int = self.library.legal_many(
            self.deals, c_int(len(self.deals)), c_int(times), self.acts
        )
        return total

"""Cheats, named as such, to measure what each way to cheat is worth: `simple+hands`, `tuned+fed`.

What must stay true: only what stands here is ever given a state, or a say in how the cards lie; a
cheat keeps its mark wherever it is named; no card is ever added or lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from speto import challenge
from speto.arena.outcome import counts_of
from speto.cards import Card, ParseError, shown
from speto.games import State, game_of
from speto.match import turn_order
from speto.players import Player, player, sign
from speto.players.apart import apart

VERSION: Final = 1
"""It rises when one that is found in the arena alone plays differently."""
BASES: Final = challenge.BASES
REDEALS: Final = 3
"""How often a cheat may have its hand dealt again; it keeps the best."""

HOW: Final = {
    **challenge.SEES,
    "deal": f"gets the best of {REDEALS + 1} hands",
    "fed": "draws the best card of the stock",
}
"""The ways to cheat."""


@dataclass(frozen=True, slots=True)
class Cheat:
    """A player that cheats in one way; for the rest it plays like the level `base`."""

    base: str
    way: str

    def choose_seeing(self, state: State, rng: Random) -> Any:
        """Its action, of a moment as it is."""
        seat = state.to_act
        assert seat is not None, "the deal is over"
        if self.way in challenge.SEES:
            return challenge.choose(f"{self.base}+{self.way}", state)
        return player(self.base).choose(state.view_for(seat), rng)

    def dealt(self, state: State, seat: int, rng: Random) -> State:
        """A deal that begins, with the hand that this seat gets."""
        if self.way != "deal":
            return state
        hand = range(
            turn_order(state.starter, state.direction, state.seats).index(seat),
            state.seats * len(state.hands[seat]),
            state.seats,
        )
        places = [*hand, *_stock(state)]
        packs = [state.pack]
        for _ in range(REDEALS):
            cards = [state.pack[place] for place in places]
            rng.shuffle(cards)
            packs.append(_changed(state.pack, places, cards))
        promise, view = counts_of(game_of(state.rules).NAME).promise, state.view_for(seat)
        return _again(state, max(packs, key=lambda pack: promise(view, [pack[at] for at in hand])))

    def fed(self, state: State) -> State:
        """A moment in which this player acts, with the card on the stock that serves it best.

        A stock made anew of the pile is left as it is.
        """
        stock = _stock(state)
        if self.way != "fed" or not stock or not any(str(a) == "+" for a in state.legal):
            return state
        view = state.view_for(state.to_act)
        worth = counts_of(game_of(state.rules).NAME).worth
        cards = [state.pack[place] for place in stock]
        wanted = max(dict.fromkeys(cards), key=lambda card: worth(view, [*view.hand, card]))
        if wanted == cards[0]:
            return state
        other = stock[cards.index(wanted)]
        return _again(state, _changed(state.pack, [stock[0], other], [wanted, cards[0]]))


def _stock(state: State) -> range:
    """The places in the pack of the cards still in the stock; none if it has been made anew."""
    drawn = sum(str(action).startswith("+") for action in state.log)
    first = state
    while first.before:
        first = first.before
    left = first.view_for(None).stock_left
    below = sum(map(len, first.hands)) + 1  # the hands are dealt, and one card lies open
    if state.view_for(None).stock_left != left - drawn:
        return range(0)
    return range(below + drawn, below + left)


def _changed(
    pack: Sequence[Card], places: Sequence[int], cards: Sequence[Card]
) -> tuple[Card, ...]:
    """A pack with these cards in these places."""
    put = dict(zip(places, cards, strict=True))
    return tuple(put.get(place, card) for place, card in enumerate(pack))


def _again(state: State, pack: Sequence[Card]) -> State:
    """The same moment of the same deal, from another pack."""
    found: State = game_of(state.rules).start(
        state.rules,
        pack,
        seats=state.seats,
        starter=state.starter,
        direction=state.direction,
        totals=state.totals,
    )
    for action in state.log:
        found = found.apply(action)
    return found


def names() -> list[str]:
    """The names of all cheats."""
    return [f"{base}+{way}" for base in BASES for way in HOW]


def entrant_of(level: str) -> Player | Cheat:
    """The player of a level, or the cheat of that name.

    :raises ParseError: if there is neither.
    """
    if level in names():
        base, _, way = level.partition("+")
        return Cheat(base, way)
    if "+" in level:
        raise ParseError(f"{shown(level)} is no cheat; there are {', '.join(names())}")
    return player(level)


def entrant_apart(level: str) -> Player | Cheat:
    """The same with a player in a process of its own; a cheat stays here, with the cards.

    :raises ParseError: if there is neither.
    """
    found = entrant_of(level)
    return found if isinstance(found, Cheat) else apart(level)


def way_of(level: str) -> str:
    """In which way a level cheats; nothing if it is honest.

    >>> way_of("simple+hands"), way_of("simple")
    ('hands', '')
    """
    return level.partition("+")[2]


def signature(level: str, game: str) -> str:
    """How results name the player that a level is now: level, version, weights and work.

    >>> signature("simple", "dummy"), signature("simple+top", "dummy")
    ('simple/1', 'simple/1 top/1')
    """
    base, _, way = level.partition("+")
    signed = str(sign(base, game))
    if not way:
        return signed
    return f"{signed} {way}/{challenge.VERSION if way in challenge.SEES else VERSION}"

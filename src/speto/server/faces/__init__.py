"""What a client is shown of a deal of any game, made from a `View` and nothing else.

What must stay true: no card passes here that the view does not tell; a game's own module names each
of its fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, Final, Protocol, cast

from msgspec import Raw, Struct, json

from speto.cards import Card
from speto.games import View, game_of
from speto.server.faces.sights import written
from speto.server.wire import Face, Line

_ENCODER: Final = json.Encoder()


class Shows(Protocol):
    """What the face of each game gives."""

    def public(self, view: View[Any]) -> Struct | Raw: ...
    def own(self, view: View[Any]) -> Struct | Raw: ...
    def arranged_so(
        self, view: View[Any], groups: Iterable[Sequence[Card]], discard: Card | None
    ) -> Struct: ...


_FACES: Final[dict[type, Shows]] = {}


def _of(view: View[Any]) -> Shows:
    kind = type(view.rules)
    if kind not in _FACES:
        name = game_of(view.rules).NAME
        _FACES[kind] = cast(Shows, import_module(f"speto.server.faces.{name}"))
    return _FACES[kind]


def _raw(part: Struct | Raw) -> Raw:
    return part if isinstance(part, Raw) else Raw(_ENCODER.encode(part))


def public(view: View[Any]) -> Raw:
    """What everybody may know: the same bytes from whichever view of a moment."""
    return _raw(_of(view).public(view))


def own(view: View[Any]) -> Raw:
    """What the seat of the view alone may know."""
    return _raw(_of(view).own(view))


def face(view: View[Any], shared: Raw | None = None, *, sight: bool = False) -> Face:
    """A view as frames carry it; `shared` is the public part, if it is encoded already."""
    shared = public(view) if shared is None else shared
    return Face(shared, own(view), written(view)) if sight else Face(shared, own(view))


def arranged_so(
    view: View[Any], groups: Iterable[Sequence[Card]], discard: Card | None = None
) -> Raw:
    """What the own hand is in these groups, without this discard.

    :raises ParseError: if a card stands in a group that the hand does not hold, if there is nothing
        to discard, or if hands are not arranged in this game.
    """
    return Raw(_ENCODER.encode(_of(view).arranged_so(view, groups, discard)))


def log(view: View[Any], since: int = 0) -> list[Line]:
    """The public log as the viewer may read it, without the first `since` actions."""
    return [Line(told.seat, str(told.action)) for told in view.log[since:]]

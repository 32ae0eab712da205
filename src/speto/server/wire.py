"""The frames of the table server, both ways: docs/protocol.md tells them by example.

What must stay true: whatever a socket sends, `decode` answers with an ask or a `WireError` and
nothing else.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec import DecodeError, Struct, ValidationError, json

from speto.server.asks import (
    Arrange,
    Ask,
    Back,
    Do,
    Entropy,
    Fill,
    Hello,
    Id,
    Join,
    Leave,
    Mute,
    Open,
    Ping,
    Quick,
    Ready,
    Rejoin,
    Rematch,
    Report,
    Say,
    SeatAsked,
    Tables,
    Try,
    Unquick,
    Unwatch,
    Watch,
)
from speto.server.messages import (
    Arranged,
    Clock,
    Closing,
    Done,
    Draft,
    Event,
    Face,
    Fair,
    Line,
    Lobby,
    Message,
    Moved,
    Notice,
    Now,
    Pong,
    Presence,
    Refused,
    Said,
    SeatShown,
    Settings,
    Standing,
    Table,
    TableListed,
    Welcome,
)
from speto.server.terms import VERSION

__all__ = [
    "FRAME",
    "VERSION",
    "Arrange",
    "Arranged",
    "Ask",
    "Back",
    "Clock",
    "Closing",
    "Do",
    "Done",
    "Draft",
    "Entropy",
    "Event",
    "Face",
    "Fair",
    "Fill",
    "Hello",
    "Join",
    "Leave",
    "Line",
    "Lobby",
    "Message",
    "Moved",
    "Mute",
    "Notice",
    "Now",
    "Open",
    "Ping",
    "Pong",
    "Presence",
    "Quick",
    "Ready",
    "Refused",
    "Rejoin",
    "Rematch",
    "Report",
    "Said",
    "Say",
    "SeatAsked",
    "SeatShown",
    "Settings",
    "Standing",
    "Table",
    "TableListed",
    "Tables",
    "Try",
    "Unquick",
    "Unwatch",
    "Watch",
    "Welcome",
    "WireError",
    "decode",
    "encode",
]

FRAME: Final = 16 * 1024
"""So many bytes an incoming frame may have."""


class WireError(ValueError):
    """A frame that is no ask: `code` is `long`, `json`, `type` or `field`; `id` its id, if any."""

    def __init__(self, code: str, sentence: str, *, id: str = "") -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.id = id


class _Named(Struct, frozen=True):
    id: Id


_ASK: Final = json.Decoder(Ask)
_NAMED: Final = json.Decoder(_Named)
_ENCODER: Final = json.Encoder()
_UNKNOWN_TYPE: Final = re.compile(r"`\$\.type`|required field `type`")


def decode(frame: bytes | str) -> Ask:
    """The ask in a frame.

    :raises WireError: if there is none in it.
    """
    # a frame of text is refused before it is copied, and once more in bytes
    if len(frame) <= FRAME and isinstance(frame, str):
        frame = frame.encode(errors="surrogatepass")
    if len(frame) > FRAME:
        raise WireError("long", f"A frame has at most {FRAME} bytes.")
    try:
        ask: Ask = _ASK.decode(frame)
    except ValidationError as wrong:
        code = "type" if _UNKNOWN_TYPE.search(str(wrong)) else "field"
        raise WireError(code, f"{str(wrong)[:200]}.", id=_id_of(frame)) from None
    except (DecodeError, UnicodeError, RecursionError):
        raise WireError("json", "A frame is one JSON object in UTF-8.") from None
    if isinstance(ask, Join | Watch) and (ask.table is None) == (ask.code is None):
        raise WireError("field", "Name the table by its id or by its code.", id=ask.id)
    if isinstance(ask, Say) and (ask.phrase is None) == (ask.text is None):
        raise WireError("field", "Say a phrase or a text.", id=ask.id)
    return ask


def _id_of(frame: bytes | str) -> str:
    """The id of a frame that is no ask, so that its sender can be told which one it was."""
    try:
        return _NAMED.decode(frame).id
    except (DecodeError, UnicodeError, RecursionError):
        return ""


def encode(message: Message) -> bytes:
    """The frame of a message."""
    return _ENCODER.encode(message)

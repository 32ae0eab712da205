"""Thai Dummy at the terminal.

What must stay true: what is drawn and what may be said come from a `View` and words alone.
"""

from __future__ import annotations

from typing import Final

from speto.terminal.dummy.face import DummyFace
from speto.terminal.face import Face, Warn
from speto.terminal.speech import Speech

COMPUTERS: Final = ("Nok", "Ploy", "Chai")


def make_face(speech: Speech, warn: Warn) -> Face:
    """The face of Thai Dummy."""
    return DummyFace(speech, warn)

"""Indian Rummy at the terminal.

What must stay true: what is drawn and what may be said come from a `View` and words alone.
"""

from __future__ import annotations

from typing import Final

from speto.terminal.face import Face, Warn
from speto.terminal.indian.face import IndianFace
from speto.terminal.speech import Speech

COMPUTERS: Final = ("Asha", "Ravi", "Meena", "Dev", "Kiran")


def make_face(speech: Speech, warn: Warn) -> Face:
    """The face of Indian Rummy."""
    return IndianFace(speech, warn)

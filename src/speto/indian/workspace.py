"""One workspace a thread for the faces of the core: making one costs more than most of its uses.

What must stay true: whoever asks for it has read what he wants before he lets anybody else run; it
holds no state of a deal.
"""

from __future__ import annotations

from threading import local

from speto.indian.labels import Moves


class _Kept(local):
    moves: Moves | None = None


_kept = _Kept()


def workspace() -> Moves:
    """The workspace of this thread."""
    if _kept.moves is None:
        _kept.moves = Moves()
    return _kept.moves

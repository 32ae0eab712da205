"""The ladder as a picture.

What must stay true: the same ladder gives the same bytes; whoever has no matplotlib, or names a
file that cannot be, is told so before anything is played.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from speto.arena.ladder import Meeting, by_game, climb
from speto.cards import ParseError

KINDS: Final = (".svg", ".png")
WIDE: Final = 7.0
ROW: Final = 0.32
ROOM: Final = 1.2


def check_plot(path: Path) -> None:
    """See that a picture can be drawn there.

    :raises ParseError: if it cannot.
    """
    if path.suffix not in KINDS:
        raise ParseError(f"--plot {path}: name a file that ends in {' or '.join(KINDS)}")
    if find_spec("matplotlib") is None:
        raise ParseError('--plot needs matplotlib: install "speto[plot]"')
    if path.is_dir():
        raise ParseError(f"--plot {path}: this is a folder")
    path.parent.mkdir(parents=True, exist_ok=True)


def draw(met: Sequence[Meeting], path: Path) -> None:
    """Draw the ladder of each game: the rating of each level, and two sigmas to both sides."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    ladders = [climb(pairs)[::-1] for pairs in by_game(met)]
    tall = sum(ROOM + ROW * len(rungs) for rungs in ladders)
    with mpl.rc_context({"svg.hashsalt": "speto", "svg.fonttype": "none"}):
        figure = Figure(figsize=(WIDE, tall), layout="constrained")
        rows = figure.subplots(
            len(ladders),
            squeeze=False,
            gridspec_kw={"height_ratios": [ROOM + len(rungs) for rungs in ladders]},
        )
        for rungs, pairs, axes in zip(ladders, by_game(met), rows[:, 0], strict=True):
            contest = pairs[0][0]
            for at, rung in enumerate(rungs):
                axes.errorbar(
                    rung.mu,
                    at,
                    xerr=2 * rung.sigma,
                    fmt="o",
                    color="tab:red" if rung.cheat else "tab:blue",
                    fillstyle="none" if rung.cheat else "full",
                    capsize=3,
                )
            names = [f"{rung.level} (cheat)" if rung.cheat else rung.level for rung in rungs]
            axes.set_yticks(range(len(rungs)), names)
            axes.set_title(f"{contest.game}, {contest.rules}, {contest.seats} seats")
            axes.set_xlabel("rating")
            axes.grid(axis="x", alpha=0.4)
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)

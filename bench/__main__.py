"""Every figure in one run, beside its bar and beside other engines: `python -m bench`."""

import argparse
import platform
import sys

import speto
from bench import movegen
from bench.finishing import slowest
from bench.peers import compare
from speto.bench import BARS, is_met, measure, written

FINISH = "dummy.slowest_finish_us"
FINISH_BAR = 1000.0
WORDS = {
    "dummy.playouts_per_s": "random deals a second, 4 seats, one native call",
    "dummy.decisions_per_s": "decisions a second, 4 seats, one native call",
    "dummy.playouts_3_seats_per_s": "random deals a second, 3 seats",
    "dummy.decisions_3_seats_per_s": "decisions a second, 3 seats",
    "dummy.playouts_2_seats_per_s": "random deals a second, 2 seats",
    "dummy.decisions_2_seats_per_s": "decisions a second, 2 seats",
    "dummy.movegen_vs_c": "move generation, as a share of its twin in hand-written C",
    "dummy.python_actions_per_s": "actions a second from Python, `s = s.apply(s.legal[i])`",
    "dummy.uncompiled_playouts_per_s": "random deals a second, uncompiled",
    "import_ms": "`import speto`, milliseconds beyond bare Python",
    "import_cpu_ms": "the same in CPU time",
    "reference_loop_per_s": "a fixed loop of plain Python, for scale",
    FINISH: "slowest of 100,000 finish searches, microseconds",
}

Line = tuple[str, str, str, str]


def own_lines(figures: dict[str, float]) -> list[Line]:
    """What is measured, its figure, its bar, and whether it is reached."""
    lines = []
    for name, words in WORDS.items():
        if name not in figures:
            continue
        value, bar, verdict = figures[name], "", ""
        if name == FINISH:
            bar = f"< {written(FINISH_BAR)}"
            verdict = "met" if value < FINISH_BAR else "MISSED"
        elif name in BARS:
            bar = f"{'≤' if name.endswith('_ms') else '≥'} {written(BARS[name])}"
            verdict = "met" if is_met(name, value) else "MISSED"
        lines.append((words, written(value), bar, verdict))
    return lines


def peer_lines(figures: dict[str, float]) -> tuple[list[Line], list[str]]:
    """Decisions a second of each peer, ours of the same kind, and the ratio; who is missing."""
    rates, missing = compare()
    lines = []
    for peer, rate in rates.items():
        ours = figures["dummy.decisions_per_s" if peer.native else "dummy.python_actions_per_s"]
        lines.append((peer.name, written(rate), written(ours), f"{ours / rate:,.1f} ×"))
    return lines, missing


def show(heads: Line, lines: list[Line], markdown: bool) -> None:
    """Print a table."""
    if markdown:
        print("| " + " | ".join(heads) + " |")
        print("| --- | ---: | ---: | ---: |")
        for line in lines:
            print("| " + " | ".join(line) + " |")
    else:
        widths = [max(map(len, column)) for column in zip(heads, *lines, strict=True)]
        for line in [heads, *lines]:
            cells = [line[0].ljust(widths[0])]
            cells += [cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)]
            print("  ".join(cells).rstrip())
    print()


def main() -> int:
    """Measure, print, and end with status 1 if a bar is missed."""
    reader = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    reader.add_argument("--markdown", action="store_true", help="write tables for the README")
    markdown: bool = reader.parse_args().markdown
    core = "compiled" if speto.compiled else "not compiled"
    print(
        f"speto {speto.__version__}, core {core}; Python {platform.python_version()},"
        f" {platform.machine()}; CPU time of one core, best of five rounds\n"
    )
    figures = measure()
    if speto.compiled:
        figures[FINISH] = slowest()
    lines = own_lines(figures)
    show(("speto", "measured", "bar", ""), lines, markdown)
    if missing := movegen.what_is_missing():
        print(f"Move generation is not compared with C: {missing}.\n")
    others, absent = peer_lines(figures)
    if others:
        show(("decisions a second", "theirs", "ours", "ratio"), others, markdown)
    for name in absent:
        print(f"{name} is not installed, so not compared (extra `bench`).")
    return int(any(verdict == "MISSED" for *_, verdict in lines))


if __name__ == "__main__":
    sys.exit(main())

"""Every figure in one run, beside its bar and beside other engines: `python -m bench`."""

import argparse
import platform
import sys

import speto
from bench import arranging, distances, integer_program, movegen
from bench.finishing import slowest
from bench.peers import compare
from speto.bench import BARS, bar_shown, is_met, measure, written

FINISH = "dummy.slowest_finish_us"
FINISH_BAR = 1000.0
DISTANCE, DISTANCE_BAR = "indian.distances_per_s", 500_000
GONE = "indian.distances_gone_per_s"
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
    "indian.playouts_2_seats_per_s": "Indian Rummy: random deals a second, 2 seats",
    "indian.decisions_2_seats_per_s": "Indian Rummy: decisions a second, 2 seats",
    "indian.playouts_without_drops_per_s": "Indian Rummy: the same where nobody drops, 2 seats",
    "indian.decisions_without_drops_per_s": "Indian Rummy: decisions a second, nobody drops",
    DISTANCE: "Indian Rummy: distances of 14 mid-game cards a second, slowest of all options",
    GONE: "Indian Rummy: the same where many cards are known to be gone",
    "import_ms": "`import speto`, milliseconds beyond bare Python",
    "import_cpu_ms": "the same in CPU time",
    "reference_loop_per_s": "a fixed loop of plain Python, for scale",
    FINISH: "slowest of 100,000 finish searches, microseconds",
}

HARDEST_BAR = 1000.0
HANDS = 500

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
        elif name == DISTANCE:
            bar = f"≥ {written(DISTANCE_BAR)}"
            verdict = "met" if value >= DISTANCE_BAR else "MISSED"
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


def indian_lines() -> list[Line]:
    """Hands a second of each kind: the prototype's, ours, the ratio and whether it is enough."""
    with bar_shown(arranging.STEPS[0]) as step:
        found = arranging.compare(step)
    return [
        (
            str(kind),
            written(figures.baseline),
            written(min(figures.ours, figures.strict)),
            f"{figures.ratio:.2f} × {'met' if figures.ratio >= 1 else 'MISSED'}",
        )
        for kind, figures in found.items()
    ]


def hardest_line() -> Line:
    """The slowest of the hands with the most search nodes."""
    with bar_shown(arranging.STEPS[1]) as step:
        hands = arranging.hardest(step)
    slowest_us = max(arranging.time_of(hand) for _, hand in hands)
    verdict = "met" if slowest_us < HARDEST_BAR else "MISSED"
    words = f"slowest of the {len(hands)} hardest of 11 million hands, microseconds"
    return words, written(slowest_us), f"< {written(HARDEST_BAR)}", verdict


def program_line() -> Line | None:
    """How many times as long an integer program takes for the same points, if it is installed."""
    try:
        with bar_shown(HANDS) as step:
            ratio = integer_program.compare(step, HANDS)
    except ImportError:
        return None
    words = f"an integer program (HiGHS), {HANDS} hands, the same points: times as long"
    return words, written(ratio), "", ""


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
        rates = distances.run()
        gone = {name for name in rates if "_gone_" in name}
        figures[GONE] = min(rates[name] for name in gone)
        figures[DISTANCE] = min(rates[name] for name in rates.keys() - gone)
    lines = own_lines(figures)
    show(("speto", "measured", "bar", ""), lines, markdown)
    if missing := movegen.what_is_missing():
        print(f"Move generation is not compared with C: {missing}.\n")
    others, absent = peer_lines(figures)
    if others:
        show(("decisions a second", "theirs", "ours", "ratio"), others, markdown)
    for name in absent:
        print(f"{name} is not installed, so not compared (extra `bench`).")
    if movegen.what_is_missing() is None:
        hands = indian_lines()
        show(("Indian Rummy, hands a second", "prototype", "speto", "bar: 1 ×"), hands, markdown)
        more = [hardest_line()]
        if program := program_line():
            more.append(program)
        else:
            print("highspy is not installed, so not compared (extra `bench`).")
        show(("Indian Rummy", "measured", "bar", ""), more, markdown)
        lines += hands + more
    return int(any("MISSED" in verdict for *_, verdict in lines))


if __name__ == "__main__":
    sys.exit(main())

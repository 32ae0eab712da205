"""The commands that hold files against the rules: `speto check`, `verify`, `audit` and `perft`.

What must stay true: a file that does not hold is told in a line, and makes the status 1.
"""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from speto.cards import ParseError
from speto.switches import plainly, shown_to_advance


def check(
    paths: Annotated[list[Path], typer.Argument(help="Records (.deal), or folders of them.")],
) -> int:
    """Replay records and name the lines that are wrong."""
    from speto.archive import check_files, record_files

    files = [file for path in paths for file in record_files(path)]
    bad = deals = 0
    for verdict in shown_to_advance(check_files(files), len(files)):
        deals += verdict.deals
        if verdict.problem:
            bad += 1
            print(plainly(verdict.problem))
    print(f"files: {len(files)}, deals that hold: {deals}, files that do not: {bad}")
    return 1 if bad else 0


def verify(
    files: Annotated[
        list[Path],
        typer.Argument(help="Proofs as downloaded, and records (.deal) of the same deals."),
    ],
) -> int:
    """Verify that packs were dealt fairly (docs/fair.md)."""
    from speto.proofs import verify_files

    bad = 0
    for verdict in shown_to_advance(verify_files(files), len(files)):
        bad += not verdict.holds
        print(verdict.line)
    return 1 if bad else 0


def audit(
    files: Annotated[list[Path], typer.Argument(help="Records (.deal) as play and servers write.")],
) -> int:
    """Make each choice of the computer players again, from their views alone.

    An open cheat sees more than its view: it is said so, and asked of the deal itself.
    """
    from speto.audit import audit as audited
    from speto.audit import read_paper

    papers = [read_paper(file) for file in files]
    actions = sum(paper.size for paper in papers)
    asked = agreed = bad = 0
    found = chain.from_iterable(map(audited, papers))
    for result in shown_to_advance(found, actions + len(papers)):
        if result:
            asked += result.asked
            agreed += result.agreed
            bad += not result.holds
            print("\n".join(map(plainly, result.lines)))
    print(f"choices: {asked}, made again: {agreed}, files in which not all were: {bad}")
    return 1 if bad else 0


def perft(
    file: Annotated[Path, typer.Argument(help="Blocks of id, position and perft lines.")],
    depth: Annotated[int | None, typer.Option(min=1, help="Count no deeper than this.")] = None,
) -> int:
    """Count lines of play and compare with a file."""
    from speto.archive import read_text
    from speto.perft import read_blocks, report

    try:
        blocks = read_blocks(read_text(file))
    except ParseError as problem:
        raise ParseError(str(problem), place=str(file)) from None
    wanted = sum(len(block.counts) for block in blocks)
    bad = counted = 0
    for right, lines in shown_to_advance(report(blocks, str(file), depth), wanted):
        counted += 1
        bad += not right
        print("\n".join(lines))
    print(f"{counted - bad} of {counted} counts are right")
    return 1 if bad else 0

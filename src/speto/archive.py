"""Checking archives: every deal replayed, every match followed, the first thing wrong named.

What must stay true: a file that cannot be read is reported like one that does not hold, and stops
nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from speto.cards import ParseError
from speto.match import check_deals
from speto.record import Record, read_records


class Verdict(NamedTuple):
    """What came of one file: how many deals hold, and what is wrong if anything is."""

    file: Path
    deals: int
    problem: str | None


def read_text(file: Path) -> str:
    """The text of a file.

    :raises ParseError: if it is not UTF-8.
    :raises OSError: if it cannot be read.
    """
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as problem:
        raise ParseError(f"byte {problem.start} is not UTF-8 text", place=str(file)) from None


def read_file(file: Path) -> list[Record]:
    """The deals of a file.

    :raises ParseError: if it is no file of records, with its name and line.
    :raises OSError: if it cannot be read.
    """
    text = read_text(file)
    try:
        return read_records(text)
    except ParseError as problem:
        raise ParseError(str(problem), place=str(file)) from None


def record_files(path: Path) -> list[Path]:
    """A file itself; of a folder, every record in it.

    :raises ParseError: if there is no such file, or no record in the folder.
    """
    if not path.exists():
        raise ParseError("there is no such file or folder", place=str(path))
    if not path.is_dir():
        return [path]
    found = sorted(path.rglob("*.deal"))
    if not found:
        raise ParseError("there is no record (.deal) in this folder", place=str(path))
    return found


def check_files(files: Sequence[Path]) -> Iterator[Verdict]:
    """The verdict on each file, one after the other."""
    for file in files:
        try:
            records = read_file(file)
        except ParseError as problem:
            yield Verdict(file, 0, str(problem))
        except OSError as problem:
            yield Verdict(file, 0, f"{file}: {problem.strerror}")
        else:
            names = [record.names for record in records]
            wrong = check_deals([record.state for record in records], names)
            if wrong:
                number, reason = wrong
                yield Verdict(file, number, f"{file}: deal {number + 1}: {reason}")
            else:
                yield Verdict(file, len(records), None)

"""The command `speto`.

What must stay true: a mistake of whoever calls it is one line on standard error and status 2, never
a traceback; a file that does not hold is status 1; what one command alone needs is imported there.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from io import TextIOWrapper
from pathlib import Path
from time import monotonic
from typing import Annotated, NoReturn

import typer

import speto
from speto.cards import ParseError
from speto.clause import IllegalAction, RulesError
from speto.record import Record

PATIENCE = 2.0
"""Seconds after which work without an end in sight shows how far it is."""

app = typer.Typer(
    name="speto",
    help="Thai Dummy and Indian Rummy: every house rule named, every point explained.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"speto {speto.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def speto_(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Thai Dummy and Indian Rummy: every house rule named, every point explained."""
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="The game: dummy.")] = "dummy",
    seats: Annotated[int, typer.Option(min=2, max=4, help="Players, you among them.")] = 4,
    rules: Annotated[
        str, typer.Option(help="A preset and what differs: thai_classic,match_target=300.")
    ] = "default",
    level: Annotated[str, typer.Option(help="The computer players: simple, random.")] = "simple",
    seed: Annotated[
        int | None, typer.Option(help="Makes cards, starter and computer players repeatable.")
    ] = None,
    records: Annotated[
        Path | None, typer.Option(help="Where the record of the match is kept.", show_default=False)
    ] = None,
) -> None:
    """Play a match against computer players."""
    from speto.dummy import read_rules
    from speto.games import game as find_game
    from speto.players import player
    from speto.terminal.game import Game, Setup
    from speto.terminal.save import data_folder
    from speto.terminal.screen import Screen
    from speto.texts import load

    find_game(game)
    player(level)
    setup = Setup(
        rules=read_rules(rules),
        seats=seats,
        level=level,
        seed=seed,
        folder=data_folder() if records is None else records,
    )
    Game(setup, Screen(), load()).play()


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record, as play saves it (.deal).")],
    at: Annotated[
        int | None,
        typer.Option(min=0, help="Begin after so many actions; in a pipe, show no more."),
    ] = None,
    deal: Annotated[int, typer.Option(min=1, help="Which deal of the file.")] = 1,
) -> None:
    """Show a recorded deal step by step."""
    from speto.terminal.replay import Replay
    from speto.terminal.screen import Screen
    from speto.texts import load

    Replay(file, _read(file), deal, Screen(), load()).run(at)


@app.command()
def check(
    paths: Annotated[list[Path], typer.Argument(help="Records (.deal), or folders of them.")],
) -> int:
    """Replay records and name the lines that are wrong."""
    files = [file for path in paths for file in _records_in(path)]
    bad = deals = 0
    for file in _shown_to_advance(files):
        try:
            deals += len(_read(file))
        except ParseError as problem:
            bad += 1
            print(problem)
        except OSError as problem:
            bad += 1
            print(f"{file}: {problem.strerror}")
    print(f"files: {len(files)}, deals that hold: {deals}, files that do not: {bad}")
    return 1 if bad else 0


@app.command()
def perft(
    file: Annotated[Path, typer.Argument(help="Blocks of id, position and perft lines.")],
    depth: Annotated[int | None, typer.Option(min=1, help="Count no deeper than this.")] = None,
) -> int:
    """Count lines of play and compare with a file."""
    from speto.perft import count, read_blocks, split

    text = _text(file)
    try:
        blocks = read_blocks(text)
    except ParseError as problem:
        raise ParseError(str(problem), place=str(file)) from None
    bad = counted = 0
    for block in blocks:
        assert block.state is not None
        name = block.name or f"block of {block.place}"
        for wanted in block.counts:
            if depth is not None and (wanted.depth is None or wanted.depth > depth):
                continue
            found = count(block.state, wanted.depth)
            counted += 1
            head = f"{name}: perft {wanted.name}"
            if found == wanted.lines:
                print(f"{head} {found} ok")
                continue
            bad += 1
            print(f"{file}: {wanted.place}: {head} is {found}, not {wanted.lines}")
            print(f"  {block.state}")
            if wanted.depth != 0:
                for word, lines in split(block.state, wanted.depth):
                    print(f"  {word:<12} {lines}")
    print(f"{counted - bad} of {counted} counts are right")
    return 1 if bad else 0


@app.command()
def bench(
    json: Annotated[bool, typer.Option("--json", help="Write the numbers as JSON.")] = False,
) -> None:
    """Measure the speed of rules and computer players."""
    from speto import bench as measured

    print(measured.as_json(measured.measure()) if json else measured.report(measured.measure()))


def _text(file: Path) -> str:
    """The text of a file.

    :raises ParseError: if it is not UTF-8.
    """
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as problem:
        raise ParseError(f"byte {problem.start} is not UTF-8 text", place=str(file)) from None


def _read(file: Path) -> list[Record]:
    """The deals of a file.

    :raises ParseError: if it is no file of records, with its name.
    """
    from speto.record import read_records

    text = _text(file)
    try:
        return read_records(text)
    except ParseError as problem:
        raise ParseError(str(problem), place=str(file)) from None


def _records_in(path: Path) -> list[Path]:
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


def _shown_to_advance(files: Sequence[Path]) -> Iterator[Path]:
    """Each file; how far it is, on standard error, where that is a terminal and it takes long."""
    from rich.console import Console
    from rich.progress import Progress

    begun = monotonic()
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("check", total=len(files), visible=False)
        for file in files:
            yield file
            bar.update(task, advance=1, visible=monotonic() - begun > PATIENCE)


def _give_up(problem: str, status: int = 2) -> NoReturn:
    print("speto: " + " ".join(problem.split()), file=sys.stderr)
    sys.exit(status)


def main() -> NoReturn:
    """Run the command line; every mistake becomes one line here."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    note = speto.uncompiled_note()
    if note:
        print(note, file=sys.stderr)
    try:
        status = app(prog_name="speto", standalone_mode=False)
        sys.stdout.flush()
        sys.exit(status if isinstance(status, int) else 0)
    except typer.TyperException as problem:
        _give_up(problem.format_message())
    except typer.Abort:
        _give_up("the input has ended", 1)
    except (ParseError, RulesError, IllegalAction) as problem:
        _give_up(str(problem))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except OSError as problem:
        where = f"{problem.filename}: " if problem.filename else ""
        _give_up(f"{where}{problem.strerror or problem}")

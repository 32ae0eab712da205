"""The command `speto`.

What must stay true: a mistake of whoever calls it is one line on standard error and status 2, never
a traceback; a file that does not hold is status 1; what one command alone needs is imported there.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, NoReturn

import typer

import speto
from speto.cards import ParseError
from speto.checks import audit, check, perft, verify
from speto.clause import IllegalAction, RulesError
from speto.play import play
from speto.server.commands import admin, serve, worker
from speto.switches import (
    Apart,
    Colors,
    Language,
    Letters,
    Plain,
    Which,
    plainly,
    screen_with,
    shown_to_advance,
    texts_in,
)

PIPE_CLOSED = 141  # what a shell says of a program that a closed pipe ended

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


app.command()(play)


@app.command()
def rules(
    game: Which = "dummy",
    rules: Annotated[str, typer.Option(help="A preset and what differs.")] = "default",
    lang: Language = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Write it as Markdown.")] = False,
) -> None:
    """Show the rule book of a table."""
    from speto.book import as_markdown, write_book
    from speto.games import game as find_game
    from speto.terminal.book import book_lines

    book = write_book(find_game(game).read_rules(rules), texts_in(lang))
    if markdown:
        print(as_markdown(book), end="")
    else:
        print("\n".join(line for block in book_lines(book) for line in block))


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record, as play saves it (.deal).")],
    at: Annotated[
        int | None,
        typer.Option(min=0, help="Begin after so many actions; in a pipe, show no more."),
    ] = None,
    deal: Annotated[int, typer.Option(min=1, help="Which deal of the file.")] = 1,
    lang: Language = None,
    colors: Colors = "four",
    ascii_: Letters = False,
    plain: Plain = False,
) -> None:
    """Show recorded deals step by step."""
    from speto.archive import read_file
    from speto.terminal.replay import Replay

    screen = screen_with(colors, letters=ascii_, plain=plain)
    Replay(file, read_file(file), deal, screen, texts_in(lang)).run(at)


@app.command()
def review(
    file: Annotated[Path, typer.Argument(help="A record, as play saves it (.deal).")],
    deal: Annotated[int, typer.Option(min=1, help="Which deal of the file.")] = 1,
    playouts: Annotated[
        int | None, typer.Option(help="How often the deal is played on for each decision.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Makes all of it repeatable.")] = 1,
    json: Annotated[bool, typer.Option("--json", help="Write the review as JSON.")] = False,
    lang: Language = None,
    colors: Colors = "four",
    ascii_: Letters = False,
    plain: Plain = False,
) -> None:
    """Judge a finished deal decision by decision, and tell luck from skill."""
    from speto.players.thinking import LEAST
    from speto.review import Plan
    from speto.terminal.review import run

    if playouts is not None and playouts < LEAST:
        raise ParseError(
            f"--playouts {playouts}: write a number from {LEAST}, since few tell nothing"
        )
    screen = screen_with(colors, letters=ascii_, plain=plain)
    plan = Plan(seed=seed) if playouts is None else Plan(playouts, seed=seed)
    run(file, deal, plan, screen, texts_in(lang), shown_to_advance, as_json=json)


@app.command()
def score(
    game: Which,
    hands: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FILE|HANDS...]",
            help="A table of real cards (docs/score.md), or - for standard input; of indian also"
            ' the hands themselves, each like "3H 4H 5H 10C **".',
        ),
    ] = None,
    cut: Annotated[str | None, typer.Option(help="In indian, the cut card: JC.")] = None,
    rules: Annotated[
        str | None, typer.Option(help="In indian, a preset and what differs: online.")
    ] = None,
    lang: Language = None,
    json: Annotated[bool, typer.Option("--json", help="Write the score as JSON.")] = False,
    ask: Annotated[
        bool, typer.Option("--ask", help="In dummy, ask for the deal, seat by seat.")
    ] = False,
    save: Annotated[Path | None, typer.Option(help="A file for what --ask was told.")] = None,
    strict: Annotated[
        str | None,
        typer.Option(help="In dummy, no scores what cannot be, with a warning; else yes."),
    ] = None,
    why: Annotated[bool, typer.Option("--why", help="Add the rules in full.")] = False,
) -> int:
    """Score a table of real cards."""
    from speto.terminal.scoring.command import run

    return run(
        game,
        hands or [],
        cut=cut,
        rules=rules,
        language=texts_in(lang).language,
        as_data=json,
        ask=ask,
        save=save,
        strict=strict,
        why=why,
    )


@app.command()
def learn(
    game: Which = "dummy",
    step: Annotated[
        int | None, typer.Option(min=1, max=6, help="Begin with this step.", show_default=False)
    ] = None,
    lang: Language = None,
    colors: Colors = "four",
    ascii_: Letters = False,
    plain: Plain = False,
) -> None:
    """Learn the game in six short steps."""
    from speto.games import game as find_game
    from speto.terminal.learn import Teacher

    find_game(game)
    Teacher(screen_with(colors, letters=ascii_, plain=plain), texts_in(lang), game).run(step)


for command in (check, verify, audit, perft):
    app.command()(command)


@app.command()
def arena(
    game: Annotated[str | None, typer.Option(help="dummy or indian; dummy if left out.")] = None,
    players: Annotated[
        str | None, typer.Option(help="Their levels, in seat order: simple,random.")
    ] = None,
    seats: Annotated[int | None, typer.Option(help="Seats at the table.")] = None,
    format: Annotated[str, typer.Option(help="How two share them: 2v2, 1v3, heads-up.")] = "round",
    deals: Annotated[int | None, typer.Option(help="Packs, each in all seatings [1000].")] = None,
    matches: Annotated[int | None, typer.Option(help="Whole matches instead.")] = None,
    seed: Annotated[str, typer.Option(help="Makes all of it repeatable; or tuning:0.")] = "1",
    confirm: Annotated[
        bool, typer.Option("--confirm", help="Play on a seed kept for confirming: confirming:0.")
    ] = False,
    jobs: Annotated[int, typer.Option(help="Processes that play at the same time.")] = 1,
    apart: Apart = False,
    rules: Annotated[str | None, typer.Option(help="A preset and what differs.")] = None,
    out: Annotated[Path | None, typer.Option(help="A results file; one begun goes on.")] = None,
    replay: Annotated[Path | None, typer.Option(help="A results file to play again.")] = None,
    presets: Annotated[
        bool, typer.Option("--presets", help="A table of every preset (docs/arena.md).")
    ] = False,
    ladder: Annotated[bool, typer.Option("--ladder", help="A table of all levels.")] = False,
    cheats: Annotated[bool, typer.Option("--cheats", help="What each cheat is worth.")] = False,
    plot: Annotated[Path | None, typer.Option(help="Draw the ladder: .svg or .png.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Write the figures as JSON.")] = False,
) -> int:
    """Let computer players meet over duplicate deals, and say who is better."""
    from speto.arena.run import Asked, run

    asked = Asked(
        game=game,
        players=players,
        seats=seats,
        format=format,
        deals=deals,
        matches=matches,
        seed=seed,
        confirm=confirm,
        jobs=jobs,
        apart=apart,
        rules=rules,
        out=out,
        replay=replay,
        presets=presets,
        ladder=ladder,
        cheats=cheats,
        plot=plot,
        as_json=json,
    )
    return run(asked, shown_to_advance)


@app.command()
def bench(
    json: Annotated[bool, typer.Option("--json", help="Write the numbers as JSON.")] = False,
) -> None:
    """Measure the speed of rules and computer players."""
    from speto import bench as measured

    print(measured.as_json(measured.measure()) if json else measured.report(measured.measure()))


app.command()(serve)
app.command()(worker)
app.add_typer(admin)


def _give_up(problem: str, status: int = 2) -> NoReturn:
    with suppress(OSError):
        print("speto: " + plainly(problem), file=sys.stderr, flush=True)
    sys.exit(status)


def main() -> NoReturn:
    """Run the command line; every mistake becomes one line here."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started us
            # open until we end, so that no file of ours gets the number of a standard stream
            null = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(null, "r" if name == "stdin" else "w"))
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    note = speto.uncompiled_note()
    if note:
        print(note, file=sys.stderr)
    output = sys.stdout
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
    except SystemExit:
        if sys.stdout is not output:  # typer has put another there: the reader has gone
            sys.exit(PIPE_CLOSED)
        raise
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(PIPE_CLOSED)
    except OSError as problem:
        where = f"{problem.filename}: " if problem.filename else ""
        _give_up(f"{where}{problem.strerror or problem}")

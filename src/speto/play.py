"""The command `speto play`: a match here, or at a table server.

What must stay true: an option that has nothing to do with where is played is refused.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, get_args

import typer

from speto.switches import (
    Apart,
    Colors,
    Language,
    Letters,
    Plain,
    Which,
    one_of,
    screen_with,
    texts_in,
)


def play(
    game: Which = "dummy",
    seats: Annotated[
        int | None,
        typer.Option(help="Players, you among them: 2 to 4, in indian 2 to 6; 4 if left out."),
    ] = None,
    rules: Annotated[
        str | None, typer.Option(help="A preset and what differs: thai_classic,match_target=300.")
    ] = None,
    level: Annotated[str | None, typer.Option(help="The computer players, see below.")] = None,
    seed: Annotated[
        int | None, typer.Option(help="Makes cards, starter and computer players repeatable.")
    ] = None,
    warn: Annotated[
        str, typer.Option(help="Ask before discards: always, risky ones, or never.")
    ] = "risky",
    coach: Annotated[
        bool, typer.Option("--coach", help="A coach speaks before each of your moves.")
    ] = False,
    resume: Annotated[
        Path | None, typer.Option(help="Go on with the match of this file.", show_default=False)
    ] = None,
    new: Annotated[bool, typer.Option("--new", help="Do not ask about a match left.")] = False,
    server: Annotated[
        str | None, typer.Option(help="Play at this table server: host:port or ws://host/ws.")
    ] = None,
    join: Annotated[
        str | None, typer.Option(help="With --server: sit down at the table of this code.")
    ] = None,
    open_: Annotated[
        int, typer.Option("--open", min=0, help="With --server: so many seats are for friends.")
    ] = 0,
    clock: Annotated[
        str | None, typer.Option(help="With --server: none, calm, normal, fast or blitz.")
    ] = None,
    apart: Apart = False,
    lang: Language = None,
    colors: Colors = "four",
    ascii_: Letters = False,
    plain: Plain = False,
    records: Annotated[Path | None, typer.Option(help="Where the record is kept.")] = None,
) -> int:
    """Play a match against computer players, or with friends at a table server.

    \b
    Presets of --rules for dummy (speto rules dummy shows one in full):
      default       what the sources agree on; the match goes to 500
      thai_classic  no one-color knock, a stuffed speto costs nothing
      zh_online     a single deal, the head 50 on top, no last chance
    and for indian (speto rules indian):
      default       a single deal, just one card wild beside the jokers
      online        as at online rooms: a whole rank wild, no heaven hands
    Levels of --level, the weakest first; simple if left out:
      random        does anything that is legal: for a first try
      beginner      remembers little, and often picks the second best
      casual        remembers more, and wavers less
      simple        follows good advice, always the same way
      tuned         weighs cards by numbers learned from many deals
      sharp         plays guesses of the hidden cards to the end
      strong        the same with several times as many guesses
      master        the strongest: up to about a second a move
    simple and tuned are also there as open cheats, for who plays alone:
      tuned+top     sees the next card of the stock
      tuned+hands   sees your cards and all others
      tuned+both    sees all of that; a record says so too

    A match that was left is offered again where its record is kept (with the same --records),
    unless one of --seats, --rules, --level, --seed or --new is given. At a server your seat is
    kept: the same command offers to come back to it, also in the middle of a deal.
    """
    from speto.challenge import check_level, way_of
    from speto.games import game as find_game
    from speto.terminal.face import Warn
    from speto.terminal.game import Game, Setup, setup_of
    from speto.terminal.resume import offer, read_kept
    from speto.terminal.save import data_folder

    played = find_game(game)
    check_level(level or "simple")
    given = played.read_rules("default" if rules is None else rules)
    if seats is not None and seats not in played.SEATS:
        least, most = played.SEATS[0], played.SEATS[-1]
        raise typer.BadParameter(
            f"{game} is played by {least} to {most}, not by {seats}", param_hint="'--seats'"
        )
    if way_of(level) and (apart or open_ or join):
        raise typer.BadParameter(
            f"{level} sees cards: it plays in this process, and only against one person alone",
            param_hint="--apart, --open, --join",
        )
    warned = Warn(one_of(warn, "--warn", list(Warn)))
    folder = data_folder() if records is None else records
    fresh = new or (seats, rules, level, seed) != (None,) * 4
    if server is None and (join, open_, clock) != (None, 0, None):
        raise typer.BadParameter(
            "write --server too: seats for friends, codes and clocks are at a server",
            param_hint="--join, --open, --clock",
        )
    texts, screen = texts_in(lang), screen_with(colors, letters=ascii_, plain=plain)
    if server is not None:
        from speto.server.terms import ClockName
        from speto.terminal.visit import Visit, Wanted, read_place

        if seed is not None or resume is not None:
            raise typer.BadParameter(
                "cards at a server come from everybody, and it keeps the match itself",
                param_hint="--seed, --resume",
            )
        if apart:
            raise typer.BadParameter(
                "the computer players of a server are in processes of its own",
                param_hint="--apart",
            )
        if coach:
            raise typer.BadParameter(
                "a coach would be unfair to the others at a server", param_hint="--coach"
            )
        if open_ >= (seats or 4):
            raise typer.BadParameter(
                f"at most {(seats or 4) - 1} seats can be open, one is yours", param_hint="--open"
            )
        wanted = Wanted(
            place=read_place(server),
            game=game,
            rules=given,
            seats=seats or 4,
            level=level or "simple",
            open=open_,
            code=join,
            clock=None if clock is None else one_of(clock, "--clock", get_args(ClockName)),
            new=new,
            folder=folder,
            keys=data_folder().parent,
            warn=warned,
        )
        return Visit(wanted, screen, texts).run()
    kept = read_kept(resume) if resume else None
    if not kept and not fresh:
        kept = offer(folder, screen, texts, game)
    if kept and apart and way_of(kept.level):
        raise typer.BadParameter(f"{kept.level} sees cards, so not", param_hint="--apart")
    if kept:
        setup = setup_of(kept, folder, warned, coach=coach, apart=apart)
    else:
        setup = Setup(
            game=game,
            rules=given,
            seats=seats or 4,
            level=level or "simple",
            seed=seed,
            folder=folder,
            warn=warned,
            coach=coach,
            apart=apart,
        )
    Game(setup, screen, texts, kept).play()
    return 0

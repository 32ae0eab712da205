"""A match at the terminal: deals, computer players, the record.

What must stay true: this loop alone holds the `State`; the person and the computer players get
views, each player with a generator of its own that is not the one that deals. Only an open cheat is
shown more, and the person reads what.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from random import Random, SystemRandom
from secrets import token_hex
from typing import Any, Final

from speto import challenge
from speto.cards import Card
from speto.clause import Clause
from speto.games import Match, State, game
from speto.players import Player, player
from speto.players.apart import apart
from speto.players.played import CHANCE, tags_of
from speto.players.signature import drawn
from speto.record import Record, states
from speto.terminal.coach import Coach
from speto.terminal.face import Standing, Warn, names_of_computers
from speto.terminal.page import wrap
from speto.terminal.person import Undo
from speto.terminal.resume import LEVEL, SEED, Kept
from speto.terminal.save import Archive
from speto.terminal.screen import Left, Screen
from speto.terminal.sitting import Sitting, interrupted_by_hangup
from speto.texts import Catalogue

ME: Final = 0
"""The person's seat in the match."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What a match is played with; without a seed the cards come from the system's generator.

    `apart` says whether the computer player thinks in a process of its own.
    """

    game: str
    rules: Any
    seats: int
    level: str
    seed: int | None
    folder: Path
    warn: Warn = Warn.RISKY
    coach: bool = False
    apart: bool = False


def setup_of(
    kept: Kept, folder: Path, warn: Warn, *, coach: bool = False, apart: bool = False
) -> Setup:
    """What a kept match goes on with."""
    rules = kept.match.rules
    return Setup(
        game=kept.game,
        rules=rules,
        seats=kept.match.seats,
        level=kept.level,
        seed=kept.seed,
        folder=folder,
        warn=warn,
        coach=coach,
        apart=apart,
    )


class Dealer:
    """Deals a match: with a seed always the same, also when it goes on after some deals."""

    def __init__(self, name: str, seed: int | None, seats: int, n_dealt: int) -> None:
        self.pack = game(name).PACK
        self.seed = seed
        self.random = SystemRandom() if seed is None else Random(f"deal {seed}")
        self.first = self.random.randrange(seats)
        for _ in range(n_dealt if seed is not None else 0):
            self.shuffled()

    def shuffled(self) -> list[Card]:
        """The pack of the next deal."""
        pack = list(self.pack)
        self.random.shuffle(pack)
        return pack

    def chance(self, deal: int) -> str:
        """What the computer players of a deal draw their chance from: nothing of the pack."""
        if self.seed is None:
            return token_hex(16)
        return sha256(f"chance {self.seed} {deal}".encode()).hexdigest()[:32]


class Game(Sitting):
    """One match; seat 0 is the person's. With a kept one it goes on where that was left."""

    def __init__(
        self, setup: Setup, screen: Screen, texts: Catalogue, kept: Kept | None = None
    ) -> None:
        computers = names_of_computers(setup.game)[: setup.seats - 1]
        you = texts.text("ui.terminal.you")
        names = kept.names if kept else (you, *(f"{name} ({setup.level})" for name in computers))
        coach = Coach(screen, on=setup.coach)
        super().__init__(setup.game, setup.rules, names, ME, screen, texts, setup.warn, coach)
        self.setup = setup
        self.game = game(setup.game)
        self.levels = [None if seat == ME else setup.level for seat in range(setup.seats)]
        self.player: Player | None = None
        if not challenge.way_of(setup.level):
            self.player = apart(setup.level) if setup.apart else player(setup.level)
        self.signature = str(challenge.signed(setup.level, setup.game))
        self.archive = Archive(setup.folder, setup.game, datetime.now())
        self.played: list[State] = []
        self.seated: list[tuple[int, ...]] = []
        self.chosen: list[dict[int, str]] = []
        self.chances: list[str] = []
        self.running: State | None = None
        if kept:
            self.archive.path = kept.path
            self.played = list(kept.played)
            self.seated = list(kept.seated)
            self.chosen = [dict(chosen) for chosen in kept.chosen]
            self.chances = list(kept.chances)
            self.running = kept.running
        self.dealer = Dealer(setup.game, setup.seed, setup.seats, len(self.played))
        self.match = self.before = kept.match if kept else self.fresh_match()
        self.kept = ""
        self.saved = True

    def fresh_match(self) -> Match:
        """A match before its first deal; lots are drawn for who begins."""
        return self.game.begin(self.setup.rules, seats=self.setup.seats, starter=self.dealer.first)

    def play(self) -> None:
        """Play to the end of the match, or until the person leaves."""
        self.warn_of_size()
        ending = "left"
        with interrupted_by_hangup():
            try:
                while not self.match.over:
                    self.play_deal()
                    self.save()
                    note = self.challenge(self.levels) + ([] if self.saved else wrap(self.kept))
                    view = self.played[-1].view_for(self.me)
                    self.show_sheet(view, self.before, self.match, note)
                    self.offer_to_rejoin()
            except Left:
                pass
            except EOFError:
                ending = "input_ended"
                self.screen.show([""])  # the prompt's line has not ended
            except KeyboardInterrupt:
                self.screen.show([""])
            finally:
                self.save()
        self.screen.show(self.result() if self.match.over else self.farewell(ending))

    def play_deal(self) -> None:
        """One deal, to its end."""
        self.sit(self.match.playing)
        totals = self.match.totals
        standing = Standing(
            len(self.match.deals) + 1, tuple(totals[seat] for seat in self.match.playing)
        )
        state = self.running or self.deal()
        if not self.running:
            self.played.append(state)
            self.seated.append(self.match.playing)
            self.chosen.append({})
            self.chances.append("")
        self.chances[-1] = self.chances[-1] or self.dealer.chance(standing.deal)
        self.running = None
        view = states(state)[0].view_for(self.me)
        self.person.begin(self.beginning(state), view, standing.totals)
        while not state.over:
            state = self.after(state, standing)
            self.played[-1] = state
        self.before, self.match = self.match, self.match.after(state)

    def deal(self) -> State:
        """A fresh deal."""
        return self.game.start(
            self.setup.rules,
            self.dealer.shuffled(),
            seats=len(self.match.playing),
            starter=self.match.starter,
            direction=self.match.direction,
            totals=[self.match.totals[seat] for seat in self.match.playing],
        )

    def beginning(self, state: State) -> list[str]:
        """Who begins a deal, and why."""
        before = self.played[-2].view_for(None) if len(self.played) > 1 else None
        lines = self.person.face.beginning(state.view_for(self.me), before, self.match)
        return lines + self.challenge(self.levels)

    def after(self, state: State, standing: Standing) -> State:
        """The state after what the seat to act does, or before what it takes back."""
        seat = state.to_act
        assert seat is not None
        view = state.view_for(seat)
        if seat != self.me:
            self.chosen[-1][state.at] = self.signature
            if self.player is None:
                return state.apply(challenge.choose(self.setup.level, state))
            action = self.player.choose(view, Random(drawn(self.chances[-1], state.at)))
            return state.apply(action)

        def why_not(action: Any) -> Clause | None:
            return state.why_not(action, seat)

        may_undo = can_take_back(state)
        chosen = self.person.choose(view, standing, why_not, may_undo=may_undo)
        if chosen is Undo.LAST:
            assert may_undo and state.before
            return state.before
        return state.apply(chosen)

    def save(self) -> None:
        """Save the record of the match so far; `kept` says where, or why it could not be.

        A match of which no deal is over and in which the person has done nothing is not kept.
        """
        over = any(state.over for state in self.played)
        if not over and not any(map(self.has_acted, self.played, self.seated)):
            return
        records = [self.record(deal) for deal, state in enumerate(self.played) if state.at]
        try:
            path = self.archive.save(records)
        except OSError as problem:
            where = problem.filename or self.setup.folder
            reason = problem.strerror or str(problem)
            self.kept = self.table.ui("not_saved", where=where, reason=reason)
            self.saved = False
        else:
            self.kept = self.table.ui("saved", where=path)
            self.saved = True

    def record(self, deal: int) -> Record:
        """A deal of the match as it is kept: who its computer players are, and their chance."""
        seats, state = self.seated[deal], self.played[deal]
        tags: tuple[tuple[str, str], ...] = ((LEVEL, self.setup.level),)
        if self.setup.seed is not None:
            tags = ((SEED, str(self.setup.seed)), *tags)
        levels = [None if seat == ME else self.setup.level for seat in seats]
        tags += tags_of(levels, self.chosen[deal], state)
        if self.chances[deal]:
            tags += ((CHANCE, self.chances[deal]),)
        names = tuple(self.names[seat] for seat in seats)
        return Record(self.setup.game, names, state, tags)

    def offer_to_rejoin(self) -> None:
        """Who was put out may come back, if the person wants to.

        Computer players do not: as the last of all the next entry is seldom worth it.
        """
        if ME not in self.match.may_rejoin:
            return
        if self.wants_to_rejoin(self.match):
            self.match = self.match.rejoin(ME)

    def farewell(self, ending: str) -> list[str]:
        """How the match stands, how to see it again and how to go on."""
        lines = wrap(self.table.ui(ending))
        if not self.kept:
            return lines
        if self.match.deals:
            lines += self.standing(self.match)
        lines.append(self.kept)
        if self.saved:
            path = self.archive.path
            lines.append(self.table.ui("see_again", where=path))
            lines.append(self.table.ui("go_on", game=self.setup.game, where=path))
        return lines

    def result(self) -> list[str]:
        """Who has won the match, who pays what, and where the record is."""
        lines = [*self.person.face.result(self.match, self.table), self.kept]
        if self.saved:
            lines.append(self.table.ui("see_again", where=self.archive.path))
        return lines

    def has_acted(self, state: State, seats: Sequence[int]) -> bool:
        """Whether the person has done anything in a deal of these seats."""
        if ME not in seats:
            return False
        me = seats.index(ME)
        return any(before.to_act == me for before in states(state)[:-1])


def can_take_back(state: State) -> bool:
    """Whether the last action was of this turn and showed nothing hidden: no draw."""
    before = state.before
    if before is None or str(state.action).startswith("+"):
        return False
    return (before.to_act, before.turn) == (state.to_act, state.turn)

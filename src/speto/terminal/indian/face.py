"""Indian Rummy at the terminal: what the shared loop asks of the game."""

from __future__ import annotations

from collections.abc import Sequence

from speto.cards import Card
from speto.chain import Told
from speto.clause import Clause
from speto.indian import Action, Match, View
from speto.indian.clauses import PICK_1
from speto.indian.groups import arranged
from speto.indian.rules import Format
from speto.moment.indian import matters
from speto.terminal.answer import Ask, Choice, Own, Question, Unclear
from speto.terminal.face import Standing, Sure, Warn
from speto.terminal.indian import ending, hint
from speto.terminal.indian.choices import choices, draw_list, read_groups, understand, word
from speto.terminal.indian.hand import Grouped, Look, draw_own_hand, grouped
from speto.terminal.indian.moment import about
from speto.terminal.indian.naming import name
from speto.terminal.indian.news import deeds, laid, since_my_turn, tell
from speto.terminal.indian.offer import sure, told
from speto.terminal.indian.table import draw_pile, draw_table
from speto.terminal.page import wrap
from speto.terminal.screen import paragraphs
from speto.terminal.speech import Speech


class IndianFace:
    """The face of Indian Rummy; `look` and `warn` are as the person switched them.

    `opened` is the card that opened the pile of the running deal; `totals` are what the seats owed
    in the pool before it.
    """

    def __init__(self, speech: Speech, warn: Warn) -> None:
        self.speech = speech
        self.warn = warn
        self.look = Look()
        self.opened: Card | None = None
        self.totals: Sequence[int] = ()

    def begin(self, view: View, totals: Sequence[int] = ()) -> None:
        """A deal begins: the hand is grouped by itself until the person groups it."""
        self.look = Look(by_rank=self.look.by_rank)
        self.totals = totals if view.rules.format is Format.POOL else ()
        self.opened = view.pile[0] if view.pile and not view.log else None

    def choices(self, view: View) -> list[Choice]:
        """What may be done, numbered from 1; the cards to discard first."""
        return choices(view, self.speech, self.look, self._before(view))

    def _before(self, view: View) -> int | None:
        """What the seat that looks owed in the pool before this deal."""
        return self.totals[view.seat] if self.totals and view.seat is not None else None

    def understand(
        self, answer: str, view: View, found: Sequence[Choice]
    ) -> Action | Ask | Own | Clause | Question:
        """What an answer names."""
        return understand(answer, view, found, self.speech, self.look)

    def told(self, action: Action, view: View) -> str:
        """A legal action in plain words."""
        return told(action, view, self.speech, self._before(view))

    def word(self, action: Action, view: View) -> str:
        """How an action may be said."""
        return word(action, view, self.speech, self.look)

    def sure(self, action: Action, view: View) -> Sure | None:
        """Shows, drops and bad discards are asked about first."""
        own = self.look.own is not None
        before = self._before(view)
        return sure(action, view, self.speech, self.warn, own=own, before=before)

    def advice(self, view: View) -> Action:
        """What the player `simple` would do."""
        return hint.advice(view)

    def reason(self, action: Action, view: View) -> str:
        """Why a move is good, in one sentence."""
        return hint.reason(action, view, self.speech)

    def do(self, asked: Ask | Own, view: View) -> list[str]:
        """Group or sort the hand otherwise, or warn at other times."""
        if asked is Ask.WARN:
            self.warn = self.warn.next
            return wrap(self.speech.ui(f"indian.warn.{self.warn}"), hang=2)
        if isinstance(asked, Own):
            return self._group(asked.text, view)
        assert asked is Ask.ORDER
        self.look = self.look._replace(by_rank=not self.look.by_rank)
        order = "rank" if self.look.by_rank else "suit"
        return [self.speech.ui(f"indian.order.{order}"), *self._heard(view)]

    def _group(self, text: str, view: View) -> list[str]:
        if not text:
            self.look = self.look._replace(own=None)
            return [*wrap(self.speech.ui("indian.grouped.best"), hang=2), *self._heard(view)]
        try:
            own = read_groups(text, view, self.choices(view), self.speech, self.look)
        except Unclear as problem:
            return wrap(f"! {problem}", hang=2)
        before = grouped(view, self.look)
        self.look = self.look._replace(own=own)
        key = "own" if _set(grouped(view, self.look)) != _set(before) else "same"
        return [*wrap(self.speech.ui(f"indian.grouped.{key}"), hang=2), *self._heard(view)]

    def _heard(self, view: View) -> list[str]:
        """The hand anew, where nothing is drawn again."""
        return self.own_hand(view) if self.speech.plain else []

    def table(self, view: View, standing: Standing, *, close: bool = False) -> list[str]:
        """The whole table, the hand only for a seat; `close` where there is little room."""
        return draw_table(view, standing, self.speech, self.look, close=close)

    def middle(self, view: View) -> list[str]:
        """The open pile."""
        return draw_pile(view, self.speech)

    def own_hand(self, view: View) -> list[str]:
        """The hand of the seat that looks."""
        return draw_own_hand(view, self.speech, self.look)

    def open_hand(self, label: str, cards: Sequence[Card], view: View) -> list[str]:
        """A hand that lies open, grouped as it counts fewest points."""
        best = arranged(cards, view.wilds, view.rules)
        loose = [*best.loose, *([best.discard] if best.discard else [])]
        parts = [*(group.cards for group in best.groups), *([loose] if loose else [])]
        return wrap(f"{label} {laid(parts, (), view, self.speech)}", hang=4)

    def blocks(
        self, view: View, found: Sequence[Choice], *, close: bool = False
    ) -> list[list[str]]:
        """The list of what may be done, and which loose cards are dearest."""
        return draw_list(found, view, self.speech, self.look, close=close)

    def status(self, view: View) -> list[str]:
        """What binds this turn: a card that may not be taken, a hand to lay open."""
        if view.declaring:
            return wrap(self.speech.ui("indian.declaring"))
        if not view.taken and view.top and view.top_banned:
            card = name(view.top, view, self.speech)
            rule = self.speech.named(PICK_1)
            return wrap(self.speech.ui("indian.banned.take", card=card, rule=rule))
        return []

    def news(self, view: View) -> list[str]:
        """What was done since this seat's last turn."""
        return tell(since_my_turn(deeds(self.opened, view.log), view), view, self.speech)

    def log(self, view: View, since: int = 0, said: Sequence[Told] = ()) -> list[str]:
        """What was done in this deal, from so many actions on; `said` is a log that hides less."""
        return tell(deeds(self.opened, said or view.log)[since:], view, self.speech)

    def matters(self, view: View, refused: Clause | None) -> Sequence[Clause]:
        """The rules that matter to the seat now."""
        return matters(view, refused)

    def about(self, action: Action, view: View) -> Sequence[Clause]:
        """The rules of one legal move."""
        return about(action, view)

    def aim(self) -> list[str]:
        """What the game is about, in a few lines."""
        longer = "longer" if self.speech.rules.second_run_min > 3 else "any"
        return [*paragraphs(self.speech.ui(f"indian.help.aim.{longer}")), ""]

    def how(self) -> list[list[str]]:
        """How moves are said, and what else may be said."""
        keys = ["moves", "keys", *([] if self.speech.plain else ["marks"])]
        return [paragraphs(self.speech.ui(f"indian.help.{key}")) for key in keys]

    def beginning(self, view: View, before: View | None, match: Match) -> list[str]:
        """Who begins a deal, and why."""
        return ending.beginning(view, before, match, self.speech)

    def items(self, view: View) -> list[list[str]]:
        """A block for each seat: what it owes, then each of its entries with what brought it."""
        return ending.owed(view, self.speech, self.totals)

    def ending(self, view: View, deal: int) -> list[str]:
        """How a deal ended."""
        return ending.ending(view, deal, self.speech)

    def sheet(self, view: View, before: Match, after: Match, table: Speech) -> list[list[str]]:
        """What happened at last, the open hands, the totals, every line of the ledger."""
        return ending.sheet(view, self.news(view), before, after, self.speech, table)

    def standing(self, match: Match, table: Speech, scores: Sequence[int] = ()) -> list[str]:
        """How a match stands."""
        return ending.standing(match, table, scores)

    def result(self, match: Match, table: Speech) -> list[str]:
        """Who has won a match, how it stands, and who pays what."""
        return ending.result(match, table)


def _set(hand: Grouped) -> tuple[list[list[Card]], list[Card]]:
    """What stands together in a hand, in whatever order."""
    return sorted(sorted(group.cards) for group in hand.groups), sorted(hand.loose)

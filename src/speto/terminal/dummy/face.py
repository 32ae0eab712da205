"""Thai Dummy at the terminal: what the shared loop asks of the game."""

from __future__ import annotations

from collections.abc import Sequence

from speto.cards import Card
from speto.chain import Told
from speto.clause import Clause
from speto.dummy import Action, View
from speto.dummy.actions import Discard, Knock, LayOff, Meld, PickUp, PickUpToLayOff
from speto.dummy.clauses import BORN_3, NEXT_1, NEXT_2
from speto.games import Match
from speto.moment.dummy import matters
from speto.terminal.answer import Ask, Choice, Own, Question
from speto.terminal.dummy import hint
from speto.terminal.dummy.choices import choices, draw_list, understand
from speto.terminal.dummy.moment import about, holds_a_meld
from speto.terminal.dummy.news import ENDS, deeds, since_my_turn, tell
from speto.terminal.dummy.offer import FEW, asked_about, kept, risk_lines, told, warning
from speto.terminal.dummy.table import Look, draw_hand, draw_own_hand, draw_row, draw_table
from speto.terminal.dummy.worth import points_for
from speto.terminal.face import Standing, Sure, Warn
from speto.terminal.page import wrap
from speto.terminal.screen import paragraphs
from speto.terminal.sheet import items, signed, standing_lines, totals
from speto.terminal.speech import Speech


class DummyFace:
    """The face of Thai Dummy; `by_rank` and `warn` are as the person switched them."""

    def __init__(self, speech: Speech, warn: Warn) -> None:
        self.speech = speech
        self.warn = warn
        self.by_rank = False

    @property
    def look(self) -> Look:
        """How the hand is shown."""
        return Look(self.by_rank, self.warn is not Warn.NEVER)

    def begin(self, view: View, totals: Sequence[int] = ()) -> None:
        """Nothing belongs to one deal."""

    def choices(self, view: View) -> list[Choice]:
        """Every legal action, numbered from 1; the cards to discard first."""
        return choices(view, self.speech, self.look)

    def understand(
        self, answer: str, view: View, found: Sequence[Choice]
    ) -> Action | Ask | Clause | Question:
        """What an answer names."""
        return understand(answer, view, found, self.speech)

    def told(self, action: Action, view: View) -> str:
        """A legal action in plain words."""
        return told(action, view, self.speech, self.look)

    def word(self, action: Action, view: View) -> str:
        """How an action may be said."""
        return self.speech.word(action)

    def sure(self, action: Action, view: View) -> Sure | None:
        """What costs points, brings many cards or ends the deal is asked about first."""
        match action:
            case Discard(card) if asked_about(card, view, self.warn):
                question = self.speech.ui("prompt.discard", card=self.speech.card(card))
                return Sure(warning(card, view, self.speech), question)
            case Knock(card):
                points = signed(points_for(view, action))
                text = self.speech.ui("knocking", card=self.speech.card(card), points=points)
                return Sure(wrap(text), self.speech.ui("prompt.knock"))
            case PickUp() | PickUpToLayOff():
                return self._sure_of_pick_up(action, view)
            case _:
                return None

    def _sure_of_pick_up(self, action: PickUp | PickUpToLayOff, view: View) -> Sure | None:
        preview = view.previews[str(action)]
        if len(kept(preview)) <= FEW:
            return None
        lines = paragraphs(
            self.speech.ui(
                "preview.knock" if preview.knocks else "preview.plain",
                lays=self.speech.cards(preview.lays),
                kept=self.speech.cards(kept(preview)),
                left=preview.left,
                points=signed(points_for(view, action)),
            )
        )
        return Sure(lines, self.speech.ui("prompt.pick_up"))

    def advice(self, view: View) -> Action:
        """What the player `simple` would do."""
        return hint.advice(view)

    def reason(self, action: Action, view: View) -> str:
        """Why a move is good, in one sentence."""
        return hint.reason(action, view, self.speech)

    def do(self, asked: Ask | Own, view: View) -> list[str]:
        """Sort the hand otherwise, or warn at other times."""
        if asked is Ask.WARN:
            self.warn = self.warn.next
            return wrap(self.speech.ui(f"warn.{self.warn}"), hang=2)
        assert asked is Ask.ORDER
        self.by_rank = not self.by_rank
        return [self.speech.ui("order.rank" if self.by_rank else "order.suit")]

    def table(self, view: View, standing: Standing, *, close: bool = False) -> list[str]:
        """The whole table; the hand only for a seat."""
        return draw_table(view, standing, self.speech, self.look)

    def middle(self, view: View) -> list[str]:
        """The row."""
        return draw_row(view, self.speech)

    def own_hand(self, view: View) -> list[str]:
        """The hand of the seat that looks."""
        return draw_own_hand(view, self.speech, self.look)

    def open_hand(self, label: str, cards: Sequence[Card], view: View) -> list[str]:
        """A hand that lies open, suit by suit."""
        return draw_hand(label, cards, self.speech)

    def blocks(
        self, view: View, found: Sequence[Choice], *, close: bool = False
    ) -> list[list[str]]:
        """The list, with the risks of the cards that may be discarded."""
        blocks = draw_list(found, self.speech, close=close)
        if self.look.risks and any(isinstance(choice.action, Discard) for choice in found):
            blocks += [[line] for line in risk_lines(view, self.speech)]
        return blocks

    def status(self, view: View) -> list[str]:
        """What binds or favors this turn, if anything does."""
        assert view.seat is not None
        if view.must_knock and len(view.hand) > 1:
            return wrap(self.speech.ui("must_knock"))
        if view.last_chance and not view.taken:
            return wrap(self.speech.ui("last_chance"))
        if view.can_knock and len(view.hand) > 1:
            return wrap(self.speech.ui("can_knock"))
        lays = any(isinstance(action, Meld | LayOff) for action in view.legal)
        if view.taken and not view.born[view.seat] and not lays and holds_a_meld(view.hand):
            return wrap(self.speech.named(BORN_3))
        return []

    def news(self, view: View) -> list[str]:
        """What was done since this seat's last turn."""
        return tell(since_my_turn(view), view, self.speech)

    def log(self, view: View, since: int = 0, said: Sequence[Told] = ()) -> list[str]:
        """What was done in this deal, from so many actions on; `said` is a log that hides less."""
        return tell(deeds(view.head, said or view.log)[since:], view, self.speech)

    def matters(self, view: View, refused: Clause | None) -> Sequence[Clause]:
        """The rules that matter to the seat now."""
        return matters(view, refused)

    def about(self, action: Action, view: View) -> Sequence[Clause]:
        """The rules of one legal move."""
        return about(action, view)

    def aim(self) -> list[str]:
        """Help begins with the rules that matter."""
        return []

    def how(self) -> list[list[str]]:
        """How moves are said, and what else may be said."""
        return [
            paragraphs(self.speech.ui("help.moves")),
            paragraphs(self.speech.ui("help.keys")),
        ]

    def beginning(self, view: View, before: View | None, match: Match) -> list[str]:
        """Who begins a deal, and why."""
        starter = view.sight.seen.starter
        you = "you" if starter == view.seat else "other"
        name = self.speech.name(starter)
        if before is None:
            return wrap(self.speech.ui(f"begins.lot.{you}", name=name))
        clause = NEXT_2 if before.knocker is None else NEXT_1
        rule = self.speech.named(clause)
        return wrap(self.speech.ui(f"begins.rule.{you}", name=name, rule=rule))

    def items(self, view: View) -> list[list[str]]:
        """A block for each seat: its points, then each of its entries with what brought it."""
        return items(view, self.speech, ENDS)

    def ending(self, view: View, deal: int) -> list[str]:
        """How a deal ended."""
        if view.knocker is None:
            return wrap(self.speech.ui("sheet.stock", deal=deal))
        if view.knocker == view.seat:
            return wrap(self.speech.ui("sheet.knock.you", deal=deal))
        name = self.speech.name(view.knocker)
        return wrap(self.speech.ui("sheet.knock.other", deal=deal, name=name))

    def sheet(self, view: View, before: Match, after: Match, table: Speech) -> list[list[str]]:
        """What happened at last, the totals, and every line of the ledger."""
        return [
            self.news(view),
            ["", *totals(view, before.totals, self.speech), ""],
            *self.items(view),
        ]

    def standing(self, match: Match, table: Speech, scores: Sequence[int] = ()) -> list[str]:
        """The totals of the match, the best first."""
        scores = scores or (0,) * match.seats
        return _ranked([a + b for a, b in zip(match.totals, scores, strict=True)], table)

    def result(self, match: Match, table: Speech) -> list[str]:
        """Who has won the match, and who pays what."""
        winners = match.winners
        names = table.listed([table.name(seat) for seat in winners])
        one = "you" if winners == (table.mine,) else "other"
        key = f"result.winner.{one}" if len(winners) == 1 else "result.winners"
        lines = ["", *wrap(table.ui(key, names=names)), *_ranked(match.totals, table)]
        if rule := match.settled_by:
            lines += wrap(table.ui("result.settlement", rule=table.named(rule)))
            lines += _ranked(match.settlement(), table)
        return lines


def _ranked(points: Sequence[int], table: Speech) -> list[str]:
    """Points of each seat, the most first."""
    names = map(table.name, range(len(points)))
    return standing_lines(zip(points, names, strict=True), table)

"""A second, slow Indian Rummy for the tests, written from the rules and not from the engine."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256
from random import Random
from typing import NamedTuple

from tests.indian_hand_oracle import (
    DEALT,
    JOKER,
    Options,
    Verdict,
    best_verdict,
    card_order,
    in_order,
    is_show,
    judge,
    may_count,
    show_cards,
    value,
    wilds_of,
    with_defaults,
)

Entry = tuple[int, int, str, tuple[str, ...], int]  # seat, points, code, cards, action

# Words


class Word(NamedTuple):
    kind: str
    card: str = ""  # drawn, discarded or finishing
    groups: tuple[tuple[str, ...], ...] = ()


ONE = r"(?:[2-9tjqka][cdhs]|\*\*)"
SHAPES = {
    "draw": re.compile(rf"\+(?P<card>{ONE}?)"),
    "take": re.compile(r"\^"),
    "discard": re.compile(rf"-(?P<card>{ONE})"),
    "show": re.compile(rf"!(?P<groups>(?:{ONE})+(?:/(?:{ONE})+)*)(?:-(?P<card>{ONE}))?"),
    "drop": re.compile(r"x"),
    "miss": re.compile(r"~"),
}


def read_cards(text: str) -> tuple[str, ...]:
    pairs = (text[at : at + 2] for at in range(0, len(text), 2))
    return tuple(pair[0].upper() + pair[1].lower() for pair in pairs)


def read_word(text: str) -> Word | None:
    for what, shape in SHAPES.items():
        if match := shape.fullmatch(text.lower()):
            parts = match.groupdict()
            card, groups = parts.get("card") or "", (parts.get("groups") or "").split("/")
            return Word(what, "".join(read_cards(card)), tuple(map(read_cards, groups)))
    return None


def _low_ace_first(part: tuple[str, ...]) -> tuple[str, ...]:
    suits = {card[1] for card in part if card != JOKER}
    ranks = {card[0] for card in part}
    if len(suits) == 1 and "A" in ranks and ranks & {"2", "3"} and not ranks & {"Q", "K"}:
        at = [card[0] for card in part].index("A")
        return (part[at], *part[:at], *part[at + 1 :])
    return part


def canonical(word: str) -> str:
    """A Show as a record writes it: what is too short for a group stands behind, two by two."""
    asked = read_word(word)
    assert asked is not None and asked.kind == "show"
    parts = sorted(
        (in_order(group) for group in asked.groups if len(group) > 2),
        key=lambda part: [card_order(card) for card in part],
    )
    loose = in_order(card for group in asked.groups if len(group) < 3 for card in group)
    parts = [_low_ace_first(part) for part in parts]
    parts += [loose[at : at + 2] for at in range(0, len(loose), 2)]
    finish = f"-{asked.card}" if asked.card else ""
    return "!" + "/".join(map("".join, parts)) + finish


# The deal


class OracleDeal:
    """One deal from the pack to the settlement."""

    def __init__(
        self, options: Options, pack: Sequence[str], *, seats: int, starter: int, direction: int
    ) -> None:
        self.options = with_defaults(options)
        self.seats, self.starter, self.direction = seats, starter, direction
        self.pack = tuple(pack)
        self.stock = list(pack)
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        for place in range(DEALT * seats):  # I-MORE-19
            self.hands[(starter + direction * place) % seats].append(self.stock.pop(0))
        self.pile = [self.stock.pop(0)]  # the oldest first
        self.cut = self.stock.pop()
        self.wilds = wilds_of(self.cut, self.options)
        self.out: set[int] = set()
        self.shown: dict[int, tuple[str, ...]] = {}
        self.ledger: list[Entry] = []
        self.scores = [0] * seats
        self.winners: tuple[int, ...] = ()
        self.ended = ""  # how: show, heaven, last_one, points, void
        self.shower: int | None = None
        self.actions = 0
        self.turn = 0
        self.turns_ended = [0] * seats
        self.acted = [False] * seats  # of their own will
        self.misses = [0] * seats
        self.reshuffles = 0
        self.to_act: int | None = starter
        self.phase = "TAKE"
        self.drew = ""
        self.took = ""
        self.waiting: list[int] = []  # for the declarations of these
        self.groups: dict[int, tuple[tuple[str, ...], ...]] = {}  # and what they said

    @property
    def over(self) -> bool:
        return self.phase == "OVER"

    def seats_in(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat not in self.out]

    # Refusals, in the order of the conventions

    def why_not(self, word: str, seat: int | None = None) -> str | None:
        asked = read_word(word)
        if asked is None:
            return "T-WORD"
        if self.to_act is None:
            return "T-OVER"
        if seat is not None and seat != self.to_act:
            return "T-TURN"
        tests = (self._refused_by_phase, self._refused_by_holding, self._refused_by_ban)
        return next((code for test in tests if (code := test(asked, self.to_act))), None)

    def _refused_by_phase(self, asked: Word, seat: int) -> str | None:
        before_drawing_show = asked.kind == "show" and not asked.card
        if asked.kind == "miss":
            return None
        if self.phase == "DECLARE":
            return None if before_drawing_show else "I-SHOW-6"
        if self.phase == "ACT":
            if asked.kind in ("draw", "take"):
                return "I-TURN-1"
            if asked.kind == "drop":
                return "I-DROP-2"
            return "I-SHOW-2" if before_drawing_show else None
        if before_drawing_show:
            if not self.options["heaven"]:
                return "I-MORE-17"
            return "I-HEAVEN-2" if self.turns_ended[seat] else None
        return "I-TURN-1" if asked.kind in ("discard", "show") else None

    def _refused_by_holding(self, asked: Word, seat: int) -> str | None:
        if asked.kind == "discard":
            return "T-HOLD" if asked.card not in self.hands[seat] else None
        if asked.kind == "show":
            named = [card for group in asked.groups for card in group]
            named += [asked.card] if asked.card else []
            return "T-HOLD" if Counter(named) != Counter(self.hands[seat]) else None
        return None

    def _refused_by_ban(self, asked: Word, seat: int) -> str | None:
        if asked.kind == "take" and value(self.pile[-1], self.wilds) == 0:
            how = self.options["wild_pick"]
            allowed = how == "free" or (how == "first_turn_only" and self.turn == 0)
            return None if allowed else "I-PICK-1"
        if asked.kind == "discard" and not self._may_discard(asked.card, seat):
            return "I-TURN-2"
        return None

    def _may_discard(self, card: str, seat: int) -> bool:
        """I-TURN-2, I-MORE-6."""
        held_before = self.hands[seat].count(card) > 1
        return card != self.took or held_before or bool(self.options["may_discard_taken"])

    def legal_words(self) -> set[str]:
        """All that the rules propose, but for Shows."""
        if self.to_act is None:
            return set()
        words = {"+", "^", "x", *(f"-{card}" for card in self.hands[self.to_act])}
        return {word for word in words if self.why_not(word) is None}

    def show_cards(self) -> set[str]:
        """The finishing cards that leave the seat to act a valid Show."""
        if self.to_act is None or self.phase != "ACT":
            return set()
        return show_cards(self.hands[self.to_act], self.wilds, self.options)

    def heaven(self) -> bool:
        """Whether the seat to act has a heaven hand to show (I-HEAVEN-1, I-HEAVEN-2)."""
        if self.to_act is None or self.phase != "TAKE" or self.turns_ended[self.to_act]:
            return False
        hand = self.hands[self.to_act]
        return bool(self.options["heaven"]) and is_show(hand, self.wilds, self.options)

    # What a word does

    def say(self, word: str) -> None:
        code = self.why_not(word)
        asked = read_word(word)
        if code is not None or asked is None or self.to_act is None:
            raise ValueError(code)
        seat = self.to_act
        if self.phase == "DECLARE":
            self._declare(asked, seat)
        elif asked.kind == "miss":
            self._miss(seat)
        else:
            self.acted[seat] = True
            self.misses[seat] = 0
            if asked.kind == "draw":
                self._draw(seat)
            elif asked.kind == "take":
                self.took = self.pile.pop()
                self.hands[seat].append(self.took)
                self.phase = "ACT"
            elif asked.kind == "discard":
                self._discard(asked.card, seat)
            elif asked.kind == "drop":
                self._drop(seat, first=not self.turns_ended[seat])
            else:
                self._show(asked, seat)
        self.actions += 1

    def _enter(self, seat: int, amount: int, code: str, cards: Iterable[str] = ()) -> None:
        if amount:
            self.ledger.append((seat, amount, code, in_order(cards), self.actions))
            self.scores[seat] += amount

    def _draw(self, seat: int) -> None:
        self.drew = self.stock.pop(0)
        self.hands[seat].append(self.drew)
        self.phase = "ACT"

    def _discard(self, card: str, seat: int) -> None:
        self.hands[seat].remove(card)
        self.pile.append(card)
        self._end_turn(seat)

    def _drop(self, seat: int, *, first: bool) -> None:
        """I-DROP-1, I-DROP-2."""
        name, code = ("first_drop", "I-DROP-1") if first else ("middle_drop", "I-DROP-2")
        self._enter(seat, int(self.options[name]), code)
        self.out.add(seat)
        self._end_turn(seat)

    def _miss(self, seat: int) -> None:
        """I-MISS-1, I-MORE-20."""
        self.misses[seat] += 1
        if self.phase == "TAKE":
            if self.misses[seat] >= int(self.options["missed_turns"]):
                self._drop(seat, first=not self.acted[seat])
                return
            self._draw(seat)
        allowed = [card for card in in_order(self.hands[seat]) if self._may_discard(card, seat)]
        self._discard(self.drew or allowed[0], seat)

    def _show(self, asked: Word, seat: int) -> None:
        """I-SHOW-1 to I-SHOW-5, I-HEAVEN-1, I-MORE-1."""
        if asked.card:
            self.hands[seat].remove(asked.card)
        hand = self.hands[seat]
        self.shown[seat] = in_order(hand)
        valid = is_show(hand, self.wilds, self.options)
        if self.options["show_check"] == "declared":
            valid = judge(asked.groups, hand, self.wilds, self.options).show
        if not valid:
            self._enter(seat, int(self.options["wrong_show"]), "I-SHOW-3")
            self.out.add(seat)
            if asked.card:
                self.pile.append(asked.card)
            self._end_turn(seat)
            return
        self.shower = seat
        if asked.card:
            self._ask_or_settle(seat)
            return
        for other in self.seats_in():
            if other != seat:
                self._enter(other, int(self.options["heaven"]), "I-HEAVEN-1")
        self._end((seat,), "heaven")

    def _end_turn(self, seat: int) -> None:
        self.turns_ended[seat] += 1
        self.turn += 1
        self.drew = self.took = ""
        seats_in = self.seats_in()
        if len(seats_in) == 1:  # I-DROP-3, I-SHOW-4
            self._end((seats_in[0],), "last_one")
            return
        if self.turn >= int(self.options["max_turns"]):  # I-MORE-23
            self._settle()
            return
        if not self.stock:  # I-END-2, I-MORE-4
            if self.options["on_exhaust"] == "void":
                for each in range(self.seats):
                    self._enter(each, -self.scores[each], "I-MORE-22")
                self._end((), "void")
                return
            if self.options["on_exhaust"] == "settle" or len(self.pile) == 1:
                self._settle()
                return
            self._reshuffle()
        self.to_act = next(each for each in self._after(seat) if each not in self.out)
        self.phase = "TAKE"

    def _after(self, seat: int) -> list[int]:
        """All seats in turn order, this one last."""
        return [(seat + self.direction * n) % self.seats for n in range(1, self.seats + 1)]

    def _reshuffle(self) -> None:
        """I-MORE-5, and section 0.1 to the letter."""
        self.reshuffles += 1
        cards = list(self.pack)
        text = "speto reshuffle" + "".join(self.pack)
        Random(int.from_bytes(sha256(text.encode()).digest(), "big")).shuffle(cards)
        left = self.reshuffles % len(cards)
        old = self.pile[:-1]
        self.pile = self.pile[-1:]
        for card in cards[left:] + cards[:left]:
            if card in old:
                old.remove(card)
                self.stock.append(card)

    # The settlement

    def _ask_or_settle(self, seat: int) -> None:
        """I-SHOW-6, I-MORE-31: only after a Show may the others say their arrangements."""
        if self.options["score_arrangement"] == "best":
            self._settle()
            return
        self.ended, self.phase = "show", "DECLARE"
        self.waiting = [each for each in self._after(seat) if each not in {seat, *self.out}]
        self.to_act = self.waiting[0]

    def _declare(self, asked: Word, seat: int) -> None:
        if asked.kind == "show":
            self.groups[seat] = asked.groups
        self.waiting.remove(seat)
        if self.waiting:
            self.to_act = self.waiting[0]
        else:
            self._settle()

    def _verdict(self, seat: int) -> Verdict:
        """Of what the seat has said, or else of its best arrangement."""
        hand, wilds = self.hands[seat], self.wilds
        if seat in self.groups:
            return judge(self.groups[seat], hand, wilds, self.options)
        return best_verdict(hand, wilds, self.options)

    def _settle(self) -> None:
        """I-CAP-1, I-END-2, I-MORE-25."""
        codes = {"NO_PURE": "I-SCORE-1", "ONE_PURE": "I-SCORE-2", "COMPLETE": "I-SCORE-3"}
        verdicts = {seat: self._verdict(seat) for seat in self.seats_in() if seat != self.shower}
        for seat, verdict in verdicts.items():
            self._enter(seat, verdict.sum, codes[verdict.stage], verdict.counted)
            self._enter(seat, verdict.points - verdict.sum, "I-CAP-1")
        if self.shower is not None:  # I-TIE-1
            self._end((self.shower,), "show")
            return
        fewest = min(verdict.points for verdict in verdicts.values())  # I-TIE-2
        winners = [seat for seat, verdict in verdicts.items() if verdict.points == fewest]
        for seat in winners:
            self._enter(seat, -fewest, "I-END-2")
        self._end(tuple(winners), "points")

    def _end(self, winners: tuple[int, ...], how: str) -> None:
        self.winners, self.ended = winners, how
        self.phase, self.to_act = "OVER", None

    def agrees(self, ledger: Sequence[Entry]) -> bool:
        """Whether this is the same ledger, or one with another of the best arrangements."""
        if len(ledger) != len(self.ledger):
            return False
        for ours, theirs in zip(self.ledger, ledger, strict=True):
            seat, _, code, cards, _ = theirs
            if (ours[:3], ours[4]) != (theirs[:3], theirs[4]):
                return False
            hand, groups = self.hands[seat], self.groups.get(seat)
            if cards != ours[3] and not (
                code in ("I-SCORE-2", "I-SCORE-3")
                and may_count(cards, hand, self.wilds, self.options, groups)
            ):
                return False
        return True

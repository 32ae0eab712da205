"""The position notation: any moment of a deal as one line of text, read and written.

    rules=default seats=3 direction=1 starter=0 turn=4 act=1 phase=drew:6s cut=Jc pile=2c9h
    hands=2c3c…/…/… known=-/9h/- stock=6s… out=- open=- began=012 acted=012 missed=0,0,0
    scores=0,0,0

`phase` is take, drew:6s, took:9h, declare or over. `out`, `open`, `began` and
`acted` name seats: out of the deal; hand lies open; has ended a turn; has acted of its own will.
What must stay true: a position that was read is written the same way, and plays on the same way.
Left out when read: `known`, `out`, `open`, `acted` (none), `began` (those that sat before the seat
to act, all after a round), `missed`, `scores` (zeros), `stock` (all cards named nowhere,
ascending), `reshuffles` (0), `pack` (the cards in the order of the position).
"""

from __future__ import annotations

import re
from typing import Final

from speto.cards import JOKER, Card, ParseError, parse_cards, shown, write_cards
from speto.indian import codes
from speto.indian.actions import WHOLE_PACK, card_of, code_of, hand_cards, in_order, masks_of
from speto.indian.deal import Deal, House, hand_size, wild_of
from speto.indian.rules import SEATS, OnExhaust, Rules, read_rules

KEYS: Final = (
    *("rules", "seats", "direction", "starter", "turn", "act", "phase", "cut", "pile", "hands"),
    *("known", "stock", "out", "open", "began", "acted", "missed", "scores", "reshuffles"),
    *("shower", "asked", "counts", "pack"),
)
NEEDED: Final = ("act", "cut", "hands", "pile")
WHOLE: Final = re.compile(r"-?[0-9]{1,9}")
COUNT: Final = re.compile(r"(\d):(\d):(\d{1,3}):(.+)")


def _write(cards: tuple[Card, ...]) -> str:
    return write_cards(cards) or "-"


def _seats(mask: int) -> str:
    return "".join(str(seat) for seat in range(SEATS[-1]) if mask >> seat & 1) or "-"


def _write_phase(deal: Deal) -> str:
    match deal.phase:
        case codes.ACT:
            how = "drew" if deal.took == codes.DREW else "took"
            return f"{how}:{card_of(deal.taken)}"
        case codes.DECLARE:
            return "declare"
        case codes.OVER:
            return "over"
        case _:
            return "take"


def write_position(rules: Rules, deal: Deal) -> str:
    """The position notation of a deal; `over` deals can be written but not read."""
    fields = {
        "rules": str(rules),
        "seats": str(deal.seats),
        "direction": str(deal.direction),
        "starter": str(deal.starter),
        "turn": str(deal.turn),
        "act": str(deal.to_act),
        "phase": _write_phase(deal),
        "cut": str(card_of(deal.cut)),
        "pile": _write(tuple(map(card_of, deal.piled()))),
        "hands": "/".join(_write(hand_cards(*hand)) for hand in deal.hands()),
        "known": "/".join(_write(hand_cards(*hand)) for hand in deal.knowns()),
        "stock": _write(tuple(map(card_of, deal.stock_left()))),
        "out": _seats(deal.out),
        "open": _seats(deal.opened),
        "began": _seats(deal.began),
        "acted": _seats(deal.acted),
        "missed": ",".join(map(str, deal.misses())),
        "scores": ",".join(map(str, deal.scores())),
    }
    if deal.phase in (codes.DECLARE, codes.OVER):
        fields["asked"] = _seats(deal.asked)
        if deal.shower >= 0:
            fields["shower"] = str(deal.shower)
        counts = (
            f"{seat}:{stage}:{points}:{_write(hand_cards(one, two, 0))}"
            for seat, (stage, points, one, two) in enumerate(deal.counts())
            if (deal.asked & deal.opened) >> seat & 1
        )
        fields["counts"] = ",".join(counts) or "-"
    if rules.on_exhaust is OnExhaust.RESHUFFLE:
        fields["reshuffles"] = str(deal.reshuffles)
        fields["pack"] = write_cards(map(card_of, deal.dealt()))
    return " ".join(f"{key}={value}" for key, value in fields.items())


def _split(text: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        if key not in KEYS or not equals or not value:
            raise ParseError(f"{shown(word)} is no part of a position; there are {', '.join(KEYS)}")
        if key in fields:
            raise ParseError(f"{key} is given twice; write it once")
        fields[key] = value
    for key in NEEDED:
        if key not in fields:
            raise ParseError(f"{key}= is missing from the position")
    return fields


def _cards(key: str, text: str) -> tuple[Card, ...]:
    try:
        return parse_cards("" if text == "-" else text)
    except ParseError as problem:
        raise problem.within(key) from None


def _hand(key: str, text: str) -> tuple[int, int, int]:
    try:
        return masks_of(_cards(key, text))
    except ParseError as problem:
        raise ParseError(f"{key}: {problem}") from None


def _one_card(key: str, text: str) -> Card:
    cards = _cards(key, text)
    if len(cards) != 1:
        raise ParseError(f"{key}: {shown(text)} is not one card")
    return cards[0]


def read_position(text: str) -> tuple[Rules, Deal]:
    """Read the position notation into its rules and a deal.

    :raises ParseError: at the first thing that is not so or cannot be, with what would be right.
    :raises RulesError: if the rules are none.
    """
    return _Reader(_split(text)).read()


class _Reader:
    """Fills a deal from the fields of a position and sees that each card lies in one place."""

    def __init__(self, fields: dict[str, str]) -> None:
        self.fields = fields
        self.rules = read_rules(fields.get("rules", "default"))
        self.deal = Deal(House(self.rules))
        self.left = list(WHOLE_PACK)
        self.placed: list[Card] = []

    def read(self) -> tuple[Rules, Deal]:
        deal = self.deal
        hands = self.fields["hands"].split("/")
        deal.seats = self.number("seats", str(len(hands)), SEATS[0], SEATS[-1])
        deal.direction = self.number("direction", "1", -1, 1)
        if not deal.direction:
            raise ParseError("direction: write 1 for seat order, or -1 for the other way round")
        deal.to_act = self.number("act", "0", 0, deal.seats - 1)
        deal.turn = self.number("turn", "0", 0, self.rules.max_turns - 1)
        first = (deal.to_act - deal.direction * deal.turn) % deal.seats
        deal.starter = self.number("starter", str(first), 0, deal.seats - 1)
        deal.reshuffles = self.number("reshuffles", "0", 0, 1000)
        self.read_seats()
        self.read_phase(*self.fields.get("phase", "take").partition(":")[::2])
        self.read_hands(hands)
        self.read_rest()
        self.read_points()
        return self.rules, deal

    def number(self, key: str, default: str, low: int, high: int) -> int:
        return self.whole(key, self.fields.get(key, default), low, high)

    def whole(self, key: str, text: str, low: int, high: int) -> int:
        if WHOLE.fullmatch(text) and low <= int(text) <= high:
            return int(text)
        raise ParseError(f"{key}: {shown(text)} is not right; write a number from {low} to {high}")

    def put(self, cards: tuple[Card, ...], where: str) -> None:
        for card in cards:
            if card not in self.left:
                raise ParseError(f"{where}: {card} is there more often than in the two packs")
            self.left.remove(card)
            self.placed.append(card)

    def seats_of(self, key: str, default: str = "-") -> int:
        text = self.fields.get(key, default)
        mask = 0
        for digit in "" if text == "-" else text:
            mask |= 1 << self.whole(f"{key} (a seat)", digit, 0, self.deal.seats - 1)
        return mask

    def read_seats(self) -> None:
        deal = self.deal
        order = [(deal.starter + deal.direction * n) % deal.seats for n in range(deal.seats)]
        before = order if deal.turn >= deal.seats else order[: deal.turn]
        deal.began = self.seats_of("began", "".join(map(str, before)) or "-")
        deal.out = self.seats_of("out")
        deal.opened = self.seats_of("open")
        deal.acted = self.seats_of("acted")
        if deal.out >> deal.to_act & 1:
            raise ParseError(f"out: seat {deal.to_act} is to act, so it is still in")
        if deal.seats - deal.out.bit_count() < 2:
            raise ParseError("out: at least two seats are still in before the deal is over")

    def read_phase(self, phase: str, detail: str) -> None:
        deal = self.deal
        match phase, detail:
            case "take", "":
                deal.phase = codes.TAKE
            case (("drew" | "took"), _) if detail:
                deal.phase = codes.ACT
                deal.took = codes.DREW if phase == "drew" else codes.TOOK
                deal.taken = code_of(_one_card("phase", detail))
            case "declare", "":
                deal.phase = codes.DECLARE
                deal.ended = codes.BY_SHOW
                deal.asked = self.seats_of("asked")
                deal.shower = self.number("shower", "-", 0, deal.seats - 1)
                deal.won = 1 << deal.shower
                if not (deal.asked & ~deal.opened) >> deal.to_act & 1:
                    raise ParseError(f"asked: seat {deal.to_act} must have been asked to declare")
            case _:
                raise ParseError(
                    f"phase: {shown(phase)} is not right; write take, drew:6s, took:9h or declare"
                )

    def read_hands(self, hands: list[str]) -> None:
        deal = self.deal
        known = self.fields.get("known", "/".join("-" * deal.seats)).split("/")
        for key, parts in (("hands", hands), ("known", known)):
            if len(parts) != deal.seats:
                raise ParseError(f"{key}: {len(parts)} parts for {deal.seats} seats; put / between")
        for seat in range(deal.seats):
            cards = _cards("hands", hands[seat])
            wanted = hand_size(deal, seat)
            if len(cards) != wanted:
                raise ParseError(f"hands: seat {seat} has {len(cards)} cards; it must be {wanted}")
            self.put(cards, f"the hand of seat {seat}")
            seen = list(cards)
            for card in _cards("known", known[seat]):
                if card not in seen:
                    raise ParseError(f"known: seat {seat} does not hold all of {known[seat]}")
                seen.remove(card)
            deal.set_hand(seat, _hand("hands", hands[seat]), _hand("known", known[seat]))
            if seat == deal.to_act and deal.took and card_of(deal.taken) not in cards:
                raise ParseError(f"phase: seat {seat} does not hold {card_of(deal.taken)}")

    def read_rest(self) -> None:
        deal = self.deal
        cut = _one_card("cut", self.fields["cut"])
        pile = _cards("pile", self.fields["pile"])
        self.put((cut,), "cut")
        self.put(pile, "pile")
        if not pile and not deal.took:
            raise ParseError("pile: at least one card lies open when a turn begins")
        deal.cut = code_of(cut)
        deal.wild = wild_of(deal.cut, int(self.rules.wild_scope))
        deal.set_pile([code_of(card) for card in pile])
        if "stock" in self.fields:
            stock = _cards("stock", self.fields["stock"])
            self.put(stock, "stock")
            if self.left:
                raise ParseError(
                    f"stock: {write_cards(self.left)} lie nowhere; the packs have 106 cards"
                )
        else:
            stock = tuple(self.left)
            self.put(stock, "stock")
        if not stock and deal.phase == codes.TAKE:
            raise ParseError("stock: it is empty, so no turn can begin")
        deal.set_stock([code_of(card) for card in stock])
        pack = _cards("pack", self.fields.get("pack", write_cards(self.placed)))
        if in_order(pack) != WHOLE_PACK:
            raise ParseError("pack: write all 106 cards, each twice with two jokers")
        deal.set_pack([code_of(card) for card in pack])

    def read_points(self) -> None:
        deal = self.deal
        zeros = ",".join("0" * deal.seats)
        missed = self.fields.get("missed", zeros).split(",")
        scores = self.fields.get("scores", zeros).split(",")
        if len(missed) != deal.seats or len(scores) != deal.seats:
            raise ParseError(f"missed, scores: write a number for each of {deal.seats} seats")
        for seat in range(deal.seats):
            deal.set_points(
                seat,
                self.whole("scores", scores[seat], 0, 10**6),
                self.whole("missed", missed[seat], 0, 1000),
            )
        counts = self.fields.get("counts", "-")
        for text in [] if counts == "-" else counts.split(","):
            found = COUNT.fullmatch(text)
            if not found or any(card == JOKER for card in _cards("counts", found[4])):
                raise ParseError(
                    f"counts: {shown(text)} is not right; write seat, stage, points and cards, as"
                    " in 1:2:12:3h9d"
                )
            seat = self.whole("counts (a seat)", found[1], 0, deal.seats - 1)
            stage = self.whole("counts (a stage)", found[2], 0, codes.COMPLETE)
            one, two, _ = _hand("counts", found[4])
            deal.set_count(seat, (stage, int(found[3]), one, two))

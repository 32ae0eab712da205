"""The position notation: any moment of a deal as one line of text, read and written.

    rules=default seats=3 direction=1 starter=0 turn=4 act=1 phase=drew:6s cut=Jc pile=2c9h
    hands=2c3c…/…/… known=-/9h/- stock=6s… out=- open=- began=012 acted=012 missed=0,0,0
    scores=0,0,0

`phase` is take, drew:6s, took:9h, declare or over. In `declare` there are also `shower=0`, the seat
whose Show was right, `asked=12`, those that declare, and `counts=1:2:12:3h9d`, for each that has:
seat, stage (no pure run 0, one 1, two runs 2), points before the cap, and the cards that count.
`out`, `open`, `began` and `acted` name seats: out of the deal; hand lies open; has ended a turn;
has acted of its own will.
What must stay true: a position that was read is written the same way, and plays on the same way.
Left out when read: `known`, `out`, `open`, `acted` (none), `began` (those that sat before the seat
to act, all after a round), `missed`, `scores` (zeros), `stock` (all cards named nowhere,
ascending), `reshuffles` (0), `pack` (the cards in the order of the position).
"""

from __future__ import annotations

import re
from typing import Final

from speto.cards import JOKER, Card, ParseError, shown, write_cards
from speto.indian import codes
from speto.indian.actions import WHOLE_PACK, card_of, code_of, hand_cards, in_order, masks_of
from speto.indian.deal import Deal, House, hand_size, wild_of
from speto.indian.melds import points_of
from speto.indian.rules import SEATS, OnExhaust, Rules, ScoreArrangement, read_rules
from speto.notation import read_cards, read_whole, split_fields

KEYS: Final = (
    *("rules", "seats", "direction", "starter", "turn", "act", "phase", "cut", "pile", "hands"),
    *("known", "stock", "out", "open", "began", "acted", "missed", "scores", "reshuffles"),
    *("shower", "asked", "counts", "pack"),
)
DECLARING: Final = ("shower", "asked", "counts")
NEEDED: Final = ("act", "cut", "hands", "pile")
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


def _hand(key: str, text: str) -> tuple[int, int, int]:
    try:
        return masks_of(read_cards(key, text))
    except ParseError as problem:
        raise ParseError(f"{key}: {problem}") from None


def _one_card(key: str, text: str) -> Card:
    cards = read_cards(key, text)
    if len(cards) != 1:
        raise ParseError(f"{key}: {shown(text)} is not one card")
    return cards[0]


def read_position(text: str) -> tuple[Rules, Deal]:
    """Read the position notation into its rules and a deal.

    :raises ParseError: at the first thing that is not so or cannot be, with what would be right.
    :raises RulesError: if the rules are none.
    """
    return _Reader(split_fields(text, KEYS, NEEDED)).read()


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
        return read_whole(key, self.fields.get(key, default), low, high)

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
            mask |= 1 << read_whole(f"{key} (a seat)", digit, 0, self.deal.seats - 1)
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
        if deal.out & ~deal.began:
            raise ParseError("out: who is out has ended a turn, so it must stand in began= too")
        declaring = self.fields.get("phase") == "declare"
        if not deal.turn and deal.to_act != deal.starter and not declaring:
            raise ParseError(f"act: the first turn is the starter's, seat {deal.starter}")
        if deal.reshuffles and self.rules.on_exhaust is not OnExhaust.RESHUFFLE:
            raise ParseError("reshuffles: by these rules the pile never becomes the stock")

    def read_phase(self, phase: str, detail: str) -> None:
        deal = self.deal
        match phase, detail:
            case "take", "":
                deal.phase = codes.TAKE
            case (("drew" | "took"), _) if detail:
                deal.phase = codes.ACT
                deal.took = codes.DREW if phase == "drew" else codes.TOOK
                deal.taken = code_of(_one_card("phase", detail))
            case "declare", "" if self.rules.score_arrangement is ScoreArrangement.DECLARED:
                deal.phase = codes.DECLARE
                deal.ended = codes.BY_SHOW
                self.read_declaring()
            case _:
                raise ParseError(
                    f"phase: {shown(phase)} is not right; write take, drew:6s, took:9h, or declare"
                    " (with score_arrangement=declared)"
                )
        if deal.phase != codes.DECLARE:
            for key in DECLARING:
                if key in self.fields:
                    raise ParseError(f"{key}: it belongs to phase=declare alone")
            if deal.opened & ~deal.out:
                raise ParseError("open: the hands of those still in lie open only after a Show")

    def read_declaring(self) -> None:
        """Who has shown, who is asked for an arrangement, and who has still to say it."""
        deal = self.deal
        deal.shower = self.number("shower", "-", 0, deal.seats - 1)
        deal.won = 1 << deal.shower
        still_in = (1 << deal.seats) - 1 & ~deal.out
        deal.asked = self.seats_of("asked", _seats(still_in & ~deal.won))
        if not still_in & deal.won or deal.asked != still_in & ~deal.won:
            raise ParseError("asked: after a Show all others still in are asked, and nobody else")
        if not deal.opened & deal.won:
            raise ParseError(f"open: seat {deal.shower} has shown, so its hand lies open")
        if not (deal.asked & ~deal.opened) >> deal.to_act & 1:
            raise ParseError(f"act: seat {deal.to_act} has nothing to declare any more")

    def read_hands(self, hands: list[str]) -> None:
        deal = self.deal
        known = self.fields.get("known", "/".join("-" * deal.seats)).split("/")
        for key, parts in (("hands", hands), ("known", known)):
            if len(parts) != deal.seats:
                raise ParseError(f"{key}: {len(parts)} parts for {deal.seats} seats; put / between")
        for seat in range(deal.seats):
            cards = read_cards("hands", hands[seat])
            wanted = hand_size(deal, seat)
            if len(cards) != wanted:
                raise ParseError(f"hands: seat {seat} has {len(cards)} cards; it must be {wanted}")
            self.put(cards, f"the hand of seat {seat}")
            seen = list(cards)
            for card in read_cards("known", known[seat]):
                if card not in seen:
                    raise ParseError(f"known: seat {seat} does not hold all of {known[seat]}")
                seen.remove(card)
            deal.set_hand(seat, _hand("hands", hands[seat]), _hand("known", known[seat]))
            if seat == deal.to_act and deal.took and card_of(deal.taken) not in cards:
                raise ParseError(f"phase: seat {seat} does not hold {card_of(deal.taken)}")

    def read_rest(self) -> None:
        deal = self.deal
        cut = _one_card("cut", self.fields["cut"])
        pile = read_cards("pile", self.fields["pile"])
        self.put((cut,), "cut")
        self.put(pile, "pile")
        if not pile and not deal.took:
            raise ParseError("pile: at least one card lies open when a turn begins")
        deal.cut = code_of(cut)
        deal.wild = wild_of(deal.cut, int(self.rules.wild_scope))
        deal.set_pile([code_of(card) for card in pile])
        if "stock" in self.fields:
            stock = read_cards("stock", self.fields["stock"])
            self.put(stock, "stock")
            if self.left:
                raise ParseError(
                    f"stock: {write_cards(self.left)} lie nowhere; the packs have 106 cards"
                )
        else:
            stock = tuple(self.left)
            self.put(stock, "stock")
        if not stock and (deal.phase == codes.TAKE or deal.took == codes.TOOK):
            raise ParseError("stock: it is empty, so no turn can begin")
        deal.set_stock([code_of(card) for card in stock])
        pack = read_cards("pack", self.fields.get("pack", write_cards(self.placed)))
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
            most = 10**6 if deal.out >> seat & 1 else 0
            if scores[seat] != "0" and not most:
                raise ParseError(f"scores: seat {seat} is still in, so it owes nothing yet")
            deal.set_points(
                seat,
                read_whole("scores", scores[seat], 0, most),
                read_whole("missed", missed[seat], 0, 1000),
            )
        if deal.phase == codes.DECLARE:
            self.read_counts()

    def read_counts(self) -> None:
        deal = self.deal
        counts = self.fields.get("counts", "-")
        counted = 0
        for text in [] if counts == "-" else counts.split(","):
            found = COUNT.fullmatch(text)
            if not found or any(card == JOKER for card in read_cards("counts", found[4])):
                raise ParseError(
                    f"counts: {shown(text)} is not right; write seat, stage, points and cards, as"
                    " in 1:2:12:3h9d"
                )
            seat = read_whole("counts (a seat)", found[1], 0, deal.seats - 1)
            stage = read_whole("counts (a stage)", found[2], 0, codes.COMPLETE)
            one, two, _ = _hand("counts", found[4])
            held_one, held_two, _ = deal.hands()[seat]
            if one & ~held_one or two & ~held_two:
                raise ParseError(f"counts: seat {seat} does not hold all of {found[4]}")
            if points_of(one, two, deal.wild) != int(found[3]):
                raise ParseError(f"counts: {found[4]} does not add up to {found[3]}")
            deal.set_count(seat, (stage, int(found[3]), one, two))
            counted |= 1 << seat
        if counted != deal.asked & deal.opened:
            raise ParseError("counts: write what each seat has declared that was asked and has")

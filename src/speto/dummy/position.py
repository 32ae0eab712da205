"""The position notation: any moment of a deal as one line of text, read and written.

    rules=default seats=4 direction=1 turn=9 act=1 phase=take head=7h row=7h,9h.7,2d.8
    melds=0:4s5s6s7s@2 hands=2c3c…/…/…/… known=-/9d/-/- stock=6s… born=0 fines=50,0,0,0

`phase` is take, drew:6s, picked:9h.7,2d.8, last, or over. A row card's `.7` is the turn in which it
was thrown, `!` that it has cost its thrower a fine; a melded card's `@2` is the seat that laid it
off. What must stay true: a position that was read is written the same way, and plays on the same
way. Left out when read: `known` (none), `stock` (all cards named nowhere, ascending), `born` (the
owners of melds), `fines` (none), `fools` (none), `head` (the first row card), turns of row cards
(one after the other up to the last turn).
"""

from __future__ import annotations

import re
from typing import Final

from speto.cards import PACK, Card, ParseError, cards_in, mask_of, shown, write_cards
from speto.dummy import codes
from speto.dummy.deal import Deal, House
from speto.dummy.judge import can_knock
from speto.dummy.melds import Moves, is_meld
from speto.dummy.rules import SEATS, Rules, StockEnd, read_rules
from speto.dummy.turn import head_extra, lay_points
from speto.notation import read_cards, read_whole, split_fields

KEYS: Final = (
    *("rules", "seats", "direction", "turn", "act", "phase", "head", "row", "melds", "hands"),
    *("known", "stock", "born", "fines", "fools", "line"),
)
NEEDED: Final = ("act", "hands")
MELD: Final = re.compile(r"(?P<owner>\d):(?P<cards>(?:(?:10|[2-9tjqka])[cdhs](?:@\d)?)+)", re.I)
LAID: Final = re.compile(r"((?:10|[2-9tjqka])[cdhs])(?:@(\d))?", re.I)


def write_place(place: int) -> str:
    """One place of the row."""
    card = str(PACK[place & 63])
    if place >> 6 & 7 == codes.NOBODY:
        return card
    return f"{card}.{place >> 9 & 511}{'!' if place & codes.FINED else ''}"


def _write_meld(deal: Deal, owner: int, cards: int) -> str:
    laid = deal.laids()

    def one(card: Card) -> str:
        seat = next(seat for seat, mask in enumerate(laid) if mask >> card.number & 1)
        return str(card) if seat == owner else f"{card}@{seat}"

    return f"{owner}:{''.join(map(one, cards_in(cards)))}"


def _write_phase(deal: Deal) -> str:
    if deal.phase == codes.OVER:
        how = "" if deal.knocker < 0 else f":{PACK[deal.knock_card]}"
        return f"over{how}"
    if deal.phase == codes.ACT and deal.took == codes.DREW:
        return f"drew:{PACK[deal.drawn]}"
    if deal.phase == codes.ACT:
        return f"picked:{','.join(map(write_place, deal.taken()))}"
    return "last" if deal.phase == codes.LAST else "take"


def write_position(rules: Rules, deal: Deal) -> str:
    """The position notation of a deal; `over` deals can be written but not read."""
    fools = ",".join(
        f"{seat}:{write_place(place)}" for seat, place in enumerate(deal.fool_cards()) if place >= 0
    )
    fields = {
        "rules": str(rules),
        "seats": str(deal.seats),
        "direction": str(deal.direction),
        "turn": str(deal.turn),
        "act": str(deal.to_act),
        "phase": _write_phase(deal),
        "head": str(PACK[deal.head]),
        "row": ",".join(map(write_place, deal.places())) or "-",
        "melds": ",".join(_write_meld(deal, *meld) for meld in deal.melds()) or "-",
        "hands": "/".join(write_cards(cards_in(hand)) or "-" for hand in deal.hands()),
        "known": "/".join(write_cards(cards_in(hand)) or "-" for hand in deal.knowns()),
        "stock": write_cards(PACK[card] for card in deal.stock_left()) or "-",
        "born": "".join(str(s) for s in range(deal.seats) if deal.born_before >> s & 1) or "-",
        "fines": ",".join(map(str, deal.fines())),
    }
    if fools:
        fields["fools"] = fools
    if deal.finishing:
        fields["line"] = "knock"
    return " ".join(f"{key}={value}" for key, value in fields.items())


def _cards(key: str, text: str) -> tuple[Card, ...]:
    cards = read_cards(key, text)
    if any(not card.rank for card in cards):
        raise ParseError(f"{key}: Dummy is played without jokers")
    return cards


def _one_card(key: str, text: str) -> Card:
    cards = _cards(key, text)
    if len(cards) != 1:
        raise ParseError(f"{key}: {shown(text)} is not one card")
    return cards[0]


def _list(text: str) -> list[str]:
    return [] if text == "-" else text.split(",")


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
        self.where: dict[Card, str] = {}
        self.hands: list[int] = []
        self.knowns: list[int] = []
        self.laids = [0] * SEATS[-1]
        self.places: list[int] = []
        self.melds: list[tuple[int, int]] = []

    def read(self) -> tuple[Rules, Deal]:
        deal = self.deal
        row = _list(self.fields.get("row", "-"))
        phase, _, detail = self.fields.get("phase", "take").partition(":")
        taken = _list(detail) if phase == "picked" else []
        hands = self.fields["hands"].split("/")
        deal.seats = self.whole("seats", len(hands), SEATS[0], SEATS[-1])
        deal.direction = self.whole("direction", 1, -1, 1)
        if not deal.direction:
            raise ParseError("direction: write 1 for seat order, or -1 for the other way round")
        deal.to_act = self.seat("act", self.fields["act"])
        thrown = len(row) + len(taken) - self.head_lies(row + taken)
        deal.turn = self.whole("turn", thrown, 0, 300)
        if deal.turn < thrown:
            raise ParseError(f"turn: {thrown} cards were thrown into the row, so at least {thrown}")
        deal.starter = (deal.to_act - deal.direction * deal.turn) % deal.seats
        self.read_hands(hands)
        for meld in _list(self.fields.get("melds", "-")):
            self.read_meld(meld)
        self.read_row(row, taken)
        self.read_stock()
        self.read_phase(phase, detail)
        self.read_born()
        self.read_scores()
        return self.rules, deal

    def whole(self, key: str, default: int, low: int, high: int) -> int:
        return read_whole(key, self.fields.get(key, str(default)), low, high)

    def seat(self, key: str, text: str) -> int:
        return read_whole(f"{key} (a seat)", text, 0, self.deal.seats - 1)

    def put(self, card: Card, where: str) -> int:
        if card in self.where:
            raise ParseError(f"{card} lies twice: in {self.where[card]} and in {where}")
        self.where[card] = where
        return 1 << card.number

    def head_lies(self, places: list[str]) -> bool:
        """Whether the first of the row is the head, which nobody threw."""
        head = self.fields.get("head", places[0] if places else "")
        return bool(places) and places[0].partition(".")[0].lower() == head.lower()

    def in_hand_or_laid(self, seat: int) -> int:
        return self.hands[seat] | self.laids[seat]

    def read_hands(self, hands: list[str]) -> None:
        deal = self.deal
        known = self.fields.get("known", "/".join("-" * deal.seats)).split("/")
        for key, parts in (("hands", hands), ("known", known)):
            if len(parts) != deal.seats:
                raise ParseError(f"{key}: {len(parts)} parts for {deal.seats} seats; put / between")
        for seat in range(deal.seats):
            for card in _cards("hands", hands[seat]):
                self.put(card, f"the hand of seat {seat}")
            self.hands.append(mask_of(_cards("hands", hands[seat])))
            self.knowns.append(mask_of(_cards("known", known[seat])))
            if self.knowns[seat] & ~self.hands[seat]:
                raise ParseError(f"known: seat {seat} does not hold all of {known[seat]}")
            if not self.hands[seat]:
                raise ParseError(f"hands: seat {seat} has no card; before the knock each holds one")

    def read_meld(self, text: str) -> None:
        match = MELD.fullmatch(text)
        if not match:
            raise ParseError(
                f"melds: {shown(text)} is no meld; write owner and cards, as in 0:4s5s6s7s@2"
            )
        owner = self.seat("melds", match["owner"])
        mask = 0
        for text_of_card, text_of_seat in LAID.findall(match["cards"]):
            layer = self.seat("melds", text_of_seat) if text_of_seat else owner
            laid = self.put(_one_card("melds", text_of_card), "a meld")
            self.laids[layer] |= laid
            mask |= laid
        if not is_meld(mask, self.rules.ace_low_run):
            raise ParseError(f"melds: {shown(text)} is neither a set nor a run")
        self.melds.append((owner, mask))
        self.deal.born |= 1 << owner

    def read_place(self, text: str, default: int, *, head: bool) -> int:
        name, _, turn = text.partition(".")
        card = _one_card("row", name)
        if head:
            return card.number | codes.NOBODY << 6
        flag = codes.FINED if turn.endswith("!") else 0
        thrown = read_whole(
            f"row (the turn of {card})",
            turn.removesuffix("!") or str(default),
            0,
            self.deal.turn - 1,
        )
        thrower = (self.deal.starter + self.deal.direction * thrown) % self.deal.seats
        return card.number | thrower << 6 | thrown << 9 | flag

    def read_row(self, row: list[str], taken: list[str]) -> None:
        deal = self.deal
        places = row + taken
        if "head" in self.fields:
            head = _one_card("head", self.fields["head"])
        elif places:
            head = _one_card("row", places[0])
        else:
            raise ParseError("head= is missing, and there is no row to begin with it")
        deal.head = head.number
        before = -1
        for i, text in enumerate(places):
            is_head = i == 0 and self.head_lies(places)
            place = self.read_place(text, deal.turn - len(places) + i, head=is_head)
            thrown = -1 if is_head else place >> 9 & 511
            if not is_head and thrown <= before:
                raise ParseError(f"row: {text} must be thrown in a later turn than the card before")
            before = thrown
            self.places.append(place)
            if i < len(row):
                deal.row_mask |= self.put(PACK[place & 63], "the row")
            elif not self.in_hand_or_laid(deal.to_act) >> (place & 63) & 1:
                raise ParseError(f"phase: {text} was picked up, but seat {deal.to_act} has it not")
        if taken and not sum(self.laids) >> (self.places[len(row)] & 63) & 1:
            raise ParseError(f"phase: {taken[0]} was picked up first, so it must lie in a meld")
        deal.n_row = len(row)
        deal.taken_end = len(places)
        deal.fill(self.hands, self.knowns, self.laids, self.places, self.melds)
        open_cards = deal.row_mask | sum(self.laids)
        if not open_cards >> deal.head & 1:
            raise ParseError(f"head: {head} is neither in the row nor melded")

    def read_stock(self) -> None:
        deal = self.deal
        placed = [card for card in PACK if card in self.where]
        if "stock" in self.fields:
            stock = _cards("stock", self.fields["stock"])
            for card in stock:
                self.put(card, "the stock")
            missing = [card for card in PACK if card not in self.where]
            if missing:
                raise ParseError(
                    f"stock: {write_cards(missing)} lie nowhere; the pack has 52 cards"
                )
        else:
            stock = tuple(card for card in PACK if card not in self.where)
        deal.set_pack([card.number for card in (*placed, *stock)])
        deal.next = len(placed)

    def read_phase(self, phase: str, detail: str) -> None:
        deal = self.deal
        empty = deal.next == len(PACK)
        mine = self.in_hand_or_laid(deal.to_act)
        ends = self.rules.stock_end is not StockEnd.IMMEDIATE
        deal.drawn = -1
        match phase:
            case "take" if not empty and not detail:
                deal.phase = codes.TAKE
            case "last" if empty and ends and not detail:
                deal.phase = codes.LAST
                deal.last = True
            case "drew":
                deal.phase = codes.ACT
                deal.took = codes.DREW
                deal.drawn = _one_card("phase", detail).number
                if not mine >> deal.drawn & 1:
                    raise ParseError(f"phase: seat {deal.to_act} drew {detail} but has it not")
            case "picked" if detail and (ends or not empty):
                deal.phase = codes.ACT
                deal.took = codes.PICKED
                deal.last = empty
            case _:
                raise ParseError(
                    f"phase: {shown(phase)} is not right here; write take (cards in the stock),"
                    " last (none, unless stock_end=immediate), drew:6s or picked:9h.7,2d.8"
                )
        only_knock = self.rules.stock_end is StockEnd.NEXT_PLAYER_KNOCK_ONLY
        deal.finishing = deal.took == codes.PICKED and deal.last and only_knock
        if self.fields.get("line", "knock") != "knock":
            raise ParseError("line: write line=knock for a seat that must go on to the knock")
        if "line" in self.fields:
            if deal.took == codes.NOTHING:
                raise ParseError("line: nothing was taken yet; leave line=knock out")
            deal.finishing = True
        if deal.finishing and not can_knock(deal, Moves()):
            raise ParseError(f"line: seat {deal.to_act} cannot lay all to one card from here")

    def read_born(self) -> None:
        deal = self.deal
        deal.born_before = deal.born
        if "born" in self.fields:
            text = self.fields["born"]
            deal.born_before = 0
            for digit in "" if text == "-" else text:
                deal.born_before |= 1 << self.seat("born", digit)
        changed = deal.born ^ deal.born_before
        may_change = 1 << deal.to_act if deal.took else 0
        if deal.born_before & ~deal.born or changed & ~may_change:
            raise ParseError("born: write the seats that owned a meld before this turn")

    def read_scores(self) -> None:
        deal = self.deal
        fines = _list(self.fields.get("fines", ",".join("0" * deal.seats)))
        if len(fines) != deal.seats:
            raise ParseError(f"fines: {len(fines)} numbers for {deal.seats} seats")
        fools = [self.read_fool(text) for text in _list(self.fields.get("fools", "-"))]
        for seat in range(deal.seats):
            fined = read_whole("fines", fines[seat], 0, 10**6)
            fool = next((place for place in fools if place >> 6 & 7 == seat), -1)
            deal.set_points(seat, laid_points(deal, seat) - fined, fined, fool)

    def read_fool(self, text: str) -> int:
        name, _, place_text = text.partition(":")
        place = self.read_place(place_text, 0, head=False)
        taken = [card & 63 for card in self.deal.taken()]
        if place >> 6 & 7 != self.seat("fools", name) or place & 63 not in taken:
            raise ParseError(f"fools: {shown(text)} was not thrown by that seat and picked up")
        return place


def laid_points(deal: Deal, seat: int) -> int:
    """What a seat has for the cards it laid, the head's extra with it."""
    points = 0
    for _, meld in deal.melds():
        mine = meld & deal.laids()[seat]
        points += lay_points(deal, mine, meld) + head_extra(deal, mine, meld)
    return points

"""A second, slow Thai Dummy for the tests, written from the rules and not from the engine."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations

Options = Mapping[str, int | bool | str]
Entry = tuple[int, int, str, tuple[str, ...], int]

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SPETOS = ("2c", "Qs")
ACE = RANKS.index("A")
SHORTEST_MELD = 3
HEAD_WORTH = 50
MINUS_FIFTY = 50  # D-MORE-30
CARDS_DEALT = {2: 11, 3: 9, 4: 7}  # D-DEAL-1

DEFAULTS: dict[str, int | bool | str] = {
    "head_value": "replace",
    "first_turn_pickup": True,
    "pickup_needs_hand_card": True,
    "pickup_for_layoff": False,
    "birth": "pickup",
    "ace_low_run": False,
    "layoff_own": True,
    "qka_fully_closed": False,
    "knock_value": 50,
    "knock_special": True,
    "dark_mult": 2,
    "color_knock": "color",
    "color_mult": 2,
    "color_includes_knock_card": False,
    "multiplier_scope": "positive",
    "stock_end": "next_player_knock_only",
    "ace_in_run": 15,
    "unborn_penalty": "hand_x2",
    "unborn_when": "on_knock",
    "fine": 50,
    "fines_stack": True,
    "full_discard": "any",
    "layoff_discard": True,
    "head_feed": True,
    "speto_feed": "any",
    "feed_window": "round",
    "stuffed_speto": 50,
    "fool_scope": "next_player_single",
    "fool_reverse": "toggle",
    "next_starter": "knocker",
    "exhaustion_starter": "rotate",
    "match_target": 500,
    "max_deals": 50,
    "settlement": "pairwise",
    "point_value": 1,
}


# Cards and melds


def card_order(card: str) -> tuple[int, int]:
    return RANKS.index(card[0]), SUITS.index(card[1])


def value(card: str) -> int:
    """D-VAL-1 to D-VAL-4."""
    if card in SPETOS:
        return 50
    if card[0] == "A":
        return 15
    return 10 if card[0] in "TJQK" else 5


def value_in_meld(card: str, meld: Collection[str], options: Options) -> int:
    """D-VAL-6: only an ace in a run may be worth something else."""
    if card[0] == "A" and one_suit(meld):
        return int(options["ace_in_run"])
    return value(card)


def one_rank(cards: Iterable[str]) -> bool:
    return len({card[0] for card in cards}) == 1


def one_suit(cards: Iterable[str]) -> bool:
    return len({card[1] for card in cards}) == 1


def consecutive(places: Iterable[int]) -> bool:
    in_order = sorted(places)
    return in_order == list(range(in_order[0], in_order[0] + len(in_order)))


def is_meld(cards: Collection[str], options: Options) -> bool:
    """D-MELD-1 to D-MELD-4."""
    if len(cards) < SHORTEST_MELD or len(set(cards)) < len(cards):
        return False
    if one_rank(cards):
        return True
    if not one_suit(cards):
        return False
    places = [RANKS.index(card[0]) for card in cards]
    with_low_ace = [-1 if place == ACE else place for place in places]
    return consecutive(places) or (bool(options["ace_low_run"]) and consecutive(with_low_ace))


def topped_by_ace(meld: Collection[str]) -> bool:
    """A run with ace and king either ends in the ace or is the whole suit, spelled 2..A."""
    return one_suit(meld) and {"A", "K"} <= {card[0] for card in meld}


def fits(card: str, meld: Collection[str], options: Options) -> bool:
    """D-LAY-2, D-LAY-5, D-MORE-12: a meld takes a card if both together are a meld."""
    if options["qka_fully_closed"] and topped_by_ace(meld):
        return False
    return card not in meld and is_meld({*meld, card}, options)


def neighbourhood(card: str, options: Options) -> set[str]:
    """D-NEAR-1."""

    def places(rank: str) -> set[int]:
        place = RANKS.index(rank)
        return {place, -1} if place == ACE and options["ace_low_run"] else {place}

    near = {card[0] + suit for suit in SUITS}
    for rank in RANKS:
        if any(abs(one - two) in (1, 2) for one in places(card[0]) for two in places(rank)):
            near.add(rank + card[1])
    return near - {card}


def spelled(meld: Iterable[str]) -> tuple[str, ...]:
    """D-WORD-1: lowest first, and an ace that stands low is the lowest."""
    cards = tuple(sorted(meld, key=card_order))
    low_ace = {"A", "2"} <= {card[0] for card in cards} and len(cards) < len(RANKS)
    return (cards[-1], *cards[:-1]) if low_ace else cards


@lru_cache(maxsize=100_000)
def possible_melds(cards: frozenset[str]) -> tuple[frozenset[str], ...]:
    """Every set and every run there is under any options; is_meld is still to be asked."""
    found: set[frozenset[str]] = set()
    for rank in RANKS:
        same = [card for card in cards if card[0] == rank]
        for size in range(SHORTEST_MELD, len(same) + 1):
            found.update(frozenset(some) for some in combinations(same, size))
    ladder = "A" + RANKS
    for suit in SUITS:
        for first in range(len(ladder)):
            for last in range(first, len(ladder)):
                if ladder[last] + suit not in cards:
                    break
                run = frozenset(rank + suit for rank in ladder[first : last + 1])
                if len(run) >= SHORTEST_MELD:
                    found.add(run)
    return tuple(found)


def can_finish(
    hand: frozenset[str],
    melds: Sequence[frozenset[str]],
    owners: Sequence[int],
    seat: int,
    options: Options,
    *,
    need_meld: bool,
) -> bool:
    """Whether some line of lays leaves exactly one card of the hand (D-MORE-2, D-MORE-6)."""
    never_closed = {**options, "qka_fully_closed": False}

    def at_most_one_stays(held: frozenset[str], table: tuple[frozenset[str], ...]) -> bool:
        """Without this the search is right as well, only slow: it allows each card every use."""
        loose = set(held)
        for meld in possible_melds(held):
            if is_meld(meld, options):
                loose -= meld
        for meld in table:
            grown, size = set(meld), 0
            while size < len(grown):
                size = len(grown)
                grown |= {card for card in held if fits(card, grown, never_closed)}
            loose -= grown
        return len(loose) <= 1

    @cache
    def search(held: frozenset[str], table: tuple[frozenset[str], ...], need: bool) -> bool:
        if len(held) == 1:
            return not need
        if not at_most_one_stays(held, table):
            return False
        # All lay-offs may come first: none of them waits for a new meld, and laying off on a
        # new meld comes to the same as laying the longer meld at once.
        for meld in possible_melds(held):
            rest = held - meld
            if rest and is_meld(meld, options) and search(rest, (), False):
                return True
        for place, meld in enumerate(table):
            for card in held:
                if fits(card, meld, options):
                    longer = (*table[:place], meld | {card}, *table[place + 1 :])
                    if search(held - {card}, longer, need):
                        return True
        return False

    allowed = tuple(
        frozenset(meld)
        for meld, owner in zip(melds, owners, strict=True)
        if options["layoff_own"] or owner != seat
    )
    return search(frozenset(hand), allowed, need_meld)


# Words


@dataclass(frozen=True)
class Word:
    kind: str
    card: str = ""  # the card that is picked up, laid off, discarded or knocked with
    meld: tuple[str, ...] = ()
    name: str = ""  # the lowest card of the meld that a card is laid off on


ONE = r"([2-9tjqka][cdhs])"
MANY = r"((?:[2-9tjqka][cdhs])*)"
SHAPES = {
    "draw": re.compile(rf"\+(?P<card>{ONE}?)"),
    "pick up to meld": re.compile(rf"\^(?P<card>{ONE})=(?P<meld>{MANY})"),
    "pick up to lay off": re.compile(rf"\^(?P<card>{ONE})@(?P<name>{ONE})"),
    "meld": re.compile(rf"=(?P<meld>{MANY})"),
    "lay off": re.compile(rf">(?P<card>{ONE})@(?P<name>{ONE})"),
    "discard": re.compile(rf"-(?P<card>{ONE})"),
    "knock": re.compile(rf"#(?P<card>{ONE})"),
    "decline": re.compile(r"\."),
}
PICK_UPS = ("pick up to meld", "pick up to lay off")
MELDS = ("meld", "pick up to meld")
LAY_OFFS = ("lay off", "pick up to lay off")


def read_word(text: str) -> Word | None:
    def cards(part: str | None) -> tuple[str, ...]:
        letters = part or ""
        return tuple(letters[at].upper() + letters[at + 1] for at in range(0, len(letters), 2))

    for kind, shape in SHAPES.items():
        if match := shape.fullmatch(text.lower()):
            parts = match.groupdict()
            return Word(
                kind,
                "".join(cards(parts.get("card"))),
                cards(parts.get("meld")),
                "".join(cards(parts.get("name"))),
            )
    return None


# The deal


@dataclass
class RowCard:
    card: str
    thrower: int | None  # the head has none
    turn: int
    row_before: tuple[str, ...]
    fined: bool = False


@dataclass
class Meld:
    owner: int
    cards: set[str]


@dataclass
class Turn:
    born_before: bool
    took: str = ""
    took_one: bool = False
    in_meld: list[RowCard] = field(default_factory=list)  # from the row, in the pick-up meld
    lays: int = 0


class OracleDeal:
    """One deal from the pack to the settlement."""

    def __init__(
        self, options: Options, pack: Sequence[str], *, seats: int, starter: int, direction: int
    ) -> None:
        self.options: dict[str, int | bool | str] = {**DEFAULTS, **options}
        self.seats, self.starter, self.direction = seats, starter, direction
        self.stock = list(pack)
        self.hands: list[set[str]] = [set() for _ in range(seats)]
        for place in range(CARDS_DEALT[seats] * seats):
            self.hands[(starter + direction * place) % seats].add(self.stock.pop(0))
        self.row = [RowCard(self.stock.pop(0), None, -1, ())]
        self.melds: list[Meld] = []
        self.laid: list[set[str]] = [set() for _ in range(seats)]
        self.ledger: list[Entry] = []
        self.scores = [0] * seats
        self.actions = 0
        self.turn = 0
        self.this_turn = Turn(born_before=False)
        self.to_act: int | None = starter
        self.last_chance = False
        self.knocker: int | None = None
        self.knock_card: str | None = None
        self.fool = False

    @property
    def over(self) -> bool:
        return self.to_act is None

    def born(self, seat: int) -> bool:
        return any(meld.owner == seat for meld in self.melds)

    def words(self) -> set[str]:
        return {word for word in self._candidates() if self.why_not(word) is None}

    def _candidates(self) -> set[str]:
        if self.to_act is None:
            return set()
        hand = self.hands[self.to_act]
        names = [spelled(meld.cards)[0] for meld in self.melds]
        found = {"+", "."}
        for place, picked in enumerate(self.row):
            held = frozenset(hand | {thrown.card for thrown in self.row[place:]})
            for meld in possible_melds(held):
                if picked.card in meld:
                    found.add(f"^{picked.card}={''.join(spelled(meld))}")
            found |= {f"^{picked.card}@{name}" for name in names}
        found |= {f"={''.join(spelled(meld))}" for meld in possible_melds(frozenset(hand))}
        for card in hand:
            found |= {f"-{card}", f"#{card}"}
            found |= {f">{card}@{name}" for name in names}
        return found

    # Refusals, in the order of D-MORE-21

    def why_not(self, word: str, seat: int | None = None) -> str | None:
        asked = read_word(word)
        if asked is None:
            return "T-WORD"
        if self.to_act is None:
            return "T-OVER"
        if seat is not None and seat != self.to_act:
            return "T-TURN"
        tests = (
            self._refused_by_phase,
            self._refused_by_holding,
            self._refused_by_last_card,
            self._refused_by_option_or_birth,
            self._refused_by_shape,
            self._refused_by_table,
            self._refused_by_pick_up,
            self._refused_by_finish,
        )
        return next((code for test in tests if (code := test(asked, self.to_act))), None)

    def _refused_by_phase(self, asked: Word, _seat: int) -> str | None:
        took = bool(self.this_turn.took)
        if asked.kind == "decline":
            return None if self.last_chance and not took else "D-END-2"
        if asked.kind != "draw" and asked.kind not in PICK_UPS:
            return None if took else "D-TURN-1"
        if took:
            return "D-TURN-2"
        return "D-END-2" if asked.kind == "draw" and self.last_chance else None

    def _refused_by_holding(self, asked: Word, seat: int) -> str | None:
        held = set(self.hands[seat])
        if asked.kind == "draw":
            return None  # whether a card that is named is on top must not show
        if asked.kind in PICK_UPS:
            taken = {thrown.card for thrown in self._taken_from(asked.card)}
            if not taken:
                return "T-HOLD"
            held |= taken
        needed = [*asked.meld, asked.card] if asked.kind not in MELDS else [*asked.meld]
        named_twice = len(set(needed)) < len(needed)
        return "T-HOLD" if named_twice or not set(needed) - {""} <= held else None

    def _taken_from(self, card: str) -> list[RowCard]:
        """D-PICK-1: the chosen card and every newer one."""
        for place, thrown in enumerate(self.row):
            if thrown.card == card:
                return self.row[place:]
        return []

    def _refused_by_last_card(self, asked: Word, seat: int) -> str | None:
        only_one = len(self.hands[seat]) == 1
        if asked.kind == "knock" and not only_one:
            return "D-KNOCK-1"
        return "D-KNOCK-2" if asked.kind == "discard" and only_one else None

    def _refused_by_option_or_birth(self, asked: Word, seat: int) -> str | None:
        if asked.kind in PICK_UPS and self.turn == 0 and not self.options["first_turn_pickup"]:
            return "D-HEAD-5"
        if asked.kind == "pick up to lay off":
            if not self.options["pickup_for_layoff"]:
                return "D-PICK-6"
            return None if self.this_turn.born_before else "D-MORE-15"
        unborn = self.options["birth"] == "any_meld" and not self.born(seat)
        return "D-LAY-1" if asked.kind == "lay off" and unborn else None

    def _refused_by_shape(self, asked: Word, _seat: int) -> str | None:
        if asked.kind not in MELDS or is_meld(asked.meld, self.options):
            return None
        if not asked.meld or one_rank(asked.meld):
            return "D-MELD-1"
        ace_and_two = {"A", "2"} <= {card[0] for card in asked.meld}
        return "D-MELD-3" if one_suit(asked.meld) and ace_and_two else "D-MELD-2"

    def _refused_by_table(self, asked: Word, seat: int) -> str | None:
        if asked.kind not in LAY_OFFS:
            return None
        meld = self._meld_named(asked.name)
        if meld is None:
            return "D-LAY-2"
        if meld.owner == seat and not self.options["layoff_own"]:
            return "D-LAY-3"
        if fits(asked.card, meld.cards, self.options):
            return None
        ranks = {card[0] for card in meld.cards}
        above_ace = topped_by_ace(meld.cards) and (
            asked.card[0] in "23" or self.options["qka_fully_closed"]
        )
        below_two = "2" in ranks and "A" not in ranks and asked.card[0] == "A"
        closed = one_suit({*meld.cards, asked.card}) and (above_ace or below_two)
        return "D-LAY-5" if closed else "D-LAY-2"

    def _meld_named(self, name: str) -> Meld | None:
        return next((meld for meld in self.melds if spelled(meld.cards)[0] == name), None)

    def _refused_by_pick_up(self, asked: Word, seat: int) -> str | None:
        hand = self.hands[seat]
        if asked.kind == "pick up to meld":
            if asked.card not in asked.meld:
                return "D-PICK-2"
            if self.options["pickup_needs_hand_card"] and not hand & set(asked.meld):
                return "D-PICK-3"
        if asked.kind in MELDS or asked.kind in LAY_OFFS:
            return None if self._hand_after(asked, seat) else "D-TURN-5"
        return None

    def _hand_after(self, asked: Word, seat: int) -> set[str]:
        held = set(self.hands[seat])
        if asked.kind in PICK_UPS:
            held |= {thrown.card for thrown in self._taken_from(asked.card)}
        return held - {asked.card, *asked.meld}

    def _refused_by_finish(self, asked: Word, seat: int) -> str | None:
        dark_draw = (
            self.options["birth"] == "pickup"
            and self.this_turn.took == "draw"
            and not self.this_turn.born_before
        )
        must_knock = self.last_chance and self.options["stock_end"] == "next_player_knock_only"
        if not dark_draw and not must_knock:
            return None
        code = "D-BORN-3" if dark_draw else "D-END-2"
        if asked.kind == "discard":
            return code if self.this_turn.lays else None
        if asked.kind not in MELDS and asked.kind not in LAY_OFFS:
            return None
        melds = [frozenset(meld.cards) for meld in self.melds]
        owners = [meld.owner for meld in self.melds]
        if asked.kind in MELDS:
            melds.append(frozenset(asked.meld))
            owners.append(seat)
        else:
            place = [spelled(meld)[0] for meld in melds].index(asked.name)
            melds[place] |= {asked.card}
        finishes = can_finish(
            frozenset(self._hand_after(asked, seat)),
            melds,
            owners,
            seat,
            self.options,
            need_meld=dark_draw and seat not in owners,
        )
        return None if finishes else code

    # What a word does

    def do(self, word: str) -> None:
        code = self.why_not(word)
        asked = read_word(word)
        if code is not None or asked is None or self.to_act is None:
            raise ValueError(code)
        seat = self.to_act
        if asked.kind == "draw":
            self.hands[seat].add(self.stock.pop(0))
            self.this_turn.took = "draw"
        elif asked.kind in PICK_UPS:
            self._pick_up(asked, seat)
        elif asked.kind == "meld":
            self._lay_meld(asked, seat)
        elif asked.kind == "lay off":
            self._lay_off(asked, seat)
        elif asked.kind == "discard":
            self._discard(asked.card, seat)
        elif asked.kind == "knock":
            self._knock(asked.card, seat)
        else:
            self._settle_hands()
        self.actions += 1

    def _pay(self, seat: int, points: int, code: str, cards: Iterable[str]) -> None:
        if points:
            in_order = tuple(sorted(cards, key=card_order))
            self.ledger.append((seat, points, code, in_order, self.actions))
            self.scores[seat] += points

    def _fine(self, thrown: RowCard, code: str) -> None:
        """D-PEN-0, D-MORE-24."""
        if thrown.thrower is None or (thrown.fined and not self.options["fines_stack"]):
            return
        thrown.fined = True
        self._pay(thrown.thrower, -int(self.options["fine"]), code, (thrown.card,))

    def _in_window(self, thrown: RowCard) -> bool:
        """D-WIN-1."""
        width = self.seats if self.options["feed_window"] == "round" else 2
        return thrown.thrower is not None and self.turn - thrown.turn < width

    def _pick_up(self, asked: Word, seat: int) -> None:
        taken = self._taken_from(asked.card)
        del self.row[-len(taken) :]
        self.hands[seat] |= {thrown.card for thrown in taken}
        self.this_turn.took = "pick up"
        self.this_turn.took_one = len(taken) == 1
        self.this_turn.in_meld = [
            thrown for thrown in taken if thrown.card in (asked.card, *asked.meld)
        ]
        if asked.kind == "pick up to meld":
            self._fine_feeding(set(asked.meld))
            meld = self._lay_meld(asked, seat)
        else:  # D-MORE-15: no feeding fine
            meld = self._lay_off(asked, seat)
        # D-HEAD-4: the head can only be the deepest card of a pick-up.
        if taken[0].thrower is None:
            self._pay_head(taken[0].card, meld, seat)

    def _pay_head(self, head: str, meld: Meld, seat: int) -> None:
        extra = HEAD_WORTH
        if head not in SPETOS and self.options["head_value"] == "replace":
            extra -= value_in_meld(head, meld.cards, self.options)
        self._pay(seat, extra, "D-HEAD-3" if head in SPETOS else "D-HEAD-2", (head,))

    def _fine_feeding(self, meld: set[str]) -> None:
        in_meld = self.this_turn.in_meld
        fed = [thrown for thrown in in_meld if self._in_window(thrown)]
        head = next((thrown.card for thrown in in_meld if thrown.thrower is None), None)
        if self.options["head_feed"] and head is not None:
            for thrown in fed:
                if thrown.card in neighbourhood(head, self.options):
                    self._fine(thrown, "D-PEN-HEAD")
        speto = next((card for card in SPETOS if card in meld), None)
        if self.options["speto_feed"] != "off" and speto is not None:
            for thrown in fed:
                if thrown.card in {speto, *neighbourhood(speto, self.options)}:
                    code = self._speto_case(thrown, speto)
                    if code != "D-PEN-SPETO-0" or self.options["speto_feed"] == "any":
                        self._fine(thrown, code)

    def _speto_case(self, thrown: RowCard, speto: str) -> str:
        """D-MORE-23: by the row as it lay before the card was thrown."""
        neighbour_lay_there = bool(
            neighbourhood(speto, self.options).intersection(thrown.row_before)
        )
        if thrown.card == speto:
            return "D-PEN-SPETO-2" if neighbour_lay_there else "D-PEN-SPETO-0"
        if speto in thrown.row_before:
            return "D-PEN-SPETO-1"
        return "D-PEN-SPETO-0" if neighbour_lay_there else "D-PEN-AON"

    def _lay_meld(self, asked: Word, seat: int) -> Meld:
        meld = Meld(seat, set(asked.meld))
        self.melds.append(meld)
        self._lay(asked.meld, meld, seat)
        return meld

    def _lay_off(self, asked: Word, seat: int) -> Meld:
        meld = self._meld_named(asked.name)
        if meld is None:
            raise ValueError("D-LAY-2")
        meld.cards.add(asked.card)
        if asked.card in SPETOS and meld.owner != seat:
            stuffed = -int(self.options["stuffed_speto"])
            self._pay(meld.owner, stuffed, "D-PEN-STUFF", (asked.card,))
        self._lay((asked.card,), meld, seat)
        return meld

    def _lay(self, cards: Sequence[str], meld: Meld, seat: int) -> None:
        self.hands[seat] -= set(cards)
        self.laid[seat] |= set(cards)
        self.this_turn.lays += 1
        points = sum(value_in_meld(card, meld.cards, self.options) for card in cards)
        self._pay(seat, points, "D-SCORE-1", cards)

    def _discard(self, card: str, seat: int) -> None:
        before = tuple(thrown.card for thrown in self.row)
        thrown = RowCard(card, seat, self.turn, before)
        scope = self.options["full_discard"]
        pairs = [] if scope == "off" else list(combinations(before, 2))
        if scope == "contiguous":
            pairs = pairs[-1:]  # the last two of the row
        if any(is_meld((*pair, card), self.options) for pair in pairs):
            self._fine(thrown, "D-PEN-FULL")
        if self.options["layoff_discard"] and self._fits_somewhere(card):
            self._fine(thrown, "D-PEN-LAY")
        self.hands[seat].remove(card)
        self.row.append(thrown)
        # D-MORE-1, D-MORE-3
        if self.last_chance or (not self.stock and self.options["stock_end"] == "immediate"):
            self._settle_hands()
            return
        self.last_chance = not self.stock
        self.turn += 1
        self.to_act = (self.starter + self.direction * self.turn) % self.seats
        self.this_turn = Turn(born_before=self.born(self.to_act))

    def _fits_somewhere(self, card: str) -> bool:
        """D-MORE-14, D-MORE-27: whoever owns the meld."""
        return any(fits(card, meld.cards, self.options) for meld in self.melds)

    def _knock(self, card: str, seat: int) -> None:
        self.hands[seat].remove(card)
        self.knocker, self.knock_card = seat, card
        scope = self.options["fool_scope"]
        for thrown in self._fools():
            self.fool = True
            self._fine(thrown, "D-FOOL-1" if scope == "next_player_single" else "D-FOOL-2")
        knock_value = int(self.options["knock_value"])
        self._pay(seat, knock_value, "D-KNOCK-3", (card,))
        if self.options["knock_special"] and (card in SPETOS or self._fits_somewhere(card)):
            self._pay(seat, knock_value, "D-KNOCK-4", (card,))
        base = self._multiplied_base(seat)
        if not self.this_turn.born_before:
            code = "D-DARK-1" if self.this_turn.took == "draw" else "D-DARK-2"
            self._pay(seat, (int(self.options["dark_mult"]) - 1) * base, code, ())
            base *= int(self.options["dark_mult"])
        if self._one_colour(seat, card):
            self._pay(seat, (int(self.options["color_mult"]) - 1) * base, "D-COLOR-1", ())
        self._settle_hands()

    def _fools(self) -> list[RowCard]:
        """The thrown cards for which a fine is due, by seats (D-FOOL-1, D-MORE-9)."""
        within = [thrown for thrown in self.this_turn.in_meld if self._in_window(thrown)]
        if self.options["fool_scope"] == "next_player_single":
            one = self.this_turn.took_one
            return [thrown for thrown in within if one and self.turn - thrown.turn == 1]
        if self.options["fool_scope"] == "round_any_pickup":
            return sorted(within, key=lambda thrown: thrown.thrower or 0)
        return []

    def _multiplied_base(self, seat: int) -> int:
        """D-DARK-3, D-MORE-26."""
        scope = self.options["multiplier_scope"]
        own = [(points, code) for who, points, code, _, _ in self.ledger if who == seat]
        if scope == "total":
            return sum(points for points, _ in own)
        if scope == "knock_only":
            return sum(points for points, code in own if code.startswith("D-KNOCK"))
        # before the hands are settled only fines are below zero
        return sum(points for points, _ in own if points > 0)

    def _one_colour(self, seat: int, knock_card: str) -> bool:
        """D-COLOR-1, D-COLOR-2."""
        counted = set(self.laid[seat])
        if self.options["color_includes_knock_card"]:
            counted.add(knock_card)
        suits = {card[1] for card in counted}
        if self.options["color_knock"] == "color":
            return suits <= set("dh") or suits <= set("cs")
        return self.options["color_knock"] == "suit" and len(suits) == 1

    def _settle_hands(self) -> None:
        """D-SCORE-2, D-UNBORN-1 to D-UNBORN-4."""
        penalty = self.options["unborn_penalty"]
        counts = self.knocker is not None or self.options["unborn_when"] == "always"
        for seat, hand in enumerate(self.hands):
            if seat == self.knocker:
                continue
            points = sum(value(card) for card in hand)
            self._pay(seat, -points, "D-SCORE-2", hand)
            if counts and not self.born(seat):
                if penalty == "hand_x2":
                    self._pay(seat, -points, "D-UNBORN-1", hand)
                elif penalty == "minus50_then_x2":
                    self._pay(seat, -points - 2 * MINUS_FIFTY, "D-UNBORN-3", hand)
        self.to_act = None

"""Reading a score file: one deal a block, a blank line between (docs/score.md).

What must stay true: any text gives tables or one `Wrong` (or `RulesError`) with its line; a card is
named once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from speto.cards import PACK, Card
from speto.clause import RulesError
from speto.dummy import SEATS, Rules, read_rules
from speto.dummy.clauses import (
    BY_NUMBER,
    FINES,
    PEN_FULL,
    PEN_HEAD,
    PEN_LAY,
    PEN_SPETO_0,
)
from speto.dummy.judge import why_no_meld
from speto.score.dummy.notation import Moment, read_moment
from speto.score.dummy.table import Fine, Fool, Pile, Setting, Table
from speto.score.lines import Keys, Line, blocks, keyed
from speto.score.words import NONE, Words, cards_of, names_of, one_card, short
from speto.score.wrong import Wrong

KEYS: Final = (
    *("rules", "names", "starter", "direction", "head", "row", "melds", "hands"),
    *("knock", "fines", "fool", "born"),
)
ALSO: Final = {"name": "names", "meld": "melds", "hand": "hands", "fine": "fines", "fools": "fool"}
REPEATED: Final = ("melds", "hands", "fines")
POSITION: Final = re.compile(r"[a-z]+=\S", re.I)
BY_WORD: Final = {
    **{clause.code: clause for clause in FINES},
    **{clause.code.removeprefix("D-").removeprefix("PEN-"): clause for clause in FINES},
    **{clause.code.removeprefix("D-"): clause for clause in FINES},
    "FULL-DISCARD": PEN_FULL,
    "LAYOFF-DISCARD": PEN_LAY,
    "HEAD-FEED": PEN_HEAD,
    "SPETO-FEED": PEN_SPETO_0,
}
"""The words for the fines: D-PEN-FULL is also PEN-FULL, FULL and full-discard."""


def read_tables(text: str) -> list[Table]:
    """The deals of a file; what all share is written in the first.

    :raises Wrong: at the first line that is not right.
    """
    tables: list[Table] = []
    for block in blocks(text, as_line):
        setting = tables[0].setting if tables else None
        tables.append(read_table(block, setting))
    if not tables:
        raise Wrong("empty")
    return tables


def read_table(lines: Sequence[Line], setting: Setting | None) -> Table:
    """One deal; `setting` is that of the deals before.

    :raises Wrong: at the first line that is not right.
    """
    draft = Draft(setting, lines)
    draft.read()
    return draft.table()


def as_line(number: int, text: str, before: Line | None = None) -> Line:
    """A line as its key and the rest; one that begins with a name goes on with the line before.

    :raises Wrong: if no line begins so.
    """
    if POSITION.match(text) and text.partition("=")[0].lower() not in ("names", "fool", "starter"):
        return Line(number, "position", text)
    return keyed(number, text, before, Keys(KEYS, ALSO, REPEATED))


class Draft:
    """A deal while its lines are read."""

    def __init__(self, setting: Setting | None, lines: Sequence[Line]) -> None:
        self.setting = setting
        self.all = lines
        self.first = lines[0].number if lines else 0
        self.lines: dict[str, int] = {}
        self.where: dict[Card, int] = {}
        self.found: dict[str, Any] = {"melds": (), "fines": (), "hands": {}}

    def table(self) -> Table:
        """What was read."""
        assert self.setting
        return Table(setting=self.setting, first=self.first, lines=self.lines, **self.found)

    def read(self) -> None:
        """Read all lines: rules and names first, wherever they stand."""
        for line in self.all:
            if line.key != "position":
                if line.key in self.lines and line.key not in REPEATED:
                    key = "knock_two" if line.key == "knock" else "key_twice"
                    raise Wrong(key, line=line.number, key=line.key)
                self.lines.setdefault(line.key, line.number)
        moment = self.read_position()
        self.read_setting(moment)
        if moment:
            self.take(moment)
        for line in self.all:
            if line.key not in ("rules", "names", "position"):
                getattr(self, f"read_{line.key}")(line)

    def read_position(self) -> Moment | None:
        lines = [line for line in self.all if line.key == "position"]
        if not lines:
            return None
        moment = read_moment(" ".join(line.text for line in lines), lines[0].number)
        for key in moment.given:
            if key in self.lines:
                raise Wrong("key_twice", line=max(self.lines[key], lines[0].number), key=key)
            self.lines[key] = lines[0].number
        return moment

    def read_setting(self, moment: Moment | None) -> None:
        before = self.setting
        rules = before.rules if before else Rules()
        if moment and "rules" in moment.given:
            rules = moment.rules
        names = before.names if before else ()
        if moment and not names:
            names = tuple(str(number) for number in range(1, moment.seats + 1))
        for line in self.all:
            if line.key == "rules":
                try:
                    rules = read_rules(line.text or "default")
                except RulesError as problem:
                    raise Wrong("rules", line=line.number, reason=problem) from None
            elif line.key == "names":
                names = names_of(line.text, line.number, SEATS)
        if not names:
            raise Wrong("no_names", line=self.first)
        if moment and moment.seats != len(names):
            raise Wrong("seats", line=self.lines["hands"], n=moment.seats, names=len(names))
        if before and rules != before.rules:
            raise Wrong("rules_change", line=self.lines["rules"])
        if before and names != before.names:
            raise Wrong("names_change", line=self.lines["names"])
        self.setting = Setting(rules, names)

    def take(self, moment: Moment) -> None:
        """Take over what a position says."""
        self.where = dict.fromkeys(moment.where, self.lines["hands"])
        self.found |= moment.found
        for pile in moment.found["melds"]:
            self.check_shape(pile)

    def words(self, line: Line) -> Words:
        assert self.setting
        return Words(line.text, self.setting.names, line.number)

    def place(self, card: Card, line: int) -> Card:
        """Note where a card lies."""
        if card in self.where:
            if self.where[card] == line:
                raise Wrong("twice_here", line=line, card=card)
            raise Wrong("twice", line=line, card=card, other=self.where[card])
        self.where[card] = line
        return card

    def read_starter(self, line: Line) -> None:
        words = self.words(line)
        self.found["starter"] = words.seat()
        words.end()

    def read_direction(self, line: Line) -> None:
        if line.text not in ("1", "+1", "-1"):
            raise Wrong("direction_word", line=line.number, text=short(line.text))
        self.found["direction"] = int(line.text)

    def read_head(self, line: Line) -> None:
        self.found["head"] = one_card(line.text, line.number)

    def read_row(self, line: Line) -> None:
        cards = cards_of(line.text, line.number)
        self.found["row"] = tuple(self.place(card, line.number) for card in cards)

    def read_melds(self, line: Line) -> None:
        for owner, text in self.words(line).shares():
            if text.lower() in NONE:
                continue
            for part in filter(str.strip, text.split(",")):
                self.found["melds"] += (self.read_pile(owner, part, line),)

    def read_pile(self, owner: int, text: str, line: Line) -> Pile:
        words = self.words(line._replace(text=text))
        cards: list[tuple[Card, int]] = []
        while words.rest:
            card = words.card()
            if not card:
                cards_of(words.rest, line.number)  # tells what is wrong with it
                raise Wrong("card", line=line.number, text=short(words.rest))
            layer = owner
            words.skip()
            if words.rest.startswith("@"):
                words.skip(" \t@")
                layer = words.seat()
            cards.append((self.place(card, line.number), layer))
        pile = Pile(owner, tuple(cards), line.number)
        self.check_shape(pile)
        return pile

    def check_shape(self, pile: Pile) -> None:
        assert self.setting
        number = why_no_meld(pile.mask, self.setting.rules.ace_low_run)
        if number:
            raise Wrong("meld", line=pile.line, cards=pile, code=BY_NUMBER[number].code)

    def read_hands(self, line: Line) -> None:
        assert self.setting
        for seat, text in self.words(line).shares():
            if seat in self.found["hands"]:
                raise Wrong("hand_twice", line=line.number, name=self.setting.names[seat])
            cards = cards_of(text, line.number)
            self.found["hands"][seat] = tuple(self.place(card, line.number) for card in cards)
            self.lines[f"hands {seat}"] = line.number

    def read_knock(self, line: Line) -> None:
        if line.text.lower() in NONE[1:]:
            return
        words = self.words(line)
        seat = words.seat()
        card = words.card()
        if not card:
            raise Wrong("knock", line=line.number, name=words.names[seat])
        self.found |= {"knocker": seat, "card": self.place(card, line.number)}
        while word := words.word():
            if word == "dark":
                self.found["dark"] = True
            elif word in ("drew", "picked"):
                self.found["took"] = word
            else:
                words.seat()  # another name: two who knocked; anything else is no name
                raise Wrong("knock_two", line=line.number)
            words.take_word(word)

    def read_fines(self, line: Line) -> None:
        if line.text.lower() in NONE:
            return
        for seat, text in self.words(line).shares():
            if text.lower() not in NONE:
                for part in filter(str.strip, text.split(",")):
                    self.found["fines"] += (self.read_fine(seat, part, line),)

    def read_fine(self, seat: int, text: str, line: Line) -> Fine:
        words = self.words(line._replace(text=text))
        points: int | None = None
        if re.fullmatch(r"-?[0-9]{1,6}", words.word()):
            points = abs(int(words.word()))
            words.take_word(words.word())
        word = words.word()
        clause = BY_WORD.get(word.upper().replace("_", "-"))
        if clause:
            words.take_word(word)
        card = words.card() if clause else None
        if points is None and not clause:
            raise Wrong("fine", line=line.number, text=short(text))
        words.end()
        return Fine(seat, points, clause, card, line.number)

    def read_fool(self, line: Line) -> None:
        fools: list[Fool] = []
        words = self.words(line)
        if line.text.lower() in NONE:
            return
        while words.rest:
            seat = words.seat()
            card = words.card()
            fined = words.word() == "fined"
            if fined:
                words.take_word("fined")
            fools.append(Fool(seat, card, fined, line.number))
        self.found["fools"] = tuple(fools)

    def read_born(self, line: Line) -> None:
        words = self.words(line)
        born = set[int]()
        while words.word() not in NONE:
            born.add(words.seat())
        self.found["born"] = frozenset(born)


def unplaced(table: Table) -> tuple[Card, ...]:
    """The cards that were named nowhere, in the order of the pack."""
    placed = {card for pile in table.melds for card, _ in pile.cards}
    placed |= {card for hand in table.hands.values() for card in hand}
    placed |= {card for card in (*(table.row or ()), table.card) if card}
    return tuple(card for card in PACK if card not in placed)

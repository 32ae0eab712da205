"""Reading hands of Indian Rummy: those of a command, and files of deals (docs/score.md).

What must stay true: any text gives hands or one `Wrong` (or `RulesError`) with its line; the hands
of a command are read like the lines of a file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from speto.cards import Card
from speto.clause import RulesError
from speto.indian import SEATS, Rules, read_rules
from speto.score.indian.table import HAND, OUT, Laid, Mark, Part, Setting, Table
from speto.score.lines import Keys, Line, blocks, keyed, plain
from speto.score.words import (
    CARD,
    JOKER_WORD,
    LETTERS,
    NONE,
    Words,
    cards_of,
    named,
    names_of,
    one_card,
    short,
)
from speto.score.wrong import Wrong

KEYS: Final = ("rules", "names", "starter", "direction", "cut", "hands")
ALSO: Final = {"name": "names", "hand": "hands"}
REPEATED: Final = ("hands",)
MARK: Final = re.compile(
    r"(?<![^\s\-])(?P<before>(?:first|later|middle)(?:\s+turn)?\s+)?"
    r"(?P<mark>show(?:s|ed|n)?|heaven|drop(?:s|ped)?|wrong)\b(?:\s+show\b)?(?P<rest>.*)",
    re.I | re.S,
)
BEGINS: Final = re.compile(
    rf"!?\s*(?:{CARD.pattern}|\*|-\s*$|{JOKER_WORD.pattern}|(?:first|later|middle|drop\w*|wrong)\b)",
    re.I,
)
"""How a hand, or what stands in its place, begins that has no name before it."""
WHEN: Final = {
    "first": Mark.DROP_FIRST,
    "later": Mark.DROP_LATER,
    "middle": Mark.DROP_LATER,
}
QUOTES: Final = str.maketrans("", "", '"“”„')
"""Marks that stand around a hand where it was copied from a command."""
STROKES: Final = str.maketrans("|", "/")
FILLERS: Final = frozenset(("on", "in", "at", "the", "a", "turn"))
"""Words about a drop that say nothing: dropped on the first turn."""


def read_laid(text: str, line: int) -> Laid:
    """What one seat laid open: groups, the finishing card, and what the seat did.

    :raises Wrong: at the first thing that is not right.
    """
    text = text.translate(LETTERS).translate(STROKES)
    cards, mark, finish = _with_mark(text.strip().lstrip("!"), line)
    body, dash, behind = cards.partition("-")
    if dash and (body.strip() or behind.strip()):
        if finish:
            raise Wrong("rest", line=line, text=short(f"-{behind}"))
        finish = behind
    pieces = [cards_of(part, line, jokers=True) for part in body.split("/")]
    parts = tuple(part for part in pieces if part)
    finishing = one_card(finish, line, jokers=True) if finish.strip() else None
    if finishing and sum(map(len, parts)) > HAND:
        parts = _without(parts, finishing)
    return Laid(parts, "/" in body, finishing, mark, line)


def _without(parts: tuple[Part, ...], finishing: Card) -> tuple[Part, ...]:
    """The other 13 cards, where the finishing card was written among the 14 as well.

    Of two equal cards the one goes that stands last.
    """
    for at in reversed(range(len(parts))):
        if finishing in parts[at]:
            left = list(parts[at])
            left.reverse()
            left.remove(finishing)
            kept = (*parts[:at], tuple(reversed(left)), *parts[at + 1 :])
            return tuple(part for part in kept if part)
    return parts


def _with_mark(text: str, line: int) -> tuple[str, Mark, str]:
    """The cards of a text, the mark behind them, and what stands behind the mark: a card."""
    match = MARK.search(text)
    if not match:
        return text, Mark.NOTHING, ""
    word, rest = match["mark"].lower(), match["rest"].strip()
    cards = text[: match.start()]
    if word.startswith("drop"):
        when = {*(match["before"] or "").lower().split(), *rest.lower().split()} - FILLERS
        if len(when) != 1 or not when <= WHEN.keys():
            raise Wrong("when_dropped", line=line)
        return cards, WHEN[when.pop()], ""
    marks = {"heaven": Mark.HEAVEN, "wrong": Mark.WRONG}
    mark = marks.get(word, Mark.SHOW)
    if match["before"] or (rest and mark is Mark.HEAVEN):
        raise Wrong("rest", line=line, text=short(match[0]))
    return cards, mark, rest


def read_hands(texts: Sequence[str], cut: str | None, rules: str | None) -> Table:
    """The hands of a command, one a seat; a name and a colon may stand before each.

    A hand whose cards came as single texts is put together.

    :raises Wrong: at the first thing that is not right.
    """
    if not any(map(str.strip, texts)):
        raise Wrong("no_hands")
    if cut is None:
        raise Wrong("no_cut")
    texts = [plain(text).translate(QUOTES) for text in texts]
    lines = [Line(at, "hands", text) for at, text in enumerate(_put_together(texts), 1)]
    draft = Draft(None, lines, Given(cut, rules))
    return draft.read()


def _put_together(texts: Sequence[str]) -> Sequence[str]:
    """One hand from the pieces in which it came where it was written without quotes."""
    whole = " ".join(texts)
    try:
        one = read_laid(whole, 0)
        sizes = [len(read_laid("" if text in ("/", "-") else text, 0).all_cards) for text in texts]
    except Wrong:
        return texts
    fits = len(one.all_cards) <= HAND + 1 or max(sizes, default=0) <= 1
    return [whole] if fits and one.mark not in OUT else texts


class Given(NamedTuple):
    """What the command says beside the hands; its rules win over those of a file."""

    cut: str | None
    rules: str | None


def read_file(text: str, cut: str | None = None, rules: str | None = None) -> list[Table]:
    """The deals of a file; rules and names stand in the first, and the command may give some.

    :raises Wrong: at the first line that is not right.
    """
    tables: list[Table] = []
    for block in blocks(text.translate(QUOTES), as_line):
        setting = tables[0].setting if tables else None
        lines = [line for line in block if line.text or line.key != "hands"]  # a mere heading
        tables.append(Draft(setting, lines, Given(cut, rules)).read())
    if not tables:
        raise Wrong("no_hands")
    return tables


def is_hand(text: str) -> bool:
    """Whether a text begins as a hand does that has no name before it."""
    return bool(BEGINS.match(text.translate(LETTERS)))


def as_line(number: int, text: str, before: Line | None = None) -> Line:
    """A line as its key and the rest; one that begins with a name is a hand.

    :raises Wrong: if no line begins so.
    """
    word = re.split(r"[\s:=]", text, maxsplit=1)[0].lower()
    if ALSO.get(word, word) not in KEYS and (":" in text or is_hand(text)):
        return Line(number, "hands", text)
    return keyed(number, text, before, Keys(KEYS, ALSO, REPEATED))


class Draft:
    """A deal while its lines are read."""

    def __init__(self, setting: Setting | None, lines: Sequence[Line], given: Given) -> None:
        self.before = setting
        self.all = lines
        self.given = given
        self.first = lines[0].number if lines else 0
        self.lines: dict[str, int] = {}
        self.found: dict[str, Any] = {}

    def read(self) -> Table:
        """Read all lines: rules and names first, wherever they stand."""
        said: dict[str, Line] = {}
        for line in self.all:
            if line.key in said and line.key not in REPEATED:
                raise Wrong("key_twice", line=line.number, key=line.key)
            said.setdefault(line.key, line)
        self.lines = {key: line.number for key, line in said.items()}
        known = self.before.names if self.before else ()
        if "names" in said:
            known = names_of(said["names"].text, said["names"].number, SEATS, "names_six")
        hands = [_mark_behind(line, known) for line in self.all if line.key == "hands"]
        setting = self.read_setting(said, hands)
        cut = self.read_cut(said)
        if "starter" in said:
            words = Words(said["starter"].text, setting.names, said["starter"].number)
            self.found["starter"] = words.seat()
            words.end()
        if "direction" in said:
            line = said["direction"]
            if line.text not in ("1", "+1", "-1"):
                raise Wrong("direction_word", line=line.number, text=short(line.text))
            self.found["direction"] = int(line.text)
        laid = dict(self.read_seats(hands, setting))
        return Table(
            setting=setting, cut=cut, laid=laid, first=self.first, lines=self.lines, **self.found
        )

    def read_setting(self, said: Mapping[str, Line], hands: Sequence[Line]) -> Setting:
        """The rules and the names, written here or taken over from the deals before."""
        before = self.before
        line = said.get("rules")
        rules = before.rules if before else self.read_rules(self.given.rules or "default", 0)
        if line and not self.given.rules:
            written = self.read_rules(line.text or "default", line.number)
            if before and written != rules:
                raise Wrong("rules_change", line=line.number)
            rules = written
        if "names" in said:
            line = said["names"]
            names = names_of(line.text, line.number, SEATS, "names_six")
        elif before:
            names = before.names
        else:
            names = _names_in(hands)
        if before and names != before.names:
            raise Wrong("names_change", line=said["names"].number)
        return Setting(rules, names)

    def read_rules(self, text: str, line: int) -> Rules:
        try:
            return read_rules(text)
        except RulesError as problem:
            raise Wrong("rules", line=line, reason=problem) from None

    def read_cut(self, said: Mapping[str, Line]) -> Card:
        """The cut card of the deal: the file's, or the command's."""
        given = _cut(self.given.cut, 0, "no_cut") if self.given.cut is not None else None
        if "cut" not in said and given is None:
            raise Wrong("no_cut_line", line=self.first)
        if "cut" not in said:
            assert given is not None
            return given
        line = said["cut"]
        cut = _cut(line.text, line.number, "no_cut_line")
        if given is not None and given != cut:
            raise Wrong("two_cuts", line=line.number, cut=cut, given=given)
        return cut

    def read_seats(self, hands: Sequence[Line], setting: Setting) -> Iterator[tuple[int, Laid]]:
        """What each seat laid open."""
        taken = set[int]()
        for at, line in enumerate(hands):
            name, colon, text = line.text.partition(":")
            if not colon:
                seat, text = at, line.text
            else:
                seat, size = named(name.strip(), setting.names)
                if seat < 0 or size < len(name.strip()):
                    names = ", ".join(setting.names)
                    raise Wrong("seat", line=line.number, text=short(name), names=names)
            if seat in taken:
                name = setting.names[seat]
                raise Wrong("hand_twice", line=line.number, name=name)
            taken.add(seat)
            yield seat, read_laid(text, line.number)


def _mark_behind(line: Line, names: Sequence[str]) -> Line:
    """A hand with what its seat did behind it, where that stood behind the name: Asha shows."""
    name, colon, text = line.text.partition(":")
    match = MARK.search(name)
    if not colon or not match or not name[: match.start()].strip() or name.strip() in names:
        return line
    return line._replace(text=f"{name[: match.start()].strip()}: {text} {match[0]}")


def _names_in(hands: Sequence[Line]) -> tuple[str, ...]:
    """The names before the colons, where no line says them; a number for a seat without one."""
    most = SEATS[-1]
    if not hands:
        raise Wrong("no_hands")
    if len(hands) > most:
        raise Wrong("many_hands", line=hands[most].number, n=len(hands), most=most)
    names: list[str] = []
    for at, line in enumerate(hands, 1):
        name, colon, _ = line.text.partition(":")
        name = " ".join(name.split())
        if not colon or (name.isdecimal() and int(name) == at):
            names.append(str(at))
            continue
        if not name or name.lower() in NONE:
            raise Wrong("name", line=line.number, name=short(name) or ":")
        names += names_of(name, line.number, (1,))
    if len({name.lower() for name in names}) < len(names):
        raise Wrong("name_twice", line=hands[0].number)
    return tuple(names)


def _cut(text: str, line: int, nothing: str) -> Card:
    cards = cards_of(text, line, jokers=True)
    if not text.strip():
        raise Wrong(nothing, line=line)
    if len(cards) != 1:
        raise Wrong("cut", line=line, text=short(text))
    return cards[0]

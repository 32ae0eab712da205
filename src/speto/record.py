"""Reading and writing deals as text (docs/record.md).

What must stay true: a record is read only if every action is legal, every refusal is refused by the
clause it names, and the ledger and totals are those that the rules give; writing what was read from
a canonical file gives the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from speto.cards import ParseError, parse_cards, shown, write_cards
from speto.clause import Entry, RulesError
from speto.games import Game, State, game
from speto.notation import read_totals, write_totals

TAG: Final = re.compile(r'\[([A-Z][A-Za-z]*) "([^"\n]*)"\]')
NAME: Final = re.compile(r"(?! )[^,\"\n\r]{1,40}(?<! )")
NEEDED: Final = ("Game", "Rules", "Seats", "Starter", "Direction", "Pack")
TOTALS: Final = "Totals"
"""The tag of what the match had brought each seat before the deal; a deal alone has none."""
DEALT: Final = (*NEEDED, TOTALS)
"""The tags that are written from the deal itself."""
UNFINISHED: Final = "unfinished"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A word that was refused to a seat, after so many accepted actions, and by which clause."""

    after: int
    seat: int
    word: str
    code: str


@dataclass(frozen=True, slots=True)
class Record:
    """A deal as written down: who sat where, the state it led to, and what was refused on the way.

    `tags` are the optional ones, in their order.
    """

    game: str
    names: tuple[str, ...]
    state: State
    tags: tuple[tuple[str, str], ...] = ()
    refusals: tuple[Refusal, ...] = field(default=())

    def tag(self, name: str) -> str | None:
        """The text of an optional tag."""
        return dict(self.tags).get(name)


def states(last: State) -> list[State]:
    """All states of a deal, the fresh one first."""
    found = []
    state: State | None = last
    while state:
        found.append(state)
        state = state.before
    return found[::-1]


def write_entry(entry: Entry) -> str:
    """One line of the ledger: seat, points, clause, cards, index of the action."""
    cards = write_cards(entry.cards) or "-"
    return f"= {entry.seat} {entry.points:+d} {entry.clause.code} {cards} {entry.at}"


def _write_totals(state: State) -> str:
    totals = " ".join(map(str, state.scores))
    return f"* {totals}" if state.over else f"* {totals} {UNFINISHED}"


def _write_turns(record: Record) -> Iterator[str]:
    refusals: dict[int, list[str]] = {}
    for refusal in record.refusals:
        line = f"? {refusal.seat} {refusal.word} {refusal.code}"
        refusals.setdefault(refusal.after, []).append(line)
    words: list[str] = []
    head = ""
    for at, state in enumerate(states(record.state)):
        if at:
            words.append(str(state.action))
        now = f"{state.turn + 1:>3} {state.to_act}"
        broken = at in refusals
        if words and (broken or state.over or now != head):
            yield f"{head} {' '.join(words)}"
            words = []
        head = now
        yield from refusals.get(at, [])
    if words:
        yield f"{head} {' '.join(words)}"


def write_record(record: Record) -> str:
    """A deal in the canonical form, with a line feed at its end.

    :raises ParseError: if a name or tag cannot stand in a record.
    """
    module = game(record.game)
    state = record.state
    check_names(record.names)
    if len(record.names) != state.seats:
        raise ParseError(f"{len(record.names)} names for {state.seats} seats")
    if states(state)[0].turn:
        raise ParseError("a deal that began at a position has no record; it has no pack")
    for name, _ in record.tags:
        if name in DEALT:
            raise ParseError(f"the tag {name} is written from the deal itself")
    tags = [
        ("Game", f"{module.NAME}/{module.RULESET}"),
        ("Rules", str(state.rules)),
        ("Seats", ", ".join(record.names)),
        ("Starter", str(state.starter)),
        ("Direction", str(state.direction)),
        ("Pack", write_cards(state.pack)),
        *([(TOTALS, write_totals(state.totals))] if state.totals else []),
        *record.tags,
    ]
    lines = [f'[{name} "{text}"]' for name, text in tags]
    for line in lines:
        if not TAG.fullmatch(line) or not _printable(line):
            raise ParseError(f"{shown(line)} is no tag; a tag has no quote and no line end in it")
    lines += _write_turns(record)
    lines += [write_entry(entry) for entry in state.ledger()]
    lines.append(_write_totals(state))
    return "\n".join(lines) + "\n"


def write_records(records: Sequence[Record]) -> str:
    """Several deals with a blank line between."""
    return "\n".join(map(write_record, records))


def _printable(text: str) -> bool:
    """Whether a text holds no control character; joiners are letters' own (as in Hindi names)."""
    return text.replace("\u200c", "").replace("\u200d", "").isprintable()


def check_names(names: Sequence[str]) -> None:
    """See that seat names can stand in a record.

    :raises ParseError: naming the one that can't.
    """
    for name in names:
        if not NAME.fullmatch(name) or not _printable(name):
            raise ParseError(
                f"seat name {shown(name)}: write 1 to 40 characters, no comma, quote or line end"
            )


def read_records(text: str) -> list[Record]:
    """Read a file of deals.

    :raises ParseError: at the first line that is not right, and what would be.
    """
    records = []
    deal: list[tuple[int, str]] = []
    # a byte-order mark is what some editors put before the first tag
    for number, whole in enumerate([*text.removeprefix("\ufeff").split("\n"), ""], 1):
        line = _without_comment(whole)
        if line:
            deal.append((number, line))
        elif deal and not whole.strip():
            records.append(_Reader(deal).read())
            deal = []
    if not records:
        raise ParseError('there is no deal in it; a record begins with [Game "dummy/1"]')
    return records


def _without_comment(line: str) -> str:
    tag = TAG.match(line)
    if tag and line[tag.end() :].lstrip()[:1] in ("", ";"):
        return tag[0]
    return line.rstrip() if tag else line.partition(";")[0].rstrip()


class _Reader:
    """Reads the lines of one deal, each with its number in the file."""

    def __init__(self, lines: list[tuple[int, str]]) -> None:
        self.lines = [line for _, line in lines]
        self.numbers = [number for number, _ in lines]
        self.at = 0
        self.tags: dict[str, str] = {}
        self.refusals: list[Refusal] = []

    def problem(self, text: str, at: int | None = None) -> ParseError:
        numbers = [*self.numbers, self.numbers[-1] + 1]
        return ParseError(text, place=f"line {numbers[self.at if at is None else at]}")

    def read(self) -> Record:
        self.read_tags()
        module, state = self.start()
        done = 0
        while self.at < len(self.lines) and self.lines[self.at][0] not in "=*":
            line = self.lines[self.at]
            if line[0] == "?":
                self.read_refusal(module, state, done, line)
            else:
                state, more = self.read_turn(module, state, line)
                done += more
            self.at += 1
        self.check_end(state)
        optional = tuple((name, text) for name, text in self.tags.items() if name not in DEALT)
        names = tuple(self.tags["Seats"].split(", "))
        return Record(module.NAME, names, state, optional, tuple(self.refusals))

    def read_tags(self) -> None:
        while self.at < len(self.lines) and self.lines[self.at].startswith("["):
            match = TAG.fullmatch(self.lines[self.at])
            if not match or not _printable(self.lines[self.at]):
                raise self.problem('not a tag; write it as [Rules "default"]')
            name, text = match.groups()
            if name in self.tags:
                raise self.problem(f"the tag {name} stands twice")
            if len(self.tags) < len(NEEDED) and name != NEEDED[len(self.tags)]:
                raise self.problem(f"the tag {NEEDED[len(self.tags)]} must stand here")
            self.tags[name] = text
            self.at += 1
        if len(self.tags) < len(NEEDED):
            raise self.problem(f"the tag {NEEDED[len(self.tags)]} must stand here")

    def start(self) -> tuple[Game, State]:
        name, _, number = self.tags["Game"].partition("/")
        with self.reading("Game"):
            module = game(name)
            self.check_ruleset(module, number)
        names = self.tags["Seats"].split(", ")
        with self.reading("Seats"):
            check_names(names)
        with self.reading("Pack"):
            pack = parse_cards(self.tags["Pack"])
        with self.reading("Rules"):
            rules = module.read_rules(self.tags["Rules"])
        numbers = {}
        for key in ("Starter", "Direction"):
            with self.reading(key):
                numbers[key.lower()] = self.whole(key)
        try:
            totals = read_totals(self.tags.get(TOTALS, ""), len(names))
            return module, module.start(rules, pack, seats=len(names), totals=totals, **numbers)
        except ParseError as problem:
            raise self.problem(str(problem), [*self.tags].index(TOTALS)) from None
        except RulesError as problem:
            # its sentence begins with what is wrong
            words = str(problem).split()[:2]
            keys = (key for key in ("Pack", "Starter", "Direction") if key.lower() in words)
            raise self.problem(str(problem), NEEDED.index(next(keys, "Seats"))) from None

    @contextmanager
    def reading(self, key: str) -> Iterator[None]:
        """Give what is wrong with a tag its line."""
        try:
            yield
        except (ParseError, RulesError) as problem:
            raise self.problem(str(problem), NEEDED.index(key)) from None

    def check_ruleset(self, module: Game, number: str) -> None:
        if not re.fullmatch(r"[1-9][0-9]{0,5}", number):
            raise ParseError(f"write the ruleset's number, as in {module.NAME}/{module.RULESET}")
        if int(number) != module.RULESET:
            age = "newer" if int(number) > module.RULESET else "older"
            raise ParseError(
                f"this deal was played under {module.NAME}/{number}, but this program knows"
                f" {module.NAME}/{module.RULESET}; read it with the {age} speto that wrote it"
            )

    def whole(self, key: str) -> int:
        if not re.fullmatch(r"0|-?[1-9][0-9]{0,2}", self.tags[key]):
            raise ParseError(f"{key}: write a whole number")
        return int(self.tags[key])

    def read_turn(self, module: Game, state: State, line: str) -> tuple[State, int]:
        head, *rest = line.split()
        seat, words = rest[0] if rest else "", rest[1:]
        expected = f"{state.turn + 1} {state.to_act}"
        if state.to_act is None:
            raise self.problem("the deal is over; only its ledger may follow")
        if f"{head} {seat}" != expected:
            raise self.problem(f"here turn and seat must be {expected}, not {shown(line[:20])}")
        if not words:
            raise self.problem("the turn has no words; write what was said, as in +6s -Qh")
        now = state.turn, state.to_act
        for word in words:
            if (state.turn, state.to_act) != now:
                raise self.problem(f"{word}: the turn is over; a turn stands on one line")
            state = self.apply(module, state, word)
        return state, len(words)

    def action(self, module: Game, word: str) -> Any:
        try:
            return module.parse(word)
        except ParseError as problem:
            raise self.problem(str(problem)) from None

    def apply(self, module: Game, state: State, word: str) -> State:
        action = self.action(module, word)
        clause = state.why_not(action)
        if clause:
            raise self.problem(f"{word} is refused by {clause.code}")
        after = state.apply(action)
        # a draw says which card it was; `+` alone leaves it to the pack
        if word != "+" and after.action != action:
            raise self.problem(f"by the pack here must stand {after.action}, not {word}")
        return after

    def read_refusal(self, module: Game, state: State, done: int, line: str) -> None:
        parts = line.split()
        if len(parts) != 4 or parts[1] not in map(str, range(state.seats)):
            raise self.problem(
                f"write a refusal as: ? seat word clause; seats are 0 to {state.seats - 1}"
            )
        _, seat, word, code = parts
        if code not in module.BY_CODE:
            raise self.problem(f"{shown(code)} is no clause of {module.NAME}")
        clause = state.why_not(self.action(module, word), int(seat))
        if clause is None:
            raise self.problem(f"{word} is not refused to seat {seat}; it is legal here")
        if clause.code != code:
            raise self.problem(f"{word} is refused by {clause.code}, not by {code}")
        self.refusals.append(Refusal(done, int(seat), word, code))

    def check_end(self, state: State) -> None:
        right = [*map(write_entry, state.ledger()), _write_totals(state)]
        found = self.lines[self.at :]
        for i, line in enumerate(right):
            self.at = len(self.lines) - len(found) + i
            if i >= len(found):
                raise self.problem(f"the record is cut off; here must stand: {line}")
            if found[i] != line:
                raise self.problem(f"by the rules here must stand: {line}")
        if len(found) > len(right):
            self.at = len(self.lines) - len(found) + len(right)
            raise self.problem("nothing may follow the totals but a blank line")

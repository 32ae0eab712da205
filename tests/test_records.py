"""The golden records: every clause at work, checked by hand; and the reader of records."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from enum import IntEnum
from functools import cache
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from speto.cards import ParseError
from speto.clause import Clause
from speto.dummy import clauses as dummy
from speto.games import NAMES, Game, game
from speto.indian import clauses as indian
from speto.match import follow
from speto.options import choices, spell
from speto.record import NEEDED, Record, read_records, states, write_records

FOLDER = Path(__file__).parent / "records"
TEXTS = {
    f"{name}/{file.stem}": file.read_text(encoding="utf-8")
    for name in NAMES
    for file in sorted((FOLDER / name).glob("*.deal"))
}
VECTOR = re.compile(r"IT-[0-9]{2}")
every_record = pytest.mark.parametrize("name", TEXTS)
each_game = pytest.mark.parametrize("played", NAMES)


def listed(codes: str) -> set[str]:
    return set(codes.split())


REFUSING = {
    "dummy": listed(
        """
        T-OVER T-TURN T-KIND T-HOLD D-TURN-1 D-TURN-2 D-TURN-5 D-HEAD-5 D-PICK-2 D-PICK-3 D-PICK-6
        D-MORE-15 D-BORN-3 D-MELD-1 D-MELD-2 D-MELD-3 D-LAY-1 D-LAY-2 D-LAY-3 D-LAY-5 D-KNOCK-1
        D-KNOCK-2 D-END-2
        """
    ),
    "indian": listed(
        """
        T-OVER T-TURN T-KIND T-HOLD I-TURN-1 I-TURN-2 I-PICK-1 I-DROP-2 I-SHOW-2 I-SHOW-6
        I-HEAVEN-2 I-MORE-17
        """
    ),
}
SCORING = {
    "dummy": listed(
        """
        D-SCORE-1 D-HEAD-2 D-HEAD-3 D-KNOCK-3 D-KNOCK-4 D-DARK-1 D-DARK-2 D-COLOR-1 D-SCORE-2
        D-UNBORN-1 D-UNBORN-3 D-PEN-FULL D-PEN-LAY D-PEN-HEAD D-PEN-AON D-PEN-SPETO-0 D-PEN-SPETO-1
        D-PEN-SPETO-2 D-PEN-STUFF D-FOOL-1 D-FOOL-2
        """
    ),
    "indian": listed(
        """
        I-DROP-1 I-DROP-2 I-SHOW-3 I-SCORE-1 I-SCORE-2 I-SCORE-3 I-CAP-1 I-HEAVEN-1 I-END-2
        I-MORE-22
        """
    ),
}
BOTH = {"I-DROP-2"}
"""A later drop costs its price, and after a draw there is none."""
NUMBERED: dict[str, dict[int, Clause]] = {"dummy": dummy.BY_NUMBER, "indian": indian.BY_NUMBER}
# The words of another game are not read at all, so this refusal cannot stand in a record.
NOT_IN_RECORDS = {"T-KIND"}
PLACE = re.compile(r"line ([0-9]+)[:,]")


@cache
def records_of(name: str) -> list[Record]:
    assert name in TEXTS, f"there is no record named {name}.deal"
    return read_records(TEXTS[name])


def game_of(name: str) -> Game:
    return game(name.partition("/")[0])


def texts_of(played: str) -> list[str]:
    return [name for name in TEXTS if name.startswith(f"{played}/")]


def refused_in(name: str) -> set[str]:
    return {refusal.code for record in records_of(name) for refusal in record.refusals}


def scored_in(name: str) -> set[str]:
    return {entry.clause.code for record in records_of(name) for entry in record.state.ledger()}


def shown_in(name: str) -> set[str]:
    return {code for record in records_of(name) for code in (record.tag("Shows") or "").split()}


def named_by(name: str) -> str:
    """The clause that a file is named after."""
    name = name.partition("/")[2]
    by_code = {code for played in NAMES for code in game(played).BY_CODE}
    codes = [code for code in by_code if name == code or name.startswith(f"{code}-")]
    return max(codes, key=len, default="")


def line_of(problem: pytest.ExceptionInfo[ParseError]) -> int:
    place = PLACE.match(str(problem.value))
    assert place, problem.value
    return int(place[1])


# The records


@every_record
def test_reads_and_writes(name: str) -> None:
    """A golden record reads, and what was read is written with the same bytes."""
    assert write_records(records_of(name)) == TEXTS[name]


@every_record
def test_tells_what_it_shows(name: str) -> None:
    """Each deal says in a note what it shows, and a Shows tag names real clauses only."""
    assert all(record.tag("Note") for record in records_of(name))
    assert {record.game for record in records_of(name)} == {game_of(name).NAME}
    assert shown_in(name) <= set(game_of(name).BY_CODE)


@pytest.mark.parametrize("name", [n for n in TEXTS if not VECTOR.search(n)])
def test_is_named_after_what_it_shows(name: str) -> None:
    """A record shows the clause that it is named after, under the option of its name."""
    code = named_by(name)
    assert code in refused_in(name) | scored_in(name) | shown_in(name)
    stem = name.partition("/")[2]
    option, _, value = stem.removeprefix(code).removeprefix("-").partition("-")
    if option in game_of(name).FIELDS:
        value = value.partition("-")[0]
        found = {spell(getattr(record.state.rules, option)) for record in records_of(name)}
        assert found == {value}


@every_record
def test_deals_of_a_file_are_a_match(name: str) -> None:
    """Deals follow each other as the match has it, and end with who is written to be ahead."""
    found = records_of(name)
    for number, record in enumerate(found, 1):
        match = follow([r.state for r in found[:number]], [r.names for r in found[:number]])
        scores = record.state.scores
        best = [seat for seat, points in enumerate(scores) if points == max(scores)]
        assert record.tag("Best") in (None, " ".join(map(str, best)))
        winners, settlement = record.tag("Winners"), record.tag("Settlement")
        assert winners in (None, " ".join(map(str, match.winners)))
        assert settlement in (None, " ".join(map(str, match.settlement())))


@every_record
def test_the_clock_does_what_is_written(name: str) -> None:
    """Each action that a Clock tag numbers is the one that the clock takes there."""
    for record in records_of(name):
        moments = states(record.state)
        for at in map(int, (record.tag("Clock") or "").split()):
            state, after = moments[at], moments[at + 1]
            assert str(state.apply(state.timeout())) == str(after)


# The gate


@each_game
def test_kinds_of_clauses(played: str) -> None:
    """Every clause that the engine refuses or scores by is one of those that need a record."""
    refusing, scoring = REFUSING[played], SCORING[played]
    assert {clause.code for clause in NUMBERED[played].values()} == refusing | scoring
    assert refusing & scoring <= BOTH


def of_games(codes: dict[str, set[str]]) -> list[tuple[str, str]]:
    """The clauses of each game that need a record."""
    return [(name, code) for name in NAMES for code in sorted(codes[name] - NOT_IN_RECORDS)]


@pytest.mark.parametrize(("played", "code"), of_games(REFUSING))
def test_refusing_clause_has_a_record(played: str, code: str) -> None:
    """The record of that name shows a word refused by the clause."""
    assert code in refused_in(f"{played}/{code}")


@pytest.mark.parametrize(("played", "code"), of_games(SCORING))
def test_scoring_clause_has_a_record(played: str, code: str) -> None:
    """The record of that name shows points by the clause."""
    assert code in scored_in(f"{played}/{code}")


@each_game
def test_other_clauses_are_shown(played: str) -> None:
    """Every clause that neither refuses nor scores is named by a Shows tag."""
    shown = set[str]().union(*map(shown_in, texts_of(played)))
    codes = {clause.code for clause in game(played).CLAUSES}
    assert codes - REFUSING[played] - SCORING[played] <= shown


@each_game
def test_no_record_uses_an_unlisted_clause(played: str) -> None:
    """Records refuse by refusing clauses and score by scoring clauses only."""
    names = texts_of(played)
    assert set[str]().union(*map(refused_in, names)) == REFUSING[played] - NOT_IN_RECORDS
    assert set[str]().union(*map(scored_in, names)) == SCORING[played]


@pytest.mark.parametrize(
    ("played", "option"), [(name, option) for name in NAMES for option in game(name).FIELDS]
)
def test_every_value_of_an_option_has_a_record(played: str, option: str) -> None:
    """Some record is played under each choice of an option, and under two values of a number."""
    found = {
        spell(getattr(record.state.rules, option))
        for name in texts_of(played)
        for record in records_of(name)
    }
    match getattr(game(played).PRESETS["default"], option):
        case bool():
            assert found == {"true", "false"}
        case IntEnum() as value:
            assert found == set(choices(type(value)))
        case value:
            assert len(found) > 1
            assert str(value) in found


@each_game
def test_every_preset_has_a_record(played: str) -> None:
    """Some record is played under each preset as it is."""
    rules = {str(record.state.rules) for name in texts_of(played) for record in records_of(name)}
    assert set(game(played).PRESETS) <= rules


@each_game
def test_a_word_of_another_game(played: str) -> None:
    """What is no action of the game is refused by T-KIND, whoever says it."""
    module = game(played)
    state = module.start(module.PRESETS["default"], module.PACK, seats=2)
    for seat in (None, 0, 1):
        clause = state.why_not("x", seat)
        assert clause
        assert clause.code == "T-KIND"


# What is not a record


@every_record
def test_truncated(name: str) -> None:
    """A record cut off after any of its lines is refused, at a line of what is left or the next."""
    for deal in TEXTS[name].split("\n\n"):
        lines = deal.strip("\n").split("\n")
        for size in range(1, len(lines)):
            with pytest.raises(ParseError) as problem:
                read_records("\n".join(lines[:size]) + "\n")
            assert line_of(problem) == size + 1


def edits(line: str, seats: int) -> Iterator[str]:
    """A line of the turns or of the ledger with one thing in it made wrong."""
    parts = line.split(" ")
    match line[0]:
        case "=":
            _, seat, points, code, cards, at = parts
            yield f"= {(int(seat) + 1) % seats} {points} {code} {cards} {at}"
            yield f"= {seat} {int(points) + 5:+d} {code} {cards} {at}"
            yield f"= {seat} {-int(points):+d} {code} {cards} {at}"
            yield f"= {seat} {points.removeprefix('+')}.0 {code} {cards} {at}"
            yield f"= {seat} {points} T-KIND {cards} {at}"
            yield f"= {seat} {points} {code} {'-' if cards == '2c' else '2c'} {at}"
            yield f"= {seat} {points} {code} {cards} {int(at) + 1}"
        case "*":
            yield f"* {int(parts[1]) + 5} {' '.join(parts[2:])}"
            yield " ".join(parts[: seats + 1]) if len(parts) > seats + 1 else f"{line} unfinished"
            yield "*"
        case "?":
            *rest, code = parts
            yield " ".join([*rest, "T-KIND"])
            yield " ".join([*rest, "D-NONE-1"])
            yield " ".join(rest)
            yield " ".join(["?", "x", *parts[2:]])
        case _:
            number, seat, *words = line.split()
            yield f"{int(number) + 1:>3} {seat} {' '.join(words)}"
            yield f"{number:>3} {(int(seat) + 1) % seats} {' '.join(words)}"
            yield f"{number:>3} {seat} {words[0]}x {' '.join(words[1:])}"
            yield f"{number:>3} {seat} {words[0]} {words[0]} {' '.join(words[1:])}"
            yield f"{number:>3} {seat} {' '.join([*words, '?'])}"


@every_record
def test_edited(name: str) -> None:
    """A record with one wrong number, seat, word, clause or card is refused at that line."""
    first = 1
    for record, deal in zip(records_of(name), TEXTS[name].split("\n\n"), strict=True):
        lines = deal.strip("\n").split("\n")
        for at, line in enumerate(lines):
            if line[0] == "[":
                continue
            for edited in edits(line, record.state.seats):
                if edited == line:
                    continue
                changed = [*lines[:at], edited, *lines[at + 1 :]]
                with pytest.raises(ParseError) as problem:
                    read_records("\n" * (first - 1) + "\n".join(changed) + "\n")
                assert line_of(problem) == first + at, edited
        first += len(lines) + 1


@every_record
def test_ledger_in_order(name: str) -> None:
    """A ledger with a line left out, written twice, or out of order is refused."""
    for deal in TEXTS[name].split("\n\n"):
        lines = deal.strip("\n").split("\n")
        for at, line in enumerate(lines):
            if line[0] not in "=*":
                continue
            for changed in (
                [*lines[:at], *lines[at + 1 :]],
                [*lines[:at], line, line, *lines[at + 1 :]],
                [*lines[:at], *lines[at + 1 : at + 2], line, *lines[at + 2 :]],
            ):
                if changed != lines:
                    with pytest.raises(ParseError) as problem:
                        read_records("\n".join(changed) + "\n")
                    assert at + 1 <= line_of(problem) <= at + 2


@pytest.mark.parametrize(
    ("tag", "text", "sentence"),
    [
        ("Game", "dummy/2", r"line 1: .*dummy/2.*newer"),
        ("Game", "dummy", r"line 1: .*dummy/1"),
        ("Game", "dummy/0", r"line 1: .*dummy/1"),
        ("Game", "whist/1", r"line 1: .*whist.*dummy"),
        ("Rules", "default,fine=-5", r"line 2: .*fine"),
        ("Rules", "nobody's", r"line 2: .*preset"),
        ("Seats", "Nok", r"line 3: .*2, 3 or 4"),
        ("Seats", "Nok, ", r"line 3: .*name"),
        ("Seats", "Nok,Lek", r"line 3: .*name"),
        ("Starter", "2", r"line 4: .*0 to 1"),
        ("Starter", "one", r"line 4: .*whole number"),
        ("Direction", "0", r"line 5: .*1 or -1"),
        ("Pack", "2c2c", r"line 6: .*52"),
        ("Pack", "2x", r"line 6: .*2x"),
        ("Shows", 'a"b', r"line 7: .*not a tag"),
    ],
)
def test_wrong_tags(tag: str, text: str, sentence: str) -> None:
    """A tag that cannot be is refused at its line, with what would be right."""
    record, count = re.subn(rf'\[{tag} ".*"\]', f'[{tag} "{text}"]', TEXTS["dummy/D-DARK-1"])
    assert count == 1
    with pytest.raises(ParseError, match=sentence):
        read_records(record)


@pytest.mark.parametrize("tag", NEEDED)
def test_missing_tags(tag: str) -> None:
    """A record without one of its needed tags, or with one twice, is refused at that line."""
    line = re.search(rf'\[{tag} ".*"\]\n', TEXTS["dummy/D-DARK-1"])
    assert line
    for text in ("", line[0] * 2):
        with pytest.raises(ParseError) as problem:
            read_records(TEXTS["dummy/D-DARK-1"].replace(line[0], text))
        assert line_of(problem) == NEEDED.index(tag) + (2 if text else 1)


def test_comments_and_blanks() -> None:
    """Comments, trailing blanks and empty lines between deals are read over."""
    text = TEXTS["dummy/D-NEXT-1"]
    untidy = "\n; a match\n\n" + text.replace("\n\n", "\n\n\n").replace("]\n", "]  ; tag\n")
    assert write_records(read_records(untidy)) == text


# Whatever else


@pytest.mark.parametrize(
    ("tag", "text", "sentence"),
    [
        ("Game", "indian/2", r"line 1: .*indian/2.*newer"),
        ("Game", "indian", r"line 1: .*indian/1"),
        ("Game", "dummy/1", r"line 6: .*52"),
        ("Rules", "thai_classic", r"line 2: .*no preset"),
        ("Rules", "default,cap=0", r"line 2: .*cap"),
        ("Seats", "Nok", r"line 3: .*2 to 6"),
        ("Starter", "6", r"line 4: .*0 to"),
        ("Direction", "2", r"line 5: .*1 or -1"),
        ("Pack", "2c2c2c", r"line 6: .*106"),
        ("Pack", "***", r"line 6: .*106"),
    ],
)
def test_wrong_tags_of_indian_rummy(tag: str, text: str, sentence: str) -> None:
    """A tag that cannot be is refused at its line in a record of Indian Rummy too."""
    record, count = re.subn(rf'\[{tag} ".*"\]', f'[{tag} "{text}"]', TEXTS["indian/I-TURN-1"])
    assert count == 1
    with pytest.raises(ParseError, match=sentence):
        read_records(record)


def check_reading(text: str) -> None:
    """What is read can be written and read again; all else is a `ParseError`."""
    try:
        records = read_records(text)
    except ParseError as problem:
        assert str(problem)
    else:
        written = write_records(records)
        assert write_records(read_records(written)) == written


CHARACTERS = "23456789TJQKAcdhs+^=>@-#.?!~*[]\"'/,;: 01\n\t-_DTxéเ\x85\u2028\0"
ENDS = st.sampled_from([0, 1, 2, -1, -2]) | st.integers(0, 10_000)


@given(st.text() | st.text(CHARACTERS, max_size=300))
@example("")
@example("=")
@example("1")
@example("[Game]")
@example('[Game "dummy/1"]')
@example('[Game "indian/1"]')
@settings(deadline=5000)
def test_any_text(text: str) -> None:
    """Any text is a list of records or a `ParseError`, soon."""
    check_reading(text)
    check_reading("\n".join(TEXTS["dummy/T-TURN"].split("\n")[:8]) + "\n" + text)


@given(
    st.sampled_from(sorted(TEXTS)),
    st.lists(
        st.tuples(
            st.sampled_from(["delete", "double", "swap", "other", "cut", "put", "drop", "word"]),
            ENDS,
            ENDS,
            st.sampled_from(CHARACTERS),
            st.sampled_from(sorted(TEXTS)),
        ),
        min_size=1,
        max_size=4,
    ),
)
@settings(deadline=5000)
def test_mangled_records(name: str, changes: list[tuple[str, int, int, str, str]]) -> None:
    """A real record with lines or characters changed is records or a `ParseError`, soon."""
    text = TEXTS[name]
    for change, one, two, character, other in changes:
        lines = text.split("\n")
        i, j = one % len(lines), two % len(lines)
        at = one % (len(text) + 1)
        match change:
            case "delete":
                del lines[i]
            case "double":
                lines.insert(j, lines[i])
            case "swap":
                lines[i], lines[j] = lines[j], lines[i]
            case "other":
                others = TEXTS[other].split("\n")
                lines[i] = others[two % len(others)]
            case "word":
                words = lines[i].split(" ")
                words.insert(two % (len(words) + 1), words[two % len(words)])
                lines[i] = " ".join(words)
            case "cut":
                lines = text[:at].split("\n")
            case "put":
                lines = (text[:at] + character + text[at + two % 2 :]).split("\n")
            case _:
                lines = (text[:at] + text[at + 1 :]).split("\n")
        text = "\n".join(lines)
    check_reading(text)


@pytest.mark.parametrize(
    "monster",
    [
        "[" * 500_000,
        "\n".join(f'[A{"a" * n} ""]' for n in range(2000)),
        TEXTS["dummy/T-TURN"].replace("? 0 -5h T-TURN\n", "? 0 -5h T-TURN\n" * 20_000),
        TEXTS["dummy/T-TURN"].replace("+5h", "+" * 500_000),
        TEXTS["dummy/T-TURN"].replace("+5h", "=" + "2c" * 100_000),
        TEXTS["dummy/T-TURN"].replace("+5h", "+5h " * 100_000),
        TEXTS["dummy/D-DARK-1"] + "= 0 +5 D-SCORE-1 2c 1\n" * 100_000,
        TEXTS["dummy/D-DARK-1"].replace("2d", "2d" * 100_000),
        "\n" * 500_000,
        TEXTS["indian/I-TURN-1"].replace("+", "!" + "2c2d" * 100_000 + " +", 1),
        TEXTS["indian/I-TURN-1"].replace("+", "!" + "2c/" * 100_000 + " +", 1),
        TEXTS["indian/I-TURN-1"].replace("2d", "**" * 100_000),
    ],
    ids=range(12),
)
def test_monsters(monster: str) -> None:
    """A text that is far too long is dealt with in seconds."""
    begun = time.process_time()
    check_reading(monster)
    assert time.process_time() - begun < 20

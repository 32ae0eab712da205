"""A table of real cards: read, refused or scored, and by the same rules as a played deal."""

from __future__ import annotations

import builtins
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from speto.cards import PACK, ParseError, write_cards
from speto.clause import Entry, RulesError
from speto.dummy import State, codes
from speto.dummy.actions import Knock, spelled
from speto.dummy.clauses import FINES, PEN_0, PEN_STUFF
from speto.match import begin
from speto.score.dummy import Score, Wrong, as_json, read_tables, score
from speto.score.dummy.reading import BY_WORD, KEYS
from speto.terminal.page import WIDTH, cells
from speto.terminal.scoring.dummy import Sheet, run
from speto.texts import languages, load
from tests.dealing import busy_choice, random_deal, random_rules

LANGUAGES = languages()
"""Those whose texts of the score are written."""
NAMES = ("Nok", "Som", "Lek", "Auntie Ploy")
PAGE = Path(__file__).parent.parent / "docs" / "score.md"
FOLDER = Path(__file__).parent / "scores"
EXAMPLES = sorted(FOLDER.glob("*.score"))
each_example = pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)

GOOD = """\
rules default
names Nok, Som, Lek, Ploy
head 7h
melds Nok: 7h8h9h, 4c4d4s
      Som: 5s6s7s 8s@Nok
      Ploy: AcAhAs
hands Som: Qc Jd 3d 3h
      Lek: 2d 3c 5d 6h 9c Td Kh
      Ploy: 2h 6d 9s Js
knock Nok Kc
fines Ploy: full
"""


STILL_HELD = "hands Som -> hands Nok: Kc Som"


def scored(text: str, *, strict: bool = True) -> Score:
    return score(read_tables(text), strict=strict)


def changed(*changes: str) -> str:
    """The good table with `this -> that` done to it; each must be found."""
    text = GOOD
    for change in changes:
        this, _, that = change.partition(" -> ")
        assert this in text, this
        text = text.replace(this, that.replace("|", "\n"))
    return text


def expected(block: str) -> tuple[list[str], list[str], list[int]]:
    """The sheet that an example says was worked out by hand: its lines, notes and totals."""
    lines = re.findall(r"^; = (.*)$", block, re.M)
    notes = " ".join(re.findall(r"^; ~ (.*)$", block, re.M)).split()
    (totals,) = re.findall(r"^; \* (.*)$", block, re.M)
    return lines, notes, [int(number) for number in totals.split()]


@each_example
def test_examples(file: Path) -> None:
    """Each example gives the sheet that was worked out by hand beside it."""
    text = file.read_text(encoding="utf-8")
    found = scored(text)
    blocks = text.strip().split("\n\n")
    assert len(blocks) == len(found.deals)
    for block, deal in zip(blocks, found.deals, strict=True):
        lines, notes, totals = expected(block)
        names = found.setting.names
        got = [
            f"{names[entry.seat]} {entry.points:+d} {entry.clause.code}"
            f" {write_cards(entry.cards) or '-'}"
            for entry in deal.settled.entries
        ]
        assert sorted(got) == sorted(lines)
        assert [clause.code for clause in deal.settled.notes] == notes
        assert list(deal.settled.state.scores) == totals


def test_the_match_of_an_evening() -> None:
    """Several deals make a match: totals, starter, direction, winner and settlement."""
    found = scored((FOLDER / "match.score").read_text(encoding="utf-8"))
    first, second, third = (deal.match for deal in found.deals)
    assert (first.totals, first.starter, first.direction) == ((165, -120, -160), 0, -1)
    assert (second.totals, second.starter, second.direction) == ((105, -120, -185), 2, -1)
    assert third.totals == (360, -230, -305)
    assert third.over and third.winners == (0,)
    assert third.settlement() == (1255, -515, -740)


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("", 0, "There is no deal here"),
        ("head 7h", 1, "The names are missing"),
        (changed("head 7h -> hat 7h"), 3, "hat begins no line here"),
        (changed("rules default -> rules nowhere"), 1, "'nowhere' is no preset"),
        (changed("Nok, Som, -> Nok, Som, Nok, Som,"), 2, "two, three or four names"),
        (changed("Som, Lek, -> nok, Lek,"), 2, "Two players have the same name"),
        (changed("Nok, Som, -> Nok, 7,"), 2, "7 cannot be a name"),
        (changed("head 7h -> head 7h 8h"), 3, "7h 8h: write one card"),
        (changed("head 7h -> head 1h"), 3, "1h is no card"),
        (changed("head 7h -> head 7h|head 8h"), 4, "The line head stands twice"),
        (changed("head 7h\n -> "), 1, "The head is missing"),
        (changed("head 7h -> head Qc"), 3, "said to be in the hand of Som"),
        (changed("head 7h -> head Kc"), 3, "said to be in the hand of Nok"),
        (changed("head 7h -> head 7c|row 2s 7c"), 4, "must be the first card of the row"),
        (changed("head 7h -> head 7c|row 2s"), 3, "lies neither in the row nor in a meld"),
        (changed("Qc Jd -> Qc 7h"), 7, "The 7h stands here and in line 4"),
        (changed("Qc Jd -> Qc Qc"), 7, "The Qc stands twice in this line"),
        (changed("Qc Jd -> Qc Kc"), 10, "The Kc stands here and in line 7"),
        (changed("Qc Jd -> Qc **"), 7, "without jokers"),
        (changed("Qc Jd -> Qc J"), 7, "J is no card"),
        (changed("9h, 4c -> Th, 4c"), 4, "7h8hTh is neither a set nor a run (D-MELD-2)"),
        (changed("4c4d4s -> 4c4d"), 4, "4c4d is neither a set nor a run (D-MELD-1)"),
        (changed("AcAhAs -> As2s3s"), 6, "(D-MELD-3)"),
        (changed("5s6s7s 8s@Nok -> 5s@Nok 6s@Nok 7s"), 5, "fewer than three of its cards"),
        (changed("8s@Nok -> 8s@Lek"), 5, "Lek has laid off the 8s but owns no meld"),
        (changed("8s@Nok -> 8s@Noi"), 5, "Noi: no player has this name"),
        (changed("Som: 5s -> 5s"), 5, "5s6s7s begins no line"),
        (changed("Lek: 2d -> Lik: 2d"), 8, "Lik: no player has this name"),
        (changed("Lek: 2d -> Som: 2d"), 8, "The hand of Som stands twice"),
        (changed("      Lek: 2d 3c 5d 6h 9c Td Kh\n -> "), 7, "The hand of Lek is missing"),
        (changed("Td Kh -> Td"), 8, "Lek is unborn and must hold the 7 cards"),
        (changed("Td Kh -> Td Kh Ks"), 8, "Lek is unborn and must hold the 7 cards"),
        (changed("Qc Jd 3d 3h -> Qc Jd 3d"), 7, "Som has laid and holds 6 cards"),
        (changed("Qc Jd 3d 3h -> -"), 7, "Som holds no card"),
        (changed("hands Som -> hands Nok: Ts Som"), 7, "Nok knocked and so holds nothing"),
        (changed("knock Nok Kc\n -> "), 1, "missing who knocked"),
        (changed("knock Nok Kc -> knock Nok"), 10, "Which card did Nok knock with"),
        (changed("knock Nok Kc -> knock Kc"), 10, "Kc: no player has this name"),
        (changed("knock Nok Kc -> knock Nok Kc, Som 2c"), 10, "Two knocks"),
        (changed("knock Nok Kc -> knock Nok Kc|knock Som 2c"), 11, "Two knocks"),
        (changed("8s@Nok -> 8s"), 10, "Nok has laid 6 cards and knocked"),
        (
            changed("knock Nok -> knock Lek", "Lek: 2d -> Nok: 2d"),
            10,
            "Lek knocked but owns no meld",
        ),
        (changed("knock Nok Kc -> knock Nok Kc dark drew"), 10, "only a pick-up takes the head"),
        (changed("knock Nok Kc -> knock Nok Kc|born Nok, Som"), 11, "Ploy owns a meld but is not"),
        (changed("knock Nok Kc -> knock Nok Kc|born Nok Som Lek Ploy"), 11, "Lek is called born"),
        (
            changed("knock Nok Kc -> knock nobody|born Som, Ploy", STILL_HELD),
            11,
            "Nok owns a meld but is not",
        ),
        (changed("Kc -> Kc dark|born Nok, Som, Ploy"), 10, "Nok cannot be born before"),
        (changed("fines Ploy: full -> fines Ploy: 30"), 11, "30 points cannot be right"),
        (changed("fines Ploy: full -> fines Ploy: 100 full"), 11, "100 points cannot be right"),
        (changed("fines Ploy: full -> fines Ploy: fool-1"), 11, "Write fool Ploy in a line"),
        (changed("fines Ploy: full -> fines Ploy: stuff"), 11, "Leave out the fine for a stuffed"),
        (changed("fines Ploy: full -> fines Ploy: lazy"), 11, "lazy is no fine"),
        (changed("default -> default,full_discard=off"), 11, "D-PEN-FULL costs no fine"),
        (changed("fines Ploy: full -> fines 50"), 11, "write whose it is"),
        (changed("fines Ploy: full -> fool Nok"), 11, "Nok knocked and cannot be the fool"),
        (changed("fines Ploy: full -> fool Lek"), 11, "Lek cannot be the fool"),
        (changed("fines Ploy: full -> fool Ploy 2c"), 11, "The 2c does not lie among"),
        (changed("Nok Kc -> Nok Kc drew|fool Ploy"), 11, "said to have drawn"),
        (changed("Nok Kc -> nobody|fool Ploy", STILL_HELD), 11, "nobody can be a fool"),
        (changed("default -> default,fool_scope=off,fool_reverse=off|fool Ploy"), 2, "Nobody is a"),
        (changed("default -> zh_online", "9h, -> 9h Th@Som Jh,"), 4, "refused by D-LAY-3"),
        (
            changed("head 7h -> head 2s|row 2s 2c", "Nok Kc -> nobody", STILL_HELD),
            4,
            "21 cards lie",
        ),
        (
            changed("head 7h -> head 6h", "7h8h -> 6h@Som 7h8h", " 6h 9c -> 6c 9c"),
            4,
            "is said to be laid off",
        ),
        (changed("default -> default|direction 2"), 2, "2: write 1"),
        (changed("default -> default|starter Noi"), 2, "Noi: no player"),
        (GOOD + "\n" + GOOD.replace("default", "default,fine=20"), 13, "the same rules"),
        (GOOD + "\n" + GOOD.replace("Nok, Som", "Som, Nok"), 14, "the same players"),
        (GOOD + "\n" + GOOD + "starter Som\n", 24, "Nok starts this deal"),
        (GOOD + "\n" + GOOD + "direction -1\n", 24, "goes the other way around"),
        (changed("default -> zh_online") + "\n" + GOOD.partition("\n")[2], 13, "already over"),
        ("act=0 hands=7c/8c head=7h", 1, "neither in the row nor melded"),
        ("act=0 hands=7c9c/8c row=7h knock=7c", 1, "must be the only card of seat 0"),
        ("act=0 hands=7c/8c row=7h knock=7c knock=8c", 1, "Two knocks"),
        ("names A, B, C\nact=0 hands=7c/8c row=7h knock=7c", 2, "2 hands, but there are 3 names"),
    ],
)
def test_what_cannot_be(text: str, line: int, says: str) -> None:
    """A table that cannot be is refused with its line and the reason."""
    with pytest.raises(Wrong, match=re.escape(says)) as wrong:
        scored(text)
    assert wrong.value.line == line


@pytest.mark.parametrize(
    "text",
    [
        GOOD.replace("\n", "\r\n"),
        "\ufeff" + GOOD,
        GOOD.upper().replace("NOK", "Nok"),
        changed("names -> names:", "head -> head:", "knock -> knock:"),
        changed("7h8h9h -> 7h 8H 9♥", "5s6s7s -> 5♠6♠7♠️"),
        changed("Som: Qc Jd -> 2: Qc, Jd,", "8s@Nok -> 8s @ 1", "knock Nok -> knock 1"),
        changed("Nok -> Auntie Nok", "Som -> Auntie"),
        changed("Nok -> นก", "Som -> ส้ม", "Lek -> เล็ก", "Ploy -> พลอย"),
        changed("rules default\n -> ", "fines Ploy: full -> fines Ploy: 50 D-PEN-FULL 3s, Som: -"),
        changed("fines Ploy: full -> fines Ploy: full-discard  Som: lay, 100"),
        changed("head 7h -> head 7h|row -", "Kc -> Kc picked|born Nok, Som, Ploy|fool nobody"),
        changed("head 7h -> head 6h|row 6h 2s", " 6h 9c -> 6c 9c"),
        changed("knock Nok Kc -> knock Nok Kc dark picked ; a remark"),
        # an ace that closes its run was laid after a card below it
        "rules default,qka_fully_closed=true\nnames Nok, Som\nhead 2h\nknock nobody\n"
        "melds Nok: Tc@Som Jc Qc Kc Ac, 7c7d7s, 4c4d4h4s  Som: 6c6d6h6s\n"
        "hands Nok: 2d  Som: 5c5d9s9h9d3s",
        # the head lies in the shorter of two pieces that the owner laid
        "names Nok, Som\nhead Kc\nknock nobody\n"
        "melds Nok: 6c 7c 8c 9c Tc@Som Jc Qc Kc, 4d4h4s  Som: 3d3h3s\n"
        "hands Nok: 2d  Som: 5c5d9s9h9d3c7h",
        changed("default -> default|starter Ploy|direction -1", "Nok Kc -> Nok Kc|fool Som 7h"),
    ],
)
def test_what_can_be(text: str) -> None:
    """Case, spaces, suit signs, numbers for names and order of the lines do not matter."""
    found = scored(text)
    assert len(found.deals) == 1
    assert found.deals[0].settled.state.over


def test_the_reason_of_a_dark_knock() -> None:
    """How a dark knock came about is written, or shows by the cards, else it is a draw."""

    def codes(text: str) -> list[str]:
        return [entry.clause.code for entry in scored(text).deals[0].settled.entries]

    base = changed("head 7h -> head 6h", " 6h 9c -> 6c 9c")
    assert "D-DARK-1" not in codes(base) and "D-DARK-2" not in codes(base)
    assert "D-DARK-1" in codes(base.replace("Nok Kc", "Nok Kc dark"))
    assert "D-DARK-2" in codes(base.replace("Nok Kc", "Nok Kc dark picked"))
    assert "D-DARK-2" in codes(base.replace("Nok Kc", "Nok Kc dark").replace("9h,", "9hThJh,"))
    assert "D-DARK-2" in codes(GOOD.replace("Nok Kc", "Nok Kc dark"))
    assert "D-DARK-1" in codes(base.replace("Nok Kc", "Nok Kc\nborn Som Ploy"))


def written(state: State) -> str:
    """A deal that is over, as people would write its table down."""
    before = state.before
    knocked = isinstance(state.action, Knock)
    assert before and state.over
    deal = before._deal if knocked else state._deal
    laids = deal.laids()
    lines = [
        f"rules {state.rules}",
        f"names {', '.join(NAMES[: state.seats])}",
        f"starter {NAMES[state.starter]}",
        f"direction {state.direction}",
        f"head {PACK[deal.head]}",
    ]
    for owner, mask in deal.melds():
        cards = [
            str(card)
            + next(
                "" if seat == owner else f"@{NAMES[seat]}"
                for seat in range(state.seats)
                if laids[seat] >> card.number & 1
            )
            for card in spelled(mask)
        ]
        lines.append(f"melds {NAMES[owner]}: {' '.join(cards)}")
    for seat, hand in enumerate(state.hands):
        if seat != state.knocker:
            lines.append(f"hands {NAMES[seat]}: {write_cards(hand)}")
    stuffed = [0] * state.seats
    for entry in state.ledger():
        stuffed[entry.seat] -= entry.points if entry.clause is PEN_STUFF else 0
    for seat, points in enumerate(deal.fines()):
        if points - stuffed[seat]:
            lines.append(f"fines {NAMES[seat]}: {points - stuffed[seat]}")
    lines.append(knock_line(state) if knocked else "knock nobody")
    fools = [
        f"{NAMES[seat]} {PACK[place & 63]}{' fined' if place & codes.FINED else ''}"
        for seat, place in enumerate(deal.fool_cards())
        if place >= 0
    ]
    if knocked and fools:
        lines.append(f"fool {', '.join(fools)}")
    if not knocked:
        lines.append(f"row {write_cards(PACK[place & 63] for place in state._deal.places())}")
    return "\n".join(lines) + "\n"


def knock_line(state: State) -> str:
    assert state.before and isinstance(state.action, Knock) and state.knocker is not None
    deal = state.before._deal
    dark = not deal.born_before >> state.knocker & 1
    took = "drew" if deal.took == codes.DREW else "picked"
    card = state.action.card
    return f"knock {NAMES[state.knocker]} {card} {'dark' if dark else ''} {took}"


def ended(seed: int) -> State:
    random = Random(seed)
    state = random_deal(random, random_rules(random))
    while not state.over:
        state = state.apply(state.legal[busy_choice(random, state)])
    return state


def by_seat(entries: Sequence[Entry]) -> list[tuple[int, int, str]]:
    """What the hands and the knock brought; laid cards and fines only as their sums."""
    found = dict[tuple[int, str], int]()
    for entry in entries:
        kind = "fine" if entry.clause in FINES - {PEN_STUFF} | {PEN_0} else entry.clause.code
        found[entry.seat, kind] = found.get((entry.seat, kind), 0) + entry.points
    return sorted((seat, points, kind) for (seat, kind), points in found.items())


@given(st.integers(0, 2**32))
def test_real_cards_score_like_played_ones(seed: int) -> None:
    """A played deal, written down as a table, gives its points, its lines and its next deal."""
    state = ended(seed)
    (deal,) = scored(written(state)).deals
    assert deal.settled.state.scores == state.scores
    assert by_seat(deal.settled.entries) == by_seat(state.ledger())
    assert deal.settled.state.fool == state.fool
    sums = [0] * state.seats
    for entry in deal.settled.entries:
        sums[entry.seat] += entry.points
    assert tuple(sums) == state.scores
    match = begin(
        state.rules, seats=state.seats, starter=state.starter, direction=state.direction
    ).after(state)
    assert deal.match == match


@given(st.integers(0, 2**32))
def test_positions_score_like_played_deals(seed: int) -> None:
    """The moment before a knock as a position, with the knock card, scores like the deal."""
    state = ended(seed)
    if isinstance(state.action, Knock):
        (deal,) = scored(f"{state.before} knock={state.action.card}").deals
        assert deal.settled.state.scores == state.scores
        assert deal.settled.state.fool == state.fool
        assert by_seat(deal.settled.entries) == by_seat(state.ledger())


PIECES = (
    "Nok|Som:|Lek|Nok:|1:|@Som|nobody|-|,|dark|drew|50|full|7h|8h|9h|7h8h9h|Qs|2c|\n|\n\n|;|act=0"
    "|hands=7c/8c|row=7h|knock=7c|default|10h|**|เ|:|=|@|fined"
)
WORDS = st.sampled_from([*KEYS, *PIECES.split("|")])
LINES = st.sampled_from([*GOOD.splitlines(), "", "knock nobody", "fool Ploy", "row 2s", "born Nok"])


@given(
    st.lists(WORDS).map(" ".join)
    | st.lists(LINES).map("\n".join)
    | st.lists(WORDS).map(lambda words: GOOD + " ".join(words))
    | st.text(max_size=60),
    st.booleans(),
)
@example("names a, b\nhead 2c\nmelds a: @", True)
@example("names a, b\nknock a 7c @", True)
@example("names a, b\nmelds : 7h", True)
@example("names a, b\nhands a: b: a:", False)
def test_any_text(text: str, strict: bool) -> None:
    """Any text gives a sheet or one sentence about what is wrong."""
    try:
        found = scored(text, strict=strict)
    except (Wrong, RulesError) as wrong:
        assert str(wrong)
    else:
        assert list(Sheet(found, load(), signs=True, why=True).lines())


@given(st.integers(0, 2**32), st.integers(0, 2**32))
def test_a_table_with_a_slip(seed: int, slip: int) -> None:
    """A true table with one letter wrong gives a sheet or one sentence too."""
    text, random = written(ended(seed)), Random(slip)
    at = random.randrange(len(text))
    text = text[:at] + random.choice(["", *"23456789tjqkacdhs@:,- \n"]) + text[at + 1 :]
    for strict in (True, False):
        try:
            scored(text, strict=strict)
        except (Wrong, RulesError) as wrong:
            assert str(wrong)


@pytest.mark.parametrize(
    ("text", "says", "scores"),
    [
        (changed("Td Kh -> Td"), "Lek is unborn and must hold", (130, -15, -70, -30)),
        (changed("head 7h\n -> "), "The head is missing", (85, -15, -90, -30)),
        (changed("8s@Nok -> 8s@Lek"), "owns no meld", (125, -15, -85, -30)),
        (changed("fines Ploy: full -> fines Ploy: 30"), "30 points", (130, -15, -90, -10)),
        (changed("Qc Jd 3d 3h -> -"), "Som holds no card", (130, 15, -90, -30)),
        (
            changed("default -> default|direction -1|fool Ploy"),
            "cannot be the fool",
            (130, -15, -90, -80),
        ),
        (changed("Nok Kc -> Nok Kc|born Nok, Som"), "Ploy owns a meld", (130, -15, -90, -30)),
    ],
)
def test_not_strict(text: str, says: str, scores: tuple[int, ...]) -> None:
    """What people really wrote down is scored without `strict`, with a warning for each oddity."""
    with pytest.raises(Wrong):
        scored(text)
    (deal,) = scored(text, strict=False).deals
    assert any(says in wrong.said(load()) for wrong in deal.warnings)
    assert deal.settled.state.scores == scores


@pytest.mark.parametrize("change", ["Qc Jd -> Qc Qc", "9h, -> Th,", "knock Nok -> knock Noi"])
def test_not_strict_has_its_limits(change: str) -> None:
    """A card twice, a meld that is none and an unknown name cannot be scored at all."""
    with pytest.raises(Wrong):
        scored(changed(change), strict=False)


def test_for_programs() -> None:
    """The JSON has seats, deals with entries and scores, and the match; points add up."""
    text = (FOLDER / "match.score").read_text(encoding="utf-8")
    told = json.loads(json.dumps(as_json(scored(text), load())))
    assert told["seats"] == ["Nok", "Som", "Lek"]
    assert told["rules"] == "thai_classic,match_target=200"
    assert told["match"] == {
        "totals": [360, -230, -305],
        "starter": 0,
        "direction": -1,
        "over": True,
        "winners": [0],
        "settlement": [1255, -515, -740],
        "settled_by": "D-MONEY-2",
    }
    first = told["deals"][0]
    assert first["entries"][0] == {
        "seat": 0,
        "points": 45,
        "clause": "D-SCORE-1",
        "title": "Cards laid",
        "cards": ["Jc", "Qc", "Kc", "Ac"],
    }
    assert (first["knocker"], first["knock_card"], first["fool"]) == (0, "2s", True)
    for deal in told["deals"]:
        for seat, points in enumerate(deal["scores"]):
            lines = (entry["points"] for entry in deal["entries"] if entry["seat"] == seat)
            assert sum(lines) == points


@pytest.mark.parametrize("language", LANGUAGES)
@each_example
def test_sheets(file: Path, language: str) -> None:
    """A sheet has each line of points once, no line is too wide, and each rule is named."""
    found = scored(file.read_text(encoding="utf-8"))
    texts = load(language)
    lines = list(Sheet(found, texts, signs=True, why=True).lines())
    assert max(map(cells, lines)) <= WIDTH
    points = [line for line in lines if re.match(r" {1,5}[+-]\d+  [DT]-", line)]
    assert len(points) == sum(len(deal.settled.entries) for deal in found.deals)
    for deal in found.deals:
        for entry in deal.settled.entries:
            title = texts.title(entry.clause, found.setting.rules)
            assert any(entry.clause.code in line for line in points)
            assert title.split()[0] in " ".join(lines)


def test_the_page() -> None:
    """Each table of docs/score.md can be scored, and the sheet shown is the one that is printed."""
    page = PAGE.read_text(encoding="utf-8")
    blocks = re.findall(r"^```\n(.*?)^```", page, re.M | re.S)
    table, sheet, *others = [block for block in blocks if not block.startswith("speto")]
    assert "\n".join(Sheet(scored(table), load(), signs=True).lines()).strip() == sheet.strip()
    for other in others:
        assert scored(other).deals
    for key in KEYS:
        assert f"| `{key}`" in page
    for name in re.findall(r"`(D-[^`]*)\.score`", page):
        assert (FOLDER / f"{name}.score").exists(), name


def test_every_fine_has_its_word() -> None:
    """The words for the fines name all of them."""
    assert set(BY_WORD.values()) == FINES
    assert {word.upper() for word in ("full", "lay", "head", "aon", "speto-1")} <= set(BY_WORD)


Command = Callable[..., tuple[int, str]]


@pytest.fixture
def command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Command:
    """`run` with a file of this text or these answers: its status and what it printed."""

    def command_(text: str, answers: Sequence[str] = (), **options: Any) -> tuple[int, str]:
        said = iter(answers)

        def answer(prompt: str) -> str:
            print(prompt, end="")
            try:
                return next(said)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr(builtins, "input", answer)
        file: str | None = None
        if text:
            path = tmp_path / "table.score"
            path.write_text(text, encoding="utf-8")
            file = str(path)
        status = run(file, **options)
        return status, capsys.readouterr().out

    return command_


def test_the_command(command: Command) -> None:
    """A file is printed as a sheet or as JSON; what is wrong is told with file and line."""
    status, out = command(GOOD)
    assert status == 0
    assert out.startswith("Deal 1: Nok knocked with")
    assert "Nok starts deal 2. Play goes: Nok, Som, Lek, Ploy." in out
    assert json.loads(command(GOOD, as_data=True)[1])["deals"][0]["scores"] == [130, -15, -90, -30]
    wrong = changed("Td Kh -> Td")
    with pytest.raises(ParseError, match=r"table\.score, line 8: Lek is unborn"):
        command(wrong)
    assert "Scored as written, but line 8 cannot be right" in " ".join(
        command(wrong, strict="no")[1].split()
    )
    for options in ({"strict": "perhaps"}, {"save": Path("x")}, {"ask": True, "as_data": True}):
        with pytest.raises(ParseError):
            command(GOOD, **options)


DIALOGUE = [
    *["", "Nok", "Nok, Som, Lek, Ploy", ""],  # one name is too few
    *["7x", "7h"],
    *["7h8h9h, 4c4d4s", "5s6s7s 8s@Nok", "-", "AcAhAh", "AcAhAs"],
    *["Lek", "Nok", "9h", "Kc", "no", ""],
    *["Qc Jd 3d", "Qc Jd 3d 3h", "2d 3c 5d 6h 9c Td Kh", "2h 6d 9s <", "2h 6d 9s Js"],
    *["", "", "<", "lay", "", "30", "full"],
    "no",
]


def test_the_dialogue(command: Command, tmp_path: Path) -> None:
    """Each wrong answer is told why and asked again; the sheet and the file are what was said."""
    target = tmp_path / "kept.score"
    status, out = command("", DIALOGUE, ask=True, save=target)
    assert status == 0
    told = " ".join(out.split())
    for reason in (
        "Nok: write two, three or four names",
        "7x is no card",
        "twice",
        "Lek knocked but owns no meld",
        "You have already named the 9h",
        "Som has laid and holds 6 cards",
        "< is no card",
        "30 points cannot be right here",
    ):
        assert reason in told, reason
    assert "Nok: +130 in this deal, +130 in the match." in told
    (deal,) = scored(target.read_text(encoding="utf-8")).deals
    assert deal.settled.state.scores == (130, -65, -90, -30)


def test_the_dialogue_goes_on_with_a_file(command: Command, tmp_path: Path) -> None:
    """A dialogue after a file asks for the next deal only, and does not write over another file."""
    target = tmp_path / "kept.score"
    answers = [*DIALOGUE[4:-1], "no"]
    status, out = command(GOOD, answers, ask=True, save=target)
    assert status == 0
    assert "Deal 2. Which card was the head" in out
    assert len(scored(target.read_text(encoding="utf-8")).deals) == 2
    with pytest.raises(ParseError, match="already such a file"):
        command(GOOD, answers, ask=True, save=target)


def test_a_dark_knock_in_the_dialogue(command: Command) -> None:
    """A dark knock is asked for, and how it came about where the cards do not show it."""
    answers = [
        *[
            "thai_classic",
            "A, B",
            "B",
            "2s",
            "3c4c5c6c, 7d7h7s, 9c9d9hTs",
            "3c4c5c6c, 7d7h7s, 9c9d9h9s",
            "-",
        ],
        *["A", "Ks", "yes", "maybe", "drew"],
        *["2d 3h 4s 5d 6h 8c Tc Jd Qh Kd Ac", "", "", "no"],
    ]
    status, out = command("", answers, ask=True)
    assert status == 0
    assert "9c9d9hTs is neither" in " ".join(out.split())
    assert "D-DARK-1" in out


def test_the_end_of_input(command: Command) -> None:
    """A dialogue that is cut off ends as every command does, and what was complete is kept."""
    with pytest.raises(EOFError):
        command("", DIALOGUE[:9], ask=True)


def test_full_width_signs_are_read() -> None:
    """What an East Asian keyboard types is read like its plain form."""
    text = (FOLDER / "D-UNBORN-2.score").read_text(encoding="utf-8")
    wide = text.replace(",", "，").replace(":", "：")
    assert wide != text
    assert list(read_tables(wide)) == list(read_tables(text))

"""The test vectors of the rules canon for Indian Rummy, one test each, named after its id."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from speto.cards import Card, parse_card, parse_cards, write_cards
from speto.indian import PACK, Rules, State, begin, parse, read_rules, start
from speto.indian.groups import Arrangement, Kind, Stage, arranged, wilds_of
from speto.record import read_records

PURE = "3H4H5H6H7S8S*9C9D9HKCKDKS"


def hand(cards: str, rules: str = "default", cut: str = "JC") -> Arrangement:
    """The best arrangement of a hand under rules and a cut card."""
    house = read_rules(rules)
    return arranged(parse_cards(cards), wilds_of(parse_card(cut), house), house)


class Hand(NamedTuple):
    """A hand, what it costs, how far it comes, and the cards that count."""

    cards: str
    points: int
    stage: Stage = Stage.COMPLETE
    counted: str | None = None
    rules: str = "default"


HANDS = {
    "IT-01": Hand(PURE, 0),
    "IT-02": Hand("3H4H*6H7S8S*9C9D9HKCKDKS", 80, Stage.NO_PURE),
    "IT-04": Hand(
        "3H4H5H6H9C9D9HKCKDKS2S2D2H", 80, Stage.ONE_PURE, None, "default,one_pure=count_all"
    ),
    "IT-05": Hand("7S7S7H7D3H4H5H8C9CTCQDQHQS", 7, Stage.COMPLETE, "7s"),
    "IT-06": Hand("7S7S7H*3H4H5H8C9CTCQDQHQS", 7, Stage.COMPLETE, "7s"),
    "IT-07": Hand("TCJCQC4H5H*KCKDKS2S2D2H2C", 0),
    "IT-08": Hand("TCJCQC4H5H*KCKDKS2S2D2H2C", 0, rules="default,wild_scope=rank"),
    "IT-11": Hand("AS2S3SQHKHAH5C5D5S8D8H8C8S", 0),
    "IT-12": Hand("KSAS2S4H5H6H7D8D9DTCTDTHTS", 22, Stage.COMPLETE, "2sksas"),
    "IT-13": Hand("2S3S5H7C9D2D4C6S8H3D5S6H4D", 55, Stage.ONE_PURE, "2s3s4c5h5s6h6s7c8h9d"),
    "IT-14": Hand("2S3S5H7C9D2D4C6S8H3C5S6H4D", 80, Stage.NO_PURE),
    "IT-15": Hand(
        "2S3S5H7C9D2D4C6S8H3C5S6H4D", 64, Stage.NO_PURE, rules="default,no_pure=sum_capped"
    ),
    "IT-17": Hand("4S5S6S7S8S9SKHKDKC*QD3C2H", 15, Stage.COMPLETE, "2h3cqd"),
    "IT-19": Hand("4S5S6SKHKDQCQSJDTH9C8D3C2H", 80, Stage.ONE_PURE),
    "IT-20": Hand("3H4H5H7D8DJDKCKSJS9C9D9H2C", 60, Stage.COMPLETE, "2c9c9hjdjskcks"),
    "IT-21": Hand("3H4H5H7D8DJDKCKSJS9C9D9H2C", 2, Stage.COMPLETE, "2c", "default,wild_scope=rank"),
    "IT-23": Hand("4D5D6D7D8C* *9S9H9CQCQDQH", 0),
    "IT-24": Hand("4D5D6D8C9C*KSKHKDKC*QCQD", 0),
    "IT-26": Hand("4H5H6H4H5H6H9C9D9SKCKDKHKS", 0),
    "IT-27": Hand("AC2C3C4C5C6C7C8C9CTCJCQCKC", 0),
    "IT-30": Hand("*4H5H*8S9S2C2D2HKCKDKSQD", 80, Stage.NO_PURE),
}


@pytest.mark.parametrize("vector", HANDS.values(), ids=list(HANDS))
def test_hand(vector: Hand) -> None:
    """The hand costs what the canon says, by the arrangement it names."""
    found = hand(vector.cards, vector.rules)
    assert (found.points, found.stage) == (vector.points, vector.stage)
    assert found.show == (vector.points == 0)
    if vector.counted is not None:
        assert write_cards(found.counted).lower() == vector.counted


def test_it_01_groups() -> None:
    """IT-01: the pure run 3♥-6♥, the run of 7♠ 8♠ and a joker, the sets of nines and kings."""
    groups = [(group.kind, write_cards(group.cards)) for group in hand(PURE).groups]
    assert groups == [
        (Kind.PURE_RUN, "3h4h5h6h"),
        (Kind.RUN, "7s8s**"),
        (Kind.SET, "9c9d9h"),
        (Kind.SET, "KcKdKs"),
    ]


def test_it_04_uncapped() -> None:
    """IT-04: with count_all the hand adds to 81, capped at 80."""
    found = hand(HANDS["IT-04"].cards, HANDS["IT-04"].rules)
    assert (found.sum, found.points) == (81, 80)


def test_it_19_uncapped() -> None:
    """IT-19: the ten other cards add to 82, capped at 80."""
    found = hand(HANDS["IT-19"].cards)
    assert (found.sum, found.points) == (82, 80)


def dealt(hands: list[str], *, cut: str = "Jc", top: str = "2d", draws: str = "") -> list[Card]:
    """A pack that deals these hands, starter first, then the top card, these draws and the rest."""
    left = list(PACK)
    for card in parse_cards(" ".join([*hands, cut, top, draws])):
        left.remove(card)
    whole = [list(parse_cards(held)) for held in hands]
    for held in whole:
        while len(held) < 13:
            held.append(left.pop())
    rest = [*parse_cards(draws), *left]
    mixed = [held[n] for n in range(13) for held in whole]
    return [*mixed, parse_card(top), *rest, parse_card(cut)]


def deal(hands: list[str], rules: str = "default", **cards: str) -> State:
    """A fresh deal of these hands."""
    return start(read_rules(rules), dealt(hands, **cards), seats=len(hands))


def played(state: State, words: str) -> State:
    """The state after some words."""
    for word in words.split():
        state = state.apply(parse(word))
    return state


SHOW = "!3h4h5h6h/7s8s**/9c9d9h/kckdks"


def settled(state: State) -> tuple[int, ...]:
    """What each seat receives after a single deal."""
    match = begin(state.rules, seats=state.seats, starter=0)
    return match.after(state).settlement()


def test_it_31() -> None:
    """IT-31: a drop on the first turn costs 20, one on the third 40."""
    state = played(deal(["", "", ""], draws="2s3s4s5s"), "+ -2s x +3s -3s +4s -4s +5s -5s x")
    assert state.scores == (40, 20, 0)


def test_it_32() -> None:
    """IT-32: a heaven hand wins, the three others owe 40 each, the winner receives 120."""
    state = played(deal([PURE, "", "", ""]), SHOW)
    assert (state.scores, state.winners) == ((0, 40, 40, 40), (0,))
    assert settled(state) == (120, -40, -40, -40)


def test_it_33() -> None:
    """IT-33: having drawn first, the same hand is an ordinary Show; others owe their own hands."""
    others = "4d5d6d7d7c8c9c2c2s2hahacqs"
    state = played(deal([PURE, others], draws="ad"), f"+ {SHOW}-ad")
    assert (state.ended, state.scores) == ("show", (0, 30))


def test_it_44() -> None:
    """IT-44: exact scope leaves three live wilds, rank scope nine, a cut joker nine."""
    for rules, cut, live in (
        ("default", "Jc", 3),
        ("default,wild_scope=rank", "Jc", 9),
        ("default", "*", 9),
    ):
        wilds = wilds_of(parse_card(cut), read_rules(rules))
        left = list(PACK)
        left.remove(parse_card(cut))
        assert sum(card in wilds or not card.rank for card in left) == live


@pytest.mark.parametrize(("seats", "stock"), [(2, 78), (3, 65), (4, 52), (5, 39), (6, 26)])
def test_it_45(seats: int, stock: int) -> None:
    """IT-45: the stock after the deal has 106 − 13 n cards less the cut card and the upcard."""
    assert start(read_rules("default"), PACK, seats=seats).view_for(None).stock_left == stock


RECORDED = {
    "IT-34": ((0, 25, 40, 20, 80), (330, -50, -80, -40, -160)),
    "IT-35": ((0, 30, 80, 0), (55, -30, -80, 55)),
    "IT-37": ((40, 80, 0, 20), (-40, -80, 140, -20)),
    "IT-38": ((0, 80), (80, -80)),
    "IT-39": ((0, 0, 80), (80, 0, -80)),
    "IT-42": ((0, 80), (80, -80)),
    "IT-49": ((20, 40, 40, 0), (-20, -40, -40, 100)),
}


@pytest.mark.parametrize(("name", "wanted"), RECORDED.items(), ids=list(RECORDED))
def test_deal(name: str, wanted: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    """The golden record of that name owes and pays what the canon says."""
    text = (Path(__file__).parent / f"records/indian/{name}.deal").read_text(encoding="utf-8")
    (record,) = read_records(text)
    assert isinstance(record.state, State)
    assert (record.state.scores, settled(record.state)) == wanted


def refused(state: State, word: str) -> str | None:
    """The code of the clause that refuses a word, or none."""
    clause = state.why_not(parse(word))
    return clause.code if clause else None


def test_it_37() -> None:
    """IT-37: the finishing card of a wrong Show lies on the pile, and the next seat plays."""
    wrong = "3h4h6h9h7s8s*9c9d2hkckdks"
    state = played(
        deal(["", wrong, "", ""], draws="2s 2d"),
        "+ -2s + !3h4h6h/7s8s**/9c9d9h/kckdks/2h-2d",
    )
    assert (state.to_act, state.scores, state.out[1]) == (2, (0, 80, 0, 0), True)
    assert str(state.view_for(2).top) == "2d"


def test_it_40() -> None:
    """IT-40: the starter may take a joker that lies open; once he draws, nobody may."""
    state = deal(["", ""], top="*", draws="2s")
    assert refused(state, "^") is None
    assert refused(played(state, "+ -2s"), "^") is None, "his own discard lies on top"
    later = played(deal(["2c", "", ""], top="*"), "x")
    assert refused(later, "^") == "I-PICK-1"


def test_it_41() -> None:
    """IT-41: a discarded special wild may not be taken by the next seat."""
    state = played(deal(["jc", ""], draws="2s"), "+ -jc")
    assert refused(state, "^") == "I-PICK-1"


def dropped(rules: Rules, seats: int, *drops: str) -> State:
    """A deal whose first seats drop, on their first turn or on a later one; the last one wins."""
    state = start(rules, PACK, seats=seats)
    while not state.over:
        seat = state.to_act
        assert seat is not None
        first = state.view_for(seat).first_turn
        drops_now = seat < len(drops) and (drops[seat] == "first") == first
        state = played(state, "x" if drops_now else f"+ -{state.next_card}")
    return state


def test_it_46() -> None:
    """IT-46: in a pool to 101 a total of 101 is out, one of 100 is still in."""
    rules = read_rules("default,format=pool,rejoin=false")
    match = begin(rules, seats=3, starter=0)
    match = match.after(dropped(rules, 3, "middle", "first"))
    assert match.totals == (40, 20, 0)
    match = match.after(dropped(rules, 3, "first", "middle"))
    assert match.totals == (60, 60, 0)
    match = match.after(dropped(rules, 3, "middle", "middle"))
    assert match.totals == (100, 100, 0)
    assert match.playing == (0, 1, 2)
    match = match.after(dropped(rules, 3, "first", "first"))
    assert (match.playing, match.over, match.winners) == ((2,), True, (2,))

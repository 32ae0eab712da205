"""The test vectors of the rules canon for Thai Dummy, one test each, named after its id."""

from __future__ import annotations

import pytest

from speto.cards import parse_card, parse_cards, write_cards
from speto.dummy import State, parse
from speto.dummy.match import begin
from speto.dummy.melds import neighbours, points_of


def at(text: str) -> State:
    """The moment of a position."""
    return State.read(" ".join(text.split()))


def refused(state: State, word: str) -> str | None:
    """The code of the clause that refuses a word, or none."""
    clause = state.why_not(parse(word))
    return clause.code if clause else None


def played(state: State, words: str) -> State:
    """The state after some words."""
    for word in words.split():
        state = state.apply(parse(word))
    return state


def points(state: State, seat: int, *codes: str) -> int:
    """What a seat got by the clauses of these codes, or by all."""
    return sum(
        entry.points
        for entry in state.ledger()
        if entry.seat == seat and (not codes or entry.clause.code in codes)
    )


def test_dt_01() -> None:
    """Each card has its face value."""
    values = [points_of(1 << card.number) for card in parse_cards("2c qs 2d 9s th qh kd ac")]
    assert values == [50, 50, 5, 5, 10, 10, 10, 15]


@pytest.mark.parametrize(
    ("cards", "clause"),
    [
        pytest.param("qs ks as", None, id="DT-02"),
        pytest.param("as 2s 3s", "D-MELD-3", id="DT-03"),
        pytest.param("ks as 2s", "D-MELD-3", id="DT-04"),
        pytest.param("2s 3s 4s", None, id="DT-05"),
        pytest.param("7c 7d 7h", None, id="DT-06"),
        pytest.param("jh jd js jc", None, id="DT-07"),
        pytest.param("4d 5d 6c", "D-MELD-2", id="DT-08"),
        pytest.param("7c 7d", "D-MELD-1", id="DT-09"),
        pytest.param("2c 2d 2h 2s", None, id="DT-10"),
        pytest.param("th jh qh kh ah", None, id="DT-11"),
    ],
)
def test_melds(cards: str, clause: str | None) -> None:
    """A set is three or four of a rank, a run three or more of a suit, the ace high."""
    held = write_cards(parse_cards(cards))
    state = at(f"act=0 turn=9 head=8c hands={held}8s/9s melds=0:8c8d8h phase=drew:8s")
    assert refused(state, f"={held}") == clause


@pytest.mark.parametrize(
    ("card", "meld", "clause"),
    [
        pytest.param("7c", "8c9ctcjc", None, id="DT-12"),
        pytest.param("6c", "8c9ctcjc", "D-LAY-2", id="DT-13"),
        pytest.param("6c", "7c8c9ctcjc", None, id="DT-14"),
        pytest.param("qc", "8c9ctcjc", None, id="DT-15"),
        pytest.param("2h", "qhkhah", "D-LAY-5", id="DT-16"),
        pytest.param("jh", "qhkhah", None, id="DT-17"),
        pytest.param("9s", "9c9d9h", None, id="DT-18"),
        pytest.param("as", "2s3s4s", "D-LAY-5", id="DT-19"),
        pytest.param("5s", "2s3s4s", None, id="DT-20"),
    ],
)
def test_lay_offs(card: str, meld: str, clause: str | None) -> None:
    """A run takes the next card at either end, a set its fourth card."""
    state = at(
        f"act=0 turn=9 head=kd row=kd hands={card}4d6d/3d melds=1:{meld},0:8d8h8s phase=drew:4d"
    )
    assert refused(state, f">{card}@{meld[:2]}") == clause


HEAD_7H = "act=0 turn=4 seats=2 row=7h hands=8h9h2s4c/3d phase=take rules="


def test_dt_21() -> None:
    """The head melded is worth 50 in place of its face, or on top of it."""
    state = played(at(HEAD_7H + "default"), "^7h=7h8h9h")
    assert points(state, 0) == 60
    assert points(state, 0, "D-HEAD-2") == 45
    assert points(played(at(HEAD_7H + "default,head_value=bonus"), "^7h=7h8h9h"), 0) == 65


@pytest.mark.parametrize(
    ("rules", "total"),
    [("default", 125), ("default,head_value=bonus", 125), ("default,ace_in_run=10", 120)],
)
def test_dt_22(rules: str, total: int) -> None:
    """A head that is a speto is worth 100 melded; an ace in a run 15 or 10."""
    state = at(f"rules={rules} act=0 turn=4 row=qs hands=ksas2s4c/3d")
    assert points(played(state, "^qs=qsksas"), 0) == total


def test_dt_23() -> None:
    """An ace in a set stays worth 15 where one in a run counts 10."""
    state = at(
        "rules=default,ace_in_run=10 act=0 turn=9 head=8c hands=acadah8s/9s melds=0:8c8d8h"
        " phase=drew:8s"
    )
    assert played(state, "=acadah").entries()[0].points == 45


DT_24 = """
    act=0 turn=9 head=2s row=2s,{extra} hands=jhjdjs{last}/3c3h melds=0:4d5d6d phase=drew:jh
"""


@pytest.mark.parametrize(
    ("last", "total"),
    [
        pytest.param("9c", 95, id="DT-24"),
        pytest.param("7d", 145, id="DT-25"),
        pytest.param("2c", 145, id="DT-26"),
    ],
)
def test_knock_card(last: str, total: int) -> None:
    """The knock card is worth 50; a speto, or a card that could be laid off, 100."""
    state = at(DT_24.format(last=last, extra="kc"))
    assert played(state, f"=jdjhjs #{last}").scores[0] == total


def test_dt_28() -> None:
    """A dark knock doubles what was laid and the knock card."""
    state = at("act=0 turn=4 head=2s row=2s hands=3d4d5d9c9h9skh6d/3c3h phase=drew:6d")
    assert refused(state, "=3d4d5d6d") is None
    end = played(state, "=3d4d5d6d =9c9h9s #kh")
    assert end.scores[0] == 170
    assert points(end, 0, "D-DARK-1") == 85


@pytest.mark.parametrize(("rules", "total"), [("default", 190), ("default,color_knock=suit", 95)])
def test_dt_29(rules: str, total: int) -> None:
    """All laid in one colour doubles; under `suit` all must be of one suit."""
    state = at(
        f"rules={rules} act=0 turn=9 head=kc row=kc hands=8h9hthjh2s/3c3h melds=0:3d4d5d"
        " phase=drew:2s"
    )
    assert played(state, "=8h9hthjh #2s").scores[0] == total


def test_dt_30() -> None:
    """Dark and one colour is four times."""
    state = at("act=0 turn=4 head=2s row=2s hands=3d4d5d8h9hthkcjh/3c3h phase=drew:jh")
    end = played(state, "=3d4d5d =8h9hthjh #kc")
    assert end.scores[0] == 380
    assert (points(end, 0, "D-DARK-1"), points(end, 0, "D-COLOR-1")) == (95, 190)


def test_dt_32() -> None:
    """A card laid off on another's meld counts for the colour."""
    state = at("act=0 turn=9 head=2d row=2d hands=8skc/3c3h melds=0:3d4d5d,1:5s6s7s phase=drew:8s")
    assert played(state, ">8s@5s #kc").scores[0] == 70


UNBORN = "kdqh5c3s8das2c"


@pytest.mark.parametrize(
    ("rules", "total"),
    [("default", -200), ("zh_online", -300), ("default,unborn_penalty=none", -100)],
)
def test_dt_34(rules: str, total: int) -> None:
    """When another knocks, an unborn hand counts double, or 50 more and then double."""
    state = at(
        f"rules={rules} act=0 turn=9 head=4h row=4h hands=jhjdjs9c/{UNBORN} melds=0:4d5d6d"
        " phase=drew:jh"
    )
    assert played(state, "=jdjhjs #9c").scores[1] == total


def test_dt_34_born() -> None:
    """A born player's hand counts once."""
    state = at(
        f"act=0 turn=9 head=4h row=4h hands=jhjdjs9c/{UNBORN} melds=0:4d5d6d,1:tctdth phase=drew:jh"
    )
    assert points(played(state, "=jdjhjs #9c"), 1) == -100


@pytest.mark.parametrize(
    ("rules", "total"),
    [("default", -100), ("default,unborn_when=always", -200), ("zh_online", -300)],
)
def test_dt_35(rules: str, total: int) -> None:
    """When the stock runs out, an unborn hand counts more only under `always`."""
    others = write_cards(
        c for c in parse_cards(EVERYTHING) if str(c).lower() not in (UNBORN + "4h6c9d")
    )
    state = at(
        f"rules={rules} act=0 turn=9 head=4h row=4h hands={others}6c9d/{UNBORN} phase=drew:9d"
    )
    end = played(state, "-9d" if rules == "zh_online" else "-9d .")
    assert end.over
    assert end.scores[1] == total


EVERYTHING = " ".join(rank + suit for rank in "23456789tjqka" for suit in "cdhs")


def test_dt_36() -> None:
    """A fine is not doubled with an unborn hand."""
    state = at(
        "act=0 turn=9 head=4h row=4h hands=jhjdjs9c/4s6d9h3c5h7d8s melds=0:4d5d6c"
        " phase=drew:jh fines=0,50".replace("4d5d6c", "tctdth")
    )
    assert played(state, "=jdjhjs #9c").scores[1] == -120


def test_dt_37() -> None:
    """What a player laid counts for him, what he holds against him."""
    state = at(
        "act=0 turn=9 head=4h row=4h hands=jhjdjs9d/ahkd4s melds=0:4d5d6d,1:7c8c9ctc phase=drew:jh"
    )
    assert played(state, "=jdjhjs #9d").scores[1] == -5


@pytest.mark.parametrize(
    ("row", "card", "fined"),
    [
        pytest.param("tc,4d,qc", "jc", True, id="DT-38"),
        pytest.param("kc,3s,kd", "kh", True, id="DT-39"),
        pytest.param("9d,4s", "9h", False, id="DT-40"),
        pytest.param("tc,4d", "jc", False, id="DT-41"),
        pytest.param("jc,4d,qc", "kc", True, id="DT-42"),
        pytest.param("kc,2c,5d", "ac", False, id="DT-43"),
        pytest.param("kc,kd,kh", "ks", True, id="DT-45"),
    ],
)
def test_full_discards(row: str, card: str, fined: bool) -> None:
    """A discard that forms a meld with two cards of the row costs 50 at once."""
    state = at(f"act=0 turn=9 row={row} hands={card}6s/8h8d phase=drew:6s")
    assert points(played(state, f"-{card}"), 0, "D-PEN-FULL") == (-50 if fined else 0)


@pytest.mark.parametrize(
    ("meld", "card", "fined"),
    [
        pytest.param("5s6s7s", "8s", True, id="DT-47"),
        pytest.param("5s6s7s", "9s", False, id="DT-48"),
        pytest.param("9c9d9h", "9s", True, id="DT-49"),
        pytest.param("qhkhah", "2h", False, id="DT-50"),
    ],
)
@pytest.mark.parametrize("owner", [0, 1])
def test_lay_off_discards(meld: str, card: str, fined: bool, owner: int) -> None:
    """A discard that some meld would take costs 50 at once, whoever owns it."""
    state = at(f"act=0 turn=9 row=4c hands={card}3d/8h8d melds={owner}:{meld} phase=drew:3d")
    assert points(played(state, f"-{card}"), 0, "D-PEN-LAY") == (-50 if fined else 0)


@pytest.mark.parametrize(
    ("card", "near"),
    [
        pytest.param("7h", "5h 6h 8h 9h 7c 7d 7s", id="DT-52"),
        pytest.param("2c", "3c 4c 2d 2h 2s", id="DT-53"),
        pytest.param("qs", "ts js ks as qc qd qh", id="DT-54"),
        pytest.param("ah", "qh kh ac ad as", id="DT-55"),
    ],
)
def test_neighbourhoods(card: str, near: str) -> None:
    """Neighbours are the suit at distance one and two, and the rank."""
    mask = sum(1 << c.number for c in parse_cards(near))
    assert neighbours(parse_card(card).number, False) == mask


DT_56 = """
    rules=default seats=4 act=0 turn=8 row=7h phase=drew:9h
    hands=9hks/5c6s/jc6d/8htdas4c stock=2dkcjh{rest} melds=3:3c3d3h
"""


def fill(text: str) -> str:
    """The text with every card it does not name in place of {rest}."""
    named = " ".join(part.partition("=")[2] for part in text.split())
    rest = "".join(card for card in EVERYTHING.split() if card not in named)
    return text.format(rest=rest)


def test_dt_56() -> None:
    """Who threw the head's neighbour that a meld with the head takes within the round is fined."""
    end = played(at(fill(DT_56)), "-9h +2d -2d +kc -kc ^7h=7h8h9h")
    assert [points(end, seat) for seat in range(4)] == [-50, 0, 0, 60]
    assert {"2d", "Kc"} <= set(map(str, end.hands[3]))


def test_dt_57() -> None:
    """When the turn has come back to the thrower his card is safe."""
    text = fill(DT_56.replace("5c6s", "8h6s").replace("8htdas4c", "tdas4c").replace("ks/", "ks5c/"))
    end = played(at(text), "-9h +2d -6s +kc -kc +jh -jh + -ks")
    end = played(end, "^7h=7h8h9h")
    assert points(end, 0, "D-PEN-HEAD") == 0


def test_dt_59() -> None:
    """A neighbour thrown onto a row with the speto feeds it."""
    state = at("seats=2 act=0 turn=3 row=5d,qs,4h hands=qd6c/qh7c3s phase=drew:6c")
    end = played(state, "-qd ^qs=qsqdqh")
    assert points(end, 0, "D-PEN-SPETO-1") == -50
    assert points(end, 1) == 70
    assert "4h" in map(str, end.hands[1])


def test_dt_60() -> None:
    """The speto thrown onto a row with its neighbour feeds itself."""
    end = played(
        at("seats=2 act=0 turn=2 row=5d,4c hands=2c6s/3c7h8s phase=drew:6s"), "-2c ^4c=2c3c4c"
    )
    assert points(end, 0, "D-PEN-SPETO-2") == -50
    assert points(end, 0, "D-PEN-FULL") == 0
    assert points(end, 1) == 60


def test_dt_61() -> None:
    """The first neighbour of a speto thrown, and melded with it within the round, is ตีอ้อน."""
    end = played(
        at("seats=2 act=0 turn=1 row=kd hands=3c6s/2c4c7h8s phase=drew:6s"), "-3c ^3c=2c3c4c"
    )
    assert points(end, 0, "D-PEN-AON") == -50


@pytest.mark.parametrize(
    ("meld", "rules", "total"),
    [
        pytest.param("4s5s6s", "default", 85, id="DT-63"),
        pytest.param("4d5d6d", "default", 170, id="DT-63b"),
        pytest.param("4d5d6d", "default,color_knock=off", 85, id="DT-63b-off"),
    ],
)
def test_fool(meld: str, rules: str, total: int) -> None:
    """Whose single card lets the next player knock is a fool, and the next deal runs backwards."""
    state = at(
        f"rules={rules} seats=4 act=0 turn=8 head=2s row=2s hands=9h6c/8hthkc/3c3h/jcjd"
        f" melds=1:{meld} phase=drew:6c"
    )
    end = played(state, "-9h ^9h=8h9hth #kc")
    assert points(end, 0, "D-FOOL-1") == -50
    assert end.scores[1] == total
    after = begin(state.rules, seats=4, starter=0).after(end)
    assert (after.direction, after.starter) == (-1, 1)


def test_dt_65() -> None:
    """A speto laid off on your meld costs you 50 and brings its layer 50."""
    table = "seats=3 row=4c turn=9 melds=1:9stsjs,2:5d5h5s,0:8c8d8h"
    state = at(f"{table} act=2 hands=3d/3h/qs7h2d phase=drew:7h")
    end = played(state, ">qs@9s")
    assert [e.points for e in end.entries()] == [-50, 50]
    own = at(f"{table} act=1 hands=3d/qs7h2d/3h phase=drew:7h")
    assert [(e.seat, e.points) for e in played(own, ">qs@9s").entries()] == [(1, 50)]


DT_67 = """
    seats=2 act=0 turn=5 row=9c,th,4s,6d,jh hands=9hqhkd2s3s5c8d/7h7d
"""


def test_dt_67() -> None:
    """A pick-up takes the card and all newer ones and lays one of its melds at once."""
    state = at(DT_67)
    melds = {word for word in map(str, state.legal) if word.startswith("^Th")}
    assert melds == {"^Th=9hThJh", "^Th=ThJhQh", "^Th=9hThJhQh"}
    after = played(state, "^th=9hthjhqh")
    assert write_cards(after.hands[0]) == "2s3s4s5c6d8dKd"
    assert refused(after, "=2s3s4s") is None


def test_dt_68() -> None:
    """The meld of a pick-up needs a card from the hand."""
    state = at("seats=2 act=0 turn=4 head=9c row=9c,5h,6h,7h hands=kckd2s/3c3d")
    assert refused(state, "^5h=5h6h7h") == "D-PICK-3"


@pytest.mark.parametrize(
    ("rules", "clause"), [("default", "D-PICK-6"), ("default,pickup_for_layoff=true", None)]
)
def test_dt_70(rules: str, clause: str | None) -> None:
    """A row card may not be picked up only to lay it off, but with the option."""
    state = at(
        f"rules={rules} seats=2 act=0 turn=9 head=2h row=2h,8s hands=kckd/3c3d"
        " melds=0:jcjdjh,1:5s6s7s"
    )
    assert refused(state, "^8s@5s") == clause


def test_dt_71() -> None:
    """An unborn player who drew lays nothing unless the turn ends in a knock."""
    state = at("seats=2 act=0 turn=4 row=2h hands=7c7d7h9skd/3c3d phase=drew:9s")
    assert refused(state, "=7c7d7h") == "D-BORN-3"
    state = at("seats=2 act=0 turn=4 row=2h hands=7c7d7h9s/3c3d phase=drew:9s")
    assert refused(state, "=7c7d7h") is None


def test_dt_73() -> None:
    """When the stock is empty the next player may pick up and knock, or the deal ends."""
    text = """
        seats=4 act=0 turn=12 head=2h row=2h phase=take stock=4s6h melds=2:3c3d3h
        hands=5c{rest}/tc9s/8c9ckd/ts7d
    """
    state = played(at(fill(text)), "+4s -4s +6h -tc")
    assert refused(state, "+") == "D-END-2"
    knocked = played(state, "^tc=8c9ctc #kd")
    assert knocked.over
    assert points(knocked, 2, "D-KNOCK-3") == 50
    ended = played(state, ".")
    assert ended.over
    assert ended.knocker is None
    assert points(ended, 2, "D-KNOCK-3") == 0


def test_dt_74() -> None:
    """After dealing and the head 29, 24 or 23 cards are the stock."""
    from speto.cards import PACK
    from speto.dummy import Rules, start

    left = [start(Rules(), PACK, seats=n).view_for(None).stock_left for n in (2, 3, 4)]
    assert left == [29, 24, 23]


def test_dt_75() -> None:
    """Of two past 500 the higher total wins."""
    from dataclasses import replace

    from speto.dummy import Rules

    match = replace(begin(Rules(), seats=2, starter=0), deals=((480, 460), (25, 60)))
    assert match.totals == (505, 520)
    assert match.winners == (1,)

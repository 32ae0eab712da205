"""The second Indian Rummy keeps the rules' own examples, and plays the golden records."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random

import pytest

from tests.indian_hand_oracle import (
    DEFAULTS,
    JOKER,
    ONLINE,
    PACK,
    Options,
    Verdict,
    best_discard_points,
    best_verdict,
    contradiction,
    in_order,
    is_show,
    judge,
    kind,
    may_count,
    options_in,
    points,
    run_places,
    set_places,
    show_cards,
    total,
    value,
    wilds_of,
)
from tests.indian_match_oracle import OracleMatch, Result, payment, result_of, turn_order
from tests.indian_oracle import Entry, OracleDeal, canonical, read_cards

# The vectors of the rules


def cards(text: str) -> tuple[str, ...]:
    """Cards as the vectors spell them, with one star for a joker."""
    return read_cards("".join(JOKER if word == "*" else word for word in text.split()))


def counted(text: str, options: str = "", cut: str = "Jc") -> tuple[int, str]:
    """The points and the stage of a hand; of 14 cards after the best discard."""
    o = options_in(options)
    hand, wilds = cards(text), wilds_of(cut, {**DEFAULTS, **o})
    found = points if len(hand) == 13 else best_discard_points
    result, _, stage = found(hand, wilds, o)
    return result, stage


def shows(text: str, options: str = "", cut: str = "Jc") -> bool:
    o = options_in(options)
    return is_show(cards(text), wilds_of(cut, {**DEFAULTS, **o}), o)


TWELVE = "2h 3h 4h 5h 6s 7s 8s 9c 9d 9h 3c 4d 5c"
NO_SHOW = "2c 4d 6h 8s Tc Qd As 3c 5d 7h 9s Jd Kc"
SHOW = "3h 4h 5h 6h 7s 8s * 9c 9d 9h Kc Kd Ks"


def dealt(
    hands: Iterable[str],
    options: str = "",
    *,
    up: str = "2c",
    stock: str = "",
    cut: str = "Jc",
    starter: int = 0,
    direction: int = 1,
) -> OracleDeal:
    """A deal with these hands, by seats, this upcard, and a stock that begins so."""
    held = [cards(hand) for hand in hands]
    order = turn_order(len(held), starter, direction)
    first = [held[seat][place] for place in range(13) for seat in order]
    first += [*cards(up), *cards(stock)]
    last = cards(cut)
    rest = Counter(PACK)
    rest.subtract([*first, *last])
    assert min(rest.values()) >= 0
    pack = [*first, *in_order(rest.elements()), *last]
    return OracleDeal(
        options_in(options), pack, seats=len(held), starter=starter, direction=direction
    )


def said(deal: OracleDeal, words: str) -> OracleDeal:
    for word in words.split():
        assert deal.why_not(word) is None, (word, deal.why_not(word))
        deal.say(word)
    return deal


def spelled(text: str) -> str:
    """A Show of these groups."""
    return "!" + "/".join("".join(cards(group)) for group in text.split("/"))


GROUPED = "3h 4h 5h 6h/7s 8s */9c 9d 9h/Kc Kd Ks"


def test_IT_01() -> None:
    """A pure run, an impure one and two sets are a Show."""
    assert counted(SHOW) == (0, "COMPLETE")
    assert shows(SHOW)


def test_IT_02() -> None:
    """Without a pure run the flat 80 is owed and a Show is wrong."""
    hand = "3h 4h * 6h 7s 8s * 9c 9d 9h Kc Kd Ks"
    assert counted(hand) == (80, "NO_PURE")
    assert not shows(hand)


def test_IT_04() -> None:
    """With only one run of either kind all cards may count, at most 80."""
    hand = cards("3h 4h 5h 6h 9c 9d 9h Kc Kd Ks 2s 2d 2h")
    assert points(hand, {"Jc"}, options_in("one_pure=count_all")) == (80, 81, "ONE_PURE")


def test_IT_05() -> None:
    """Two sevens of spades are not in one set."""
    assert counted("7s 7s 7h 7d 3h 4h 5h 8c 9c Tc Qd Qh Qs") == (7, "COMPLETE")


def test_IT_06() -> None:
    """Nor are they with a joker."""
    assert counted("7s 7s 7h * 3h 4h 5h 8c 9c Tc Qd Qh Qs") == (7, "COMPLETE")
    assert kind(cards("7s 7s 7h *"), {"Jc"}) == "LOOSE"


PURE_WITH_WILD = "Tc Jc Qc 4h 5h * Kc Kd Ks 2s 2d 2h 2c"


def test_IT_07() -> None:
    """A special wild in its own place keeps a run pure."""
    assert counted(PURE_WITH_WILD) == (0, "COMPLETE")
    assert kind(cards("Tc Jc Qc"), {"Jc"}) == "PURE_RUN"


def test_IT_08() -> None:
    """So it does when all its rank is wild."""
    assert counted(PURE_WITH_WILD, "wild_scope=rank") == (0, "COMPLETE")


def test_IT_11() -> None:
    """An ace stands low or high."""
    assert counted("As 2s 3s Qh Kh Ah 5c 5d 5s 8d 8h 8c 8s") == (0, "COMPLETE")


def test_IT_12() -> None:
    """King, ace and two are no run."""
    assert counted("Ks As 2s 4h 5h 6h 7d 8d 9d Tc Td Th Ts") == (22, "COMPLETE")


def test_IT_13() -> None:
    """One pure run alone is free and the rest counts."""
    assert counted("2s 3s 5h 7c 9d 2d 4c 6s 8h 3d 5s 6h 4d") == (55, "ONE_PURE")


SMALL = "2s 3s 5h 7c 9d 2d 4c 6s 8h 3c 5s 6h 4d"


def test_IT_14() -> None:
    """Without a pure run it is 80, however small the cards."""
    assert counted(SMALL) == (80, "NO_PURE")


def test_IT_15() -> None:
    """Or their sum, by the option."""
    assert counted(SMALL, "no_pure=sum_capped") == (64, "NO_PURE")


def test_IT_17() -> None:
    """A run of six is cut into two."""
    assert counted("4s 5s 6s 7s 8s 9s Kh Kd Kc * Qd 3c 2h") == (15, "COMPLETE")


def test_IT_19() -> None:
    """What counts beside one pure run is at most 80 too."""
    hand = cards("4s 5s 6s Kh Kd Qc Qs Jd Th 9c 8d 3c 2h")
    assert points(hand, {"Jc"}, {}) == (80, 82, "ONE_PURE")


JACKS = "3h 4h 5h 7d 8d Jd Kc Ks Js 9c 9d 9h 2c"


def test_IT_20() -> None:
    """Other jacks are ordinary when the jack of clubs is cut."""
    assert counted(JACKS) == (60, "COMPLETE")


def test_IT_21() -> None:
    """They are wild when the rank is."""
    assert counted(JACKS, "wild_scope=rank") == (2, "COMPLETE")


def test_IT_23() -> None:
    """One natural card and two jokers are a run."""
    assert counted("4d 5d 6d 7d 8c * * 9s 9h 9c Qc Qd Qh") == (0, "COMPLETE")
    assert kind(cards("8c * *"), {"Jc"}) == "RUN"


def test_IT_24() -> None:
    """Two jokers help one run and one set."""
    assert counted("4d 5d 6d 8c 9c * Ks Kh Kd Kc * Qc Qd") == (0, "COMPLETE")


def test_IT_26() -> None:
    """The same run twice, from both packs, is two pure runs."""
    assert counted("4h 5h 6h 4h 5h 6h 9c 9d 9s Kc Kd Kh Ks") == (0, "COMPLETE")


def test_IT_27() -> None:
    """A whole suit is cut into runs."""
    assert counted("Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc") == (0, "COMPLETE")


def test_IT_30() -> None:
    """Jokers make no pure run."""
    assert counted("* 4h 5h * 8s 9s 2c 2d 2h Kc Kd Ks Qd") == (80, "NO_PURE")


LOW = "2d 2s 4h 4s 6c 6d 8c 8h Td Th Qc Qh Ad"


def test_IT_31() -> None:
    """A drop costs 20 on the first turn and 40 later."""
    deal = said(dealt([NO_SHOW, LOW, SHOW], stock="2h 3d 7d 7c"), "x +2h -2h +3d -3d +7d -7d")
    said(deal, "+7c -7c x")
    assert [entry[:3] for entry in deal.ledger] == [(0, 20, "I-DROP-1"), (1, 40, "I-DROP-2")]
    assert deal.winners == (2,)


def test_IT_32() -> None:
    """A heaven hand wins 40 from each other seat."""
    deal = dealt([SHOW, NO_SHOW, LOW, "2h 2s 4c 4d 6s 6d 8d 8c Ts Tc Qs Qd Ac"])
    assert deal.heaven()
    said(deal, spelled(GROUPED))
    assert (deal.winners, deal.ended, deal.scores) == ((0,), "heaven", [0, 40, 40, 40])
    assert payment(result_of(deal), 0, 1) == (120, -40, -40, -40)


def test_IT_33() -> None:
    """After a draw it is an ordinary Show."""
    deal = said(dealt([SHOW, NO_SHOW, LOW], stock="2d"), "+")
    assert deal.show_cards() == {"2d"}  # and no joker to spare
    assert deal.why_not(spelled(GROUPED)) == "I-SHOW-2"
    said(deal, spelled(GROUPED) + "-2d")
    assert (deal.winners, deal.scores) == ((0,), [0, 80, 80])
    assert [entry[2] for entry in deal.ledger] == ["I-SCORE-1", "I-SCORE-1"]


def test_IT_34() -> None:
    """Each loser pays his points, drops too, times the point value."""
    paid = payment(Result((0, 25, 40, 20, 80), (0,)), 0, 1, 2)
    assert paid == (330, -50, -80, -40, -160)


THIRTY = "Ts Js Qs 6d 7d 8d Kc Kd Kh Ac Jh 7c 3s"
EIGHTY = "2s 2d 4s 4c 6c 6h 8c 8h Td Th Qd Qh Ks"


def exhausted(options: str = "") -> OracleDeal:
    deal = dealt([TWELVE, THIRTY, EIGHTY, TWELVE], options)
    while not deal.over:
        said(deal, "+")
        said(deal, f"-{deal.drew}")
    return deal


def test_IT_35() -> None:
    """With the stock gone the fewest points win, and two share."""
    deal = exhausted()
    assert (deal.ended, deal.winners, deal.scores) == ("points", (0, 3), [0, 30, 80, 0])
    assert [entry[:3] for entry in deal.ledger if entry[2] == "I-END-2"] == [
        (0, -12, "I-END-2"),
        (3, -12, "I-END-2"),
    ]
    assert payment(result_of(deal), 0, 1) == (55, -30, -80, 55)
    assert len(deal.stock) == 0


def test_IT_37() -> None:
    """After a wrong Show its seat owes 80 and is out, and the others go on."""
    deal = said(dealt([NO_SHOW, LOW, SMALL, THIRTY], stock="2h 7s"), "+ -2h +")
    said(deal, "!" + "".join(cards(LOW)) + "-7s")
    assert (deal.scores, deal.out, deal.pile[-1], deal.to_act) == ([0, 80, 0, 0], {1}, "7s", 2)
    said(deal, "x x")
    assert (deal.winners, deal.scores) == ((0,), [0, 80, 20, 20])
    assert payment(result_of(deal), 0, 1)[0] == 120


def test_IT_38() -> None:
    """With two seats a wrong Show ends the deal."""
    deal = said(dealt([NO_SHOW, LOW], stock="2h"), "+")
    said(deal, "!" + "".join(cards(NO_SHOW)) + "-2h")
    assert (deal.winners, deal.ended, deal.scores) == ((1,), "last_one", [80, 0])


def test_IT_39() -> None:
    """Whoever shows wins alone, though another has no points either."""
    other = "3d 4d 5d 6d 7c 8c 9c Ts Th Td 2s 2h 2d"
    deal = said(dealt([SHOW, other], stock="Qh"), "+ " + spelled(GROUPED) + "-Qh")
    assert (deal.winners, deal.scores, deal.ledger) == ((0,), [0, 0], [])


def test_IT_40() -> None:
    """Only the starter, on his first turn, may take an upcard that is wild."""
    deal = dealt([NO_SHOW, LOW], up="*", stock="2h")
    assert deal.why_not("^") is None
    said(deal, "+ -2h")
    assert said(dealt([NO_SHOW, LOW], up="*"), "^ -2c").pile == ["2c"]
    lapsed = said(dealt([NO_SHOW, LOW, SMALL], up="*"), "x")
    assert lapsed.why_not("^") == "I-PICK-1"


def test_IT_41() -> None:
    """A discarded special wild is not taken."""
    hand = "2c 4d 6h 8s Tc Qd As 3c 5d 7h 9s Jc Kc"
    deal = said(dealt([hand, LOW], stock="2h"), "+ -Jc")
    assert deal.why_not("^") == "I-PICK-1"


def test_IT_42() -> None:
    """With 14 cards one finishes and the other 13 are the Show."""
    assert "2d" in show_cards(cards(SHOW + " 2d"), {"Jc"}, {})
    assert counted(SHOW + " 2d") == (0, "COMPLETE")


@pytest.mark.parametrize(
    ("cut", "scope", "live"), [("Jc", "exact", 3), ("Jc", "rank", 9), ("**", "exact", 9)]
)
def test_IT_44(cut: str, scope: str, live: int) -> None:
    """So many wild cards can be held."""
    wilds = wilds_of(cut, {"wild_scope": scope})
    assert sum(value(card, wilds) == 0 for card in PACK) - 1 == live


@pytest.mark.parametrize(("seats", "stock"), [(2, 78), (3, 65), (4, 52), (5, 39), (6, 26)])
def test_IT_45(seats: int, stock: int) -> None:
    """So many cards are in the stock after the deal."""
    deal = OracleDeal({}, PACK, seats=seats, starter=0, direction=1)
    assert len(deal.stock) == stock


def test_IT_46() -> None:
    """In a pool of 101 it is 101 that eliminates."""
    match = OracleMatch(options_in("format=pool rejoin=false split=false"), 3)
    match.after(Result((61, 60, 0), (2,)))
    match.after(Result((40, 40, 0), (2,)))
    assert (match.totals, match.playing) == ([101, 100, 0], [1, 2])


def test_IT_49() -> None:
    """When all but one have dropped, he wins at once."""
    deal = said(dealt([NO_SHOW, LOW, SMALL], stock="2h 3d"), "+ -2h +3d -3d x x")
    assert (deal.winners, deal.scores, deal.over) == ((1,), [40, 0, 20], True)
    assert payment(result_of(deal), 0, 1) == (-40, 60, -20)


# More of the deal


def test_declared_groups_are_taken_as_they_are() -> None:
    """Nobody cuts a declared run of six in two, and what is no group is loose."""
    hand = "4s 5s 6s 7s 8s 9s/Kh Kd Kc/* Qd 3c/2h"
    groups = [cards(group) for group in hand.split("/")]
    held = cards(hand.replace("/", " "))
    assert judge(groups, held, {"Jc"}, {})[:4] == (45, 45, "ONE_PURE", False)
    groups[:1] = [groups[0][:3], groups[0][3:]]
    found = judge(groups, held, {"Jc"}, {})
    assert found == (15, 15, "COMPLETE", False, cards("2h 3c Qd"))
    assert best_verdict(held, {"Jc"}, {}) == found


def test_second_run_of_four() -> None:
    """With second_run_min=4 one of two runs, either, has four cards."""
    hand = "3h 4h 5h 7s 8s * 9c 9d 9h Kc Kd Ks Kh"
    assert not shows(hand, "second_run_min=4")
    assert shows(SHOW, "second_run_min=4")


def test_false_heaven_leaves_the_pile() -> None:
    """A false claim before drawing costs the wrong Show, and the same upcard lies there."""
    deal = said(dealt([NO_SHOW, LOW, TWELVE]), "!" + "".join(cards(NO_SHOW)))
    assert (deal.scores, deal.pile, deal.to_act) == ([80, 0, 0], ["2c"], 1)
    assert deal.shown == {0: in_order(cards(NO_SHOW))}
    assert dealt([NO_SHOW, LOW], "heaven=0").why_not("!2c") == "I-MORE-17"


def test_taken_card_is_kept_unless_held_twice() -> None:
    """The card taken from the pile may be thrown only if its like was held before."""
    deal = said(dealt([NO_SHOW, LOW], up="2h"), "^")
    assert deal.why_not("-2h") == "I-TURN-2"
    assert said(dealt([NO_SHOW, LOW], up="2c"), "^").why_not("-2c") is None
    assert said(dealt([NO_SHOW, LOW], "may_discard_taken=true", up="2h"), "^ -2h").turn == 1


def test_third_missed_turn_is_a_drop() -> None:
    """Missed turns draw and throw; the third in a row is a drop, cheap if nothing was ever done."""
    deal = said(dealt([NO_SHOW, LOW, SMALL]), "~ ~ + ~ ~ ~ ~ ~ ~")
    assert [entry[:3] for entry in deal.ledger] == [(0, 20, "I-DROP-1"), (1, 20, "I-DROP-1")]
    assert deal.misses == [3, 3, 2]


def test_reshuffle_is_a_known_order_of_the_pile() -> None:
    """All of the pile but its top comes back as the stock, in an order known from the pack."""
    deal = dealt([TWELVE, THIRTY, EIGHTY], "on_exhaust=reshuffle max_turns=200")
    while not deal.over and not deal.reshuffles:
        said(deal, "+")
        said(deal, f"-{deal.drew}")
    assert len(deal.stock) == 65 and len(deal.pile) == 1
    assert Counter([*deal.stock, *deal.pile, *chain(*deal.hands), deal.cut]) == Counter(PACK)


def test_void_takes_all_points_back() -> None:
    """With on_exhaust=void nobody wins and drops are annulled."""
    deal = said(dealt([TWELVE, THIRTY, EIGHTY], "on_exhaust=void"), "x")
    while not deal.over:
        said(deal, "+")
        said(deal, f"-{deal.drew}")
    assert (deal.winners, deal.scores, deal.ledger[-1][:3]) == ((), [0] * 3, (0, -20, "I-MORE-22"))


def test_difference_is_paid_and_not_entered() -> None:
    """With exhaust_pay=difference those still in pay less by the winner's points, and only pay."""
    deal = exhausted("exhaust_pay=difference")
    assert deal.ledger == exhausted().ledger
    assert payment(result_of(deal), 0, 1, 2, difference=True) == (86, -36, -136, 86)
    out = Result((0, 30, 20, 80), (0,), out={2, 3}, own=12)
    assert payment(out, 0, 1, difference=True) == (118, -18, -20, -80)


def asked(stock: str = "Qh Qc") -> OracleDeal:
    """Seat 1 has shown and the others are asked for their arrangements."""
    deal = dealt([TWELVE, SHOW, THIRTY], "score_arrangement=declared", stock=stock)
    return said(deal, "+ -Qh + " + spelled(GROUPED) + "-Qc")


def test_declared_arrangements_are_asked_in_turn() -> None:
    """With score_arrangement=declared each loser groups his own cards."""
    deal = asked()
    assert (deal.phase, deal.to_act, deal.why_not("+")) == ("DECLARE", 2, "I-SHOW-6")
    said(deal, spelled("Ts Js Qs/6d 7d 8d/Kc Kd Kh/7c Jh/Ac 3s"))
    said(deal, "!" + "".join(cards(TWELVE)))
    assert deal.scores == [80, 0, 30]
    assert [entry[4] for entry in deal.ledger] == [5, 5]


def test_silence_is_the_best_arrangement() -> None:
    """Who says nothing is scored by his best arrangement, and has not missed a turn."""
    deal = asked()
    turn = deal.turn
    said(deal, "~ ~")
    assert (deal.scores, deal.winners, deal.ended) == ([12, 0, 30], (1,), "show")
    assert (deal.turn, deal.misses) == (turn, [0, 0, 0])


def test_only_a_show_asks_for_arrangements() -> None:
    """Nobody is asked after a heaven hand, nor when the stock or the turns are used up."""
    assert exhausted("score_arrangement=declared").ledger == exhausted().ledger
    heaven = dealt([SHOW, NO_SHOW], "score_arrangement=declared")
    assert said(heaven, spelled(GROUPED)).ended == "heaven"
    short = dealt([TWELVE, THIRTY], "score_arrangement=declared max_turns=1")
    said(short, "+")
    assert said(short, f"-{short.drew}").scores == [0, 30]


def test_the_card_of_a_draw_is_a_remark() -> None:
    """A draw is not refused for the card that its word names, and the top is drawn."""
    deal = said(dealt([NO_SHOW, LOW], stock="2h"), "+Kh")
    assert deal.drew == "2h"


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ("cap=40", ""),
        ("cap=30", "middle_drop cap"),
        ("cap=60 wrong_show=80", "wrong_show cap"),
        ("heaven=81", "heaven cap"),
        ("first_drop=50", "first_drop middle_drop"),
        ("format=pool pool_limit=61 wrong_show=80", "wrong_show cap"),
        ("pool_limit=61 wrong_show=80", ""),
        ("deals=0", "deals"),
        ("heaven=0", ""),
    ],
)
def test_options_that_contradict(options: str, names: str) -> None:
    """No drop, wrong Show or heaven hand costs more than the cap, but those not given fall to it
    (I-MORE-26, I-MORE-30)."""
    assert contradiction(options_in(options)) == names


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("!KdKc*/3h4h/5s/9c", None),
        ("!KdKc**/3h4h/5s/9c-2d", "!KcKd**/3h4h/5s9c-2d"),
        ("!3sAs2s/KhQhAh", "!As2s3s/QhKhAh"),
        ("!4c3c2c/5c4c3c2c/2c3c4c", "!2c3c4c/2c3c4c/2c3c4c5c"),
    ],
)
def test_canonical_words(said: str, written: str | None) -> None:
    """Loose cards stand behind the groups, two by two, and all is in order."""
    if written is None:
        assert OracleDeal({}, PACK, seats=2, starter=0, direction=1).why_not(said) == "T-WORD"
    else:
        assert canonical(said) == written == canonical(written)


def random_options(random: Random) -> dict[str, int | bool | str]:
    cap = random.choice((80, 80, 60, 30))
    return {
        "wild_scope": random.choice(("exact", "rank")),
        "second_run_min": random.choice((3, 4)),
        "may_discard_taken": random.choice((False, True)),
        "wild_pick": random.choice(("first_turn_only", "never", "free")),
        "first_drop": 20,
        "middle_drop": random.choice((20, 30)),
        "missed_turns": random.choice((1, 2, 3)),
        "show_check": random.choice(("best", "declared")),
        "score_arrangement": random.choice(("best", "declared")),
        "no_pure": random.choice(("flat", "sum_capped")),
        "one_pure": random.choice(("exempt", "count_all")),
        "cap": cap,
        "wrong_show": random.choice((0, cap)),
        "on_exhaust": random.choice(("settle", "reshuffle", "void")),
        "exhaust_pay": random.choice(("own_points", "difference")),
        "heaven": random.choice((0, 25)),
        "max_turns": random.choice((5, 60, 150)),
    }


@pytest.mark.parametrize("seed", range(30))
def test_random_deals_end_and_add_up(seed: int) -> None:
    """Deals of random words end, no card is lost, and the scores are the sums of the ledger."""
    random = Random(seed)
    pack = random.sample(PACK, len(PACK))
    seats = random.choice((2, 3, 4, 5, 6))
    deal = OracleDeal(
        random_options(random),
        pack,
        seats=seats,
        starter=random.randrange(seats),
        direction=random.choice((1, -1)),
    )
    while not deal.over:
        assert deal.to_act is not None
        hand = "".join(deal.hands[deal.to_act])
        rare = random.random() < 0.03
        if deal.phase == "DECLARE":
            word = random.choice(("~", f"!{hand}"))
        elif deal.phase == "ACT" and rare:
            word = random.choice(("~", f"!{hand[2:]}-{hand[:2]}"))
        elif rare:
            word = random.choice(("~", "x", f"!{hand}"))
        else:
            word = random.choice(sorted(deal.legal_words() - {"x"}))
        if deal.why_not(word) is None:
            deal.say(word)
    held = [*deal.stock, *deal.pile, *chain(*deal.hands), deal.cut]
    finished = Counter(PACK) - Counter(held)
    assert sum(finished.values()) == (1 if deal.ended == "show" else 0)
    for seat in range(seats):
        assert sum(entry[1] for entry in deal.ledger if entry[0] == seat) == deal.scores[seat] >= 0
    assert all(deal.scores[seat] == 0 for seat in deal.winners)
    assert deal.agrees(deal.ledger)
    assert sum(payment(result_of(deal), deal.starter, deal.direction, 3, difference=True)) == 0


# Matches


def test_pool_rejoin_and_split() -> None:
    """Who is out comes back one above the highest; two or three nearly out share the prize."""
    match = OracleMatch(options_in("format=pool point_value=5"), 4)
    match.after(Result((80, 30, 20, 0), (3,)))
    match.after(Result((40, 40, 20, 0), (3,)), back={0})
    assert (match.totals, match.entries) == ([71, 70, 40, 0], [2, 1, 1, 1])
    match.after(Result((40, 0, 40, 80), (1,)), back={0})
    assert (match.totals, match.playing) == ([111, 70, 80, 80], [1, 2, 3])
    match.after(Result((5, 0, 10), (1,)))
    match.after(Result((4, 25, 0), (2,)))
    assert (match.totals, match.playing, match.over) == ([111, 79, 105, 90], [1, 3], False)
    match.after(Result((10, 0), (1,)))
    assert (match.over, match.winners) == (True, (1, 3))
    assert match.settlement() == (-10, 7, -5, 8)


def test_rejoin_is_chosen_any_number_of_times() -> None:
    """Who does not ask to come back stays away, and who does may do so again and again."""
    match = OracleMatch(options_in("format=pool split=false"), 4)
    match.after(Result((80, 80, 0, 10), (2,)))
    match.after(Result((40, 40, 0, 10), (2,)), back={1})
    assert (match.playing, match.totals[1]) == ([1, 2, 3], 21)
    match.after(Result((80, 0, 10), (1,)), back={0, 1})
    assert (match.playing, match.totals, match.entries) == (
        [1, 2, 3],
        [120, 31, 0, 30],
        [1, 3, 1, 1],
    )


def test_all_three_of_three_split() -> None:
    """Three of three nearly out share too, but two of two play on (I-MORE-26)."""
    three = OracleMatch(options_in("format=pool"), 3)
    three.after(Result((80, 80, 0), (2,)))
    three.after(Result((0, 0, 80), (0, 1)))
    assert (three.over, three.winners, three.settlement()) == (True, (0, 1, 2), (0, 0, 0))
    two = OracleMatch(options_in("format=pool"), 2)
    two.after(Result((80, 0), (1,)))
    two.after(Result((0, 80), (0,)))
    assert not two.over


def test_deals_match_breaks_ties() -> None:
    """The tied play one deal more."""
    match = OracleMatch(options_in("format=deals point_value=2 cap=60"), 3)
    match.after(Result((0, 30, 30), (0,)))
    match.after(Result((60, 0, 0), (1, 2)))
    assert (match.totals, match.playing, match.over) == ([160, 160, 160], [0, 1, 2], False)
    match.after(Result((0, 0, 0), ()))
    match.after(Result((0, 20, 0), (0, 2)))
    assert (match.totals, match.playing) == ([170, 140, 170], [0, 2])
    match.after(Result((7, 0), (1,)))
    assert (match.winners, match.settlement()) == ((2,), (6, -40, 34))


def test_difference_in_deals_and_pool() -> None:
    """The winner's points are deducted from the chips of a deals match, never in a pool."""
    deal = Result((0, 30, 40), (0,), out={2}, own=12)
    chips = OracleMatch(options_in("format=deals exhaust_pay=difference"), 3)
    chips.after(deal)
    assert chips.totals == [218, 142, 120]
    pool = OracleMatch(options_in("format=pool exhaust_pay=difference"), 3)
    pool.after(deal)
    assert pool.totals == [0, 30, 40]


def test_first_joint_winner_starts() -> None:
    """Of joint winners the first from the starter on starts the next deal (I-MORE-28)."""
    for starter, direction, first in ((1, 1, 2), (1, -1, 0), (2, -1, 2)):
        options = options_in("format=deals next_starter=winner")
        match = OracleMatch(options, 3, starter=starter, direction=direction)
        match.after(Result((0, 5, 0), (0, 2)))
        assert match.starter == first


def test_joint_winners_share_odd_points_by_turn() -> None:
    """The odd chip goes to the first winner from the starter in the direction of play."""
    deal = Result((0, 5, 0), (0, 2))
    assert payment(deal, 1, 1) == (2, -5, 3)
    assert payment(deal, 1, -1) == (3, -5, 2)


# The golden records


class Written:
    """A deal of a .deal file: its tags and its other lines, in order."""

    def __init__(self, lines: Sequence[str]) -> None:
        tags = [re.fullmatch(r'\[(\w+) "(.*)"\]', line) for line in lines]
        self.tags = {tag[1]: tag[2] for tag in tags if tag}
        self.lines = [line.split() for line, tag in zip(lines, tags, strict=True) if not tag]
        preset, *given = self.tags["Rules"].split(",")
        self.options = (ONLINE if preset == "online" else {}) | options_in(" ".join(given))
        self.seats = self.tags["Seats"].split(", ")

    def dealt(self) -> OracleDeal:
        return OracleDeal(
            self.options,
            read_cards(self.tags["Pack"]),
            seats=len(self.seats),
            starter=int(self.tags["Starter"]),
            direction=int(self.tags["Direction"]),
        )

    def match(self) -> OracleMatch:
        """The match that begins with this deal."""
        starter, direction = int(self.tags["Starter"]), int(self.tags["Direction"])
        assert not contradiction(self.options)
        return OracleMatch(self.options, len(self.seats), starter=starter, direction=direction)

    def spoken(self) -> Iterator[tuple[int, str, str]]:
        """Seat, word, and the clause of a refusal."""
        for mark, *words in self.lines:
            if mark == "?":
                yield int(words[0]), words[1], words[2]
            elif mark.isdigit():
                yield from ((int(words[0]), word, "") for word in words[1:])

    def ledger(self) -> list[Entry]:
        found = []
        for mark, *words in self.lines:
            if mark == "=":
                seat, amount, code, held, at = words
                named = () if held == "-" else read_cards(held)
                found.append((int(seat), int(amount), code, named, int(at)))
        return found

    def totals(self) -> list[str]:
        return self.lines[-1][1:]


def written_in(file: Path) -> list[Written]:
    lines = [line.split(";")[0].rstrip() for line in file.read_text(encoding="utf-8").splitlines()]
    deals = "\n".join(lines).strip().split("\n\n")
    return [Written(deal.split("\n")) for deal in deals]


def replayed(written: Written) -> OracleDeal:
    """The deal of a record, after each of its refusals and words was said."""
    deal = written.dealt()
    for seat, word, code in written.spoken():
        assert (deal.why_not(word, seat) or "") == code, (seat, word)
        if word.startswith("!"):
            assert canonical(word) == word
        if not code:
            deal.say(word)
            assert not word.startswith("+") or word == f"+{deal.hands[seat][-1]}"
    return deal


RECORDS = sorted((Path(__file__).parent / "records" / "indian").glob("*.deal"))


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: str(file.stem))
def test_golden_records(file: Path) -> None:
    """Refusals, ledger, totals, next deals and settlement of a record are as the rules say."""
    deals = written_in(file)
    names, match = deals[0].seats, deals[0].match()
    for written, following in zip(deals, [*deals[1:], None], strict=True):
        assert written.seats == [names[seat] for seat in match.playing]
        assert int(written.tags["Starter"]) == match.starter
        deal = replayed(written)
        assert deal.agrees(written.ledger()), (deal.ledger, written.ledger())
        unfinished = [] if deal.over else ["unfinished"]
        assert [*map(str, deal.scores), *unfinished] == written.totals()
        if deal.over:
            back = following.seats if following else []
            match.after(result_of(deal), back={names.index(name) for name in back})
        if "Winners" in written.tags:
            assert match.over
            assert " ".join(map(str, match.winners)) == written.tags["Winners"]
            assert " ".join(map(str, match.settlement())) == written.tags["Settlement"]
        assert following is None or (deal.over and not match.over), "no deal can follow this one"


# The brute force, by another


def by_partitions(hand: Sequence[str], wilds: frozenset[str], options: Options) -> Verdict:
    """The fewest points over every partition into groups and loose cards, asking kind() of each
    of the 8,191 parts of the hand."""
    o = {**DEFAULTS, **options}
    hand = in_order(hand)
    everything = (1 << len(hand)) - 1
    groups: dict[int, list[tuple[int, str]]] = {1 << place: [] for place in range(len(hand))}
    for part in range(1, everything + 1):
        group = [card for place, card in enumerate(hand) if part >> place & 1]
        if (what := kind(group, wilds)) != "LOOSE":
            groups[part & -part].append((part, what))

    @cache
    def ways(rest: int) -> frozenset[tuple[int, int, bool, int]]:
        """All there is of: loose points, runs, whether one is long, the dearest pure run."""
        if not rest:
            return frozenset({(0, 0, False, -1)})
        lowest = rest & -rest
        own = value(hand[lowest.bit_length() - 1], wilds)
        found = {(loose + own, runs, long, pure) for loose, runs, long, pure in ways(rest - lowest)}
        for part, what in groups[lowest]:
            if part & rest == part:
                worth = total((c for place, c in enumerate(hand) if part >> place & 1), wilds)
                is_long = part.bit_count() >= int(o["second_run_min"])
                for loose, runs, long, pure in ways(rest - part):
                    if what == "SET":
                        found.add((loose, runs, long, pure))
                    else:
                        dearest = max(pure, worth) if what == "PURE_RUN" else pure
                        found.add((loose, min(2, runs + 1), long or is_long, dearest))
        return frozenset(found)

    cap, whole = int(o["cap"]), total(hand, wilds)
    results = []
    for loose, runs, long, pure in ways(everything):
        stage, worth = "COMPLETE", loose
        if pure < 0:
            stage, worth = "NO_PURE", cap if o["no_pure"] == "flat" else whole
        elif runs < 2 or not long:
            stage, worth = "ONE_PURE", whole - (pure if o["one_pure"] == "exempt" else 0)
        results.append(Verdict(min(worth, cap), worth, stage, False, ()))
    with_pure = [one for one in results if one.stage != "NO_PURE"]
    return min(with_pure or results, key=Verdict.order)


def near_hand(random: Random, pack: Sequence[str], wilds: frozenset[str], wild: int) -> list[str]:
    """A hand with so many wilds, made of groups and of groups with a card missing."""
    left = list(pack)
    random.shuffle(left)
    hand = [card for card in left if value(card, wilds) == 0][:wild]
    for card in hand:
        left.remove(card)
    while len(hand) < 13:
        places = random.choice((*run_places(3), *run_places(4), *run_places(5), *set_places()))
        for card in random.sample(places, random.choice((2, 3, len(places)))):
            if card in left and len(hand) < 13:
                left.remove(card)
                hand.append(card)
    return hand


@pytest.mark.parametrize("seed", range(2))
def test_points_agree_with_all_partitions(seed: int) -> None:
    """The points of random and of made hands are those of the plainest search there is."""
    random = Random(seed)
    for wild in (0, 1, 2, 3, 4):
        cut = random.choice(PACK)
        o = {**random_options(random), "cap": random.choice((80, 20, 200))}
        wilds = wilds_of(cut, o)
        pack = list(PACK)
        pack.remove(cut)
        hand = near_hand(random, pack, wilds, wild)
        if random.random() < 0.3:
            hand = random.sample(pack, 13)
        best = best_verdict(hand, wilds, o)
        assert best[:3] == by_partitions(hand, wilds, o)[:3], (hand, cut, o)
        assert may_count(best.counted, hand, wilds, o), (hand, cut, o)

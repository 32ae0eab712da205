"""Groups of cards for people: a person's own grouping counted, and why cards are no group."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from speto.cards import JOKER, Card, ParseError, parse_card, parse_cards
from speto.indian import State, read_rules
from speto.indian.actions import Show, parse
from speto.indian.flaws import Fault, why_no_group
from speto.indian.groups import (
    Arrangement,
    Kind,
    arranged,
    declared,
    judged_by,
    kind_of_cards,
    wilds_of,
)
from tests.indian_dealing import kind_pack, random_rules

FOURTEEN = (
    "turn=9 act=0 cut=Jc pile=5s7d4s phase=drew:2d hands=3h4h5h6h7s8s**9c9d9hKcKdKs2d"
    "/2c3d5d6s6c8hTcTdJhQcQsKhAd/4c5c6cAcAh2h8c8s8d9hThQd3s"
)
GROUPS = tuple(map(parse_cards, ("3h4h5h6h", "7s8s**", "9c9d9h", "KcKdKs")))


def own_groups(random: Random, hand: Sequence[Card]) -> list[tuple[Card, ...]]:
    """A hand cut into parts, some of them good."""
    cards = list(hand)
    if random.random() < 0.5:
        random.shuffle(cards)
    parts = []
    while cards:
        n = random.choice((1, 3, 3, 3, 4, 5))
        parts.append(tuple(cards[:n]))
        cards = cards[n:]
    return parts


def less(parts: Sequence[Sequence[Card]], at: int, card: Card) -> list[list[Card]]:
    """Parts without one card of one of them."""
    left = [list(part) for part in parts]
    left[at].remove(card)
    return left


@given(st.integers(0, 2**32))
def test_fourteen_cards_are_counted_after_the_best_discard(seed: int) -> None:
    """Of 14 grouped cards that one goes without which the others, as they lie, cost least."""
    random = Random(seed)
    rules = random_rules(random)
    pack = kind_pack(random, 2)
    hand = [*pack[:26:2], pack[26]]
    parts = own_groups(random, hand)
    loose = parts.pop() if random.random() < 0.5 else ()
    wilds = wilds_of(pack[-1], rules)
    found = declared(parts, loose, wilds, rules)
    each = [*parts, loose]
    tried: list[Arrangement] = []
    for at, part in enumerate(each):
        for card in part:
            *groups, rest = less(each, at, card)
            tried.append(declared(groups, rest, wilds, rules)._replace(discard=card))
    least = min((one.points, not one.show, one.sum) for one in tried)
    assert (found.points, not found.show, found.sum) == least
    assert found in tried
    alike = [one for one in tried if (one.points, not one.show, one.sum) == least]
    plain = [one.discard for one in alike if one.discard not in (JOKER, *wilds)]
    assert found.discard in (plain or [one.discard for one in alike])
    assert arranged(hand, wilds, rules).points <= found.points
    assert found.discard
    cards = [card for group in found.groups for card in group.cards]
    assert Counter([*cards, *found.loose, found.discard]) == Counter(hand)


def test_the_own_hand_grouped_after_taking_a_card() -> None:
    """With 14 cards the own grouping is counted as the hand will be: after a discard."""
    view = State.read(FOURTEEN).view_for(0)
    found = view.arrange(GROUPS)
    assert (found.show, found.points, found.discard) == (True, 0, parse_card("2d"))
    assert found.parts == GROUPS
    bad = view.arrange([*GROUPS[:3], parse_cards("KcKdKs2d")])
    assert (bad.show, bad.discard) == (True, parse_card("2d"))
    poor = view.arrange(GROUPS[:2])
    assert (poor.points, poor.discard) == (49, parse_card("Kc"))
    with pytest.raises(ParseError, match="is not in the hand"):
        view.arrange([parse_cards("4c5c6c")])


def test_a_discard_breaks_no_group_without_need() -> None:
    """Where it costs nothing, a loose card goes before one of a group, and no wild goes."""
    rules = read_rules("default")
    parts = tuple(map(parse_cards, ("7s8s**", "9c9d9h", "KcKdKs")))
    found = declared(parts, parse_cards("2dJc4h6cQs"), wilds_of(parse_card("Jc"), rules), rules)
    assert (found.points, found.discard) == (80, parse_card("Qs"))


def test_more_cards_than_a_hand_has() -> None:
    """15 cards are no hand, and neither are three copies of a card."""
    rules = read_rules("default")
    for cards in ("2c3c4c5c6c7c8c9cTcJcQcKcAc2d3d", "2c2c2c5c6c7c8c9cTcJcQcKcAc2d"):
        with pytest.raises(ParseError):
            declared([parse_cards(cards)], (), frozenset(), rules)


@pytest.mark.parametrize("rules", ["default", "default,show_check=declared"])
def test_a_show_is_judged_as_the_rules_say(rules: str) -> None:
    """The arrangement by which a Show is judged is the one that the game judges it by."""
    state = State.read(f"rules={rules} {FOURTEEN}")
    show = parse("!3h4h5h6h/7s8s/**9c9d9h/KcKd/Ks-2d")
    assert isinstance(show, Show)
    hand = [card for card in state.hands[0] if card != parse_card("2d")]
    view = state.view_for(0)
    own = declared(show.groups, show.loose, view.wilds, view.rules)
    best = arranged(hand, view.wilds, view.rules)
    assert (own.show, best.show) == (False, True)
    assert judged_by(own, best, view.rules).show == (state.apply(show).shower == 0)


@given(st.integers(0, 2**32))
def test_why_cards_are_no_group(seed: int) -> None:
    """Cards have a flaw just if they are no group, and what the flaw says of them is true."""
    random = Random(seed)
    suit, low = random.randrange(4), random.randrange(2, 15)
    near = [Card(2 + (low + n) % 13, suit) for n in range(5)]
    near += [Card(low, other) for other in range(4)] + [JOKER]
    cards = tuple(random.choices(near, k=random.choice((1, 2, 3, 3, 4, 5))))
    if max(Counter(cards).values()) > 2:
        return
    wilds = wilds_of(random.choice([*near[:-1], Card(9, 0)]), read_rules("default"))
    flaw = why_no_group(cards, wilds)
    assert (flaw is None) == (kind_of_cards(cards, wilds) is not Kind.LOOSE)
    if flaw is None:
        return
    standing = [card for card in cards if card != JOKER and card not in wilds]
    spare = len(cards) - len(standing)
    match flaw.fault:
        case Fault.FEW:
            assert len(cards) < 3
        case Fault.JOKERS:
            assert set(cards) == {JOKER}
        case Fault.SAME_IN_SET | Fault.SAME_IN_RUN:
            assert all(standing.count(card) == 2 for card in flaw.cards) and flaw.cards
        case Fault.BIG_SET:
            assert len(cards) > 4 and len({card.rank for card in standing}) == 1
        case Fault.GAP:
            assert len(flaw.cards) > spare
            assert kind_of_cards((*standing, *flaw.cards), frozenset()) is Kind.PURE_RUN
        case Fault.ROUND:
            assert len({card.suit for card in standing}) == 1
            assert max(card.rank for card in standing) >= 13
        case Fault.OTHER_SUIT:
            rest = {card.suit for card in standing if card not in flaw.cards}
            assert len(rest) == 1 and flaw.cards[0].suit not in rest
        case Fault.OTHER_RANK:
            ranks = {card.rank for card in standing if card not in flaw.cards}
            assert len(ranks) == 1 and flaw.cards[0].rank not in ranks
        case Fault.MIXED:
            assert len({card.suit for card in standing}) > 1
            assert len({card.rank for card in standing}) > 1


@pytest.mark.parametrize(
    ("cards", "cut", "fault"),
    [
        ("", "Jc", Fault.FEW),
        ("KsAs2s", "Jc", Fault.ROUND),
        ("Ks**2s", "Jc", Fault.ROUND),
        ("QsKsAs2s", "Jc", Fault.ROUND),
        ("As2s3s", "Jc", None),
        ("QsKsAs", "Jc", None),
        ("JcJc**", "Jc", None),
        ("AcAdAh", "**", None),
        ("7s7s**", "Jc", Fault.SAME_IN_SET),
        ("4s7s**", "Jc", Fault.GAP),
        ("4s6s**", "Jc", None),
        ("7s7h8h", "Jc", Fault.MIXED),
        ("2s2h7h", "Jc", Fault.OTHER_RANK),
        ("7s7h9h", "Jc", Fault.MIXED),
        ("7s7hTh", "Jc", Fault.OTHER_RANK),
        ("7s7hTh**", "Jc", Fault.MIXED),
        ("7c7s5d", "Jc", Fault.OTHER_RANK),
        ("7s8h9h", "Jc", Fault.OTHER_SUIT),
    ],
)
def test_flaws(cards: str, cut: str, fault: Fault | None) -> None:
    """The flaw of cards is the one that a person would name."""
    wilds = wilds_of(parse_card(cut), read_rules("default"))
    flaw = why_no_group(parse_cards(cards), wilds)
    assert (flaw.fault if flaw else None) == fault


@pytest.mark.parametrize(
    ("cards", "meant", "code"),
    [
        ("7c8c9d", Kind.SET, "I-SET-1"),
        ("7c8d9h", Kind.SET, "I-SET-1"),
        ("7c7d", Kind.SET, "I-SET-1"),
        ("7c7c7d", Kind.SET, "I-SET-2"),
        ("7c7d7h7s**", Kind.SET, "I-SET-3"),
        ("7c7d9c", Kind.RUN, "I-SEQ-1"),
        ("7c7c7d", Kind.RUN, "I-SEQ-1"),
        ("KcAc2c", Kind.RUN, "I-SEQ-4"),
        ("****", Kind.SET, "I-WILD-6"),
        ("7c7d7h", Kind.RUN, ""),
    ],
)
def test_flaws_of_what_was_meant(cards: str, meant: Kind, code: str) -> None:
    """Of cards that should be a set, or a run, the rule is named that keeps them from being one."""
    flaw = why_no_group(parse_cards(cards), frozenset(), meant)
    assert (flaw.clause.code if flaw else "") == code

"""Hands of Indian Rummy, written down, score like the deals that they come from."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from speto.cards import write_cards
from speto.indian import PACK, Rules, State
from speto.indian.actions import Discard, Drop, Miss, Show, arranged_show
from speto.indian.clauses import DROP_1, DROP_2
from speto.indian.deal import Deal, House, next_in
from speto.indian.groups import wilds_of
from speto.indian.rules import OnExhaust
from speto.match import begin
from speto.score.indian import as_json, charges, judge, lacks, read_file, read_hands, score
from speto.texts import load
from tests.indian_dealing import busy_choice, random_deal, random_rules


def ended(seed: int) -> State:
    """A random deal played to its end, wrong Shows and missed turns with it."""
    random = Random(seed)
    state = random_deal(random, random_rules(random))
    while not state.over:
        odd = random.random()
        action: Any = state.legal[busy_choice(random, state)]
        if state.shower is not None and odd < 0.5:
            action = own_groups(random, state)
        elif odd < 0.01 and state.why_not(wrong_show(state)) is None:
            action = wrong_show(state)
        elif odd < 0.03:
            action = Miss()
        state = state.apply(action)
    return state


def wrong_show(state: State) -> Show:
    """A Show with every card loose, which the best arrangement may save."""
    assert state.to_act is not None
    hand = state.hands[state.to_act]
    return arranged_show([(card,) for card in hand[:13]], hand[13] if len(hand) > 13 else None)


def own_groups(random: Random, state: State) -> Show:
    """The hand of a loser in groups that may be none."""
    assert state.to_act is not None
    hand = random.sample(state.hands[state.to_act], 13)
    return arranged_show([hand[:3], hand[3:7], *((card,) for card in hand[7:])])


def written(state: State) -> str:
    """A deal that is over, as people would write its hands down."""
    cut = state.view_for(None).cut
    lines = [f"rules {state.rules}", f"cut {cut}", f"direction {state.direction}"]
    lines.append(f"names {', '.join(NAMES[: state.seats])}")
    lines.append(f"starter {NAMES[state.starter]}")
    for seat in range(state.seats):
        lines.append(f"{NAMES[seat]}: {laid(state, seat)}")
    return "\n".join(lines) + "\n"


NAMES = ("Asha", "Ravi", "Meena", "Dev", "Kiran", "Auntie Asha")


def laid(state: State, seat: int) -> str:
    """One seat as it would be written down: what it did last."""
    last: State | None = None
    for later in state.history():
        if later.before and later.before.to_act == seat:
            last = later
            break
    action = last.action if last else None
    hand = write_cards(state.hands[seat])
    if state.out[seat]:
        assert last
        clauses = [entry.clause for entry in last.entries() if entry.seat == seat]
        if isinstance(action, Show):
            return "wrong"
        assert isinstance(action, Drop | Miss | Discard)
        first = DROP_1 in clauses or (DROP_2 not in clauses and not state.rules.first_drop)
        return "- drop first" if first else "drop later"
    if isinstance(action, Show) and (seat == state.shower or state.ended == "show"):
        parts = [*action.groups, *((card,) for card in action.loose)]
        text = "/".join(map(write_cards, parts))
        if seat == state.shower:
            return f"{text} show {action.finishing}" if action.finishing else f"{text} heaven"
        return text
    return hand


@given(st.integers(0, 2**32))
def test_hands_settle_like_played_deals(seed: int) -> None:
    """A played deal, written down, gives its lines, its points, its winners and its payments."""
    state = ended(seed)
    if state.ended == "points" and state.rules.on_exhaust is OnExhaust.VOID:
        return  # the hands do not show that the turns ran out, not the stock
    (deal,) = score(read_file(written(state))).deals
    found = deal.settled.state
    assert (found.scores, found.winners, found.out) == (state.scores, state.winners, state.out)
    assert (found.ended, found.shower) == (state.ended, state.shower)
    assert found.turn in (0, 1)
    assert Counter(entry[:4] for entry in deal.settled.entries) == Counter(
        entry[:4] for entry in state.ledger()
    )
    free = {"show": (found.shower,), "points": found.winners}.get(found.ended)
    for seat, judged in deal.settled.judged.items():
        assert free is None or seat in free or found.scores[seat] == judged.counts.points
    match = begin(
        state.rules, seats=state.seats, starter=state.starter, direction=state.direction
    ).after(state)
    assert deal.match == match
    assert sum(match.settlement()) == 0
    assert as_json(score(read_file(written(state))), load())["match"]["settlement"] == list(
        match.settlement()
    )


@given(st.integers(0, 2**32))
def test_hands_judge_like_played_ones(seed: int) -> None:
    """Each arrangement of a hand costs what its lines say, and is a Show if nothing is lacking."""
    random = Random(seed)
    rules = random_rules(random)
    hand = random.sample(PACK, 13)
    parts = [hand[i : i + 3] for i in range(0, 13, 3)]
    text = random.choice([write_cards(hand), "/".join(map(write_cards, parts))])
    cut = random.choice([card for card in PACK if (*hand, card).count(card) < 3])
    table = read_hands([text], str(cut), str(rules))
    judged = judge(table.laid[0], wilds_of(cut, rules), rules)
    assert judged.best.points <= (judged.own or judged.best).points
    assert judged.checked.show == (not judged.lacks)
    for found in filter(None, (judged.best, judged.own)):
        assert found.show == (not lacks(found, judged.wilds))
        assert found.points == sum(line.points for line in charges(found, judged.wilds, rules))
        assert not found.points or not found.show
        cards = [card for group in found.groups for card in group.cards]
        assert Counter([*cards, *found.loose]) == Counter(hand)


def test_no_turn_is_looked_for_without_end() -> None:
    """Where everybody is out no seat is next, and the search for one ends all the same."""
    deal = Deal(House(Rules()))
    deal.seats, deal.direction, deal.out = 3, -1, 0b101
    assert [next_in(deal, seat) for seat in range(3)] == [1, 1, 1]
    deal.out = 0b111
    assert [next_in(deal, seat) for seat in range(3)] == [0, 1, 2]

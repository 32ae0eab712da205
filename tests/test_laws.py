"""Dummy keeps the laws: random rules, random deals, random and thinking players."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from speto.cards import Card
from speto.dummy import PRESETS, State, View, start
from speto.dummy.actions import ACTIONS, Draw
from speto.dummy.judge import why_not
from speto.dummy.melds import Moves, is_meld, name_of
from speto.dummy.moves import legal
from speto.dummy.sight import Sight, see
from speto.players import player
from tests import dummy_laws as laws
from tests.dealing import busy_choice, random_deal, random_pack
from tests.levels import EACH, quick


def play(random: Random, state: State) -> State:
    """Play to the end, checking the laws of each moment."""
    thinker = player("simple")
    while True:
        for law in laws.MOMENT:
            law(state)
        if state.over or state.at > laws.LONGEST:
            return state
        if random.random() < 0.3:
            action = thinker.choose(state.view_for(state.to_act), random)
        else:
            action = state.legal[busy_choice(random, state)]
        state = state.apply(action)


@given(st.integers(0, 2**32))
def test_every_house_keeps_the_laws(seed: int) -> None:
    """Whatever the rules, seats, starter and direction: the laws hold at every moment."""
    random = Random(seed)
    end = play(random, random_deal(random))
    for law in laws.DEAL:
        law(end)
    assert end.over, "a deal ends within a bound"


@pytest.mark.parametrize("preset", PRESETS)
@given(seed=st.integers(0, 2**32))
def test_every_preset_keeps_the_laws(preset: str, seed: int) -> None:
    """Each preset keeps the laws, with two, three and four seats."""
    random = Random(seed)
    for law in laws.DEAL:
        law(play(random, random_deal(random, PRESETS[preset])))


def catalogue(state: State) -> set[int]:
    """Every action that cards at hand, in the row and on the table can spell, legal or not."""
    deal = state._deal
    hand = deal.hands()[deal.to_act]
    row = [place & 63 for place in deal.places()]
    names = [name_of(cards) for _, cards in deal.melds()]
    low = bool(deal.house.ace_low_run)
    pool = hand | deal.row_mask
    melds = {m for m in meld_masks() if not m & ~pool and is_meld(m, low)}
    cards = [card for card in range(52) if hand >> card & 1]
    found = {0, 6 << 58}
    found |= {2 << 58 | m for m in melds}
    found |= {1 << 58 | card << 52 | m for card in row for m in melds if m >> card & 1}
    found |= {3 << 58 | name << 52 | 1 << card for card in cards for name in names}
    found |= {7 << 58 | name << 52 | 1 << card for card in row for name in names}
    found |= {kind << 58 | 1 << card for card in cards for kind in (4, 5)}
    return found


MELDS: set[int] = set()


def meld_masks() -> set[int]:
    """Every set and run of the pack, those with a low ace too."""
    if not MELDS:
        for rank in range(13):
            nibble = 15 << rank * 4
            MELDS.update([nibble, *(nibble ^ 1 << rank * 4 + suit for suit in range(4))])
        for suit in range(4):
            ring = [51 - 3 + suit, *(rank * 4 + suit for rank in range(13))]
            for first in range(14):
                for end in range(first + 3, 15):
                    MELDS.add(sum({1 << card for card in ring[first:end]}))
    return MELDS


@given(st.integers(0, 2**32))
def test_legal_is_what_the_judge_allows(seed: int) -> None:
    """The list of legal actions is every action of the catalogue that the judge allows."""
    random = Random(seed)
    state = random_deal(random)
    moves = Moves()
    while not state.over:
        allowed = {code for code in catalogue(state) if not why_not(state._deal, moves, code)}
        legal(state._deal, moves)
        assert set(moves.listed()) == allowed, state
        state = state.apply(state.legal[busy_choice(random, state)])


def hidden_swapped(random: Random, state: State, seat: int) -> State:
    """The same deal with the cards that a seat can't see dealt anew, known ones kept.

    Built from the position notation, so that nothing but the hidden cards changes.
    """
    fields = dict(part.split("=", 1) for part in str(state).split())
    hands = [h if h != "-" else "" for h in fields["hands"].split("/")]
    known = [k if k != "-" else "" for k in fields["known"].split("/")]
    stock = "" if fields["stock"] == "-" else fields["stock"]

    def cards(text: str) -> list[str]:
        return [text[i : i + 2] for i in range(0, len(text), 2)]

    drawn = fields["phase"].removeprefix("drew:") if seat != state.to_act else ""
    pool = cards(stock)
    for other in range(state.seats):
        if other != seat:
            pool += [c for c in cards(hands[other]) if c not in cards(known[other])]
    random.shuffle(pool)
    for other in range(state.seats):
        if other != seat:
            free = len(cards(hands[other])) - len(cards(known[other]))
            dealt = [pool.pop() for _ in range(free)]
            if other == state.to_act and drawn != fields["phase"] and dealt:
                fields["phase"] = f"drew:{dealt[0]}"
            hands[other] = known[other] + "".join(dealt)
    fields |= {"hands": "/".join(hands), "stock": "".join(pool) or "-"}
    return State.read(" ".join(f"{key}={text}" for key, text in fields.items()))


@pytest.mark.parametrize("level", EACH)
@given(seed=st.integers(0, 2**32))
def test_hidden_cards_change_nothing(level: str, seed: int) -> None:
    """Dealing the cards a seat can't see anew changes neither what it sees nor what it does."""
    random = Random(seed)
    state = random_deal(random)
    steps = random.randrange(60)
    while not state.over and steps:
        state = state.apply(state.legal[busy_choice(random, state)])
        steps -= 1
    if state.over:
        return
    for seat in (*range(state.seats), None):
        if seat != state.to_act and state._deal.finishing:
            continue  # the hidden hand is known to reach a knock, so not any hand will do
        other = hidden_swapped(random, state, -1 if seat is None else seat)
        one, two = state.view_for(seat), other.view_for(seat)
        assert seen(one) == seen(two)
        assert one.words == two.words
        assert one.previews == two.previews
        assert one.risks == two.risks
        if seat == state.to_act:
            # the position has no history: what was said before is the same in both
            twin = View(two.rules, two.sight, one.log, one.entries)
            choices = [quick(level, "dummy").choose(view, Random(7)) for view in (one, twin)]
            assert choices[0] == choices[1]


def seen(view: object) -> list[object]:
    """Everything in a view but the log and what needs the history."""
    names = "seat seats direction turn over to_act taken last_chance must_knock stock_left head"
    names += " head_lies scores sizes knocker drawn mine hand known born row melds can_knock"
    return [getattr(view, name) for name in names.split()]


@given(st.integers(0, 2**32))
def test_a_sight_lists_what_the_deal_lists(seed: int) -> None:
    """The legal actions asked of the acting seat's sight are those of the deal."""
    random = Random(seed)
    state = random_deal(random)
    moves = Moves()
    sight = Sight(state._deal.house)
    while not state.over:
        see(sight, state._deal, state._deal.to_act)
        legal(sight.seen, moves)
        from_sight = moves.listed()
        legal(state._deal, moves)
        assert from_sight == moves.listed()
        state = state.apply(state.legal[busy_choice(random, state)])


@given(st.integers(0, 2**32))
def test_a_log_hides_what_others_drew(seed: int) -> None:
    """A seat's log names its own draws and nobody else's; all other actions it shows whole."""
    random = Random(seed)
    end = random_deal(random)
    while not end.over:
        end = end.apply(end.legal[busy_choice(random, end)])
    for seat in (*range(end.seats), None):
        for (by, action), whole in zip(end.view_for(seat).log, end.log, strict=True):
            assert isinstance(action, ACTIONS)
            hidden = isinstance(whole, Draw) and by != seat
            assert action == (Draw() if hidden else whole)


def test_the_same_pack_is_the_same_deal() -> None:
    """The same pack, seats, starter, direction and actions give the same deal."""
    ends = []
    for _ in range(2):
        random = Random(3)
        pack: list[Card] = random_pack(random)
        state = start(PRESETS["default"], pack, seats=3, starter=1, direction=-1)
        while not state.over:
            state = state.apply(state.legal[busy_choice(random, state)])
        ends.append((str(state), state.ledger()))
    assert ends[0] == ends[1]

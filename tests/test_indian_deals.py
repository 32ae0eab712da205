"""The engine and a second Indian Rummy, written from the rules alone, agree on whole deals."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from speto.cards import Card
from speto.indian import PACK, State, parse, start
from speto.indian.actions import Show, arranged_show
from speto.record import Record, read_records
from tests.dealing import options_of
from tests.indian_dealing import busy_choice, kind_pack, random_pack, random_rules
from tests.indian_oracle import OracleDeal


def stray_words(random: Random, state: State) -> list[str]:
    """Words near what is possible, most of them refused."""
    seat = state.to_act
    assert seat is not None
    hand = list(state.hands[seat])
    words = ["+", "^", "x", "~"]
    for card in [*random.sample(hand, 3), random.choice(PACK)]:
        words.append(f"-{card}")
    return [*words, *map(str, stray_shows(random, hand))]


def stray_shows(random: Random, hand: list[Card]) -> list[Show]:
    """Shows of the hand in parts at random: with a finishing card, without one, of other cards."""
    cards = random.sample(hand, len(hand))
    others = [*cards[:10], *random.sample(PACK, 3)]
    found = []
    for whole in (cards, others):
        if max(map(whole.count, whole)) > 2:
            continue
        parts = [whole[:3], whole[3:7], whole[7:10], whole[10:13]]
        found.append(arranged_show(parts))
        found.append(arranged_show(parts, whole[13] if len(whole) > 13 else hand[0]))
    return [show for show in found if show.cards.count(hand[0]) <= 2]


def chosen(random: Random, state: State) -> str:
    """A word to go on with: mostly a proposed one, at times a missed turn or any Show."""
    chance = random.random()
    if chance < 0.03:
        return "~"
    if chance < 0.06 or state.view_for(None).declaring:
        assert state.to_act is not None
        hand = list(state.hands[state.to_act])
        for show in random.sample(found := stray_shows(random, hand), len(found)):
            if state.why_not(show) is None:
                return str(show)
    return str(state.legal[busy_choice(random, state)])


def same(oracle: OracleDeal, state: State) -> bool:
    """Whether both have the same ledger, but for which of several best arrangements is named."""
    return oracle.agrees(
        [(e.seat, e.points, e.clause.code, tuple(map(str, e.cards)), e.at) for e in state.ledger()]
    )


def begin(random: Random) -> tuple[State, OracleDeal]:
    """The same deal on both."""
    rules = random_rules(random)
    seats = random.choice((2, 3, 4, 5, 6))
    pack = kind_pack(random, seats) if random.random() < 0.7 else random_pack(random)
    starter, direction = random.randrange(seats), random.choice((1, -1))
    return (
        start(rules, pack, seats=seats, starter=starter, direction=direction),
        OracleDeal(
            options_of(rules),
            [str(card) for card in pack],
            seats=seats,
            starter=starter,
            direction=direction,
        ),
    )


def compare(random: Random) -> None:
    """Play one deal on both, comparing every list, refusal, entry and score."""
    state, oracle = begin(random)
    while not state.over:
        words = {str(action) for action in state.legal if not isinstance(action, Show)}
        assert words == oracle.legal_words(), state
        view = state.view_for(state.to_act)
        if view.taken and random.random() < 0.3:
            assert set(map(str, view.shows)) == oracle.show_cards(), state
        if random.random() < 0.3:
            for word in stray_words(random, state):
                clause = state.why_not(parse(word))
                wanted = oracle.why_not(word)
                assert (clause.code if clause else None) == wanted, (word, str(state))
        word = chosen(random, state)
        state = state.apply(parse(word))
        oracle.say(word)
        assert state.to_act == oracle.to_act, state
    assert same(oracle, state), (state.ledger(), oracle.ledger, str(state.rules))
    assert list(state.scores) == list(oracle.scores)
    assert (state.winners, state.ended) == (tuple(oracle.winners), oracle.ended)


@pytest.mark.parametrize("seed", range(40))
def test_whole_deals_agree(seed: int) -> None:
    """Legal words, the clause of each refusal, the ledger and the end are the same on both."""
    compare(Random(seed))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1050))
def test_many_deals_agree(seed: int) -> None:
    """The same for 1,000 deals more."""
    random = Random(seed)
    for _ in range(20):
        compare(random)


RECORDS = [
    record
    for file in sorted((Path(__file__).parent / "records" / "indian").glob("*.deal"))
    for record in read_records(file.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: (record.tag("Note") or "")[:60])
def test_golden_records_agree(record: Record) -> None:
    """The second implementation plays each golden record to the same refusals and ledger."""
    state = record.state
    assert isinstance(state, State)
    oracle = OracleDeal(
        options_of(state.rules),
        list(map(str, state.pack)),
        seats=state.seats,
        starter=state.starter,
        direction=state.direction,
    )
    for at, action in enumerate([*state.log, None]):
        for refusal in record.refusals:
            if refusal.after == at:
                assert oracle.why_not(refusal.word, refusal.seat) == refusal.code
        if action is not None:
            oracle.say(str(action))
    assert same(oracle, state), (state.ledger(), oracle.ledger)

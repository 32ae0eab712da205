"""The engine and a second implementation, written from the rules alone, agree on whole deals."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from speto.cards import PACK, cards_in, write_cards
from speto.dummy import Rules, State, parse, start
from speto.dummy.actions import spelled
from speto.dummy.deal import Deal, House
from speto.dummy.judge import can_knock
from speto.dummy.melds import Moves
from speto.record import Record, read_records
from tests.dealing import busy_choice, options_of, random_pack, random_rules
from tests.oracles import OracleDeal, can_finish, fits, is_meld


def stray_words(random: Random, state: State) -> list[str]:
    """Words near what is possible, most of them refused."""
    deal = state._deal
    row = [PACK[place & 63] for place in deal.places()]
    names = [spelled(cards)[0] for _, cards in deal.melds()]
    pool = [*state.hands[deal.to_act], *row]
    some = [*random.sample(pool, min(3, len(pool))), random.choice(PACK)]
    words = ["+", "."]
    for card in some:
        words += [f"-{card}", f"#{card}", f"+{card}"]
        words += [f"{mark}{card}@{name}" for mark in ">^" for name in [*names[:3], card]]
        for size in (2, 3, 4):
            cards = write_cards(random.sample(pool, min(size, len(pool))))
            words += [f"={cards}", f"^{card}={cards}"]
    return [str(parse(word)) for word in words]


def compare(random: Random) -> None:
    """Play one deal on both, comparing every list, refusal, entry and score."""
    rules = random_rules(random)
    pack = random_pack(random)
    seats = random.choice((2, 3, 4))
    starter, direction = random.randrange(seats), random.choice((1, -1))
    state = start(rules, pack, seats=seats, starter=starter, direction=direction)
    oracle = OracleDeal(
        options_of(rules), [str(c) for c in pack], seats=seats, starter=starter, direction=direction
    )
    while not state.over:
        assert set(map(str, state.legal)) == oracle.words(), state
        for word in stray_words(random, state):
            clause = state.why_not(parse(word))
            assert (clause.code if clause else None) == oracle.why_not(word), (word, str(state))
        action = state.legal[busy_choice(random, state)]
        state = state.apply(action)
        oracle.do(str(action))
        lines = [
            (e.seat, e.points, e.clause.code, tuple(map(str, e.cards)), e.at)
            for e in state.ledger()
        ]
        assert lines == oracle.ledger, state
    assert list(state.scores) == oracle.scores
    assert (state.knocker, state.fool) == (oracle.knocker, oracle.fool)


@pytest.mark.parametrize("seed", range(40))
def test_whole_deals_agree(seed: int) -> None:
    """Legal words, the clause of each refusal, the ledger and the end are the same on both."""
    compare(Random(seed))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1100))
def test_many_deals_agree(seed: int) -> None:
    """The same for 3,000 deals more."""
    random = Random(seed)
    for _ in range(30):
        compare(random)


def some_meld(random: Random) -> int:
    """A run of three to five or a set of three or four."""
    suit = random.randrange(4)
    if random.random() < 0.5:
        low, size = random.randrange(11), random.choice((3, 3, 4, 5))
        return sum(1 << n * 4 + suit for n in range(low, min(low + size, 13)))
    nibble = 15 << random.randrange(13) * 4
    return random.choice((nibble, nibble & ~(0x1111111111111 << suit)))


def small_table(random: Random, rules: Rules) -> tuple[Deal, int]:
    """A deal with a few melds on the table, and a hand of 2 to 11 cards made of near melds."""
    deal = Deal(House(rules))
    deal.seats = 2
    free = (1 << 52) - 1
    melds: list[tuple[int, int]] = []
    for _ in range(random.choice((0, 1, 2, 3))):
        meld = some_meld(random)
        if not meld & ~free:
            melds.append((random.randrange(2), meld))
            free &= ~meld
    hand = 0
    for _ in range(random.choice((1, 2, 3))):
        more = hand | some_meld(random) & free
        hand = more if more.bit_count() <= 9 else hand
    table_near = [c for c in range(52) if free & ~hand & 1 << c]
    for card in random.sample(table_near, random.choice((0, 1, 1, 2))):
        hand |= 1 << card
    deal.fill([hand, 0], [0, 0], [0, 0], [], melds)
    deal.born = 0
    for owner, _ in melds:
        deal.born |= 1 << owner
    return deal, hand


def lays_down(hand: frozenset[str], melds: list[frozenset[str]], rules: Rules) -> bool:
    """Whether every single lay, in any order, can come to one card: nothing is left untried."""
    options = options_of(rules)
    if len(hand) == 1:
        return True
    for i, meld in enumerate(melds):
        for card in hand:
            if fits(card, meld, options):
                rest = [*melds[:i], meld | {card}, *melds[i + 1 :]]
                if lays_down(hand - {card}, rest, rules):
                    return True
    for size in range(3, len(hand)):
        for cards in map(frozenset, combinations(sorted(hand), size)):
            if is_meld(cards, options) and lays_down(hand - cards, [*melds, cards], rules):
                return True
    return False


def test_the_finish_search_tries_enough() -> None:
    """For hands of up to eight cards it finds what trying every lay in every order finds."""
    random = Random(12)
    answers = [0, 0]
    while sum(answers) < 600:
        rules = replace(random_rules(random), layoff_own=True)
        deal, hand = small_table(random, rules)
        if hand.bit_count() > 8 or not deal.born & 1:
            continue
        table = [frozenset(map(str, cards_in(cards))) for _, cards in deal.melds()]
        found = can_knock(deal, Moves())
        assert found == lays_down(frozenset(map(str, cards_in(hand))), table, rules)
        answers[found] += 1
    assert min(answers) > 100, "both answers must come up often"


def test_the_finish_search_is_exact() -> None:
    """Whether a hand of up to eleven cards can be laid to one is what trying every lay gives."""
    random = Random(11)
    answers = [0, 0]
    for _ in range(2000):
        rules = random_rules(random)
        deal, hand = small_table(random, rules)
        found = can_knock(deal, Moves())
        right = can_finish(
            frozenset(map(str, cards_in(hand))),
            [frozenset(map(str, cards_in(cards))) for _, cards in deal.melds()],
            [owner for owner, _ in deal.melds()],
            0,
            options_of(rules),
            need_meld=not deal.born & 1,
        )
        assert found == right, (rules, cards_in(hand), deal.melds())
        answers[found] += 1
    assert min(answers) > 100, "both answers must come up often"


RECORDS = [
    record
    for file in sorted((Path(__file__).parent / "records" / "dummy").glob("*.deal"))
    for record in read_records(file.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.tag("Note")[:60])
def test_golden_records_agree(record: Record) -> None:
    """The second implementation plays each golden record to the same refusals and ledger."""
    state = record.state
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
            oracle.do(str(action))
    lines = [
        (e.seat, e.points, e.clause.code, tuple(map(str, e.cards)), e.at) for e in state.ledger()
    ]
    assert lines == oracle.ledger

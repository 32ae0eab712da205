"""Indian Rummy's parsers give a value or one of the three errors, whatever they are fed."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from speto.cards import JOKER, Card, ParseError, parse_cards
from speto.clause import IllegalAction, RulesError
from speto.indian import BY_CODE, PRESETS, Rules, State, parse, read_rules, start
from speto.indian.actions import WHOLE_PACK, Discard, Show, arranged_show
from speto.indian.rules import Format
from tests.indian_dealing import busy_choice, random_deal, random_rules
from tests.indian_laws import winners_owe_nothing
from tests.mangling import mangled, read_or_refused

ALPHABET = "23456789tjqkaTJQKA10cdhs*?+^=-!/x~,:_ \n\tเ牌"
texts = st.text(ALPHABET, max_size=60) | st.text(max_size=40)


@given(texts)
@example("!")
@example("!-")
@example("!2c2c2c3c4c5c6c7c8c9ctcjcqc")
@example("!2c3c4c5c6c7c8c9ctcjcqckcac-")
@example("!2c3c4c5c6c7c8c9ctcjcqckc/ac-*")
@example("^2c")
@example("xx")
def test_words(text: str) -> None:
    """A word is read, or refused; what was read is spelled one way."""
    action = read_or_refused(parse, text, ParseError)
    assert action is None or parse(str(action)) == action


@given(st.integers(0, 2**32))
def test_shows_have_one_spelling(seed: int) -> None:
    """However a Show's groups and cards are ordered, it is one action, one word, one integer."""
    random = Random(seed)
    cards = random.sample(WHOLE_PACK, 14)
    cuts = sorted(random.sample(range(14), random.choice((2, 3, 5))))
    parts = [cards[a:b] for a, b in zip([0, *cuts], [*cuts, 13], strict=True)]
    show = arranged_show(parts, cards[13])
    again = [random.sample(part, len(part)) for part in random.sample(parts, len(parts))]
    assert arranged_show(again, cards[13]) == show
    assert parse(str(show)) == show
    assert sorted(show.cards) == sorted(cards)


@given(texts)
@example("default,pool_limit=61")
@example("default,cap=0")
@example("online,format=pool,pool_limit=62")
def test_rules_strings(text: str) -> None:
    """A rules string is read, or refused; what was read is written and read back."""
    rules = read_or_refused(read_rules, text, RulesError)
    assert rules is None or read_rules(str(rules)) == rules


@given(st.integers(0, 2**32))
def test_rules_read_back(seed: int) -> None:
    """Any rules written are read back as they were."""
    rules = random_rules(Random(seed))
    assert read_rules(str(rules)) == rules


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("default,wild=rank", "'wild' is no option; did you mean wild_scope or wild_pick?"),
        ("default,second_run_min=5", "second_run_min=5: write 3 or 4"),
        ("default,pool_limit=100", "pool_limit=100: write 101, 201 or 61"),
        (
            "default,middle_drop=10",
            "first_drop=20 and middle_drop=10 contradict each other;"
            " first_drop may not be above middle_drop",
        ),
        (
            "default,cap=60,wrong_show=80",
            "wrong_show=80 and cap=60 contradict each other; wrong_show may not be above cap",
        ),
        (
            "default,cap=60,heaven=80",
            "heaven=80 and cap=60 contradict each other; heaven may not be above cap",
        ),
        (
            "default,cap=30",
            "middle_drop=40 and cap=30 contradict each other; middle_drop may not be above cap",
        ),
        ("default,cap=0,middle_drop=0,first_drop=0", "cap=0: must be from 1 to 10000"),
    ],
)
def test_wrong_rules_say_what_would_be_right(text: str, sentence: str) -> None:
    """An unknown or contradictory option is named, with what would be right."""
    with pytest.raises(RulesError) as problem:
        read_rules(text)
    assert str(problem.value) == sentence


def test_a_pool_sets_what_is_not_given() -> None:
    """Drops, cap and wrong Show follow the pool's limit, but what is given stays (I-POOL-3)."""
    rules = read_rules("default,format=pool,pool_limit=201")
    assert (rules.first_drop, rules.middle_drop, rules.cap, rules.wrong_show) == (25, 50, 80, 80)
    rules = read_rules("format=pool,pool_limit=61,first_drop=20")
    assert (rules.first_drop, rules.middle_drop, rules.cap, rules.wrong_show) == (20, 30, 60, 60)
    assert read_rules("default,pool_limit=61") == Rules(pool_limit=61), "no pool, no change"
    assert read_rules("default,format=pool").format is Format.POOL
    assert read_rules("default,cap=60").wrong_show == 60, "I-MORE-30"


def test_presets_are_named() -> None:
    """A preset is written by its name alone."""
    assert [str(rules) for rules in PRESETS.values()] == list(PRESETS)


@given(st.text("actphsecutldrowkn=0123456789:,./-*cdhstjqka \n", max_size=120) | texts)
def test_positions(text: str) -> None:
    """A position is read, or refused."""
    state = read_or_refused(State.read, text, ParseError, RulesError)
    assert state is None or str(State.read(str(state))) == str(state)


@given(st.integers(0, 2**32))
def test_mangled_positions(seed: int) -> None:
    """A real position with something changed is a position that plays to its end, or refused."""
    random = Random(seed)
    state = random_deal(random)
    for _ in range(random.randrange(60)):
        if not state.over:
            state = state.apply(state.legal[busy_choice(random, state)])
    text = mangled(random, str(state), ALPHABET)
    read = read_or_refused(State.read, text, ParseError, RulesError)
    if read is None:
        return
    while not read.over:
        read = read.apply(read.legal[busy_choice(random, read)])
    winners_owe_nothing(read)


DECLARE = (
    "act=1 cut=Jc pile=2d rules=default,score_arrangement=declared phase=declare"
    " hands=2c2d2h2s3c3d3h3s4c4d4h4s5c/6c6d6h6s7c7d7h7s8c8d8h8s9c turn=4"
)
HANDS = "hands=2c2d2h2s3c3d3h3s4c4d4h4s5c/6c6d6h6s7c7d7h7s8c8d8h8s9c"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (f"act=0 cut=Jc pile=2d {HANDS} direction=0", "direction: write 1 for seat order"),
        (f"act=0 cut=Jc {HANDS}", "pile= is missing"),
        (f"act=0 cut=Jc pile=- {HANDS}", "at least one card lies open"),
        (f"act=0 cut=JcJd pile=2d {HANDS}", "cut: 'JcJd' is not one card"),
        (f"act=0 cut=Jc pile=2c2c {HANDS}", "pile: 2c is there more often than in the two packs"),
        (f"act=0 cut=Jc pile=2d {HANDS} phase=drew:Kc", "seat 0 has 13 cards; it must be 14"),
        (f"act=0 cut=Jc pile=2d {HANDS} out=0", "seat 0 is to act, so it is still in"),
        (f"act=0 cut=Jc pile=2d {HANDS} out=1", "at least two seats are still in"),
        (f"act=0 cut=Jc pile=2d {HANDS} known=9h/-", "seat 0 does not hold all of 9h"),
        (f"act=0 cut=Jc pile=2d {HANDS} phase=over", "phase: 'over' is not right"),
        (f"act=0 cut=Jc pile=2d {HANDS} stock=-", "lie nowhere; the packs have 106 cards"),
        (f"act=0 cut=Jc pile=2d {HANDS} scores=5,7", "seat 0 is still in, so it owes nothing yet"),
        (f"act=0 cut=Jc pile=2d {HANDS} open=1", "lie open only after a Show"),
        (f"act=1 cut=Jc pile=2d {HANDS} turn=0 starter=0", "the first turn is the starter's"),
        (f"act=0 cut=Jc pile=2d {HANDS} reshuffles=2", "the pile never becomes the stock"),
        (f"act=0 cut=Jc pile=2d {HANDS} shower=1", "shower: it belongs to phase=declare alone"),
        (f"act=0 cut=Jc pile=2d {HANDS} phase=declare shower=1", "phase: 'declare' is not right"),
        (f"{DECLARE} shower=0 open=0 asked=01", "all others still in are asked, and nobody else"),
        (f"{DECLARE} shower=1 open=1", "seat 1 has nothing to declare any more"),
        (f"{DECLARE} shower=0", "seat 0 has shown, so its hand lies open"),
        (f"{DECLARE} shower=0 open=0 counts=1:2:0:Kc", "seat 1 does not hold all of Kc"),
        (f"{DECLARE} shower=0 open=0 counts=1:2:999:6c", "6c does not add up to 999"),
        (f"{DECLARE} shower=0 open=0 counts=1:2:6:6c", "what each seat has declared"),
    ],
)
def test_positions_that_cannot_be(text: str, sentence: str) -> None:
    """A moment that no deal can reach is refused with the reason."""
    with pytest.raises(ParseError, match=sentence):
        State.read(text)


def test_a_position_needs_little() -> None:
    """Whose turn it is, cut card, pile and hands are enough."""
    state = State.read(f"act=0 cut=Jc pile=2d {HANDS} turn=4")
    assert list(map(str, state.legal)) == ["+", "^", "x"]
    assert state.view_for(0).stock_left == 106 - 26 - 2


def test_illegal_actions_name_their_clause() -> None:
    """Applying what is refused raises the clause that refuses it."""
    state = start(Rules(), WHOLE_PACK, seats=2)
    with pytest.raises(IllegalAction, match="-2c is refused by I-TURN-1") as problem:
        state.apply(parse("-2c"))
    assert problem.value.clause.code == "I-TURN-1"


@pytest.mark.parametrize("card", [Card(20, 1), Card(2, 7)])
def test_cards_that_do_not_exist_are_not_held(card: Card) -> None:
    """An action with a card that no pack has is refused like one that is not held."""
    state = start(Rules(), WHOLE_PACK, seats=2).apply(parse("+"))
    clause = state.why_not(Discard(card))
    assert clause is not None
    assert clause.code == "T-HOLD"
    fresh = start(Rules(), WHOLE_PACK, seats=2)
    assert fresh.why_not(Discard(card)) is BY_CODE["I-TURN-1"], "the phase is asked first"
    dropped = fresh.apply(parse("x"))
    five = Show((tuple(fresh.hands[0][:3]),) * 5, (), card)
    for action in (Discard(card), five):
        assert dropped.why_not(action) is BY_CODE["T-OVER"]


def test_shows_of_other_cards_are_refused() -> None:
    """A Show that is not exactly the hand is refused, whatever is made in Python."""
    state = start(Rules(), WHOLE_PACK, seats=2).apply(parse("+"))
    hand = list(state.hands[0])
    wrong: tuple[Show, ...] = (
        arranged_show([hand[:10]], hand[13]),
        arranged_show([[*hand[:12], JOKER]], hand[13]),
        arranged_show([hand[:13], hand[:13]], hand[13]),
        Show((tuple(hand[:3]),) * 5, (), hand[13]),
        Show((tuple(hand[:13]),), (), Card(2, 9)),
    )
    for show in wrong:
        clause = state.why_not(show)
        assert clause is not None
        assert clause.code == "T-HOLD"


def test_the_log_spells_actions_one_way() -> None:
    """A Show said in another order of cards is kept as records spell it."""
    state = start(Rules(), WHOLE_PACK, seats=2).apply(parse("+"))
    hand = list(state.hands[0])
    show = Show((tuple(hand[5:9]), tuple(reversed(hand[:5]))), tuple(hand[9:13]), hand[13])
    said = state.apply(show).action
    assert isinstance(said, Show)
    assert said == arranged_show([hand[:5], hand[5:9], *([card] for card in hand[9:13])], hand[13])


def test_a_pack_must_be_whole() -> None:
    """A pack with a card missing, too often or unknown is refused."""
    for pack in (WHOLE_PACK[1:], (*WHOLE_PACK[:-1], WHOLE_PACK[0]), parse_cards("2c"), ()):
        with pytest.raises(RulesError, match="is not the 106 cards"):
            start(Rules(), pack, seats=2)
    for seats, starter, direction in ((7, 0, 1), (2, 2, 1), (2, 0, 0)):
        with pytest.raises(RulesError):
            start(Rules(), WHOLE_PACK, seats=seats, starter=starter, direction=direction)

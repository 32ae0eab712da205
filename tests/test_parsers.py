"""Every parser gives a value or one of the three errors, whatever it is fed."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from speto.cards import JOKER, PACK, Card, ParseError, parse_card, parse_cards, write_cards
from speto.clause import IllegalAction, RulesError
from speto.dummy import BY_CODE, PRESETS, Rules, State, parse, read_rules, start
from speto.dummy.actions import Discard, Meld, PickUp
from speto.dummy.rules import FIELDS
from speto.record import Record, read_records, write_record
from tests.dealing import busy_choice, random_deal, random_rules
from tests.mangling import mangled, read_or_refused

ALPHABET = "23456789tjqkaTJQKA10cdhs*?+^=>@-#.!,/:_ \n\tเ牌"
texts = st.text(ALPHABET, max_size=60) | st.text(max_size=40)


@given(texts)
@example("10")
@example("1")
@example("")
def test_cards(text: str) -> None:
    """Cards are read, or refused with a sentence; what was read is written and read back."""
    cards = read_or_refused(parse_cards, text, ParseError)
    assert cards is None or parse_cards(write_cards(cards)) == cards


def test_cards_as_people_write_them() -> None:
    """Case, spaces, `10` and `*` are taken."""
    assert write_cards(parse_cards("3H 3h 10h tH * **")) == "3h3hThTh****"
    assert parse_card("*") == JOKER
    with pytest.raises(ParseError, match="character 3: '1x' is no card"):
        parse_cards("2c1x")


@given(texts)
@example("^7c=")
@example("=7c7c7d")
@example("+**")
@example("^**@2c")
def test_words(text: str) -> None:
    """A word is read, or refused; what was read is spelled one way."""
    action = read_or_refused(parse, text, ParseError)
    assert action is None or parse(str(action)) == action


@given(texts)
@example("default,")
@example(",default")
@example("default,dark_mult=99999999999999999999")
@example("default,fine=-1")
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
        ("thai", "'thai' is no preset; did you mean thai_classic?"),
        (
            "default,color=suit",
            "'color' is no option; did you mean color_knock or color_mult or"
            " color_includes_knock_card?",
        ),
        ("default,color_knock=suits", "color_knock='suits': did you mean suit?"),
        ("default,fine=many", "fine='many': write a whole number"),
        ("default,layoff_own=maybe", "layoff_own='maybe': write true or false"),
        ("default,fine=20,fine=30", "fine is given twice; write it once"),
        ("default,fine", "'fine' is no option; write option=value after the preset"),
        ("default,dark_mult=0", "dark_mult=0: must be from 1 to 100"),
        ("default,ace_in_run=11", "ace_in_run=11: an ace in a run is worth 10 or 15"),
        (
            "default,fool_scope=off",
            "fool_reverse and fool_scope=off contradict each other;"
            " with fool_scope=off write fool_reverse=off",
        ),
        (
            "thai_classic,color_includes_knock_card=on",
            "color_includes_knock_card and color_knock=off contradict each other;"
            " with color_knock=off write color_includes_knock_card=false",
        ),
        (
            "default,unborn_when=always,unborn_penalty=none",
            "unborn_when and unborn_penalty=none contradict each other;"
            " with unborn_penalty=none write unborn_when=on_knock",
        ),
        (
            "default,knock_value=0",
            "knock_special and knock_value=0 contradict each other;"
            " with knock_value=0 write knock_special=false",
        ),
        (
            "default,settlement=none,point_value=2",
            "point_value and settlement=none contradict each other;"
            " with settlement=none write point_value=1",
        ),
    ],
)
def test_wrong_rules_say_what_would_be_right(text: str, sentence: str) -> None:
    """An unknown or contradictory option is named, with what would be right."""
    with pytest.raises(RulesError) as problem:
        read_rules(text)
    assert str(problem.value) == sentence


def test_presets_are_named() -> None:
    """A preset is written by its name alone, and every option can be set from a string."""
    assert [str(rules) for rules in PRESETS.values()] == list(PRESETS)
    assert read_rules("match_target=300") == Rules(match_target=300)
    for field in FIELDS:
        value = getattr(Rules(), field)
        text = "true" if value is False else "false" if value is True else None
        if text and field != "color_includes_knock_card":
            assert getattr(read_rules(f"default,{field}={text}"), field) is (text == "true")


@given(st.text("actphsemldrowkn=0123456789:,./-@!cdhstjqka \n", max_size=120) | texts)
def test_positions(text: str) -> None:
    """A position is read, or refused."""
    state = read_or_refused(State.read, text, ParseError, RulesError)
    assert state is None or str(State.read(str(state))) == str(state)


@given(st.integers(0, 2**32))
def test_mangled_positions(seed: int) -> None:
    """A real position with something changed is a position that plays to its end, or refused."""
    random = Random(seed)
    state = random_deal(random)
    for _ in range(random.randrange(40)):
        if not state.over:
            state = state.apply(state.legal[busy_choice(random, state)])
    text = mangled(random, str(state), ALPHABET)
    read = read_or_refused(State.read, text, ParseError, RulesError)
    if read is None:
        return
    points = [*read.scores]
    while not read.over:
        read = read.apply(read.legal[busy_choice(random, read)])
    for entry in read.ledger():
        points[entry.seat] += entry.points
    assert read.scores == tuple(points), "the ledger has all that was scored since"


def test_illegal_actions_name_their_clause() -> None:
    """Applying what is refused raises the clause that refuses it."""
    state = random_deal(Random(1), Rules())
    with pytest.raises(IllegalAction, match="-2c is refused by D-TURN-1") as problem:
        state.apply(parse("-2c"))
    assert problem.value.clause.code == "D-TURN-1"


def test_a_word_of_another_game_is_refused() -> None:
    """What is no action of Dummy is refused by T-KIND."""
    clause = random_deal(Random(1), Rules()).why_not(PACK[0])
    assert clause is not None
    assert clause.code == "T-KIND"


def test_records_forgive_editors_but_not_slips() -> None:
    """A byte-order mark and a `;` in a name are read; empty turns and absent seats are refused."""
    start_of_deal = write_record(
        Record("dummy", ("Nok; R.", "क\u094d\u200dया"), fresh_deal_of_two())
    )
    assert write_record(read_records("\ufeff" + start_of_deal)[0]) == start_of_deal
    for line, sentence in (
        ("  1 0", "line 7: the turn has no words; write what was said, as in +6s -Qh"),
        ("? 2 + T-TURN", "line 7: write a refusal as: ? seat word clause; seats are 0 to 1"),
    ):
        *tags, totals = start_of_deal.splitlines()
        with pytest.raises(ParseError) as problem:
            read_records("\n".join([*tags, line, totals, ""]))
        assert str(problem.value) == sentence
    with pytest.raises(ParseError, match="has no quote"):
        write_record(Record("dummy", ("a", "b"), fresh_deal_of_two(), (("Note", 'a "b"'),)))


def fresh_deal_of_two() -> State:
    """A fresh deal of two, started by seat 0."""
    return start(Rules(), PACK, seats=2)


def test_a_draw_tells_nothing() -> None:
    """A draw may be said whatever card it names; the draws of a record must be the pack's."""
    state = fresh_deal_of_two()
    assert state.why_not(parse("+2c")) is None
    assert str(state.apply(parse("+2c")).action) == "+7s"
    written = write_record(Record("dummy", ("a", "b"), state.apply(parse("+"))))
    with pytest.raises(ParseError, match="line 7: by the pack here must stand \\+7s, not \\+2c"):
        read_records(written.replace("+7s", "+2c"))


def test_records_that_could_not_be_read_are_not_written() -> None:
    """What `read_records` would refuse, `write_record` refuses."""
    state = fresh_deal_of_two()
    later = State.read("act=0 turn=3 row=7h,9h,2c,3d hands=4c5c/6c7c")
    for record, sentence in (
        (Record("dummy", ("a", "b", "c"), state), "3 names for 2 seats"),
        (Record("dummy", ("a", "b"), later), "a deal that began at a position has no record"),
        (Record("dummy", ("a", "b"), state, (("Rules", "x"),)), "written from the deal itself"),
        (Record("dummy", ("a\x1b[2J", "b"), state), "seat name"),
        (Record("dummy", ("a", "b"), state, (("Note", "a\x1b[2J"),)), "is no tag"),
    ):
        with pytest.raises(ParseError, match=sentence):
            write_record(record)
    with pytest.raises(ParseError, match="line 3: not a tag"):
        read_records(write_record(Record("dummy", ("a", "b"), state)).replace('"a', '"a\x07'))


def test_the_log_spells_actions_one_way() -> None:
    """An action said in another order of cards is kept as records spell it."""
    state = State.read("act=0 turn=9 head=8c hands=4s2s3s9d/9s melds=0:8c8d8h phase=drew:9d")
    (said,) = [a for a in state.legal if str(a) == "=2s3s4s"]
    mixed = Meld(tuple(reversed(parse_cards("2s3s4s"))))
    assert mixed in state.legal
    assert state.apply(mixed).action == said


@pytest.mark.parametrize("card", [JOKER, Card(20, 1), Card(2, 7)])
def test_cards_that_do_not_exist_are_not_held(card: Card) -> None:
    """An action with a card that no pack has is refused like one that is not held."""
    fresh = fresh_deal_of_two()
    assert fresh.why_not(Discard(card)) is BY_CODE["D-TURN-1"], "the phase is asked first"
    assert fresh.apply(parse("+")).why_not(Discard(card)) is BY_CODE["T-HOLD"]
    assert fresh.why_not(PickUp(card, (card,) * 3)) is BY_CODE["T-HOLD"]


def test_options_of_the_wrong_kind() -> None:
    """Rules made in Python take only values of an option's own kind."""
    for wrong in ({"fine": "x"}, {"fine": 1.5}, {"color_knock": 0}, {"layoff_own": 1}):
        with pytest.raises(RulesError, match="must be a"):
            Rules(**wrong)
    with pytest.raises(ValueError, match="seat 7: there are seats 0 to 1"):
        fresh_deal_of_two().view_for(7)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("act=0 direction=0 hands=2c/3c row=7h", "direction: write 1 for seat order"),
        (
            "act=0 row=7h hands=2c/3c9h phase=picked:9h.3 turn=4",
            "phase: 9h.3 was picked up, but seat 0 has it not",
        ),
        (
            "act=0 row=7h hands=2c9h/3c phase=picked:9h.3 turn=4",
            "phase: 9h.3 was picked up first, so it must lie in a meld",
        ),
        ("act=0 turn=0 row=7h,9h hands=2c/3c", "turn: 1 cards were thrown into the row"),
    ],
)
def test_positions_that_cannot_be(text: str, sentence: str) -> None:
    """A moment that no deal can reach is refused with the reason."""
    with pytest.raises(ParseError, match=sentence):
        State.read(text)

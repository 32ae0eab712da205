"""A moment as text for one seat: nothing hidden stands in it, and its view is the same again."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from speto.cards import ParseError
from speto.games import NAMES, State
from speto.server import faces
from tests.mangling import mangled
from tests.test_faces import moments, otherwise, settled_alike

pytestmark = pytest.mark.once

LETTERS = "0123456789tjqkacdhsTJQKA=,/.:@!-* "


def glimpses(name: str) -> Any:
    """The two ways of a game's glimpses."""
    return import_module(f"speto.{name}.glimpse")


def seats_of(state: State) -> tuple[int | None, ...]:
    """Everybody who may look at a moment."""
    return (None, *range(state.seats))


@pytest.mark.parametrize("name", NAMES)
@given(seed=st.integers(0, 2**32))
def test_a_glimpse_makes_the_view_again(name: str, seed: int) -> None:
    """Whoever looks: what is shown, what is legal and what is advised is the same from the text."""
    way = glimpses(name)
    for state in moments(name, Random(seed)):
        for seat in seats_of(state):
            view = state.view_for(seat)
            text = way.write_glimpse(view)
            if text is None:
                assert state.over or not view.mine
                continue
            again = way.read_glimpse(text, view.rules, seat, view.log, view.entries)
            assert faces.face(again) == faces.face(view)
            assert (again.seat, again.turn, again.drawn) == (view.seat, view.turn, view.drawn)
            assert way.write_glimpse(again) == text


@pytest.mark.parametrize("name", NAMES)
@given(seed=st.integers(0, 2**32))
def test_a_glimpse_is_the_same_whatever_is_hidden(name: str, seed: int) -> None:
    """Hidden cards exchanged among other hands and the stock leave every letter as it was."""
    random, way = Random(seed), glimpses(name)
    for state in moments(name, random, some=4):
        for viewer in random.sample(seats_of(state), 2):
            other = None if state.over else otherwise(state, viewer, random)
            if other and settled_alike(state, other):
                one = way.write_glimpse(state.view_for(viewer))
                assert one == way.write_glimpse(other.view_for(viewer))


@pytest.mark.parametrize("name", NAMES)
@given(seed=st.integers(0, 2**32))
def test_a_glimpse_that_is_none_is_named(name: str, seed: int) -> None:
    """A text with slips is refused in a sentence or makes a view that can be asked everything."""
    random, way = Random(seed), glimpses(name)
    for state in moments(name, random, some=3):
        seat = random.choice(seats_of(state))
        view = state.view_for(seat)
        text = way.write_glimpse(view)
        if text is None:
            continue
        try:
            again = way.read_glimpse(
                mangled(random, text, LETTERS), view.rules, seat, view.log, view.entries
            )
        except ParseError:
            continue
        faces.face(again)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_hidden_cannot_be_sent(name: str) -> None:
    """A glimpse with a stock, a seat that is not there or too many cards is none."""
    way = glimpses(name)
    state = next(state for state in moments(name, Random(1), some=99) if not state.over)
    view = state.view_for(0)
    text = way.write_glimpse(view)
    for wrong in (
        f"{text} stock=2c",
        text.replace("known=", "known=-/"),
        text.replace("act=", "act=7"),
        "",
    ):
        with pytest.raises(ParseError):
            way.read_glimpse(wrong, view.rules, 0, view.log, view.entries)
    with pytest.raises(ParseError):
        way.read_glimpse(text, view.rules, 6, view.log, view.entries)

"""What a client is shown: everything it needs, and never a card that it may not know."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from speto import dummy, indian
from speto.cards import Card, ParseError, parse_cards
from speto.clause import IllegalAction
from speto.games import NAMES, State, game_of
from speto.indian.groups import wilds_of
from speto.players import player
from speto.server import faces, wire
from speto.server.schema import DummyFace, IndianFace
from tests import dealing, indian_dealing

pytestmark = pytest.mark.once

CARDS = re.compile(rb"[2-9TJQKA][cdhs]|\*\*")
NUMBERS = re.compile(rb"-?[0-9]+")
HEADS = {2: 22, 3: 27, 4: 28}
"""The place of the head in a pack of Dummy by the number of seats (D-DEAL-3)."""
DRAWS = (dummy.actions.Draw, indian.actions.Draw)


def first_moment(name: str, random: Random) -> State:
    """A fresh deal of a game: any rules, seats, starter and direction."""
    start: State = (dealing if name == "dummy" else indian_dealing).random_deal(random)
    return start


def choose(name: str, random: Random, level: str, state: State) -> Any:
    """What a player of a level does, or one that likes to lay cards and to show."""
    if level == "busy":
        if name == "dummy":
            assert isinstance(state, dummy.State)
            return state.legal[dealing.busy_choice(random, state)]
        assert isinstance(state, indian.State)
        return state.legal[indian_dealing.busy_choice(random, state)]
    return player(level).choose(state.view_for(state.to_act), random)


def moments(name: str, random: Random, *, some: int = 8) -> list[State]:
    """Some moments of a random deal, its last one among them."""
    state = first_moment(name, random)
    level = random.choice(("random", "simple", "busy"))
    met = [state]
    while not state.over and state.at < 400:
        state = state.apply(choose(name, random, level, state))
        met.append(state)
    return [*random.sample(met, min(some, len(met))), state]


def frame(state: State, viewer: int | None) -> bytes:
    """All that a viewer is sent of a moment: the view, the last words and the whole log."""
    view = state.view_for(viewer)
    lines = faces.log(view)
    moved = wire.Moved(
        table="t",
        seq=state.at,
        at=0,
        seat=lines[-1].seat if lines else 0,
        words=[line.word for line in lines[-1:]],
        late=False,
        now=wire.Now(stage="playing", left=None, banks=[]),
        view=faces.face(view),
    )
    return wire.encode(moved) + msgspec.json.encode(lines)


def may_know(state: State, viewer: int | None) -> set[Card]:
    """The cards that a viewer may know, gathered from the deal and its public actions alone.

    These are its own hand; what the dealer laid open; what its own actions named, and those of
    others but draws; at the end what the ledger counts. In Indian Rummy also the wilds, what the
    clock threw for a seat and the hands that were laid open to be counted.
    """
    known = set(state.hands[viewer]) if viewer is not None else set()
    if isinstance(state, dummy.State):
        known.add(state.pack[HEADS[state.seats]])
    else:
        cut = state.pack[-1]
        known |= {cut, state.pack[13 * state.seats], *wilds_of(cut, state.rules)}
        known |= laid_open(state)
    moment: State | None = state
    while moment and moment.before:
        drew = isinstance(moment.action, DRAWS)
        if not drew or moment.before.to_act == viewer:
            known |= named(str(moment.action))
        moment = moment.before
    if state.over:
        known |= {card for entry in state.ledger() for card in entry.cards}
    return known


def named(word: str) -> set[Card]:
    """The cards that a word names."""
    return set(parse_cards(re.sub(r"[^2-9TJQKAcdhs*]", "", word)))


def laid_open(state: State) -> set[Card]:
    """The cards of Indian Rummy that lie open though no action named them."""
    found: set[Card] = set()
    end = state.view_for(None)
    assert isinstance(end, indian.View)
    if end.ended in ("show", "heaven", "points"):
        found |= {
            card for seat, hand in enumerate(state.hands) if not end.out[seat] for card in hand
        }
    moment: State | None = state
    while moment and moment.before:
        before = moment.before.view_for(None)
        assert isinstance(before, indian.View)
        if isinstance(moment.action, indian.actions.Miss):
            if before.declaring:
                found |= set(moment.hands[before.to_act or 0])
            else:
                after = moment.view_for(None)
                assert isinstance(after, indian.View)
                found |= set(after.pile[-1:])
        moment = moment.before
    return found


@pytest.mark.parametrize("name", NAMES)
@given(seed=st.integers(0, 2**32))
def test_no_frame_holds_a_card_that_its_viewer_may_not_know(name: str, seed: int) -> None:
    """Every card in the raw bytes of a frame is one the viewer may know; no number is a mask."""
    for state in moments(name, Random(seed)):
        for viewer in (*range(state.seats), None):
            sent = frame(state, viewer)
            told = {card for text in CARDS.findall(sent) for card in parse_cards(text.decode())}
            assert told <= may_know(state, viewer)
            assert all(len(number) <= 7 for number in NUMBERS.findall(sent))


@pytest.mark.parametrize("name", NAMES)
@given(seed=st.integers(0, 2**32))
def test_every_hidden_card_is_kept_from_the_frame(name: str, seed: int) -> None:
    """While a deal runs, no text of a card hidden from the viewer stands in its frame."""
    for state in moments(name, Random(seed)):
        if state.over:
            continue
        for viewer in (*range(state.seats), None):
            hidden = set(state.pack) - may_know(state, viewer)
            sent = frame(state, viewer)
            assert not any(str(card).encode() in sent for card in hidden)


def otherwise(state: State, viewer: int | None, random: Random) -> State | None:
    """The same moment with the cards that the viewer can't know elsewhere; none if it can't be.

    It can't be where a move was legal by hidden cards, nor after a reshuffle, whose order comes
    from the whole pack (I-MORE-5).
    """
    seen = state.view_for(None)
    if isinstance(seen, indian.View) and seen.sight.seen.reshuffles:
        return None
    known = may_know(state, viewer)
    places = [at for at, card in enumerate(state.pack) if card not in known]
    cards = [state.pack[at] for at in places]
    random.shuffle(cards)
    pack = list(state.pack)
    for at, card in zip(places, cards, strict=True):
        pack[at] = card
    played = game_of(state.rules)
    again: State = played.start(
        state.rules, pack, seats=state.seats, starter=state.starter, direction=state.direction
    )
    for action in state.log:
        try:
            again = again.apply(type(action)() if isinstance(action, DRAWS) else action)
        except (IllegalAction, ParseError):
            return None
    return again


def settled_alike(one: State, other: State) -> bool:
    """Whether two moments differ in nothing that lies open: the clock's throws, an end, a score."""
    if one.over or other.over or one.scores != other.scores or one.to_act != other.to_act:
        return False
    return laid_open(one) == laid_open(other) if isinstance(one, indian.State) else True


@pytest.mark.parametrize("name", NAMES)
@given(seed=st.integers(0, 2**32))
def test_a_frame_is_the_same_whatever_is_hidden(name: str, seed: int) -> None:
    """Hidden cards exchanged among other hands and the stock leave every byte as it was."""
    random = Random(seed)
    for state in moments(name, random, some=4):
        for viewer in random.sample((*range(state.seats), None), 2):
            other = None if state.over else otherwise(state, viewer, random)
            if other and settled_alike(state, other):
                assert frame(other, viewer) == frame(state, viewer)


@pytest.mark.parametrize("name", NAMES)
def test_most_moments_can_be_dealt_otherwise(name: str) -> None:
    """The test before this one compares moments with cards really hidden, and most of them."""
    compared = changed = tried = 0
    for seed in range(20):
        random = Random(seed)
        for state in moments(name, random):
            if state.over:
                continue
            tried += 1
            other = otherwise(state, 0, random)
            if other and settled_alike(state, other):
                compared += 1
                changed += other.hands != state.hands
    assert compared > tried * 0.8
    assert changed > tried * 0.7


@pytest.mark.parametrize("name", NAMES)
@given(seed=st.integers(0, 2**32))
def test_the_public_part_is_the_same_for_every_viewer(name: str, seed: int) -> None:
    """From whichever view it is made, the public part has the same bytes."""
    for state in moments(name, Random(seed)):
        parts = {bytes(faces.public(state.view_for(seat))) for seat in (*range(state.seats), None)}
        assert len(parts) == 1


@pytest.mark.parametrize("name", NAMES)
@given(seed=st.integers(0, 2**32))
def test_a_frame_is_of_its_type_with_all_its_keys(name: str, seed: int) -> None:
    """A face decodes as the type the protocol gives it, and its keys are the same for everyone."""
    kind = DummyFace if name == "dummy" else IndianFace
    for state in moments(name, Random(seed)):
        keys = set()
        for viewer in (*range(state.seats), None):
            sent = msgspec.json.encode(faces.face(state.view_for(viewer)))
            msgspec.json.decode(sent, type=kind, strict=True)
            read = json.loads(sent)
            keys.add((*read["public"], "-", *read["own"]))
        assert len(keys) == 1


@pytest.mark.parametrize("name", NAMES)
@given(seed=st.integers(0, 2**32))
def test_a_face_says_what_the_view_says(name: str, seed: int) -> None:
    """The parts are those of the view: legal words for the seat to act alone, hands, known, log."""
    for state in moments(name, Random(seed)):
        for viewer in (*range(state.seats), None):
            view = state.view_for(viewer)
            own = json.loads(bytes(faces.own(view)))
            public = json.loads(bytes(faces.public(view)))
            assert own["seat"] == viewer
            assert own["mine"] == (viewer is not None and viewer == state.to_act)
            assert own["words"] == list(view.words)
            assert own["hand"] == list(map(str, view.hand))
            assert public["known"] == [list(map(str, cards)) for cards in view.known]
            assert public["to_act"] == state.to_act
            assert public["scores"] == list(state.scores)
            assert len(public["entries"]) == len(state.ledger())
            lines = [(line.seat, line.word) for line in faces.log(view)]
            assert lines == [(told.seat, str(told.action)) for told in view.log]
            assert faces.log(view, len(lines) - 1) == faces.log(view)[-1:] or not lines


@given(seed=st.integers(0, 2**32))
def test_advice_of_dummy_is_for_the_seat_that_can_use_it(seed: int) -> None:
    """Risks are told after the draw, previews before it, and only to the seat to act."""
    for state in moments("dummy", Random(seed)):
        for viewer in range(state.seats):
            view = state.view_for(viewer)
            assert isinstance(view, dummy.View)
            own = json.loads(bytes(faces.own(view)))
            acts = view.mine and view.taken
            assert own["risks"].keys() == ({str(card) for card in view.risks} if acts else set())
            assert own["previews"].keys() == view.previews.keys()
            assert view.mine or not own["previews"]


@given(seed=st.integers(0, 2**32))
def test_the_own_hand_of_indian_rummy_is_arranged(seed: int) -> None:
    """The best arrangement holds exactly the hand, and one's own grouping is counted as it lies."""
    for state in moments("indian", Random(seed)):
        for viewer in range(state.seats):
            view = state.view_for(viewer)
            assert isinstance(view, indian.View)
            best = json.loads(bytes(faces.own(view)))["best"]
            assert best["points"] == view.best.points
            spread = [card for group in best["groups"] for card in group["cards"]] + best["loose"]
            spread += [best["discard"]] if best["discard"] else []
            assert sorted(spread) == sorted(map(str, view.hand))
            alone = json.loads(bytes(faces.arranged_so(view, [view.hand[:3]])))
            assert alone["points"] == view.arrange([view.hand[:3]]).points


@given(seed=st.integers(0, 2**32))
def test_a_hand_is_arranged_without_a_discard(seed: int) -> None:
    """Of 14 cards any may be named; none costs less than the best, and 13 cards have none."""
    for state in moments("indian", Random(seed)):
        for viewer in range(state.seats):
            view = state.view_for(viewer)
            assert isinstance(view, indian.View)
            group = list(view.hand[:3])
            if len(view.hand) < 14:
                with pytest.raises(ParseError):
                    faces.arranged_so(view, [], view.hand[0])
                continue
            with pytest.raises(ParseError):
                faces.arranged_so(view, [view.hand], view.hand[0])
            least = view.arrange([group])
            for card in set(view.hand[3:]):
                told = json.loads(bytes(faces.arranged_so(view, [group], card)))
                spread = [one for part in told["groups"] for one in part["cards"]] + told["loose"]
                assert sorted([*spread, told["discard"]]) == sorted(map(str, view.hand))
                assert told["discard"] == str(card)
                assert told["points"] >= least.points


def test_a_hand_of_dummy_is_not_arranged() -> None:
    """To arrange is refused where the game has no arrangements, and a card that is not there."""
    with pytest.raises(ParseError):
        faces.arranged_so(first_moment("dummy", Random(1)).view_for(0), [])
    view = first_moment("indian", Random(1)).view_for(0)
    missing = next(card for card in dummy.PACK if card not in view.hand)
    with pytest.raises(ParseError):
        faces.arranged_so(view, [[missing]])

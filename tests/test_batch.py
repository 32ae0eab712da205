"""Many deals at once: the same deals, lists and scores as one by one, and nothing hidden."""

from __future__ import annotations

import doctest
import sys
from array import array
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from threading import Lock, Thread
from typing import Any

import pytest

import speto
from bench import batches
from speto.batch import Batch, play
from speto.cards import PACK
from speto.clause import RulesError
from speto.dummy.actions import encode as dummy_code
from speto.dummy.play import shuffle as shuffle_dummy
from speto.games import game
from speto.indian.actions import card_of
from speto.indian.actions import encode as indian_code
from speto.indian.match import payments
from speto.indian.play import shuffle as shuffle_indian
from speto.rng import Rng, below
from speto.rng import start as start_stream
from speto.thought import Skill
from tests import dealing, indian_dealing
from tests.test_indian_laws import hidden_swapped as swapped_in_indian
from tests.test_laws import hidden_swapped as swapped_in_dummy

GAMES = ("dummy", "indian")
CODES: dict[str, Callable[[Any], int]] = {"dummy": dummy_code, "indian": indian_code}
RULES: dict[str, Callable[[Random], Any]] = {
    "dummy": dealing.random_rules,
    "indian": indian_dealing.random_rules,
}
SWAPPED: dict[str, Callable[[Random, Any, int], Any]] = {
    "dummy": swapped_in_dummy,
    "indian": swapped_in_indian,
}
TIMES = 12 if speto.compiled else 2
PAGE = Path(__file__).parent.parent / "docs" / "batch.md"
every_game = pytest.mark.parametrize("name", GAMES)


def zeros(*shape: int) -> memoryview:
    """An array of 64-bit integers without numpy."""
    size = 1
    for length in shape:
        size *= length
    flat = memoryview(bytearray(8 * size))
    return flat.cast("q", shape) if len(shape) > 1 else flat.cast("q")


def arrays_for(batch: Batch) -> dict[str, memoryview]:
    """An array for all that a batch can tell."""
    return {array: zeros(*shape) for array, shape in batch.shapes.items()}


def shuffled(name: str, rules: Any, rng: Rng, seed: int, number: int) -> list[Any]:
    """The pack of a numbered deal, as `play` shuffles it; the stream goes on behind it."""
    core = import_module(f"speto.{name}.deal")
    deal = core.Deal(core.House(rules))
    start_stream(rng, seed, number)
    if name == "dummy":
        shuffle_dummy(deal, rng)
        return [PACK[card] for card in deal.pack()]
    shuffle_indian(deal, rng)
    return [card_of(card) for card in deal.dealt()]


def dealt(name: str, rules: Any, seats: int, seed: int, number: int, rng: Rng | None = None) -> Any:
    """A numbered deal as a `State`; starter and direction rotate."""
    return game(name).start(
        rules,
        shuffled(name, rules, rng or Rng(), seed, number),
        seats=seats,
        starter=number % seats,
        direction=1 - 2 * (number // seats % 2),
    )


def worth(name: str, state: Any) -> list[int]:
    """The points of each seat so far as a batch counts them: in Indian Rummy only at the end."""
    if name == "dummy":
        return list(state.scores)
    return list(payments(state)) if state.over else [0] * state.seats


def row(array: memoryview, at: int) -> list[int]:
    """A row of an array."""
    rows: Any = array.tolist()
    return list(rows[at])


def seen(name: str, state: Any, seat: int | None = None) -> list[int]:
    """The row of observations of a seat, made from the deal beneath a `State`."""
    sights = import_module(f"speto.{name}.sight")
    observing = import_module(f"speto.{name}.observation")
    sight = sights.Sight(state._deal.house)
    sights.see(sight, state._deal, state.to_act if seat is None else seat)
    into = zeros(1, sum(length for _, length in observing.LAYOUT))
    into.cast("B")[:] = b"\x7f" * into.nbytes
    observing.observe(sight, into, 0)
    return row(into, 0)


@every_game
@pytest.mark.parametrize("seed", range(TIMES))
def test_a_batch_is_deals_stepped_through_states(name: str, seed: int) -> None:
    """Lists, seats, rewards, ends and numbers are those of the same deals as `State`s."""
    random = Random(seed)
    rules, seats = RULES[name](random), random.choice(game(name).SEATS)
    n, first = random.randrange(1, 6), random.choice((0, 1, 1000))
    batch = Batch(name, rules, seats=seats, n=n, seed=seed, first=first)
    out = arrays_for(batch)
    batch.reset(**out)
    numbers = [first + at for at in range(n)]
    states = [dealt(name, rules, seats, seed, number) for number in numbers]
    over = 0
    while over < 2 * n:
        choice = array("q", [0] * n)
        for at, state in enumerate(states):
            codes = list(map(CODES[name], state.legal))
            width = out["legal"].shape[1] if out["legal"].shape else 0
            shown = row(out["legal"], at)
            assert shown == (codes + [-1] * width)[:width]
            assert (out["seat"][at], out["count"][at]) == (state.to_act, len(codes))
            assert out["number"][at] == numbers[at]
            assert row(out["observation"], at) == seen(name, state)
            choice[at] = random.randrange(len(codes))
        ended = batch.step(choice)
        for at, state in enumerate(states):
            states[at] = after = state.apply(state.legal[choice[at]])
            had, has = worth(name, state), worth(name, after)
            assert row(out["reward"], at) == [new - old for new, old in zip(has, had, strict=True)]
            assert out["done"][at] == after.over
            if after.over:
                numbers[at] += n
                states[at] = dealt(name, rules, seats, seed, numbers[at])
        assert ended == sum(out["done"])
        over += ended


def choose(name: str, level: str, state: Any, rng: Rng) -> Any:
    """What a player of the core does, by a view or by the stream of the deal."""
    if level == "random":
        at_once = name == "dummy" and len(state.legal) == 1  # nothing is drawn from the stream
        return state.legal[0 if at_once else below(rng, len(state.legal))]
    view = state.view_for(state.to_act)
    if level == "tuned":
        return game(name).tuned(view, Skill(), Random(0))
    return game(name).advise(view)


@every_game
@pytest.mark.parametrize("seed", range(TIMES))
def test_a_series_is_deals_stepped_through_states(name: str, seed: int) -> None:
    """The points of whole deals are those of the same players and random seats, stepped."""
    random = Random(seed)
    rules, seats = RULES[name](random), random.choice(game(name).SEATS)
    levels = list(import_module(f"speto.{name}.series").PLAYERS)
    players = [random.choice(levels) for _ in range(seats)]
    points = zeros(3, seats)
    actions = play(name, rules, points, players=players, seed=seed, first=3)
    for at in range(3):
        rng = Rng()
        state = dealt(name, rules, seats, seed, 3 + at, rng)
        while not state.over:
            state = state.apply(choose(name, players[state.to_act], state, rng))
            actions -= 1
        assert row(points, at) == worth(name, state)
    assert actions == 0


def moments(name: str, random: Random, deals: int) -> Iterator[Any]:
    """Moments of random deals, some from each, to their ends."""
    dealer = dealing if name == "dummy" else indian_dealing
    for _ in range(deals):
        state: Any = dealer.random_deal(random)
        while not state.over:
            if random.random() < 0.2:
                yield state
            state = state.apply(state.legal[dealer.busy_choice(random, state)])


@every_game
def test_an_observation_tells_nothing_hidden(name: str) -> None:
    """Dealing anew the cards that a seat can't see changes no number of what it observes."""
    random = Random(5)
    told = set()
    for state in moments(name, random, 8 if speto.compiled else 3):
        for seat in range(state.seats):
            other = SWAPPED[name](random, state, seat)
            assert seen(name, state, seat) == seen(name, other, seat)
            told.add(tuple(seen(name, state, seat)))
    assert len(told) > 100


def masked(cards: Any) -> int:
    """Cards as a mask; one that stands twice counts once."""
    mask = 0
    for card in cards:
        mask |= 1 << card.number if card.rank else 0
    return mask


def fields(name: str, numbers: list[int]) -> dict[str, list[int]]:
    """A row of observations by its fields."""
    layout = Batch(name, "default", seats=2, n=1, seed=0).layout
    assert sum(place.stop - place.start for place in layout.values()) == len(numbers)
    return {field: numbers[place] for field, place in layout.items()}


@every_game
def test_an_observation_tells_what_a_view_tells(name: str) -> None:
    """Hand, sizes, points, known cards and the cards that lie open are those of the view."""
    for state in moments(name, Random(6), 20 if speto.compiled else 5):
        view = state.view_for(state.to_act)
        told = fields(name, seen(name, state))
        order = [(view.seat + view.direction * i) % view.seats for i in range(view.seats)]
        absent = [0] * (len(told["size"]) - view.seats)
        assert told["seats"] == [view.seats] and told["turn"] == [view.turn]
        assert order[told["starter"][0]] == state.starter
        assert told["stock"] == [view.stock_left]
        assert told["size"] == [view.sizes[seat] for seat in order] + absent
        assert told["points"] == [view.scores[seat] for seat in order] + absent
        drawn = told["drawn" if name == "dummy" else "taken"][0]
        assert view.drawn is None or PACK[drawn % 52] == view.drawn or not view.drawn.rank
        known = [masked(view.known[seat]) for seat in order] + absent
        if name == "dummy":
            assert told["hand"] == [masked(view.hand)]
            assert told["known"] == known
            row_cards = [told["row_card"][i] for i in range(len(view.row))]
            assert [PACK[card] for card in reversed(row_cards)] == [p.card for p in view.row]
            throwers = [order[by] if by >= 0 else None for by in told["row_by"][: len(view.row)]]
            assert throwers[::-1] == [place.thrower for place in view.row]
            ages = told["row_age"][: len(view.row)][::-1]
            thrown = [
                None if by is None else view.turn - age
                for by, age in zip(throwers[::-1], ages, strict=True)
            ]
            assert thrown == [place.turn for place in view.row]
            melds = [told["meld"][i] for i in range(len(view.melds))]
            assert melds == [masked(meld.cards) for meld in view.melds]
            owners = [order[told["meld_by"][i]] for i in range(len(view.melds))]
            assert owners == [meld.owner for meld in view.melds]
            assert PACK[told["head"][0]] == view.head
        else:
            assert told["one"] == [masked(view.hand)]
            assert told["jokers"] == [sum(not card.rank for card in view.hand)]
            assert told["known_one"] == known
            pile = told["pile"][: told["thrown"][0]]
            assert [card_of(card) for card in reversed(pile)] == list(view.pile)
            assert card_of(told["cut"][0]) == view.cut
            assert told["out"] == [int(view.out[seat]) for seat in order] + absent


@every_game
def test_a_deal_depends_on_its_number_alone(name: str) -> None:
    """A deal is the same whatever else is played beside it, and whatever is written of it."""
    told = []
    for n, first in ((1, 5), (4, 3)):
        batch = Batch(name, "default", seats=2, n=n, seed=9, first=first)
        out = arrays_for(batch)
        legal = zeros(n, 3)
        batch.reset(number=out["number"], legal=legal, count=None)
        at = 5 - first
        lists = []
        while out["number"][at] == 5:
            lists.append(row(legal, at))
            batch.step(array("q", [0] * n))
        told.append(lists)
    assert told[0] == told[1] and len(told[0]) > 10


@every_game
def test_a_batch_begins_anew(name: str) -> None:
    """After `reset` the first deals are there again, and the arrays before are left alone."""
    batch = Batch(name, "default", seats=3, n=3, seed=4)
    one, two = arrays_for(batch), arrays_for(batch)
    batch.reset(**one)
    first = {array: numbers.tolist() for array, numbers in one.items()}
    for _ in range(300):
        batch.step(zeros(3))
    assert one["number"].tolist() != first["number"]
    last = {array: numbers.tolist() for array, numbers in one.items()}
    batch.reset(**two)
    assert {array: numbers.tolist() for array, numbers in two.items()} == first
    assert {array: numbers.tolist() for array, numbers in one.items()} == last


@every_game
def test_a_wrong_choice_does_nothing(name: str) -> None:
    """If one choice names no action, the row is told and no deal goes on."""
    batch = Batch(name, "default", seats=2, n=3, seed=1)
    out = arrays_for(batch)
    batch.reset(**out)
    batch.step(zeros(3))
    before = {array: numbers.tolist() for array, numbers in out.items()}
    for wrong in (-1, out["count"][2], 2**63 - 1, -(2**63)):
        with pytest.raises(ValueError, match=f"choice {wrong} in row 2: there is no such action"):
            batch.step(array("q", [0, 0, wrong]))
        assert {array: numbers.tolist() for array, numbers in out.items()} == before


def test_more_actions_than_are_kept() -> None:
    """Where a list is longer than what is kept of it, and than a row, each can be chosen."""
    state = dealt("dummy", game("dummy").PRESETS["default"], 2, 1, 583)
    batch = Batch("dummy", "default", seats=2, n=1, seed=1, first=583)
    count, legal = zeros(1), zeros(1, 5)
    batch.reset(count=count, legal=legal)
    lists = []
    for _ in range(60):
        codes = list(map(dummy_code, state.legal))
        assert count[0] == len(codes)
        assert row(legal, 0) == (codes + [-1] * 5)[:5]
        lists.append(len(codes))
        place = len(codes) - 1
        batch.step(array("q", [place]))
        state = state.apply(state.legal[place])
    assert max(lists) > 48


def test_what_is_no_batch_is_refused() -> None:
    """Rules, seats, numbers, names, shapes and types that cannot be are told in one sentence."""
    with pytest.raises(ValueError, match="is no game"):
        Batch("whist", "default", seats=2, n=1, seed=0)
    with pytest.raises(RulesError, match="no rules of indian"):
        Batch("indian", game("dummy").PRESETS["default"], seats=2, n=1, seed=0)
    with pytest.raises(RulesError, match="5 seats"):
        Batch("dummy", "default", seats=5, n=1, seed=0)
    for wrong in ({"n": 0}, {"seed": -1}, {"seed": 2**64}, {"first": -1}):
        with pytest.raises(ValueError, match=f"{next(iter(wrong))} -?[0-9]+: "):
            Batch("dummy", "default", **{"seats": 2, "n": 1, "seed": 0, **wrong})
    batch = Batch("dummy", "default", seats=2, n=3, seed=0)
    with pytest.raises(ValueError, match="call reset"):
        batch.step(zeros(3))
    for arrays, why in (
        ({"seats": zeros(3)}, "seats is no array; there are seat, count, legal"),
        ({"seat": zeros(4)}, "seat: its shape is 4, not 3"),
        ({"seat": zeros(3, 1)}, "seat: its shape is 3 × 1, not 3"),
        ({"legal": zeros(2, 9)}, "legal: its shape is 2 × 9, not 3 × any"),
        ({"seat": array("i", [0] * 3)}, "seat: make it of 64-bit integers"),
        ({"seat": array("d", [0] * 3)}, "seat: make it of 64-bit integers"),
        ({"seat": zeros(6)[::2]}, "seat: make it of 64-bit integers"),
        ({"seat": [0, 0, 0]}, "seat: list is no array"),
        ({"seat": zeros(3).toreadonly()}, "seat: it is read-only"),
    ):
        with pytest.raises(ValueError, match=why):
            batch.reset(**arrays)
    batch.reset()
    assert batch.step(zeros(3).toreadonly()) == 0
    with pytest.raises(ValueError, match="choice: its shape is 2, not 3"):
        batch.step(zeros(2))


def test_what_is_no_series_is_refused() -> None:
    """Players that the core has not, and arrays for another number of seats, are refused."""
    with pytest.raises(ValueError, match="'master' plays no series; there are random, simple"):
        play("dummy", "default", zeros(1, 2), players=["master", "simple"], seed=0)
    with pytest.raises(ValueError, match="points: its shape is 1 × 3, not any × 2"):
        play("dummy", "default", zeros(1, 3), players=["simple"] * 2, seed=0)
    with pytest.raises(RulesError, match="7 seats"):
        play("indian", "default", zeros(1, 7), players=["simple"] * 7, seed=0)


if speto.compiled:

    @pytest.mark.parametrize("name", GAMES)
    def test_other_threads_run_meanwhile(name: str) -> None:
        """While deals are played or stepped in one call, another thread can run Python."""
        core, lanes_of = import_module(f"speto.{name}.series"), import_module(f"speto.{name}.batch")
        rules = game(name).PRESETS["default"]
        series = core.Series(rules, 2, 1, 0, ["simple"] * 2, zeros(1000, 2))
        lanes = lanes_of.Lanes(rules, 2, 3000, 1, 0)
        lanes.choice = zeros(3000)
        for call in (
            lambda: core.play(series, 0, 1000),
            lambda: lanes_of.reset(lanes),
            lambda: lanes_of.step(lanes),
        ):
            assert runs_beside(call)

    def runs_beside(call: Callable[[], Any]) -> bool:
        """Whether a thread runs while some calls are made, where Python makes no thread wait."""
        gate, ran = Lock(), []

        def wait() -> None:
            with gate:
                ran.append(True)

        usual = sys.getswitchinterval()
        thread = Thread(target=wait)
        gate.acquire()
        thread.start()
        try:
            sys.setswitchinterval(1000)
            gate.release()
            for _ in range(2000):
                if ran:
                    return True
                call()
            return False
        finally:
            sys.setswitchinterval(usual)
            thread.join()


def test_two_threads_give_what_one_gives() -> None:
    """Deals played by two threads at once have the points that they have one after the other."""
    halves = zeros(100, 4), zeros(100, 4)
    whole = zeros(200, 4)
    players = ["simple", "random", "simple", "simple"]
    threads = [
        Thread(
            target=lambda half=half, first=first: play(
                "dummy", "default", half, players=players, seed=3, first=first
            )
        )
        for half, first in zip(halves, (0, 100), strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    play("dummy", "default", whole, players=players, seed=3)
    assert [*halves[0].tolist(), *halves[1].tolist()] == whole.tolist()


def test_examples_on_the_page() -> None:
    """Every example on docs/batch.md gives what it shows."""
    assert not doctest.testfile(str(PAGE), module_relative=False).failed


@every_game
def test_the_page_tells_every_field(name: str) -> None:
    """docs/batch.md names each field of the observations, and each array."""
    page = PAGE.read_text()
    batch = Batch(name, "default", seats=2, n=1, seed=0)
    missing = [word for word in (*batch.layout, *batch.shapes) if f"`{word}`" not in page]
    assert not missing


@pytest.mark.once
@every_game
def test_the_yardstick_measures(name: str) -> None:
    """`python -m bench.batches` gets a positive figure of each kind."""
    assert batches.steps(name, 2, 3, ("count", "observation"), 30) > 0
    assert batches.series(name, 2, 3) > 0
    assert batches.loop(name, 2, 3) > 0
    assert batches.threaded(name, 2, 3, 2) > 0

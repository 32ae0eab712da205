"""An open challenge: who sees cards is chosen by one who sits alone, is named, and rates nobody."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from random import Random

import httpx
import msgspec
import pytest

from speto.audit import Audited, audit, read_paper
from speto.cards import ParseError
from speto.challenge import LEVELS, check_level, choose, signed, way_of
from speto.cli import main
from speto.games import NAMES, State, game
from speto.players import LEVELS as HONEST
from speto.players import player
from speto.players.played import COMPUTERS
from speto.players.signature import read_signature
from speto.record import read_records
from speto.server import asks, log, messages
from speto.server.decide import check_opened, computer_at
from speto.server.drafts import Refused
from speto.server.ratings import COMPUTERS as LADDER
from speto.server.ratings import Place, Ratings
from speto.server.store import Store
from tests import serving
from tests.keyboard import run, says
from tests.serving import RULES, Tap, served
from tests.site import Clock, with_store
from tests.table_play import open_table
from tests.test_lost_answers import play_quickly

pytestmark = pytest.mark.once

each_game = pytest.mark.parametrize("name", NAMES)
each_level = pytest.mark.parametrize("level", LEVELS)


def begun(name: str, seed: int, seats: int = 2) -> State:
    """A deal before its first action."""
    module = game(name)
    pack = list(module.PACK)
    Random(seed).shuffle(pack)
    return module.start(module.read_rules("default"), pack, seats=seats)


def audited(file: Path) -> Audited:
    """What an audit of a file says."""
    (*_, found) = audit(read_paper(file))
    assert found
    return found


# The players.


@each_game
@each_level
def test_they_play_whole_deals(level: str, name: str) -> None:
    """Each acts legally to the end of a deal, and the same in the same moment."""
    state = begun(name, 3)
    while state.to_act is not None:
        action = choose(level, state)
        assert action == choose(level, state)
        state = state.apply(action)


@each_game
def test_they_see_what_they_say(name: str) -> None:
    """Who sees all plays otherwise somewhere than who sees nothing of it, and is named so."""
    differ = 0
    for seed in range(8):
        state = begun(name, seed)
        while state.to_act is not None:
            honest = player("tuned").choose(state.view_for(state.to_act), Random(1))
            differ += str(choose("tuned+both", state)) != str(honest)
            state = state.apply(honest)
    assert differ
    assert [way_of(level) for level in ("tuned+both", "tuned", "tuned+fed", "", None)] == [
        "both",
        *[""] * 4,
    ]


@each_game
def test_each_is_signed(name: str) -> None:
    """A signature tells an open cheat from every other level, and reads back."""
    found = [signed(level, name) for level in (*HONEST, *LEVELS)]
    assert len({*found}) == len(found)
    for signature in found:
        assert read_signature(str(signature)) == signature


@pytest.mark.parametrize("level", ["tuned+fed", "simple+deal", "sharp+hands", "tuned+", "+top"])
def test_no_other_cheat_may_be_chosen(level: str) -> None:
    """What biases a deal, and what no level is made of, stays in the arena or is none."""
    with pytest.raises(ParseError, match="is no level"):
        check_level(level)


# At a table of the server.


def opened(kinds: tuple[str, ...], level: str = "tuned+hands") -> log.Opened:
    """How a table of such seats is opened, where a computer is of this level."""
    body = log.read(open_table(Random(1), "dummy").rows[0].body)
    assert isinstance(body, log.Opened)
    plans = [
        computer_at("dummy", seat, level)
        if kind == "computer"
        else log.Plan("open")
        if kind == "open"
        else log.Plan("person", f"a{seat}", f"Person {seat}")
        for seat, kind in enumerate(kinds)
    ]
    return msgspec.structs.replace(body, seats=tuple(plans))


@each_level
def test_one_person_alone_may_open_such_a_table(level: str) -> None:
    """Where all others are computers it is opened, and each seat tells the level."""
    body = opened(("person", "computer", "computer"), level)
    check_opened(body)
    assert all(level in plan.name and plan.level == level for plan in body.seats[1:])


@pytest.mark.parametrize(
    "kinds",
    [
        ("person", "person", "computer"),
        ("person", "open", "computer"),
        ("open", "computer", "open"),
    ],
)
def test_no_other_person_sits_there(kinds: tuple[str, ...]) -> None:
    """A table with a second person, or with a seat for one, is refused."""
    check_opened(opened(kinds, "tuned"))
    with pytest.raises(Refused) as problem:
        check_opened(opened(kinds))
    assert problem.value.code == "challenge"


def test_the_arena_keeps_its_own() -> None:
    """A cheat that is fed is no level of a table."""
    with pytest.raises(Refused) as problem:
        check_opened(opened(("person", "computer"), "tuned+fed"))
    assert problem.value.code == "level"


def test_free_seats_are_not_filled_with_cheats() -> None:
    """Seats that were open to persons get honest players only."""
    played = open_table(Random(8), "dummy", kinds=("person", "open"))
    with pytest.raises(Refused) as problem:
        played.ask("a0", log.Filled("simple+both"))
    assert problem.value.code == "challenge"


def test_it_rates_nobody(tmp_path: Path) -> None:
    """A match with an open cheat moves no rating, of whomever it is told."""

    async def use(store: Store, clock: Clock) -> None:
        ratings = Ratings(store)
        honest = [Place(1, "ann"), Place(2, computer="tuned@1")]
        cheat = Place(1, computer="tuned+hands@1")
        assert not await ratings.rate("t", "dummy", [*honest, cheat], 1)
        assert not await ratings.rate("u", "dummy", [*honest, Place(3, "bo"), cheat], 1)
        assert (await ratings.of("tuned@1", "dummy", LADDER)).n == 0
        assert await ratings.rate("v", "dummy", honest, 1)

    with_store(tmp_path, use)


@each_game
def test_a_challenge_at_a_server(name: str, tmp_path: Path) -> None:
    """It is named to whoever looks, nobody can join, and its record tells it and is made again."""

    async def play() -> list[Path]:
        async with (
            served(tmp_path) as site,
            Tap(site.url) as tap,
            Tap(site.url) as other,
            httpx.AsyncClient(base_url=site.web) as web,
        ):
            seats = [
                asks.SeatAsked(kind="person"),
                asks.SeatAsked(kind="computer", level="tuned+both"),
            ]
            rules = RULES[name] + (",max_deals=1" if name == "dummy" else "")
            table = (await tap.ask(asks.Open, game=name, rules=rules, seats=seats)).table
            seen = await other.ask(asks.Join, table=table)
            assert isinstance(seen, messages.Refused) and seen.code == "challenge"
            await tap.ask(asks.Watch, table=table)
            told = await tap.find(lambda each: isinstance(each, messages.Table))
            assert isinstance(told, messages.Table)
            assert told.seats[1].level == "tuned+both" and "(tuned+both)" in told.seats[1].name
            await tap.ask(asks.Entropy, table=table, deal=1, entropy="0" * 32)
            await play_quickly(tap, table)
            files = await serving.download(web, table, 1, tmp_path)
            await site.app.service.keeping.close()
            ladder = await site.app.service.keeping.ratings.leaders(name, LADDER, least=0)
            assert not ladder
            return files

    deals = [file for file in asyncio.run(play()) if file.suffix == ".deal"]
    (record,) = read_records(deals[0].read_text())
    assert record.tag(COMPUTERS) == f"-, {signed('tuned+both', name)}"
    assert record.names[1].endswith("(tuned+both)")
    found = [audited(file) for file in deals]
    assert all(each.holds for each in found)
    lines = found[0].lines
    assert "not from its view: an open cheat, which sees all hands and the top" in lines[0]


# At the terminal.

SEED = ("--seed", "1")
"""Of deals in which not all others drop at once."""


@each_game
@pytest.mark.parametrize("level", ["tuned+hands", "simple+top", "tuned+both"])
def test_a_challenge_at_the_terminal(
    level: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its first screen and its record say what it sees; it goes on, and is made again."""
    arguments = ["play", name, "--records", str(tmp_path), "--plain", "--warn", "never"]
    _, person = run(monkeypatch, says("1", "1", "1"), *arguments, "--level", level, *SEED)
    screens = " ".join("".join(person.screens).split())
    assert "This is an open challenge and is never rated." in screens and f"({level})" in screens
    (file,) = tmp_path.glob("*.deal")
    (record,) = read_records(file.read_text())
    assert str(signed(level, name)) in (record.tag(COMPUTERS) or "")
    assert record.tag("Level") == level
    run(monkeypatch, says("1", "1", "1", "1"), *arguments, "--resume", str(file))
    (again,) = read_records(file.read_text())
    assert again.state.at > record.state.at
    found = audited(file)
    assert found.holds
    assert "choices made again, not from its view: an open cheat, which sees" in found.lines[0]


@pytest.mark.parametrize(
    "more",
    [
        ("--apart",),
        ("--server", "localhost:1", "--open", "1"),
        ("--server", "x", "--join", "K7QX4M"),
    ],
)
def test_what_does_not_go_with_it(
    more: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A process that is sent views, and a seat for a friend, are refused in one sentence."""
    monkeypatch.setattr(sys, "argv", ["speto", "play", "--level", "tuned+top", *more])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    assert "tuned+top sees cards" in capsys.readouterr().err

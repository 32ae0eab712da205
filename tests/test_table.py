"""Tables of the server: folding, what is refused, what probing shows, and their fair dealing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from speto.fair import read_transcript
from speto.games import State
from speto.match import follow as follow_deals
from speto.proofs import verify_files
from speto.record import read_records, write_records
from speto.server import log
from speto.server.clock import PRESETS
from speto.server.decide import SERVER, Refused, check_opened
from speto.server.drafts import check_words, try_words
from speto.server.table import Table, begin, follow, seat_of
from tests.table_play import Played, open_table, play, step
from tests.test_indian_laws import hidden_swapped as swapped_in_indian
from tests.test_laws import hidden_swapped as swapped_in_dummy

POOL = "default,format=pool,pool_limit=61"
SETTINGS: list[tuple[str, str, tuple[str, ...], str, float]] = [
    ("dummy", "default", ("person", "person"), "normal", 0.0),
    ("dummy", "thai_classic", ("person", "open", "computer"), "blitz", 0.1),
    ("dummy", "zh_online", ("person",) * 4, "fast", 0.5),
    ("dummy", "default,match_target=0", ("computer", "person", "computer"), "none", 0.0),
    ("indian", "default", ("person", "computer"), "none", 0.0),
    ("indian", "online", ("person", "open", "open", "open", "open"), "calm", 0.1),
    ("indian", POOL, ("person",) * 6, "normal", 0.05),
    ("indian", POOL, ("person", "person", "computer", "computer"), "blitz", 0.5),
    ("indian", "default,format=deals", ("person",) * 3, "fast", 0.1),
]


def opened(setting: tuple[str, str, tuple[str, ...], str, float], seed: int) -> Played:
    name, rules, kinds, clock, _ = setting
    return open_table(Random(seed), name, rules, kinds, clock)


def shown(table: Table) -> list[object]:
    """All of a table but the moments of its deal, which are told by every seat's view."""
    views = [table.view_for(seat) for seat in (None, *range(len(table.seats)))]
    return [
        replace(table, state=None),
        [str(table.state), table.to_act, table.awaited, table.settlement],
        [view and (view.log, view.entries, view.words, view.hand, view.sizes) for view in views],
    ]


def folded(played: Played) -> Iterator[Table]:
    table = begin(played.rows[0])
    yield table
    for row in played.rows[1:]:
        table = follow(table, row, played.seeds)
        yield table


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_whole_matches(
    setting: tuple[str, str, tuple[str, ...], str, float], seed: int, tmp_path: Path
) -> None:
    """A match is played to its end; its proofs and records hold, and make up the same match."""
    played = play(opened(setting, seed), lateness=setting[4])
    table = played.table
    assert table.stage == "over" and table.deadline is None
    assert table.match and table.match.over
    assert table.settlement is not None and sum(table.settlement) == 0
    files = []
    for number, deal in enumerate(table.deals_done, 1):
        files += [tmp_path / f"{number}.deal", tmp_path / f"{number}.json"]
        files[-2].write_text(deal.record, encoding="utf-8", newline="\n")
        files[-1].write_text(deal.proof, encoding="utf-8", newline="\n")
    verdicts = list(verify_files(files))
    assert verdicts and all(verdict.holds for verdict in verdicts)
    assert not any("by the toss" in verdict.line for verdict in verdicts)
    records = [read_records(deal.record)[0] for deal in table.deals_done]
    assert write_records(records) == "\n".join(deal.record for deal in table.deals_done)
    match = follow_deals([record.state for record in records], [record.names for record in records])
    assert (match.totals, match.winners) == (table.match.totals, table.match.winners)


@pytest.mark.parametrize("setting", SETTINGS[:8:2], ids=str)
def test_any_prefix_folds_alike(setting: tuple[str, str, tuple[str, ...], str, float]) -> None:
    """The same rows give the same table after each of them, to every seat and to a spectator."""
    played = play(opened(setting, 11), lateness=0.1, deals=2)
    for one, other in zip(folded(played), folded(played), strict=True):
        assert shown(one) == shown(other)
    assert shown(one) == shown(played.table)
    assert one.seq == len(played.rows)


def test_a_fold_leaves_the_table_before_it() -> None:
    """A table that was followed is still what it was."""
    played = play(open_table(Random(2), "dummy"), deals=1)
    tables = list(folded(played))
    before = [shown(table) for table in tables]
    list(folded(played))
    assert [shown(table) for table in tables] == before


# What is refused.


def refused(played: Played, actor: str, body: log.Body) -> str:
    """The code by which something is refused, which leaves no trace."""
    before, rows = shown(played.table), len(played.rows)
    with pytest.raises(Refused) as problem:
        played.ask(actor, body)
    assert len(played.rows) == rows and shown(played.table) == before
    return problem.value.code


def test_seats_while_waiting() -> None:
    """Only an open seat may be taken, once by each, and given back before the first deal."""
    played = open_table(Random(1), "dummy", kinds=("person", "open", "open"))
    assert played.table.deadline is None
    assert [seat.kind for seat in played.table.seats] == ["person", "open", "open"]
    assert refused(played, "a1", log.Sat(0, "a1", "Mali")) == "taken"
    assert refused(played, "a1", log.Sat(3, "a1", "Mali")) == "taken"
    assert refused(played, "a0", log.Sat(1, "a0", "Somchai")) == "twice"
    assert refused(played, "a1", log.Sat(1, "a2", "Mali")) == "seat"
    assert refused(played, "a1", log.Sat(1, "a1", "Ma,li")) == "name"
    assert refused(played, "a1", log.Left(0)) == "seat"
    assert refused(played, "a1", log.Closed("owner")) == "owner"
    assert refused(played, "a0", log.Ready(0)) == "stage"
    assert refused(played, "a0", log.Did(0, ("+",))) == "stage"
    played.ask("a1", log.Sat(1, "a1", "Mali"))
    assert seat_of(played.table, "a1") == 1
    played.ask("a1", log.Left(1))
    assert seat_of(played.table, "a1") is None and played.table.seats[1].kind == "open"
    played.ask("a1", log.Sat(2, "a1", "Mali"))
    played.ask("a2", log.Sat(1, "a2", "Nok"))
    assert played.table.stage == "entropy"
    assert refused(played, "a2", log.Left(1)) == "stage"


def test_an_empty_table_closes() -> None:
    """When the last person leaves before the first deal the table is closed, and takes nothing."""
    played = open_table(Random(1), "dummy", kinds=("person", "open", "computer"))
    played.ask("a0", log.Left(0))
    assert (played.table.stage, played.table.reason) == ("closed", "empty")
    assert refused(played, "a0", log.Sat(0, "a0", "Somchai")) == "stage"


def test_entropy_is_asked_once() -> None:
    """Entropy is 16 bytes, of a person who plays, of this deal, once; missing entropy is `null`."""
    played = open_table(Random(1), "dummy", kinds=("person", "person", "computer"))
    good = "0123456789abcdef" * 2
    assert refused(played, "a0", log.Gave(0, 1, good[:-2])) == "entropy"
    assert refused(played, "a0", log.Gave(0, 1, good + "00")) == "entropy"
    assert refused(played, "a0", log.Gave(0, 1, good.upper())) == "entropy"
    assert refused(played, "a0", log.Gave(0, 2, good)) == "deal"
    assert refused(played, "a0", log.Gave(1, 1, good)) == "seat"
    assert refused(played, SERVER, log.Gave(2, 1, good)) == "seat"
    played.ask("a0", log.Gave(0, 1, good))
    assert refused(played, "a0", log.Gave(0, 1, "f" * 32)) == "twice"
    assert played.table.awaited == (1,)
    played.run_down()
    sealed = played.table.sealed
    assert played.table.stage == "playing" and sealed
    assert [seat.entropy for seat in sealed.seats] == [bytes.fromhex(good), None, None]
    assert [seat.kind for seat in sealed.seats] == ["person", "person", "computer"]
    assert refused(played, "a1", log.Gave(1, 1, good)) == "stage"


@pytest.mark.parametrize("name", ["dummy", "indian"])
def test_words_are_of_one_turn(name: str) -> None:
    """Words are of one turn of the seat to act; a draw is the last of them and names no card."""
    played = open_table(Random(4), name, kinds=("person", "person", "computer"))
    played.deal()
    while played.table.to_act != 0:
        step(played)
    for words, code in (
        ((), "words"),
        (("+",) * 41, "words"),
        (("hello",), "word"),
        (("=" + "2c" * 200,), "word"),
        (("+6s",), "named-draw"),
        (("+", "-6s"), "draw-last"),
        (("+", "+"), "draw-last"),
        (("-6s",), "illegal"),
    ):
        assert refused(played, "a0", log.Did(0, words)) == code
    assert refused(played, "a1", log.Did(1, ("+",))) == "turn"
    assert refused(played, "a1", log.Did(0, ("+",))) == "seat"
    assert refused(played, "a0", log.Did(9, ("+",))) == "seat"
    assert refused(played, SERVER, log.Did(0, ("+",))) == "seat"
    assert refused(played, "a0", log.Did(0, ("+",), True)) == "seat"
    with pytest.raises(Refused, match="draw"):
        try_words(played.table, 0, ["+"])
    played.say(0, "+")
    view = played.table.view_for(0)
    assert view
    throw = next(word for word in view.words if word.startswith("-"))
    assert refused(played, "a0", log.Did(0, (throw, throw))) == "turn-over"
    draft = try_words(played.table, 0, [throw.lower()])
    assert draft.words == (throw,) and draft.ends and draft.view.hand == view.hand
    played.say(0, throw)
    assert played.table.to_act != 0


def test_drafts_show_what_words_bring() -> None:
    """Words that do not end the turn are shown done, and the table is as it was."""
    for seed in range(30):
        played = open_table(Random(seed), "dummy")
        played.deal()
        while played.table.stage == "playing":
            table, acts = played.table, played.table.to_act
            view = table.view_for(acts)
            assert view and acts is not None
            melds = [word for word in view.words if word.startswith("=")]
            if melds:
                draft = try_words(table, acts, melds[:1])
                assert len(draft.view.hand) < len(view.hand) and not draft.ends
                after = table.view_for(acts)
                assert after and after.hand == view.hand
                return
            step(played, level="random")
    raise AssertionError("no meld came")


def test_what_only_the_server_logs() -> None:
    """Nobody may ask for a body that the server writes of itself."""
    played = open_table(Random(4), "dummy")
    played.deal()
    for body in (
        log.Announced("{}", "0" * 64),
        log.Sealed("{}"),
        log.Revealed(1, "0" * 64),
        log.Replaced(0, "simple"),
        log.Credited(5),
    ):
        assert refused(played, "a0", body) == "server"
    assert refused(played, "a0", log.Followed("t2")) == "stage"
    assert refused(played, "a0", log.Rejoined(0)) == "stage"


def test_ready_and_rematch() -> None:
    """Between deals each is ready once; when the match is over one rematch is opened."""
    played = play(open_table(Random(8), "dummy"), deals=1)
    played.ask("a0", log.Ready(0))
    assert refused(played, "a0", log.Ready(0)) == "twice"
    assert refused(played, "a0", log.Ready(1)) == "seat"
    play(played)
    assert refused(played, "b", log.Followed("t2")) == "seat"
    played.ask("a1", log.Followed("t2"))
    assert played.table.followed == "t2"
    assert refused(played, "a0", log.Followed("t3")) == "twice"


def test_a_closed_table_takes_nothing() -> None:
    """A table that the server closed in a deal has no deadline, no computer's turn, no new row."""
    played = open_table(Random(4), "dummy", kinds=("person", "computer"))
    played.deal()
    played.ask(SERVER, log.Closed("idle"))
    table = played.table
    assert (table.stage, table.deadline, table.computer_to_act) == ("closed", None, None)
    assert refused(played, "a0", log.Did(0, ("+",))) == "stage"


def test_who_is_out_looks_on() -> None:
    """Who is out of a pool has no words in a deal, gives no entropy, and sees as spectators do."""
    played = open_table(Random(2), "indian", POOL, ("person",) * 5)
    while len(played.table.places) == 5 or played.table.stage != "playing":
        assert played.table.stage != "over"
        out = next((seat for seat in range(5) if seat not in played.table.places), None)
        if played.table.stage == "entropy" and out is not None:
            assert refused(played, f"a{out}", log.Gave(out, played.table.deal, "0" * 32)) == "seat"
        step(played)
    table = played.table
    for seat in {*range(5)} - {*table.places}:
        assert refused(played, f"a{seat}", log.Did(seat, ("+",))) == "out"
        view = table.view_for(seat)
        assert view and view.seat is None and not view.hand
    for place, seat in enumerate(table.places):
        view = table.view_for(seat)
        assert view and (view.seat, table.place_of(seat)) == (place, place)


def test_without_its_seed_no_deal_is_folded() -> None:
    """A table whose secret seed is lost cannot be folded; no other pack is dealt in its place."""
    played = open_table(Random(4), "dummy")
    played.deal()
    del played.seeds[1]
    with pytest.raises(KeyError):
        list(folded(played))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "chess"}, "game"),
        ({"rules": "nothing"}, "rules"),
        ({"rules": "default,match_target=500"}, "rules"),
        ({"seats": (log.Plan("person", "a0", "Somchai"),)}, "seats"),
        ({"seats": (log.Plan("person", "a0", "Somchai"),) * 2}, "seats"),
        ({"seats": (log.Plan("person", None, "Somchai"), log.Plan("open"))}, "seats"),
        ({"seats": (log.Plan("person", "a0", "a,b"), log.Plan("open"))}, "name"),
        ({"seats": (log.Plan("computer", None, "C", "wise"), log.Plan("open"))}, "level"),
        ({"seats": (log.Plan("computer", None, "C", "simple"),) * 2}, "seats"),
        ({"clock": msgspec.structs.replace(PRESETS["none"], name="mine")}, "clock"),
    ],
)
def test_what_is_no_table(change: dict[str, Any], code: str) -> None:
    """A table is opened with a game, rules in their one spelling, seats, names, levels, a clock."""
    body = log.read(open_table(Random(1), "dummy").rows[0].body)
    assert isinstance(body, log.Opened)
    check_opened(body)
    with pytest.raises(Refused) as problem:
        check_opened(msgspec.structs.replace(body, **change))
    assert problem.value.code == code


# What probing shows.


def answers(table: Table, seat: int, words: list[str]) -> list[object]:
    """All that a seat is told of words, done or tried."""
    found: list[object] = []
    for probe in (check_words, try_words):
        try:
            answer = probe(table, seat, words)
        except Refused as problem:
            found.append((problem.code, problem.clause, problem.place))
            continue
        if isinstance(answer[-1], bool):
            view: Any = answer[1]
            found.append((answer[0], answer[2], view.words, view.hand, view.sizes, view.scores))
            found.append((view.previews, view.known, view.entries[:0], view.to_act, view.turn))
        else:
            found.append(answer)
    return found


SWAPS: dict[str, Callable[[Random, Any, int], State]] = {
    "dummy": swapped_in_dummy,
    "indian": swapped_in_indian,
}


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("name", ["dummy", "indian"])
def test_probing_shows_nothing(name: str, seed: int) -> None:
    """Whatever a seat says or tries, the answer is the same if hidden cards are others."""
    rng = Random(seed)
    played = open_table(rng, name, kinds=("person",) * rng.choice((2, 3, 4)), clock="none")
    played.deal()
    said = {"+", "^", "x", "~", ".", "!", "-6s"}
    compared = 0
    while played.table.stage == "playing" and compared < 40:
        table = played.table
        acts = table.to_act
        assert acts is not None
        view: Any = table.view_for(acts)
        said.update(view.words[:20])
        if not getattr(view, "must_knock", False):
            other = replace(table, state=SWAPS[name](rng, table.state, acts))
            mine = [*view.words]
            for _ in range(15):
                words = [rng.choice(mine if rng.random() < 0.8 else sorted(said)) for _ in range(3)]
                words = ["+" if word[0] == "+" else word for word in words][: rng.randint(1, 3)]
                seat = acts if rng.random() < 0.9 else rng.randrange(len(table.seats))
                if seat == acts:
                    assert answers(table, seat, words) == answers(other, seat, words), words
                else:
                    assert answers(table, seat, words) == [("turn", None, None)] * 2
            compared += 1
        step(played, level="random" if rng.random() < 0.5 else "simple")
    assert compared


# Fair dealing.


def test_transcripts_are_one_chain() -> None:
    """Each transcript is the announced one with entropy, and holds the digest of that before it."""
    played = play(open_table(Random(9), "dummy", "default,match_target=5000"), deals=4)
    before = None
    announced = None
    for row in played.rows:
        match log.read(row.body):
            case log.Announced(transcript):
                announced = read_transcript(transcript)
                assert announced.chain == (before.digest if before else None)
                assert not any(seat.entropy for seat in announced.seats)
            case log.Sealed(transcript):
                before = read_transcript(transcript)
                assert announced
                assert replace(before, seats=announced.seats) == announced
                assert all(seat.entropy for seat in before.seats)
    assert before and before.deal >= 4


def test_the_owner_begins_with_computers() -> None:
    """Who opened a table and sits there has its free seats filled, and the first deal follows."""
    played = open_table(Random(8), "indian", kinds=("person", "open", "person", "open"))
    assert refused(played, "a2", log.Filled("simple")) == "owner"
    assert refused(played, "a0", log.Filled("genius")) == "level"
    played.ask("a0", log.Filled("simple"))
    seats = played.table.seats
    assert [seat.kind for seat in seats] == ["person", "computer", "person", "computer"]
    assert [seat.name for seat in seats[1::2]] == ["Bina (simple)", "Dev (simple)"]
    assert played.table.stage == "entropy"
    assert refused(played, "a0", log.Filled("simple")) == "stage"
    assert shown(list(folded(played))[-1]) == shown(played.table)
    assert play(played, deals=1).table.deals_done


def test_an_owner_who_does_not_sit_fills_no_seats() -> None:
    """A table whose owner has left the seat is not filled: nobody would play there."""
    played = open_table(Random(8), "dummy", kinds=("person", "person", "open"))
    played.ask("a0", log.Left(0))
    assert refused(played, "a0", log.Filled("simple")) == "seat"

"""Records account for the choices of their computer players, which an audit makes again."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import httpx
import pytest

from speto.cards import ParseError
from speto.cli import main
from speto.fair import luck_of, read_proof
from speto.games import NAMES, State, game
from speto.players import LEVELS, Signature, sign
from speto.players.played import CHANCE, CHOSEN, COMPUTERS, chance_in, choices_in, tags_of
from speto.players.signature import drawn, read_signature
from speto.record import Record, read_records, write_record
from tests import serving
from tests.keyboard import run, says
from tests.levels import quick, signed
from tests.serving import Tap, served
from tests.test_lost_answers import over

pytestmark = pytest.mark.once

Audit = Callable[..., tuple[int, list[str]]]


@pytest.fixture
def audit(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Audit:
    """`speto audit` of these files: its status and its lines."""

    def audit_(*files: Path) -> tuple[int, list[str]]:
        monkeypatch.setattr(sys, "argv", ["speto", "audit", *map(str, files)])
        with pytest.raises(SystemExit) as end:
            main()
        assert isinstance(end.value.code, int)
        return end.value.code, capsys.readouterr().out.splitlines()

    return audit_


def played(level: str, name: str = "dummy", *, seed: int = 1) -> Record:
    """A deal in which a computer of a level sits in each seat but the first, where `random` does.

    The first seat's choices are not accounted for: there a person might sit.
    """
    module = game(name)
    pack = list(module.PACK)
    Random(seed).shuffle(pack)
    state: State = module.start(module.read_rules("default"), pack, seats=3)
    by = {}
    while state.to_act is not None:
        rng = Random(drawn("secret", state.at))
        seat = state.to_act
        choice = quick(level if seat else "random", name).choose(state.view_for(seat), rng)
        if seat:
            by[state.at] = str(signed(level, name))
        state = state.apply(choice)
    tags = (*tags_of([None, level, level], by, state), (CHANCE, "secret"))
    return Record(name, ("You", "Nok", "Chai"), state, tags)


def kept(folder: Path, *records: Record) -> Path:
    """A file of records."""
    file = folder / "some.deal"
    file.write_text("\n".join(map(write_record, records)))
    return file


# Signatures.


@pytest.mark.parametrize(
    "signature",
    [
        Signature("random", 1),
        Signature("tuned", 12, "9f3a12cd"),
        Signature("sharp", 1, "00000000", 400),
    ],
)
def test_a_signature_reads_back(signature: Signature) -> None:
    """What was written is read as the same."""
    assert read_signature(str(signature)) == signature


@pytest.mark.parametrize(
    "text", ["", "-", "simple", "simple/0", "Simple/1", "sharp/1/400", "sharp/1/9f3a12cd/0", "a/1/"]
)
def test_what_is_no_signature(text: str) -> None:
    """Whatever is spelled otherwise is refused in one sentence."""
    with pytest.raises(ParseError, match="write it as simple/1"):
        read_signature(text)


@pytest.mark.parametrize("name", NAMES)
def test_every_level_has_a_signature_of_its_own(name: str) -> None:
    """Levels are told apart, and each is written as it is read."""
    signatures = [sign(level, name) for level in LEVELS]
    assert len({*signatures}) == len(LEVELS)
    for signature in signatures:
        assert read_signature(str(signature)) == signature


def test_chance_is_drawn_as_docs_record_says() -> None:
    """The seed of a choice is the first 8 bytes of SHA-256(chance ‖ " " ‖ index)."""
    for chance, at in (("secret", 0), ("0f", 31)):
        digest = hashlib.sha256(f"{chance} {at}".encode()).hexdigest()
        assert drawn(chance, at) == int(digest[:16], 16)


def test_the_luck_of_a_deal_is_as_docs_fair_says() -> None:
    """It is HMAC-SHA256(key, "luck"), with the key that the pack comes from."""
    text = (Path(__file__).parent / "fair" / "dummy-1.json").read_text()
    proof = read_proof(text)
    message = b"DR1|deal|" + hashlib.sha256(str(proof.transcript).encode()).digest()
    key = hmac.new(proof.seed, message, "sha256").digest()
    luck = hmac.new(key, b"luck", "sha256").hexdigest()
    assert luck_of(proof.transcript, proof.seed) == luck


# Tags.


def test_the_tags_tell_who_chose() -> None:
    """A seat's player is named once; what others chose there is told by its index."""
    state = played("simple").state
    acted = [before.to_act for before in chain_of(state)]
    first = acted.index(1)
    others = [at for at, seat in enumerate(acted) if seat == 1][1:3]
    by = {at: "simple/1" for at, seat in enumerate(acted) if seat == 1}
    by |= {others[0]: "random/1", 0: "simple/1"}
    del by[others[1]]
    tags = tags_of([None, "simple", "random"], by, state)
    told = f"simple/1 0, random/1 {others[0]}, - {others[1]}"
    assert tags == ((COMPUTERS, "-, simple/1, random"), (CHOSEN, told))
    record = Record("dummy", ("A", "B", "C"), state, tags)
    assert {at: str(who) for at, who in choices_in(record).items()} == by
    assert choices_in(record)[first] == Signature("simple", 1)


def chain_of(state: State) -> list[State]:
    """The moments at which something was chosen."""
    found = []
    before = state.before
    while before:
        found.append(before)
        before = before.before
    return found[::-1]


def test_no_computer_no_tags() -> None:
    """A deal among people has no tags of computer players."""
    assert tags_of([None, None, None], {}, played("simple").state) == ()


@pytest.mark.parametrize(
    ("tags", "problem"),
    [
        ({COMPUTERS: "-, simple/1"}, "the tag Computers names 2 of 3 seats"),
        ({COMPUTERS: "-, simple/1, simple/x"}, "'simple/x' names no player"),
        ({CHOSEN: "simple/1 9999"}, "'simple/1 9999' names no action"),
        ({CHOSEN: "simple/1"}, "'simple/1' names no action"),
        ({CHOSEN: "- x"}, "'- x' names no action"),
        ({CHOSEN: "simple 1"}, "'simple' names no player"),
    ],
)
def test_tags_that_are_not_right(tags: dict[str, str], problem: str) -> None:
    """A tag that cannot be is refused in one sentence."""
    record = replace(played("simple"), tags=tuple(tags.items()))
    with pytest.raises(ParseError, match=problem):
        choices_in(record)


# Auditing.


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_a_record_is_made_again(level: str, name: str, audit: Audit, tmp_path: Path) -> None:
    """Each choice of each level that a record tells is made again from its view."""
    record = played(level, name)
    status, lines = audit(kept(tmp_path, record))
    who = signed(level, name)
    for seat in (1, 2):
        n = sum(1 for moment in chain_of(record.state) if moment.to_act == seat)
        assert (
            f"some.deal: deal 1, seat {seat}: {who}: {n} of {n} choices made again"
            in lines[seat - 1]
        )
    assert status == 0
    assert lines[-1].endswith("files in which not all were: 0")


def test_a_changed_word_is_caught(audit: Audit, tmp_path: Path) -> None:
    """Where a record says another legal word than the player says, it is named."""
    record = played("simple")
    moments = chain_of(record.state)
    at = next(
        at
        for at, moment in enumerate(moments)
        if moment.to_act == 1
        and str(record.state.log[at]).startswith("-")
        and len(moment.legal) > 2
    )
    said = record.state.log[at]
    state = moments[at]
    other = next(word for word in state.legal if str(word)[0] == "-" and word != said)
    changed = replace(record, state=state.apply(other))
    status, lines = audit(kept(tmp_path, changed))
    assert status == 1
    assert any(
        line.endswith(f"action {at}: {other} was said, {said} is what simple/1 says")
        for line in lines
    )


def test_a_player_of_another_version_is_not_taken_for_this_one(
    audit: Audit, tmp_path: Path
) -> None:
    """What an older or unknown player chose is not counted as made again."""
    record = played("simple")
    for who, told in (("simple/2", "whose simple is simple/1"), ("clever/1", "no player of this")):
        tags = [(key, text.replace("simple/1", who)) for key, text in record.tags]
        status, lines = audit(kept(tmp_path, replace(record, tags=tuple(tags))))
        assert status == 1
        assert told in lines[0]
        assert ", made again: 0," in lines[-1]


def test_another_chance_is_caught(audit: Audit, tmp_path: Path) -> None:
    """A player that draws lots does otherwise by another chance."""
    record = played("random")
    tags = dict(record.tags) | {CHANCE: "other"}
    status, _ = audit(kept(tmp_path, replace(record, tags=tuple(tags.items()))))
    assert status == 1


@pytest.mark.parametrize(
    ("without", "problem"),
    [(CHANCE, "a tag Chance does"), (COMPUTERS, "no choice of a computer player is accounted")],
)
def test_what_is_not_told_is_not_taken_as_right(
    without: str, problem: str, audit: Audit, tmp_path: Path
) -> None:
    """A record that leaves out who chose, or by what chance, does not pass."""
    record = played("simple")
    tags = tuple((key, text) for key, text in record.tags if key != without)
    status, lines = audit(kept(tmp_path, replace(record, tags=tags)))
    assert status == 1
    assert problem in "\n".join(lines)


def test_files_that_are_none(audit: Audit, tmp_path: Path) -> None:
    """A file that is no record, or is not there, is told in a line and stops no other."""
    good = kept(tmp_path, played("simple"))
    bad = tmp_path / "bad.deal"
    bad.write_text("no record\n")
    status, lines = audit(bad, tmp_path / "none.deal", good)
    assert status == 1
    assert len(lines) == 5
    assert lines[-1].endswith("files in which not all were: 2")


# What writes records.


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("level", ["random", "simple"])
def test_a_match_at_the_terminal_can_be_audited(
    level: str,
    name: str,
    audit: Audit,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What `speto play` keeps accounts for each choice, also after it was left and went on."""
    arguments = ["play", name, "--records", str(tmp_path), "--plain", "--warn", "never"]
    for _ in range(50):  # a computer of the level random may give a deal up at once
        run(monkeypatch, says("1", "1", "1"), *arguments, "--level", level, "--new")
        (file,) = tmp_path.glob("*.deal")
        (record,) = read_records(file.read_text())
        if not record.state.over:
            break
        file.unlink()
    chance = record.tag(CHANCE)
    assert chance
    assert audit(file)[0] == 0
    run(monkeypatch, says("1", "1", "1", "1"), *arguments, "--resume", str(file))
    (again,) = read_records(file.read_text())
    assert again.tag(CHANCE) == chance
    assert again.state.at > record.state.at
    assert audit(file)[0] == 0


def test_a_deal_of_a_server_can_be_audited(audit: Audit, tmp_path: Path) -> None:
    """A downloaded deal accounts for each choice; their chance comes from the seed revealed."""

    async def play() -> list[Path]:
        async with (
            served(tmp_path) as site,
            Tap(site.url) as tap,
            httpx.AsyncClient(base_url=site.web) as web,
        ):
            table = await over(tap)
            return await serving.download(web, table, 1, tmp_path)

    deal, _ = asyncio.run(play())
    (record,) = read_records(deal.read_text())
    assert record.tag(COMPUTERS) == "-, simple/1"
    assert record.tag(CHANCE) is None
    status, lines = audit(deal)
    assert status == 0
    assert "seat 1: simple/1" in lines[0]
    told = replace(record, tags=(*record.tags, (CHANCE, "mine")))
    with pytest.raises(ParseError, match="not what the seed of the deal gives"):
        chance_in(told)


@pytest.mark.parametrize("file", sorted((Path(__file__).parent / "audit").glob("*.deal")), ids=str)
def test_a_player_of_the_same_version_plays_the_same(file: Path, audit: Audit) -> None:
    """What was stored of a player is what it does: who plays differently has another version."""
    status, lines = audit(file)
    assert status == 0, "\n".join(lines)

"""`speto verify`: one line for each file, and what it finds between files."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from speto import dummy, fair, indian
from speto.cards import Card, ParseError
from speto.cli import main
from speto.fair import COMPUTER, PERSON, Proof, Transcript, read_proof
from speto.proofs import verify_files
from speto.record import Record, write_records

FOLDER = Path(__file__).parent / "fair"
Speto = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Speto:
    """`speto verify` with these files: its exit status, standard output and standard error."""

    def verify(*files: Path) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["speto", "verify", *map(str, files)])
        with pytest.raises(SystemExit) as end:
            main()
        assert isinstance(end.value.code, int)
        return (end.value.code, *capsys.readouterr())

    return verify


@pytest.fixture
def verdict(tmp_path: Path, run: Speto) -> Callable[..., tuple[int, list[str]]]:
    """The status and the lines for texts, which are written to files named a, b, c …"""

    def verify(*texts: str) -> tuple[int, list[str]]:
        files = [tmp_path / chr(ord("a") + number) for number in range(len(texts))]
        for file, text in zip(files, texts, strict=True):
            file.write_text(text, encoding="utf-8", newline="")
        status, out, err = run(*files)
        assert not err
        lines = out.replace(f"{tmp_path}/", "").splitlines()
        assert [line[:3] for line in lines] == [f"{file.name}: " for file in files]
        return status, [line[3:] for line in lines]

    return verify


def dealt(
    number: int = 1, before: Transcript | None = None, *, game: ModuleType = dummy, seats: int = 3
) -> Proof:
    """A deal of the table `t`: two people, one of whom gives entropy, and computer players."""
    secret = number.to_bytes(32, "big")
    announced = fair.announce(
        game.PRESETS["default"],
        table="t",
        commit=fair.commit_to(secret),
        kinds=[PERSON, PERSON, COMPUTER, COMPUTER][:seats],
        before=before,
    )
    return fair.reveal(fair.seal(announced, {0: bytes(16)}), secret)


def played(
    proof: Proof, *, carried: bool = True, starter: int | None = None, pack: Sequence[Card] = ()
) -> Record:
    """A record of that deal after its first two actions."""
    game: Any = dummy if proof.transcript.game.startswith("dummy") else indian
    names = ("Nok", "Som", "Pim (simple)", "Ploy (simple)")[: len(proof.transcript.seats)]
    state = game.start(
        game.PRESETS["default"],
        pack or proof.dealt,
        seats=len(names),
        starter=fair.toss(proof.transcript, proof.seed) if starter is None else starter,
    )
    for _ in range(2):
        state = state.apply(state.legal[-1])
    return Record(game.NAME, names, state, fair.tags_of(proof) if carried else ())


FIRST = dealt(1)
SECOND = dealt(2, FIRST.transcript)
THIRD = dealt(3, SECOND.transcript)
HOLDS = "holds: deal {} of table t, entropy from 1 of 2 people"


def test_the_vectors_hold(run: Speto) -> None:
    """The published proofs and the record among them hold, and say of what and by whom."""
    names = ("dummy-1.json", "dummy-1.deal", "dummy-2.json", "indian-1.json", "nobody-1.json")
    status, out, err = run(*(FOLDER / name for name in names))
    assert (status, err) == (0, "")
    assert out.replace(f"{FOLDER}/", "").splitlines() == [
        "dummy-1.json: holds: deal 1 of table lotus, entropy from 2 of 2 people",
        "dummy-1.deal: holds: deal 1 of table lotus, entropy from 2 of 2 people",
        "dummy-2.json: holds: deal 2 of table lotus, entropy from 1 of 2 people",
        "indian-1.json: holds: deal 1 of table Red_Fort-6, entropy from 6 of 6 people",
        "nobody-1.json: holds: deal 1 of table 7, entropy from 0 of 1 people;"
        " the server alone chose the pack",
    ]


Verdict = Callable[..., tuple[int, list[str]]]


@pytest.mark.parametrize("game", [dummy, indian])
def test_records(game: ModuleType, verdict: Verdict) -> None:
    """A record holds by the proof it carries, or by one that is given with it, in any order."""
    proof = dealt(game=game)
    carrying, bare = write_records([played(proof)]), write_records([played(proof, carried=False)])
    assert verdict(carrying) == (0, [HOLDS.format(1)])
    assert verdict(bare, str(proof)) == verdict(str(proof), carrying) == (0, [HOLDS.format(1)] * 2)
    assert verdict(bare) == (
        1,
        ["does not hold: it carries no transcript, and no proof is given beside it"],
    )
    other = dealt(9, game=game)
    status, lines = verdict(bare, str(other))
    assert status == 1 and lines[1] == HOLDS.format(1)
    assert lines[0].startswith("does not hold: card ")
    assert verdict(bare, str(other), str(dealt(2, other.transcript)))[1][0] == (
        "does not hold: none of the proofs given is of this record"
    )


def test_a_match_in_one_file(verdict: Verdict) -> None:
    """Each deal of a file is held against its own proof; the first that fails is named."""
    deals = [played(proof) for proof in (FIRST, SECOND, THIRD)]
    assert verdict(write_records(deals)) == (0, ["holds: 3 deals, entropy from 3 of 6 people"])
    silent = fair.reveal(fair.seal(replace(FIRST.transcript, table="u"), {}), FIRST.seed)
    assert verdict(write_records([played(silent), deals[1]]))[1] == [
        "holds: 2 deals, entropy from 1 of 4 people; the server alone chose a pack"
    ]
    wrong = replace(deals[1], tags=fair.tags_of(THIRD))
    status, lines = verdict(write_records([deals[0], wrong]))
    assert status == 1
    assert lines[0].startswith("does not hold: deal 2 of the file: card ")


def test_another_pack(verdict: Verdict) -> None:
    """A record whose pack is not the one dealt does not hold, were only two cards exchanged."""
    dealt_ = FIRST.dealt
    unseen = (*dealt_[:-2], dealt_[-1], dealt_[-2])
    says = f"does not hold: card 51 of the pack must be {dealt_[-2]}, not {dealt_[-1]}"
    assert verdict(write_records([played(FIRST, pack=unseen)])) == (1, [says])
    text = write_records([played(FIRST)])
    first = "".join(map(str, dealt_))
    for at in range(0, 102, 2):
        pack = first[:at] + first[at + 2 : at + 4] + first[at : at + 2] + first[at + 4 :]
        status, lines = verdict(text.replace(first, pack, 1))
        assert status == 1 and lines[0].startswith("does not hold: "), pack


def test_another_table(verdict: Verdict) -> None:
    """A record of other rules, seats or another game is not of this deal, though the pack be."""
    four = dealt(seats=4)
    bare = write_records([played(four, carried=False)])
    three = replace(four, transcript=FIRST.transcript)
    assert verdict(bare, str(three))[1][0] == (
        "does not hold: Seats is 4 in the record, 3 in the transcript"
    )
    other = replace(four, transcript=replace(four.transcript, rules="zh_online"))
    assert verdict(bare, str(other))[1][0] == (
        "does not hold: Rules is default in the record, zh_online in the transcript"
    )
    other = replace(four, transcript=replace(four.transcript, game="dummy/9"))
    assert verdict(bare, str(other))[1][0] == (
        "does not hold: Game is dummy/1 in the record, dummy/9 in the transcript"
    )


def test_chains(verdict: Verdict) -> None:
    """Deals of a table given together follow one another; a deal done again shows."""
    assert verdict(*map(str, (FIRST, SECOND, THIRD))) == (0, [HOLDS.format(n) for n in (1, 2, 3)])
    assert verdict(*map(str, (THIRD, FIRST))) == (0, [HOLDS.format(3), HOLDS.format(1)])
    again = dealt(8, FIRST.transcript)
    twice = "does not hold: another transcript is of deal 2 of table t too"
    status, lines = verdict(*map(str, (FIRST, SECOND, again, THIRD)))
    assert (status, lines[:3]) == (1, [HOLDS.format(1), twice, twice])
    assert verdict(*map(str, (FIRST, again, THIRD))) == (
        1,
        [
            HOLDS.format(1),
            HOLDS.format(2),
            "does not hold: its chain is not the digest of deal 2 of table t",
        ],
    )
    assert verdict(str(FIRST), str(FIRST), write_records([played(FIRST)]))[0] == 0


def test_who_starts(verdict: Verdict) -> None:
    """A record of a table's first deal tells if another seat began than the one of the toss."""
    seat = fair.toss(FIRST.transcript, FIRST.seed)
    other = (seat + 1) % 3
    said = f"{HOLDS.format(1)}; seat {{}} began in direction {{}}, by the toss it was seat {seat}"
    said += " in direction 1"
    text = write_records([played(FIRST, starter=other)])
    assert verdict(text) == (0, [said.format(other, 1)])
    text = write_records([played(FIRST)]).replace('[Direction "1"]', '[Direction "-1"]')
    assert verdict(text) == (0, [said.format(seat, -1)])
    for starter in range(3):
        assert verdict(write_records([played(SECOND, starter=starter)])) == (0, [HOLDS.format(2)])


def test_records_that_are_not_right(verdict: Verdict) -> None:
    """A record that does not replay, or whose tags cannot be read, does not hold, and says why."""
    text = write_records([played(FIRST)])
    for old, new, says in (
        ("* 0 0 0 unfinished\n", "", "the record is cut off"),
        ('[Starter "1"]', '[Starter "2"]', "here turn and seat must be 1 2"),
        ("[Reveal ", "[Revealed ", "the tag Reveal is missing, so the seed is not revealed"),
        ("'chain':null", "'chain':nil", "write as chain null, or 64 hex digits"),
        ('[Reveal "0', '[Reveal "1', "the seed is not the one that was committed to"),
        ('[Reveal "0', '[Reveal "x', "write as seed 64 hex digits"),
        ("'entropy':'0", "'entropy':'1", "card "),
    ):
        assert old in text
        status, lines = verdict(text.replace(old, new))
        assert status == 1
        assert lines[0].startswith("does not hold: ") and says in lines[0]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "this is neither a proof of deal-v1 nor a record"),
        (b"hello\n", "this is neither a proof of deal-v1 nor a record"),
        (b"\xff\xfe{}", "byte 0 is not UTF-8 text"),
        (b"{}", 'character 1: here must stand {"dealt":'),
        (b"{" * 100_000, 'character 1: here must stand {"dealt":'),
        (b"[]" * 100_000, "this is neither a proof of deal-v1 nor a record"),
        (b'{"dealt":"2c\xff"}', "character 10: write as dealt"),
        (str(FIRST).encode() + b"\n", "here must stand '}\\n' and nothing more"),
        (str(FIRST).replace("\n", "\r\n").encode(), "write as transcript a transcript"),
        (b"\xef\xbb\xbf" + str(FIRST).encode(), "this is neither a proof of deal-v1 nor a record"),
    ],
)
def test_bad_input_is_one_line(data: bytes, says: str, tmp_path: Path, run: Speto) -> None:
    """What is neither proof nor record is one line on standard error and status 2."""
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(str(FIRST))
    bad.write_bytes(data)
    for files in ((bad,), (good, bad), (bad, good)):
        status, out, err = run(*files)
        assert (status, out) == (2, "")
        assert err.startswith(f"speto: {bad}") and err.count("\n") == 1
        assert says in err and len(err) < 400


def test_what_is_no_file(tmp_path: Path, run: Speto) -> None:
    """A file that is not there, a folder and no file at all are one line and status 2."""
    missing = tmp_path / "missing.json"
    assert run(missing) == (2, "", f"speto: {missing}: No such file or directory\n")
    assert run(tmp_path) == (2, "", f"speto: {tmp_path}: Is a directory\n")
    assert run() == (2, "", "speto: Missing argument 'files'.\n")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.randoms(use_true_random=False), st.integers(1, 5))
def test_mangled_files(tmp_path: Path, random: Random, times: int) -> None:
    """Any bytes are a verdict in one line, or a mistake that is named; a change never holds."""
    source = random.choice(("dummy-1.json", "indian-1.json", "dummy-1.deal"))
    data = bytearray((FOLDER / source).read_bytes())
    end = data.index(b"  1 0 ") if source.endswith(".deal") else len(data)
    start = data.index(b"[Pack") if source.endswith(".deal") else 0
    for _ in range(times):
        at = random.randrange(start, end)
        data[at : at + random.choice((0, 1, 1, 1))] = random.randbytes(random.choice((0, 1, 1, 2)))
    file = tmp_path / "mangled"
    file.write_bytes(data)
    if data == (FOLDER / source).read_bytes():
        return
    try:
        [found] = verify_files([file])
    except ParseError as problem:
        assert str(file) in str(problem)
    else:
        assert not found.holds or source.endswith(".deal")
        assert "\n" not in found.line


def test_any_change_of_a_record_is_noticed(tmp_path: Path) -> None:
    """Any other hex digit or card in the tags of a proof and its pack, and the record fails."""
    text = (FOLDER / "dummy-1.deal").read_text()
    file = tmp_path / "changed.deal"
    random = Random(1)
    start, end = text.index('[Pack "') + 7, text.index('"]\n  1 0 ')
    outside = ("[Transcript", '"]\n[Reveal "', '"]\n')
    gaps = {at + n for gap in outside for at in [text.index(gap, start)] for n in range(len(gap))}
    for at in range(start, end):
        if at in gaps:
            continue
        other = random.choice([piece for piece in "0123456789abcdefJQ" if piece != text[at]])
        file.write_text(text[:at] + other + text[at + 1 :])
        [found] = verify_files([file])
        assert not found.holds, (at, text[at - 20 : at + 20])


def test_downloads_hold_on_any_path(tmp_path: Path, run: Speto) -> None:
    """Names of files mean nothing: what a file is, it says itself."""
    for source, name in (("dummy-1.json", "x.deal"), ("dummy-1.deal", "ไพ่ 1.json")):
        shutil.copy(FOLDER / source, tmp_path / name)
    status, out, err = run(tmp_path / "x.deal", tmp_path / "ไพ่ 1.json")
    assert (status, err) == (0, "")
    assert out.count(": holds: ") == 2
    assert json.loads((tmp_path / "x.deal").read_text())["transcript"]["table"] == "lotus"
    assert read_proof((tmp_path / "x.deal").read_text()).transcript.table == "lotus"

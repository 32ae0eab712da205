"""A deal as a replay: each step as those at the table saw it.

What must stay true: every view is the game's own; a step holds what differs from the step before,
so that laying the changes over one another gives the faces of `speto.server.faces`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import Raw, Struct, json

from speto.fair import proof_in
from speto.indian.match import Receipt as Won
from speto.indian.match import receipts
from speto.indian.state import State as Rummy
from speto.match import NoMatch, follow
from speto.record import Record, states
from speto.server import faces
from speto.server.faces.cards import Scored, scored
from speto.server.history import Finished, Line, Player
from speto.server.messages import Standing
from speto.server.showing import standing_of

Plain = dict[str, Any]
SAME: Final = Raw(b"null")
"""A face in which nothing has changed."""


class ReplaySeat(Struct, frozen=True):
    """A seat of the deal: its name, its points; account and level where the server knows them."""

    name: str
    points: int
    account: str | None = None
    level: str | None = None
    rank: int | None = None


class ReplayStep(Struct, frozen=True):
    """An action and what it changed; the first step is the deal before any action, whole.

    `word` is the action, `told` what the others read of it. `public` and `own` hold the fields of
    the faces that have changed; `own` is by seat, last that of a spectator, null for no change.
    """

    seat: int | None
    word: str | None
    told: str | None
    turn: int
    public: Raw
    own: list[Raw]


class ReplayRefusal(Struct, frozen=True):
    """A word that was refused to a seat after so many actions, and by which clause."""

    after: int
    seat: int
    word: str
    clause: str


class Receipt(Struct, frozen=True):
    """What a winner of a deal of Indian Rummy gets, by a clause, from the seats that pay.

    It is points times their value, chips in a match of deals, and 0 in a pool.
    """

    seat: int
    points: int
    clause: str
    payers: list[int]


class DealPlayed(Struct, frozen=True):
    """A deal of the same table: its number and who had how many points."""

    deal: int
    at: int
    players: list[ReplaySeat]


class Replay(Struct, frozen=True):
    """A deal to be looked at; step `n` is after `n` actions, an entry's `at` belongs to step at+1.

    `deal` is its number at the table, or in the file of `deals`; `proof` is the text of its proof.
    `standing` is the match that the deals of its table make up, where all of them are there;
    `receipts` are what the winners get, where `entries` are what the others owe.
    """

    game: str
    rules: str
    table: str | None
    deal: int
    deals: int
    played: int | None
    starter: int
    direction: int
    seats: list[ReplaySeat]
    steps: list[ReplayStep]
    entries: list[Scored]
    refusals: list[ReplayRefusal]
    over: bool
    proof: str | None
    others: list[DealPlayed]
    standing: Standing | None = None
    receipts: list[Receipt] = []


def replay_of(record: Record, *, deal: int = 1, deals: int = 1) -> Replay:
    """A record as a replay.

    :raises ParseError: if it carries a proof that is not right.
    """
    proof = proof_in(record)
    state = record.state
    return Replay(
        record.game,
        str(state.rules),
        proof.transcript.table if proof else None,
        deal,
        deals,
        None,
        state.starter,
        state.direction,
        [ReplaySeat(*seat) for seat in zip(record.names, state.scores, strict=True)],
        steps_of(record),
        [scored(entry) for entry in state.ledger()],
        [ReplayRefusal(*refused) for refused in _refusals(record)],
        state.over,
        str(proof) if proof else None,
        [],
        receipts=[_receipt(won) for won in _won(state)],
    )


def match_of(records: Sequence[Record], lines: Sequence[Line]) -> Standing | None:
    """How the match of a table stands after its deals; none if some of them are gone."""
    if [line.deal for line in lines] != [*range(1, len(records) + 1)]:
        return None
    states = [record.state for record in records]
    try:
        match = follow(states, [record.names for record in records])
    except NoMatch:
        return None
    return standing_of(match, match.playing)


def replay_of_finished(
    record: Record, found: Finished, lines: Sequence[Line], standing: Standing | None
) -> Replay:
    """A deal of the history as a replay; `lines` are the deals of its table."""
    made = replay_of(record, deal=found.deal, deals=len(lines))
    return Replay(
        **{name: getattr(made, name) for name in made.__struct_fields__}
        | {
            "table": found.table,
            "played": found.at,
            "seats": seats_of(found.players),
            "proof": found.proof,
            "standing": standing,
            "others": [DealPlayed(line.deal, line.at, seats_of(line.players)) for line in lines],
        }
    )


def _won(state: Any) -> tuple[Won, ...]:
    return receipts(state) if isinstance(state, Rummy) and state.over else ()


def _receipt(won: Won) -> Receipt:
    return Receipt(won.seat, won.points, won.clause.code, list(won.payers))


def seats_of(players: Sequence[Player]) -> list[ReplaySeat]:
    """Who played a deal, by its seats."""
    return [ReplaySeat(one.name, one.points, one.account, one.level, one.rank) for one in players]


def _refusals(record: Record) -> list[tuple[int, int, str, str]]:
    return [(one.after, one.seat, one.word, one.code) for one in record.refusals]


def steps_of(record: Record) -> list[ReplayStep]:
    """Every moment of a deal, each as what it changed."""
    viewers = [*range(record.state.seats), None]
    public: Plain = {}
    own: list[Plain] = [{} for _ in viewers]
    steps = []
    for state in states(record.state):
        views = [state.view_for(viewer) for viewer in viewers]
        shown: Plain = json.decode(faces.public(views[-1]))
        hands: list[Plain] = [json.decode(faces.own(view)) for view in views]
        before = state.before
        steps.append(
            ReplayStep(
                before.to_act if before else None,
                str(state.action) if before else None,
                str(views[-1].log[-1].action) if before else None,
                state.turn,
                _changed(public, shown),
                [
                    SAME if was == now else _changed(was, now)
                    for was, now in zip(own, hands, strict=True)
                ],
            )
        )
        public, own = shown, hands
    return steps


def _changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> Raw:
    """The fields that are not as they were."""
    changed = {
        name: value for name, value in after.items() if name not in before or before[name] != value
    }
    return Raw(json.encode(changed))

"""A table of the server as a value, and how each row of its log changes it.

What must stay true: the same rows and seeds give the same table, whoever folds them and however
often; a row is followed without asking whether it was allowed, which `decide` did before it stood
in the log. Seats are those of the match here; a deal numbers `places`, the seats that sit in it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeVar, cast

from msgspec import UNSET

from speto.fair import COMPUTER, PERSON, Transcript, luck_of, pack_of, read_transcript, reveal, toss
from speto.games import Game, Match, State, View, game
from speto.players.signature import drawn
from speto.record import write_record
from speto.server import log
from speto.server.clock import BETWEEN_MS, COMPUTER_MS, ENTROPY_MS, REJOIN_MS, bank_after, ends
from speto.server.seats import Finished, Seat, Turn, record_of
from speto.server.store import Row
from speto.server.terms import Stage

T = TypeVar("T")

SIMPLE: Final = "simple"


@dataclass(frozen=True, slots=True)
class Table:
    """A table after a row of its log.

    `state` is the deal that runs, or the last one; `places` are the seats that sit in it, or in the
    one that is announced. `chosen` tells which computer player chose an action of `state`, by its
    index. `sealed` is the last transcript that was, `luck` what its computer players draw their
    chance from; `commits` those of deal 1 and on, one more than were announced. `banks` are by seat
    of the match.
    """

    id: str
    seq: int
    opened: log.Opened
    game: Game = field(repr=False)
    rules: Any
    seats: tuple[Seat, ...]
    stage: Stage = "waiting"
    match: Match | None = None
    state: State | None = field(default=None, repr=False)
    places: tuple[int, ...] = ()
    chosen: tuple[tuple[int, str], ...] = field(default=(), repr=False)
    announced: Transcript | None = field(default=None, repr=False)
    sealed: Transcript | None = field(default=None, repr=False)
    seed: bytes | None = field(default=None, repr=False)
    luck: str = field(default="", repr=False)
    commits: tuple[str, ...] = ()
    entropy: Mapping[int, bytes] = field(default_factory=dict)
    reveals: Mapping[int, str] = field(default_factory=dict)
    ready: frozenset[int] = frozenset()
    deadline: int | None = None
    banks: tuple[int, ...] = ()
    turn_began: int = 0
    deals_done: tuple[Finished, ...] = field(default=(), repr=False)
    followed: str | None = None
    reason: str | None = None

    @property
    def deal(self) -> int:
        """The number of the deal that is announced or runs, or of the last; 0 before the first."""
        return self.announced.deal if self.announced else 0

    @property
    def to_act(self) -> int | None:
        """The seat of the match whose turn it is."""
        if self.stage != "playing" or self.state is None or self.state.to_act is None:
            return None
        return self.places[self.state.to_act]

    @property
    def computer_to_act(self) -> Turn | None:
        """The turn of a computer, its own or a substitute's."""
        seat = self.to_act
        if seat is None or self.seats[seat].present:
            return None
        view = self.view_for(seat)
        assert view and self.state
        level = self.seats[seat].substitute or self.seats[seat].level or SIMPLE
        return Turn(seat, level, view, drawn(self.luck, self.state.at))

    @property
    def awaited(self) -> tuple[int, ...]:
        """The persons that the table waits for: to give entropy, or to be ready."""
        match self.stage:
            case "entropy":
                sits = [seat for place, seat in enumerate(self.places) if place not in self.entropy]
            case "between" | "rejoining" if self.match:
                playing = {*self.match.playing, *self.match.may_rejoin}
                sits = sorted(playing - self.ready)
            case _:
                sits = []
        return tuple(seat for seat in sits if self.seats[seat].present)

    @property
    def deserted(self) -> bool:
        """Whether persons sit here, and none of them is waited for any more."""
        persons, lost = [seat for seat in self.seats if seat.kind == PERSON], self.opened.clock.lost
        return bool(persons) and all(seat.substitute or lost(seat.missed) for seat in persons)

    @property
    def settlement(self) -> tuple[int, ...] | None:
        """What each seat receives, when the match is over."""
        return self.match.settlement() if self.match and self.match.over else None

    def place_of(self, seat: int | None) -> int | None:
        """The number that a seat of the match has in the deal; none if it does not sit in it."""
        return self.places.index(seat) if seat in self.places else None

    def view_for(self, seat: int | None) -> View[Any] | None:
        """What a seat of the match may know of the deal, a spectator if it sits in none."""
        return self.state.view_for(self.place_of(seat)) if self.state else None


def seat_of(table: Table, account: str | None) -> int | None:
    """The seat of the match in which an account sits."""
    if account is None:
        return None
    for number, seat in enumerate(table.seats):
        if seat.who == account and seat.kind == PERSON:
            return number
    return None


def begin(row: Row) -> Table:
    """A table after the first row of its log."""
    opened = log.read(row.body)
    assert isinstance(opened, log.Opened)
    module = game(opened.game)
    table = Table(
        id=row.table,
        seq=row.seq,
        opened=opened,
        game=module,
        rules=module.read_rules(opened.rules),
        seats=tuple(Seat(plan.kind, plan.who, plan.name, plan.level) for plan in opened.seats),
        commits=(opened.commit,),
        banks=(opened.clock.bank,) * len(opened.seats),
    )
    return replace(table, deadline=_deadline_of_waiting(table, row.at))


def follow(table: Table, row: Row, seeds: Mapping[int, bytes]) -> Table:
    """The table after the next row of its log; `seeds` are the secret ones by deal."""
    body = log.read(row.body)
    if isinstance(body, log.Did):  # the row that comes most
        return _did(table, body, row)
    if isinstance(body, log.Sealed):
        return _sealed(table, body, row, seeds)
    return _FOLD[type(body)](table, body, row)


def _did(table: Table, body: log.Did, row: Row) -> Table:
    before = state = table.state
    assert state and before
    for word in body.words:
        state = state.apply(log.action_of(table.game.NAME, word))
    chosen = table.chosen
    if body.by is not UNSET:
        chosen += tuple((at, body.by) for at in range(before.at, state.at))
    seats = table.seats
    seat = seats[body.seat]
    missed = seat.missed
    if body.late:
        missed += seat.present
    elif row.actor == seat.who:
        missed = 0
    if missed != seat.missed:
        seats = _put(seats, body.seat, replace(seat, missed=missed))
    if (state.turn, state.to_act) == (before.turn, before.to_act):
        return replace(table, seq=row.seq, state=state, chosen=chosen, seats=seats)
    banks = table.banks
    if seat.present:
        used = row.at - table.turn_began
        bank = bank_after(table.opened.clock, banks[body.seat], used)
        if bank != banks[body.seat]:
            banks = _put(banks, body.seat, bank)
    after = replace(
        table,
        seq=row.seq,
        state=state,
        chosen=chosen,
        seats=seats,
        banks=banks,
        turn_began=row.at,
        deadline=None,
    )
    return _with_turn(after)


def _with_turn(table: Table) -> Table:
    """The table with the deadline of the turn that began, or of what is to be done at once."""
    seat = table.to_act
    if seat is None:
        deadline: int | None = table.turn_began
    elif table.seats[seat].present:
        deadline = ends(table.opened.clock, table.turn_began, table.banks[seat])
    else:
        deadline = table.turn_began + COMPUTER_MS
    return table if deadline == table.deadline else replace(table, deadline=deadline)


def _sealed(table: Table, body: log.Sealed, row: Row, seeds: Mapping[int, bytes]) -> Table:
    sealed = read_transcript(body.transcript)
    seed = seeds[sealed.deal]
    match = table.match or table.game.begin(
        table.rules, seats=len(table.seats), starter=toss(sealed, seed), direction=1
    )
    state = table.game.start(
        table.rules,
        pack_of(sealed, seed),
        seats=len(table.places),
        starter=match.starter,
        direction=match.direction,
        totals=[match.totals[seat] for seat in match.playing],
    )
    begun = replace(
        table,
        seq=row.seq,
        stage="playing",
        match=match,
        state=state,
        chosen=(),
        sealed=sealed,
        seed=seed,
        luck=luck_of(sealed, seed),
        banks=(table.opened.clock.bank,) * len(table.seats),
        turn_began=row.at,
    )
    return _with_turn(begun)


def _sat(table: Table, body: log.Sat, row: Row) -> Table:
    seat = Seat(PERSON, body.who, body.name)
    after = replace(table, seq=row.seq, seats=_put(table.seats, body.seat, seat))
    return replace(after, deadline=_deadline_of_waiting(after, row.at))


def _left(table: Table, body: log.Left, row: Row) -> Table:
    after = replace(table, seq=row.seq, seats=_put(table.seats, body.seat, Seat("open", None, "")))
    return replace(after, deadline=_deadline_of_waiting(after, row.at))


def _filled(table: Table, body: log.Filled, row: Row) -> Table:
    names = iter(body.names)
    seats = tuple(
        Seat(COMPUTER, None, next(names), body.level) if seat.kind == "open" else seat
        for seat in table.seats
    )
    return replace(table, seq=row.seq, seats=seats, deadline=row.at)


def _deadline_of_waiting(table: Table, at: int) -> int | None:
    """At once where there is something to do: a deal to announce, or a table without anybody."""
    kinds = [seat.kind for seat in table.seats]
    return at if "open" not in kinds or (table.seq > 1 and PERSON not in kinds) else None


def _announced(table: Table, body: log.Announced, row: Row) -> Table:
    return replace(
        table,
        seq=row.seq,
        stage="entropy",
        places=table.match.playing if table.match else tuple(range(len(table.seats))),
        state=None,
        announced=read_transcript(body.transcript),
        commits=(*table.commits, body.commit),
        entropy={},
        ready=frozenset(),
        deadline=row.at + ENTROPY_MS,
        turn_began=row.at,  # what an outage is given back from
    )


def _gave(table: Table, body: log.Gave, row: Row) -> Table:
    given = {table.places.index(body.seat): bytes.fromhex(body.entropy)}
    return replace(table, seq=row.seq, entropy={**table.entropy, **given})


def _revealed(table: Table, body: log.Revealed, row: Row) -> Table:
    assert table.match and table.state and table.sealed and table.seed
    proof = reveal(table.sealed, table.seed)
    sitting = [table.seats[seat] for seat in table.places]
    record = record_of(table.game.NAME, sitting, table.state, table.chosen, proof)
    match = table.match.after(table.state)
    stage: Stage = "over" if match.over else "rejoining" if match.may_rejoin else "between"
    wait = REJOIN_MS if stage == "rejoining" else BETWEEN_MS
    after = replace(
        table,
        seq=row.seq,
        stage=stage,
        match=match,
        seed=None,
        reveals={**table.reveals, body.deal: body.seed},
        deals_done=(*table.deals_done, Finished(write_record(record), str(proof))),
        ready=frozenset(),
        deadline=None if table.opened.clock.turn is None else row.at + wait,
        turn_began=row.at,
    )
    return replace(after, deadline=None) if stage == "over" else _unless_awaited(after, row.at)


def _unless_awaited(table: Table, at: int) -> Table:
    """The table between two deals: due at once if it waits for nobody, at rest if all are away."""
    if table.deserted or not table.awaited:
        return replace(table, deadline=None if table.deserted else at)
    rested = table.deadline is None and table.opened.clock.turn is not None
    return replace(table, deadline=at + BETWEEN_MS) if rested else table


def _ready(table: Table, body: log.Ready, row: Row) -> Table:
    seats = _here(table, body.seat, row)
    after = replace(table, seq=row.seq, seats=seats, ready=table.ready | {body.seat})
    return _unless_awaited(after, row.at)


def _here(table: Table, number: int, row: Row) -> tuple[Seat, ...]:
    """The seats after a row that is the clock's, or its person's, who then is here again."""
    seat = table.seats[number]
    missed = 0 if row.actor == seat.who else seat.missed
    return _put(table.seats, number, replace(seat, missed=missed))


def _rejoined(table: Table, body: log.Rejoined, row: Row) -> Table:
    assert table.match
    match = table.match.rejoin(body.seat)
    stage: Stage = "rejoining" if match.may_rejoin else "between"
    seats, ready = _here(table, body.seat, row), table.ready | {body.seat}
    after = replace(table, seq=row.seq, seats=seats, match=match, stage=stage, ready=ready)
    return _unless_awaited(after, row.at)


def _credited(table: Table, body: log.Credited, row: Row) -> Table:
    return replace(
        table,
        seq=row.seq,
        turn_began=table.turn_began + body.ms,
        deadline=None if table.deadline is None else table.deadline + body.ms,
    )


def _replaced(table: Table, body: log.Replaced, row: Row) -> Table:
    seat = replace(table.seats[body.seat], substitute=body.level)
    return _with_other_player(table, body.seat, seat, row)


def _returned(table: Table, body: log.Returned, row: Row) -> Table:
    seat = replace(table.seats[body.seat], substitute=None, missed=0)
    after = _with_other_player(table, body.seat, seat, row)
    return _unless_awaited(after, row.at) if after.stage in ("between", "rejoining") else after


def _with_other_player(table: Table, number: int, seat: Seat, row: Row) -> Table:
    """The table with that seat changed; the clock of its turn runs anew for another player."""
    changed = table.seats[number].present != seat.present
    after = replace(table, seq=row.seq, seats=_put(table.seats, number, seat))
    if changed and table.to_act == number:
        return _with_turn(replace(after, turn_began=row.at))
    return after


def _closed(table: Table, body: log.Closed, row: Row) -> Table:
    return replace(table, seq=row.seq, stage="closed", reason=body.reason, deadline=None)


def _followed(table: Table, body: log.Followed, row: Row) -> Table:
    return replace(table, seq=row.seq, followed=body.table)


def _put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])


_FOLD: Final = cast(
    Mapping[type, Callable[[Table, log.Body, Row], Table]],
    {
        log.Sat: _sat,
        log.Left: _left,
        log.Filled: _filled,
        log.Ready: _ready,
        log.Announced: _announced,
        log.Gave: _gave,
        log.Revealed: _revealed,
        log.Credited: _credited,
        log.Replaced: _replaced,
        log.Returned: _returned,
        log.Rejoined: _rejoined,
        log.Closed: _closed,
        log.Followed: _followed,
    },
)

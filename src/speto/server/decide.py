"""What is allowed at a table, what its clock does, and what the server itself must log next.

What must stay true: nothing here changes anything; the answer to a player, a refusal too, is the
same whatever the cards that this player may not see.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import UNSET

from speto import challenge
from speto.cards import ParseError
from speto.clause import RulesError
from speto.fair import COMPUTER, PERSON, announce, commit_to, seal
from speto.games import game
from speto.players import LEVELS
from speto.record import check_names
from speto.server import log
from speto.server.clock import PRESETS
from speto.server.drafts import Refused, check_words
from speto.server.seats import challenges
from speto.server.table import SIMPLE, Table, seat_of

__all__ = ["CLOCK", "SERVER", "Refused", "check_opened", "computer_at", "decide", "due", "upkeep"]

SERVER: Final = "server"
CLOCK: Final = "clock"
DROP: Final = "x"
COMPUTERS: Final[Mapping[str, tuple[str, ...]]] = {
    "dummy": ("Arun", "Boon", "Chai", "Dao"),
    "indian": ("Asha", "Bina", "Chetan", "Dev", "Esha", "Farid"),
}
"""What computer players are called, by seat."""
MOST_WAITING: Final = 1_000
"""A table with so many rows before its first deal seats nobody any more."""


def check_opened(opened: log.Opened) -> None:
    """See that a table may be opened so.

    :raises Refused: with "game", "rules", "seats", "name", "level", "challenge" or "clock".
    """
    try:
        module = game(opened.game)
    except ParseError:
        raise Refused("game") from None
    try:
        if str(module.read_rules(opened.rules)) != opened.rules:
            raise Refused("rules")
    except (ParseError, RulesError):
        raise Refused("rules") from None
    if len(opened.seats) not in module.SEATS:
        raise Refused("seats")
    if all(plan.kind == COMPUTER for plan in opened.seats):
        raise Refused("seats")
    persons = [plan.who for plan in opened.seats if plan.kind == PERSON]
    if None in persons or len({*persons}) < len(persons):
        raise Refused("seats")
    for plan in opened.seats:
        if plan.kind != "open":
            _check_name(plan.name)
        if plan.kind == COMPUTER and plan.level not in (*LEVELS, *challenge.LEVELS):
            raise Refused("level")
    cheated = any(challenge.way_of(plan.level) for plan in opened.seats)
    if cheated and sum(plan.kind != COMPUTER for plan in opened.seats) > 1:
        raise Refused("challenge")
    if opened.clock != PRESETS.get(opened.clock.name):
        raise Refused("clock")


def computer_at(name: str, seat: int, level: str) -> log.Plan:
    """The computer player of a level that sits in a seat of a game."""
    names = COMPUTERS.get(name, COMPUTERS["dummy"])
    return log.Plan(COMPUTER, None, f"{names[seat % len(names)]} ({level})", level)


def _check_name(name: str) -> None:
    try:
        check_names([name])
    except ParseError:
        raise Refused("name") from None


def decide(table: Table, actor: str, ask: log.Body, at: int) -> log.Body:
    """The body to log for what an account asks, or the server for a computer.

    :raises Refused: if it may not be; the table is as it was.
    """
    if table.stage == "closed":
        raise Refused("stage")
    match ask:
        case log.Did():
            return _did(table, actor, ask)
        case log.Gave():
            return _gave(table, actor, ask)
        case log.Sat():
            return _sat(table, actor, ask)
        case log.Left():
            _check_own(table, actor, ask.seat)
            _check_stage(table, "waiting")
        case log.Filled():
            return _filled(table, actor, ask)
        case log.Ready():
            return _ready(table, actor, ask)
        case log.Rejoined():
            _check_own(table, actor, ask.seat)
            _check_stage(table, "rejoining")
            if table.match is None or ask.seat not in table.match.may_rejoin:
                raise Refused("rejoin")
        case log.Returned():
            _check_own(table, actor, ask.seat)
            if not (table.seats[ask.seat].substitute or table.seats[ask.seat].missed):
                raise Refused("here")
        case log.Closed():
            if actor != SERVER:
                if actor != table.opened.owner:
                    raise Refused("owner")
                _check_stage(table, "waiting")
        case log.Followed():
            if actor != SERVER and seat_of(table, actor) is None:
                raise Refused("seat")
            _check_stage(table, "over")
            if table.followed:
                raise Refused("twice")
        case log.Credited() if actor == SERVER:
            if table.deadline is None:
                raise Refused("stage")
        case _:
            raise Refused("server")
    return ask


def _check_own(table: Table, actor: str, seat: int) -> None:
    if seat_of(table, actor) != seat:
        raise Refused("seat")


def _check_stage(table: Table, *stages: str) -> None:
    if table.stage not in stages:
        raise Refused("stage")


def _did(table: Table, actor: str, ask: log.Did) -> log.Did:
    if ask.seat >= len(table.seats) or ask.late:
        raise Refused("seat")
    if actor != SERVER:
        _check_own(table, actor, ask.seat)
    elif table.seats[ask.seat].present:
        raise Refused("seat")
    # what a substitute plays its person has not played, as with the clock
    late = actor == SERVER and table.seats[ask.seat].kind == PERSON
    by = ask.by if actor == SERVER else UNSET
    return log.Did(ask.seat, check_words(table, ask.seat, ask.words), late, by)


def _gave(table: Table, actor: str, ask: log.Gave) -> log.Gave:
    _check_own(table, actor, ask.seat)
    _check_stage(table, "entropy")
    if ask.deal != table.deal:
        raise Refused("deal")
    place = table.place_of(ask.seat)
    if place is None:
        raise Refused("seat")
    if place in table.entropy:
        raise Refused("twice")
    if len(ask.entropy) != 32 or {*ask.entropy} - {*"0123456789abcdef"}:
        raise Refused("entropy")
    return ask


def _sat(table: Table, actor: str, ask: log.Sat) -> log.Sat:
    if actor not in (ask.who, SERVER):
        raise Refused("seat")
    if challenges(table.seats):
        raise Refused("challenge")
    _check_stage(table, "waiting")
    if seat_of(table, ask.who) is not None:
        raise Refused("twice")
    if table.seq >= MOST_WAITING:
        raise Refused("changes")
    if ask.seat >= len(table.seats) or table.seats[ask.seat].kind != "open":
        raise Refused("taken")
    _check_name(ask.name)
    return ask


def _filled(table: Table, actor: str, ask: log.Filled) -> log.Filled:
    if actor != table.opened.owner:
        raise Refused("owner")
    _check_stage(table, "waiting")
    if seat_of(table, actor) is None:
        raise Refused("seat")
    if ask.level in challenge.LEVELS:  # the seats were open to persons
        raise Refused("challenge")
    if ask.level not in LEVELS:
        raise Refused("level")
    free = [number for number, seat in enumerate(table.seats) if seat.kind == "open"]
    names = tuple(computer_at(table.opened.game, seat, ask.level).name for seat in free)
    return log.Filled(ask.level, names)


def _ready(table: Table, actor: str, ask: log.Ready) -> log.Ready:
    _check_own(table, actor, ask.seat)
    _check_stage(table, "between", "rejoining")
    if ask.seat in table.ready:
        raise Refused("twice")
    assert table.match
    if ask.seat not in {*table.match.playing, *table.match.may_rejoin}:
        raise Refused("out")
    return ask


def due(table: Table, at: int) -> log.Body | None:
    """What the clock does at its deadline; after it `upkeep` may have more."""
    if table.deadline is None or at < table.deadline:
        return None
    match table.stage:
        case "entropy":
            return _seal(table)
        case "playing":
            return _reveal(table) if table.to_act is None else _timeout(table)
        case "between" | "rejoining" if table.awaited:
            return log.Ready(table.awaited[0])
    return None


def _timeout(table: Table) -> log.Did:
    """The words that the rules say for a seat until its turn has passed."""
    state, seat = table.state, table.to_act
    assert state and seat is not None
    turn, words = (state.turn, state.to_act), []
    while (state.turn, state.to_act) == turn:
        action = state.timeout()
        words.append(str(action))
        state = state.apply(action)
    return log.Did(seat, tuple(words), True)


def upkeep(
    table: Table, at: int, new_seed: Callable[[], bytes]
) -> tuple[log.Body, Mapping[int, bytes]] | None:
    """What the server must log next of itself, with a new secret seed by its deal if it has one.

    No deal begins for computers alone.
    """
    match table.stage:
        case "waiting":
            kinds = [seat.kind for seat in table.seats]
            if "open" not in kinds:
                return _announce(table, new_seed())
            if table.seq > 1 and PERSON not in kinds:
                return log.Closed("empty"), {}
            return None
        case "over" | "closed":
            return None
    other = _other_player(table)
    if other:
        return other, {}
    match table.stage:
        case "entropy" if not table.awaited:
            return _seal(table), {}
        case "playing":
            body = _reveal(table) if table.to_act is None else _dropped(table)
            return (body, {}) if body else None
        case "between" | "rejoining" if not table.deserted:
            passed = table.deadline is not None and at >= table.deadline
            if passed or not table.awaited:
                return _announce(table, new_seed())
    return None


def _other_player(table: Table) -> log.Body | None:
    """The first seat where a person is back, or has missed so many turns that a computer plays."""
    for number, seat in enumerate(table.seats):
        if not seat.missed:
            if seat.substitute:
                return log.Returned(number)
        elif _has_lost(table, number) and seat.present and not _can_drop(table):
            return log.Replaced(number, SIMPLE)
    return None


def _has_lost(table: Table, seat: int) -> bool:
    return table.opened.clock.lost(table.seats[seat].missed)


def _can_drop(table: Table) -> bool:
    """Whether the game has a word for giving a deal up."""
    try:
        table.game.parse(DROP)
    except ParseError:
        return False
    return True


def _dropped(table: Table) -> log.Body | None:
    """The deal given up for a person who has missed too many turns, if it may be just now."""
    state, seat = table.state, table.to_act
    assert state and seat is not None
    if not _has_lost(table, seat) or not table.seats[seat].present or not _can_drop(table):
        return None
    return log.Did(seat, (DROP,), True) if not state.why_not(table.game.parse(DROP)) else None


def _announce(table: Table, seed: bytes) -> tuple[log.Announced, Mapping[int, bytes]]:
    """The next deal, and the commit of the one after it, so that it stands before its entropy."""
    places = table.match.playing if table.match else range(len(table.seats))
    announced = announce(
        table.rules,
        table=table.id,
        commit=bytes.fromhex(table.commits[table.deal]),
        kinds=[table.seats[seat].kind for seat in places],
        before=table.sealed,
    )
    return log.Announced(str(announced), commit_to(seed).hex()), {announced.deal + 1: seed}


def _seal(table: Table) -> log.Sealed:
    assert table.announced
    return log.Sealed(str(seal(table.announced, table.entropy)))


def _reveal(table: Table) -> log.Revealed:
    assert table.seed
    return log.Revealed(table.deal, table.seed.hex())

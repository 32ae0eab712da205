"""The players `tuned` and those that search, for whoever holds a view.

What must stay true: a function of the view and of the generator alone; under a budget of work the
same thought on any machine. The first action that is weighed is what `tuned` would do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from random import Random
from threading import local
from time import perf_counter
from typing import Final

from speto.indian import codes
from speto.indian.actions import Action, Discard, Draw, Drop, TakeOpen, decode, encode
from speto.indian.judge import legal
from speto.indian.minds import Mind
from speto.indian.past import Past
from speto.indian.recall import forgetful, remembered
from speto.indian.rules import Format
from speto.indian.search import Search, carry_on, choose_best, open_search, settle
from speto.indian.sight import Sight
from speto.indian.tuned import rate, sources
from speto.indian.tuned import tuned as choose
from speto.indian.view import View
from speto.indian.weights import AWAY_POINTS, POINT
from speto.indian.workspace import workspace
from speto.thought import NONE, Budget, Option, Skill, Thought

PLAYOUTS: Final = 400
"""What a decision may take if its budget names nothing."""
CHUNK: Final = 50
WORLD: Final = 16


class _Kept(local):
    search: Search | None = None


_kept = _Kept()


def _search(view: View) -> Search:
    """The workspace of this thread, set to the rules of a view."""
    house = view.sight.seen.house
    if _kept.search is None:
        _kept.search = Search(house)
    _kept.search.seat_at(house)
    return _kept.search


def _legal(view: View) -> list[int]:
    assert view.mine, "nothing to think about: it is not this seat's turn"
    moves = workspace()
    legal(view.sight.seen, moves)
    return moves.listed()


def _hand(view: View) -> tuple[int, int, int]:
    return view.sight.seen.hands()[view.sight.seat]


def tuned(view: View, skill: Skill, rng: Random) -> Action:
    """What the weights like best of what a seat remembers, or near that if it wavers."""
    legal_codes = _legal(view)
    mind = _search(view).mind
    sight, past = forgetful(view, skill.memory), remembered(view, skill.memory)
    mind.knows, mind.coming = False, -1
    code = choose(sight, workspace(), mind, past)
    if skill.temperature > 0 and code >> 58 not in (codes.SHOW, codes.DROP):
        code = _wavering(sight, mind, past, legal_codes, skill.temperature, rng)
    return decode(code, _hand(view))


def _wavering(
    sight: Sight,
    mind: Mind,
    past: Past,
    legal_codes: Sequence[int],
    temperature: float,
    rng: Random,
) -> int:
    """An action drawn by its worth; a card of distance is so many points, a wild is kept."""
    if sight.seen.phase == codes.TAKE:
        worths = dict(sources(sight.seen, mind, past))
    else:
        mind.wide = True
        rate(sight.seen, mind, past)
        mind.wide = False
        nearest = min(away for _, _, away in mind.rated())
        worths = {
            codes.DISCARD << 58 | card: worth
            for card, worth, away in mind.rated()
            if away <= nearest + 1
        }
    worths = {code: worth for code, worth in worths.items() if code in legal_codes}
    most = max(worths.values())
    chances = [exp(_points(worth - most) / temperature) for worth in worths.values()]
    return rng.choices(list(worths), chances)[0]


def _points(worth: int) -> float:
    """Worth in points: cards of distance count for so many points, the rest by its weight."""
    away = round(worth / AWAY_POINTS[0])
    return (worth - away * AWAY_POINTS[0]) / POINT + away * AWAY_POINTS[1]


def think(view: View, budget: Budget, rng: Random) -> Thought:
    """What a search finds within a budget; one seed is drawn for all of it."""
    legal_codes = _legal(view)
    seed = rng.getrandbits(64)
    last = legal_codes[-1]
    if last >> 58 == codes.SHOW and not view.taken:
        action = decode(last, _hand(view))
        return Thought(action, (Option(action, 0.0, 0.0, 0.0, 0.0, 0),), 0, 0)
    search, past = _search(view), remembered(view)
    started = perf_counter()
    search.pool.begin(_left(view))
    search.also = -1
    if isinstance(budget.also, Draw | TakeOpen | Discard | Drop):
        search.also = encode(budget.also)
    open_search(search, view.sight, past, seed)
    most = budget.playouts
    if most is None and budget.milliseconds is None:
        most = PLAYOUTS
    done = 0
    more = True
    while more and (most is None or done < most):
        done = done + CHUNK if most is None else min(done + CHUNK, most)
        more = carry_on(search, view.sight, past, done)
        spent = 1000 * (perf_counter() - started)
        if budget.milliseconds is not None and spent >= budget.milliseconds / 2:
            break
    ends = 0
    more = True
    while more and (most is None or ends < most // 4):
        ends = ends + WORLD if most is None else most // 4
        more = settle(search, view.sight, past, ends)
        spent = 1000 * (perf_counter() - started)
        if budget.milliseconds is not None and spent >= budget.milliseconds:
            break
    choose_best(search)
    options = _options(view, search, legal_codes)
    return Thought(options[0].action, options, search.n_worlds, search.n_playouts)


def _left(view: View) -> list[int]:
    """The points that each seat may still lose in a pool (I-POOL-1); nothing elsewhere."""
    if view.rules.format is not Format.POOL:
        return []
    return [max(0, view.rules.pool_limit - total) for total in view.totals]


def _options(view: View, search: Search, legal_codes: list[int]) -> tuple[Option, ...]:
    """What was weighed, the chosen first, then the better before the worse."""
    found = []
    for i, code in enumerate(search.actions()):
        worlds, points, error, behind, doubt = search.figures(i)
        thrown, ends = search.shares(i)
        shows = code >> 58 == codes.SHOW
        option = Option(
            decode(legal_codes[-1] if shows else code, _hand(view)),
            round(points, 3),
            round(error, 3),
            round(max(behind, 0.0), 3) if i != search.chosen else 0.0,
            round(doubt, 3),
            worlds,
            _fines(view, code),
            tuple(thrown[: view.seats]),
            1.0 if shows else ends,
        )
        found.append((i != search.chosen, -points, i, option))
    return tuple(option for *_, option in sorted(found, key=lambda entry: entry[:3]))


def _fines(view: View, code: int) -> Mapping[str, float]:
    """What an action surely costs by a clause."""
    if code >> 58 != codes.DROP:
        return NONE
    return {"I-DROP-1" if view.first_turn else "I-DROP-2": 1.0}

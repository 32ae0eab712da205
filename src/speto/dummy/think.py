"""What the tuned player and the search say to whoever holds a view.

What must stay true: a decision is a function of the view and of one number drawn from the
generator; under a budget of play-outs it is the same on any machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log, sqrt
from random import Random
from time import monotonic
from typing import Final

from speto.dummy import codes
from speto.dummy.actions import Action, Discard, PickUp, PickUpToLayOff, decode, encode
from speto.dummy.clauses import BY_NUMBER
from speto.dummy.deal import Deal
from speto.dummy.fines import immediate_fine
from speto.dummy.melds import Moves
from speto.dummy.moves import legal
from speto.dummy.outlook import Outlook, Weights, forget, look
from speto.dummy.search import Search, compare, drop, leader, prepare, run
from speto.dummy.sight import Sight
from speto.dummy.tuned import weigh
from speto.dummy.view import View
from speto.dummy.weights import SCALE, TUNED
from speto.thought import Budget, Option, Skill, Thought

FIRST_WORLDS: Final = 50
MORE_WORLDS: Final = 25
EVIDENCE: Final = 0.5
"""The standard errors by which another action must be ahead of the base move to be preferred."""

FAR: Final = 200
"""So many points before the target of a match its end is far; hardly a deal brings more."""
REACH: Final = 100
"""The points ahead at the end of a match from which on more of them count for half."""

ROUNDS: Final = 2
"""The own turns after which a play-out is cut short and guessed; 0 is never."""

GUESSES: Final = 40
"""The changes tried from one guess of all hidden cards to the next; 0 takes any guess."""

FIRST_GUESSES: Final = 1000
"""The most changes tried before the first world; under a small budget a third of its play-outs."""

MODELS: Final = (codes.TUNED, codes.TUNED, codes.TUNED, codes.SIMPLE)
"""What the others may play by in a world: each seat is given one of these, and none sees hands."""


def tuned(view: View, skill: Skill, rng: Random) -> Action:
    """The action that the tuned player likes best, as far as it remembers and does not waver."""
    assert view.mine, "nothing to choose: it is not this seat's turn"
    seen, moves, outlook = view.sight.seen, Moves(), Outlook()
    count = legal(seen, moves)
    look(outlook, view.sight)
    if skill.memory is not None:
        forget(outlook, seen, _forgotten(view, skill.memory))
    best = weigh(seen, outlook, Weights(TUNED), moves)
    actions = moves.listed()
    if skill.temperature > 0:
        # the greatest of worths with Gumbel noise is a draw from their softmax
        noise = 100 * skill.temperature
        wavering = {
            worth - noise * log(-log(rng.random() or 0.5)): at
            for at, worth in enumerate(outlook.worths(count))
        }
        best = wavering[max(wavering)]
        if _is_fined(seen, actions[best]):
            # a fine that everybody sees is no misjudgment
            wise = [worth for worth, at in wavering.items() if not _is_fined(seen, actions[at])]
            best = wavering[max(wise, default=max(wavering))]
    return decode(actions[best])


def _is_fined(seen: Deal, action: int) -> bool:
    """Whether an action is a discard that costs a fine at once."""
    return action >> 58 == codes.DISCARD and immediate_fine(seen, action & codes.FULL, 0) != 0


def _forgotten(view: View, memory: int) -> int:
    """The cards that others were seen to take, but for the last so many."""
    row = [view.head]
    taken = []
    for told in view.log:
        action = told.action
        if isinstance(action, Discard):
            row.append(action.card)
        elif isinstance(action, PickUp | PickUpToLayOff):
            at = row.index(action.card)
            taken += row[at:]
            del row[at:]
    return sum(1 << card.number for card in taken[: max(0, len(taken) - memory)])


def think(view: View, budget: Budget, rng: Random) -> Thought:
    """What the search finds for the seat whose turn it is.

    Points are what the rest of the deal brings the seat, less the mean of what it brings others.
    How far an option is behind is told in what they are worth: near the end of a match in the
    chance of winning it (D-MATCH-1). Fines, feeds and ends are those of the play-outs, which go to
    the seat's second turn from now.
    """
    assert view.mine, "nothing to think about: it is not this seat's turn"
    search = Search(view.sight.seen.house, Weights(TUNED), Weights(TUNED))
    search.reckon_with(list(MODELS))
    search.rounds, search.guesses = ROUNDS, GUESSES
    search.also = -1 if budget.also is None else encode(budget.also)
    set_stakes(search, view)
    search.past.tell([encode(told.action) for told in view.log])
    chosen = ponder(search, view.sight, budget, rng.getrandbits(64))
    return _thought(search, view.seats, chosen)


def set_stakes(search: Search, view: View) -> None:
    """Let a search value the chance of winning a match that is near its end, else points.

    That chance grows with the lead over the best of the others.
    """
    search.stakes.ahead = search.stakes.reach = 0
    target = view.rules.match_target
    if not (view.totals and target):
        return
    so_far = [total + points for total, points in zip(view.totals, view.scores, strict=True)]
    left = max(0, target - max(so_far))
    if left > FAR:
        return
    mine = so_far.pop(view.sight.seat)
    unit = SCALE * len(so_far)
    search.stakes.ahead = unit * (mine - max(so_far))
    search.stakes.reach = unit * (REACH + left)


def ponder(
    search: Search, sight: Sight, budget: Budget, seed: int, evidence: float = EVIDENCE
) -> int:
    """Think over a moment; the place of the chosen candidate."""
    began = monotonic()
    prepare(search, sight, seed)
    search.first = FIRST_GUESSES
    if budget.playouts is not None:
        search.first = min(FIRST_GUESSES, budget.playouts // 3)
    left = search.n
    if left == 1 and budget.playouts is None:
        return 0
    count = FIRST_WORLDS
    while True:
        if budget.playouts is not None:
            count = min(count, (budget.playouts - search.playouts) // left)
        drawn = search.drawn
        if count > 0:
            run(search, sight, count)
        spent = 1000 * (monotonic() - began)
        if budget.milliseconds is not None and spent >= budget.milliseconds:
            break
        if search.drawn < drawn + count or count <= 0:
            break
        if left == 1:
            break
        left = drop(search)
        if left == 1:
            break
        count = MORE_WORLDS
    return choice(search, evidence)


def choice(search: Search, evidence: float) -> int:
    """The place of the best candidate, or of the base move if it is not behind by the evidence."""
    best = leader(search)
    if best > 0:
        ahead, error = paired(search, best, 0)
        if ahead <= evidence * error:
            return 0
    return max(best, 0)


def paired(search: Search, one: int, two: int) -> tuple[float, float]:
    """How far a candidate is ahead of another in the worlds both saw, and its standard error."""
    n = compare(search, one, two)
    if n < 2:
        return 0.0, 0.0
    mean = search.sum / n
    return mean, sqrt(max(0.0, search.squares / n - mean * mean) / (n - 1))


def _thought(search: Search, seats: int, chosen: int) -> Thought:
    """The candidates as options, in points, the best first."""
    others = SCALE * (seats - 1)
    options = []
    for i, code in enumerate(search.candidates()):
        worlds, total, ends, feeds, fines = search.counts(i)
        n = max(worlds, 1)
        mean = total / n
        squares = sum(value * value for value in search.values(i)) / n
        behind, doubt = paired(search, chosen, i)
        options.append(
            Option(
                action=decode(code),
                points=mean / others,
                error=sqrt(max(0.0, squares - mean * mean) / n) / others,
                behind=behind / others,
                doubt=doubt / others,
                worlds=worlds,
                fines=_chances(fines, n),
                feeds=tuple(fed / n for fed in feeds[:seats]),
                ends=ends / n,
            )
        )
    first = options.pop(chosen)
    options.sort(key=lambda option: option.behind)
    return Thought(first.action, (first, *options), search.drawn, search.playouts)


def _chances(fines: Sequence[int], worlds: int) -> Mapping[str, float]:
    """The chance of each fine that came, by the code of its clause."""
    return {
        BY_NUMBER[codes.D_PEN_FULL + k].code: count / worlds
        for k, count in enumerate(fines)
        if count
    }

"""The engines of others on their nearest game, gin rummy, beside ours: decisions a second.

Games differ, so only the order of size tells; a native figure is compared with our native call, a
Python loop with our loop over `State`.
"""

import warnings
from collections.abc import Callable, Iterator
from random import Random
from time import process_time
from typing import Any, NamedTuple

Rate = Callable[[float], float]
"""Decisions a second, measured over about so many seconds."""


class Peer(NamedTuple):
    """One way to run another engine."""

    name: str
    native: bool
    rate: Rate


def open_spiel_peers() -> Iterator[Peer]:
    """OpenSpiel's gin rummy: roll-outs in its C++ core, and a loop in Python.

    :raises ImportError: if it is not installed.
    """
    import pyspiel

    game: Any = pyspiel.load_game("gin_rummy")
    random = Random(1)

    def dealt() -> Any:
        state = game.new_initial_state()
        while state.is_chance_node():
            play_chance(state)
        return state

    def play_chance(state: Any) -> None:
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(random.choices(outcomes, chances)[0])

    def play() -> int:
        """One random game after the deal; how many decisions it had."""
        state, decisions = dealt(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                play_chance(state)
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(random.random() * len(legal))])
                decisions += 1
        return decisions

    def python_loop(seconds: float) -> float:
        return counted(play, seconds)

    def roll_outs(seconds: float) -> float:
        mean = sum(play() for _ in range(200)) / 200
        batch = 200

        def think() -> int:
            evaluator = pyspiel.RandomRolloutEvaluator(batch, random.randrange(1 << 30))
            seed = random.randrange(1 << 30)
            bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, seed, False)
            bot.step(dealt())
            return batch

        return counted(think, seconds) * mean

    yield Peer("OpenSpiel gin_rummy, C++ roll-outs", True, roll_outs)
    yield Peer("OpenSpiel gin_rummy, Python loop", False, python_loop)


def rlcard_peers() -> Iterator[Peer]:
    """RLCard's gin rummy, a loop over `step`.

    :raises ImportError: if it is not installed.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import rlcard

        environment: Any = rlcard.make("gin-rummy", config={"seed": 1})
    random = Random(1)

    def play() -> int:
        state, _ = environment.reset()
        decisions = 0
        while not environment.is_over():
            legal = list(state["legal_actions"])
            state, _ = environment.step(legal[int(random.random() * len(legal))])
            decisions += 1
        return decisions

    def python_loop(seconds: float) -> float:
        return counted(play, seconds)

    yield Peer("RLCard gin-rummy, Python loop", False, python_loop)


def counted(work: Callable[[], int], seconds: float) -> float:
    """What the work counts in a second of CPU time."""
    work()
    total, began = 0, process_time()
    while process_time() - began < seconds:
        total += work()
    return total / (process_time() - began)


def peers() -> tuple[list[Peer], list[str]]:
    """The engines that are installed, and the names of those that are not."""
    found: list[Peer] = []
    missing = []
    for name, those in (("open-spiel", open_spiel_peers), ("rlcard", rlcard_peers)):
        try:
            found += those()
        except ImportError:
            missing.append(name)
    return found, missing


def compare(rounds: int = 5, seconds: float = 0.4) -> tuple[dict[Peer, float], list[str]]:
    """The best rate of each peer over interleaved rounds, and the peers that are not installed."""
    found, missing = peers()
    rates = [{peer: peer.rate(seconds) for peer in found} for _ in range(rounds)]
    return {peer: max(rate[peer] for rate in rates) for peer in found}, missing

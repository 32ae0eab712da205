"""Many deals of Indian Rummy side by side, each led by choices from outside.

What must stay true: deal `number` of a seed is that of `play`, its starter and direction too; a
choice is the place of an action in the list that the deal showed; the arrays are the caller's.
"""

from __future__ import annotations

from speto.gil import let_go, take_back
from speto.indian.codes import OVER
from speto.indian.deal import Deal, House
from speto.indian.deal import start as start_deal
from speto.indian.judge import legal
from speto.indian.labels import Moves
from speto.indian.observation import observe
from speto.indian.play import shuffle
from speto.indian.receipts import received
from speto.indian.rules import ExhaustPay, Rules
from speto.indian.sight import Sight, see
from speto.indian.turn import apply
from speto.rng import Rng
from speto.rng import start as start_stream

WIDTH = 28


class Lane:
    """A place of the batch: its deal, the number of it, the actions that it showed, the choice.

    Lanes hang together as a tree, because compiled code that lets other threads run can go from
    object to object only by a call: so a call leads to each, and they are few at a time. There are
    never more actions than a discard and a Show for each of 14 cards.
    """

    def __init__(self, house: House, at: int) -> None:
        self.deal = Deal(house)
        self.at = at
        self.number = self.n = self.chosen = 0
        self.acts = [0] * 28
        self.left: Lane | None = None
        self.right: Lane | None = None


def grow(house: House, at: int, n: int) -> Lane:
    """The tree of the lanes from `at` on, so many: 1 or more."""
    lane = Lane(house, at)
    half = (n - 1) // 2
    if half:
        lane.left = grow(house, at + 1, half)
    if n - 1 - half:
        lane.right = grow(house, at + 1 + half, n - 1 - half)
    return lane


class Lanes:
    """All lanes, and the arrays of the caller, or none; `ended` counts the deals of a step."""

    def __init__(self, rules: Rules, seats: int, size: int, seed: int, first: int) -> None:
        house = House(rules)
        self.moves = Moves()
        self.sight = Sight(house)
        self.rng = Rng()
        self.seats, self.size, self.seed, self.first = seats, size, seed, first
        self.ended = self.width = 0
        self.difference = rules.exhaust_pay is ExhaustPay.DIFFERENCE
        self.root = grow(house, 0, size)
        self.choice = memoryview(bytearray(8)).cast("q")
        self.seat: memoryview | None = None
        self.count: memoryview | None = None
        self.legal: memoryview | None = None
        self.observation: memoryview | None = None
        self.reward: memoryview | None = None
        self.done: memoryview | None = None
        self.number: memoryview | None = None


def reset(lanes: Lanes) -> None:
    """Begin with the first deals."""
    held = let_go()
    begin(lanes, lanes.root)
    take_back(held)


def begin(lanes: Lanes, lane: Lane) -> None:
    """Deal the first deal of this lane and of those under it."""
    lane.number = lanes.first + lane.at
    deal_out(lanes, lane.deal, lane.number)
    if lanes.reward is not None:
        for seat in range(lanes.seats):
            lanes.reward[lane.at, seat] = 0
    if lanes.done is not None:
        lanes.done[lane.at] = 0
    show(lanes, lane)
    if lane.left is not None:
        begin(lanes, lane.left)
    if lane.right is not None:
        begin(lanes, lane.right)


def deal_out(lanes: Lanes, deal: Deal, number: int) -> None:
    """Deal a deal of the seed; starter and direction rotate."""
    start_stream(lanes.rng, lanes.seed, number)
    shuffle(deal, lanes.rng)
    start_deal(deal, lanes.seats, number % lanes.seats, 1 - 2 * (number // lanes.seats % 2))


def step(lanes: Lanes) -> int:
    """Do what is chosen in each lane, and deal the next deal where one ends.

    The first lane whose choice is the place of no action, and then nothing is done, or −1.
    """
    held = let_go()
    lanes.ended = 0
    wrong = choose_under(lanes, lanes.root)
    if wrong < 0:
        step_under(lanes, lanes.root)
    take_back(held)
    return wrong


def choose_under(lanes: Lanes, lane: Lane) -> int:
    """Note the choices of this lane and those under it; the first with a wrong one, or −1."""
    at = -1
    lane.chosen = lanes.choice[lane.at]  # read once: another thread might write there
    if not 0 <= lane.chosen < lane.n:
        return lane.at
    if lane.left is not None:
        at = choose_under(lanes, lane.left)
    if at < 0 and lane.right is not None:
        at = choose_under(lanes, lane.right)
    return at


def step_under(lanes: Lanes, lane: Lane) -> None:
    """`step` in this lane and in those under it."""
    act(lanes, lane, lane.deal)
    show(lanes, lane)
    if lane.left is not None:
        step_under(lanes, lane.left)
    if lane.right is not None:
        step_under(lanes, lane.right)


def act(lanes: Lanes, lane: Lane, deal: Deal) -> None:
    """Do the chosen action, and deal anew if it ends the deal."""
    apply(deal, lanes.moves, lane.acts[lane.chosen])
    if lanes.reward is not None:
        for seat in range(deal.seats):
            over = deal.phase == OVER
            lanes.reward[lane.at, seat] = received(deal, seat, lanes.difference) if over else 0
    if lanes.done is not None:
        lanes.done[lane.at] = deal.phase == OVER
    if deal.phase == OVER:
        lanes.ended += 1
        lane.number += lanes.size
        deal_out(lanes, deal, lane.number)


def show(lanes: Lanes, lane: Lane) -> None:
    """List the actions of a lane, and write what the arrays are to tell of it."""
    lane.n = legal(lane.deal, lanes.moves)
    for i in range(lane.n):
        lane.acts[i] = lanes.moves.acts[i]
    if lanes.seat is not None:
        lanes.seat[lane.at] = lane.deal.to_act
    if lanes.count is not None:
        lanes.count[lane.at] = lane.n
    if lanes.number is not None:
        lanes.number[lane.at] = lane.number
    if lanes.legal is not None:
        for i in range(lanes.width):
            lanes.legal[lane.at, i] = lanes.moves.acts[i] if i < lane.n else -1
    if lanes.observation is not None:
        see(lanes.sight, lane.deal, lane.deal.to_act)
        observe(lanes.sight, lanes.observation, lane.at)

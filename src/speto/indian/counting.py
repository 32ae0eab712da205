"""What a hand costs: by its best arrangement, or by the one that its player declares.

What must stay true: a count is a stage (no pure run, one, complete), the uncapped sum, and the
cards that count; wilds never count (I-VAL-1, I-MORE-8). A part of the hand that is no group is
loose.
"""

from speto.bits import popcount
from speto.indian.arrange import arrange, can_show, prepare
from speto.indian.codes import (
    BEST,
    COMPLETE,
    COUNT_ALL,
    FLAT,
    GROUPS,
    LOOSE,
    NO_PURE,
    ONE_PURE,
    PURE_RUN,
    RUN,
)
from speto.indian.deal import Deal
from speto.indian.labels import Moves, number_groups
from speto.indian.melds import kind_of, points_of


def ready(deal: Deal, moves: Moves) -> None:
    """Set the arranger to the options and wilds of a deal."""
    prepare(
        moves.arranger,
        deal.wild,
        deal.house.second_run_min,
        deal.house.no_pure,
        deal.house.one_pure,
        deal.house.cap,
    )


def count_best(deal: Deal, moves: Moves, seat: int) -> None:
    """Count a hand of 13 by the arrangement with the fewest points (I-ARR-1)."""
    ready(deal, moves)
    arrange(moves.arranger, deal.one[seat], deal.two[seat], deal.jokers[seat])
    moves.stage = moves.arranger.stage
    number_groups(moves)
    count_parts(deal, moves, deal.one[seat], deal.two[seat])


def count_declared(deal: Deal, moves: Moves, one: int, two: int) -> None:
    """Count the parts that `split` left as they were declared; the hand is without its finish."""
    pure = runs = 0
    long = False
    for i in range(1, GROUPS + 1):
        moves.kind[i] = kind_of(
            moves.part_one[i], moves.part_two[i], moves.part_jokers[i], deal.wild
        )
        if moves.kind[i] >= RUN:
            runs += 1
            if part_size(moves, i) >= deal.house.second_run_min:
                long = True
            if moves.kind[i] == PURE_RUN:
                pure += 1
    if not pure:
        moves.stage = NO_PURE
    elif runs > 1 and long:
        moves.stage = COMPLETE
    else:
        moves.stage = ONE_PURE
    count_parts(deal, moves, one, two)


def part_size(moves: Moves, i: int) -> int:
    """How many cards a part has."""
    return popcount(moves.part_one[i]) + popcount(moves.part_two[i]) + moves.part_jokers[i]


def count_parts(deal: Deal, moves: Moves, one: int, two: int) -> None:
    """Count a hand that lies in parts whose kinds and stage are known (I-SCORE-1..3)."""
    moves.left_one = one & ~deal.wild
    moves.left_two = two & ~deal.wild
    if moves.stage == COMPLETE:
        for i in range(1, GROUPS + 1):
            if moves.kind[i] != LOOSE:
                take_away(moves, i)
    elif moves.stage == ONE_PURE and deal.house.one_pure != COUNT_ALL:
        free = 0
        most = -1
        for i in range(1, GROUPS + 1):
            if moves.kind[i] == PURE_RUN:
                points = points_of(moves.part_one[i], 0, deal.wild)
                if points > most:
                    most = points
                    free = i
        take_away(moves, free)
    moves.sum = points_of(moves.left_one, moves.left_two, 0)


def take_away(moves: Moves, i: int) -> None:
    """Take the cards of a part, which has no plain card twice, from those that count."""
    cards = moves.part_one[i]
    twice = moves.left_two & cards
    moves.left_one &= ~cards | twice
    moves.left_two ^= twice


def owed(deal: Deal, moves: Moves) -> int:
    """What the last count costs in points, capped (I-CAP-1, I-MORE-9)."""
    if moves.stage == NO_PURE and deal.house.no_pure == FLAT:
        return deal.house.cap
    return min(moves.sum, deal.house.cap)


def is_show(deal: Deal, moves: Moves, one: int, two: int, jokers: int) -> bool:
    """Whether 13 cards, whose parts `split` left, are a valid Show (I-SHOW-1, I-SHOW-5)."""
    if deal.house.show_check == BEST:
        ready(deal, moves)
        return can_show(moves.arranger, one, two, jokers)
    count_declared(deal, moves, one, two)
    return moves.stage == COMPLETE and moves.sum == 0

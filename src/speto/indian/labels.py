"""A Show as one integer: three bits for each card of the sorted hand say where it belongs.

What must stay true: the labels are canonical (groups in the order of their sorted cards, of two
equal cards the lower label first), so that one arrangement is one integer, and one word.
"""

from speto.bits import bit, lowest, popcount
from speto.indian.arrange import Arranger
from speto.indian.codes import FINISHING, GROUPS, JOKER, LOOSE


class Moves:
    """A buffer of actions, and the workspace of counting; holds no state of a deal.

    `part_` are the parts of a hand by their label: loose, groups 1 to 4, the finishing card. `kind`
    is what each group is. `stage`, `sum`, `left_one` and `left_two` are the last count.
    """

    def __init__(self) -> None:
        self.arranger = Arranger()
        self.n = self.stage = self.sum = self.left_one = self.left_two = 0
        self.acts = [0] * 128
        self.part_one = [0] * 8
        self.part_two = [0] * 8
        self.part_jokers = [0] * 8
        self.kind = [0] * 8

    def listed(self) -> list[int]:
        """The actions in the buffer."""
        return [self.acts[i] for i in range(self.n)]

    def parts(self) -> list[tuple[int, int, int]]:
        """The parts of the labelled hand: loose, groups 1 to 4, the finishing card."""
        return [
            (self.part_one[i], self.part_two[i], self.part_jokers[i]) for i in range(FINISHING + 1)
        ]

    def kinds(self) -> list[int]:
        """What groups 1 to 4 are."""
        return [self.kind[i] for i in range(1, GROUPS + 1)]


def put(moves: Moves, action: int) -> None:
    """Append one action."""
    moves.acts[moves.n] = action
    moves.n += 1


def split(moves: Moves, one: int, two: int, jokers: int, labels: int) -> bool:
    """Put a hand into its labelled parts; whether no label is left over or unknown.

    Each card of the sorted hand has three bits, the lowest card the lowest ones.
    """
    for i in range(8):
        moves.part_one[i] = moves.part_two[i] = moves.part_jokers[i] = 0
        moves.kind[i] = LOOSE
    rest = labels
    while one:
        card = one & -one
        add_to_part(moves, rest & 7, card)
        rest >>= 3
        if two & card:
            add_to_part(moves, rest & 7, card)
            rest >>= 3
        one ^= card
    for _ in range(jokers):
        moves.part_jokers[rest & 7] += 1
        rest >>= 3
    return (
        rest == 0
        and not moves.part_one[6] | moves.part_one[7]
        and not moves.part_jokers[6] | moves.part_jokers[7]
    )


def add_to_part(moves: Moves, label: int, card: int) -> None:
    """Put one copy of a card, as a mask, into a part."""
    moves.part_two[label] |= moves.part_one[label] & card
    moves.part_one[label] |= card


def finishing_card(moves: Moves) -> int:
    """The one finishing card of the labelled hand; −1 if there is none, −2 if several."""
    one = moves.part_one[FINISHING]
    jokers = moves.part_jokers[FINISHING]
    size = popcount(one) + popcount(moves.part_two[FINISHING]) + jokers
    if size != 1:
        return -1 - (size > 1)
    return JOKER if jokers else lowest(one)


def comes_before(moves: Moves, i: int, j: int) -> bool:
    """Whether the sorted cards of group i of the arranger come before those of group j."""
    one_i, two_i = moves.arranger.group_one[i], moves.arranger.group_two[i]
    one_j, two_j = moves.arranger.group_one[j], moves.arranger.group_two[j]
    differing = one_i ^ one_j | two_i ^ two_j
    if not differing:
        return moves.arranger.group_jokers[i] < moves.arranger.group_jokers[j]
    card = differing & -differing
    more = one_i & card != 0 and (not one_j & card or two_i & card != 0)
    if more:
        return one_j > 2 * card - 1 or moves.arranger.group_jokers[j] > 0
    return not (one_i > 2 * card - 1 or moves.arranger.group_jokers[i] > 0)


def number_groups(moves: Moves) -> None:
    """Put the groups of the arranger into parts 1 to 4 in their canonical order."""
    for i in range(8):
        moves.part_one[i] = moves.part_two[i] = moves.part_jokers[i] = 0
        moves.kind[i] = LOOSE
    n = moves.arranger.n_groups
    for i in range(n):
        place = 1
        for j in range(n):
            if j != i and (comes_before(moves, j, i) or (j < i and not comes_before(moves, i, j))):
                place += 1
        moves.part_one[place] = moves.arranger.group_one[i]
        moves.part_two[place] = moves.arranger.group_two[i]
        moves.part_jokers[place] = moves.arranger.group_jokers[i]
        moves.kind[place] = moves.arranger.group_kind[i]


def labels_of(moves: Moves, one: int, two: int, jokers: int) -> int:
    """The labels of a sorted hand by its parts; what is in no group and no finish is loose."""
    labels = shift = 0
    while one:
        card = one & -one
        copies = 2 if two & card else 1
        for label in range(1, FINISHING + 1):
            copies -= copies_in(moves, label, card)
        shift += 3 * copies
        for label in range(1, FINISHING + 1):
            for _ in range(copies_in(moves, label, card)):
                labels |= label << shift
                shift += 3
        one ^= card
    for label in range(1, FINISHING + 1):
        jokers -= moves.part_jokers[label]
    shift += 3 * jokers
    for label in range(1, FINISHING + 1):
        for _ in range(moves.part_jokers[label]):
            labels |= label << shift
            shift += 3
    return labels


def copies_in(moves: Moves, label: int, card: int) -> int:
    """How many copies of a card, given as a mask, a part holds."""
    return (moves.part_one[label] & card != 0) + (moves.part_two[label] & card != 0)


def set_finish(moves: Moves, card: int) -> None:
    """Make a card the finishing card."""
    if card == JOKER:
        moves.part_jokers[FINISHING] = 1
    else:
        moves.part_one[FINISHING] = bit(card)

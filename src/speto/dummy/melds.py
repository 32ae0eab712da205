"""Sets, runs and lay-offs as 52-bit masks (D-MELD-1..5, D-LAY-2..5), and the card values.

What must stay true: bit (rank − 2)·4 + suit, so the next card of a suit is `<< 4` and a set is one
nibble; a run that holds a low ace holds its 2 and not its king (all thirteen cards are 2..A).
"""

from speto.bits import bit, lowest, popcount
from speto.dummy.codes import ACES, CLUBS, FULL, QUEEN_SPADES, RANK, TWO_CLUBS


class Moves:
    """A buffer of actions, and the lay-off masks of the finish search; holds no state of a deal."""

    def __init__(self) -> None:
        self.n = self.chain = self.single = 0
        self.acts = [0] * 4096

    def listed(self) -> list[int]:
        """The actions in the buffer."""
        return [self.acts[i] for i in range(self.n)]


def put(moves: Moves, action: int) -> None:
    """Append one action."""
    moves.acts[moves.n] = action
    moves.n += 1


def points_of(cards: int) -> int:
    """The face value of cards in points: 5, tens 10, aces 15, spetos 50 (D-VAL-1..4).

    >>> points_of(0b1), points_of(0b10), points_of(1 << 51)
    (50, 5, 15)
    """
    points = 5 * (popcount(cards) + popcount(cards >> 32) + popcount(cards >> 48))
    if cards & TWO_CLUBS:
        points += 45
    if cards & QUEEN_SPADES:
        points += 40
    return points


def rank_of(card: int) -> int:
    """All four cards of the rank of one card."""
    return RANK << (lowest(card) & 60)


def low_ace(meld: int) -> bool:
    """Whether the meld is a run whose ace stands below its 2."""
    ace = meld & ACES
    return ace != 0 and meld & ace >> 48 != 0 and not meld & ace >> 4


def is_set(cards: int) -> bool:
    """Three or four cards of one rank (D-MELD-1)."""
    return popcount(cards) >= 3 and not cards & ~rank_of(cards)


def is_run(cards: int, ace_low: bool) -> bool:
    """Three or more consecutive cards of one suit (D-MELD-2, D-MELD-3)."""
    if popcount(cards) < 3:
        return False
    suit = CLUBS << (lowest(cards) & 3)
    if cards & ~suit:
        return False
    run = cards
    if ace_low and low_ace(cards):
        run = cards & ~ACES
    low = run & -run
    # consecutive: adding the lowest bit of each nibble in turn must use the cards up
    while low & run:
        run ^= low
        low <<= 4
    return run == 0


def is_meld(cards: int, ace_low: bool) -> bool:
    """A set or a run."""
    return is_set(cards) or is_run(cards, ace_low)


def runs_on(meld: int) -> bool:
    """Whether a meld is a run: some two of its cards are neighbours of one suit."""
    return meld & meld >> 4 != 0


def name_of(meld: int) -> int:
    """The index of the card that names a meld: its lowest, a low ace before its 2 (D-WORD-1)."""
    if runs_on(meld) and low_ace(meld):
        return lowest(meld & ACES)
    return lowest(meld)


def ends(meld: int, ace_low: bool, ace_closes: bool) -> int:
    """The cards that may be laid off on a meld (D-LAY-2, D-LAY-5).

    `ace_closes`: a run topped by an ace takes nothing at all (D-MORE-12).
    """
    if not runs_on(meld):
        return rank_of(meld) & ~meld
    ace = meld & ACES
    if ace and low_ace(meld):
        return (meld ^ ace) << 4 & ~meld & FULL
    if ace and ace_closes:
        return 0
    fit = (meld << 4 | meld >> 4) & ~meld & FULL
    if ace_low and not ace and meld & 15:
        fit |= (meld & 15) << 48
    return fit


def open_end(moves: Moves, meld: int, fit: int) -> None:
    """Add what a meld takes to `moves.chain`, or to `moves.single` if it opens nothing."""
    if runs_on(meld):
        low = fit & ACES & ~(meld << 4)
        moves.single |= low
        moves.chain |= fit ^ low
    else:
        moves.single |= fit


def melded(cards: int, ace_low: bool) -> int:
    """Those of the cards that lie in some meld of them."""
    b0 = cards & CLUBS
    b1 = cards >> 1 & CLUBS
    b2 = cards >> 2 & CLUBS
    b3 = cards >> 3 & CLUBS
    low = b0 & b1 & (b2 | b3) | b2 & b3 & (b0 | b1)
    use = cards & low * 15
    low = cards & cards >> 4 & cards >> 8
    use |= low | low << 4 | low << 8
    if ace_low:
        low = cards & cards >> 4 & cards >> 48 & 15
        use |= low | low << 4 | low << 48
    return use


def neighbours(index: int, ace_low: bool) -> int:
    """The neighbourhood of a card: its suit at distance 1 and 2, and its rank (D-NEAR-1)."""
    card = bit(index)
    near = (card << 4 | card << 8 | card >> 4 | card >> 8) & FULL
    near |= rank_of(card) ^ card
    if ace_low:
        if index >= 48:
            near |= card >> 48 | card >> 44
        elif index < 8:
            near |= bit(48 + (index & 3))
    return near


def add_melds(moves: Moves, hand: int, ace_low: bool, head: int) -> None:
    """Append every meld that leaves a card in the hand; `head` is the action without its cards."""
    b0 = hand & CLUBS
    b1 = hand >> 1 & CLUBS
    b2 = hand >> 2 & CLUBS
    b3 = hand >> 3 & CLUBS
    low = b0 & b1 & (b2 | b3) | b2 & b3 & (b0 | b1)
    while low:
        b = low & -low
        low ^= b
        nib = hand & b * 15
        if nib == b * 15:
            put(moves, head | nib ^ b)
            put(moves, head | nib ^ b << 1)
            put(moves, head | nib ^ b << 2)
            put(moves, head | nib ^ b << 3)
        if nib != hand:
            put(moves, head | nib)
    low = hand & hand >> 4 & hand >> 8
    while low:
        b = low & -low
        low ^= b
        run = b | b << 4 | b << 8
        nxt = b << 12
        if run != hand:
            put(moves, head | run)
        while hand & nxt:
            run |= nxt
            if run != hand:
                put(moves, head | run)
            nxt <<= 4
    if ace_low:
        low = hand & hand >> 4 & hand >> 48 & 15
        while low:
            b = low & -low
            low ^= b
            add_low_runs(moves, b, b, hand, hand, head)


def add_melds_with(moves: Moves, card: int, held: int, must: int, ace_low: bool, head: int) -> None:
    """Append every meld of `held` with the card, at least one card of `must`, and not all of it.

    `held` must hold the card. Leaving a card over is D-TURN-5, a card of the hand D-PICK-3.
    """
    nib = held & rank_of(card)
    others = nib ^ card
    if others & (others - 1):
        if popcount(others) == 3:
            left = others
            while left:
                x = left & -left
                left ^= x
                if (others ^ x) & must:
                    put(moves, head | nib ^ x)
        if others & must and nib != held:
            put(moves, head | nib)
    first = card
    while held & first >> 4:
        first >>= 4
    down = 0
    s = card
    while True:
        down |= s
        run = down
        e = card
        while True:
            run |= e
            if run & run >> 4 & run >> 8 and run & must and run != held:
                put(moves, head | run)
            e <<= 4
            if not held & e:
                break
        if s == first:
            break
        s >>= 4
    if ace_low:
        s = card >> 48 if card & ACES else bit(lowest(card) & 3)
        if held & s and held & s << 4 and held & s << 48:
            add_low_runs(moves, s, card, held, must, head)


def add_low_runs(moves: Moves, two: int, card: int, held: int, must: int, head: int) -> None:
    """Append the runs A-2-3 up to A-…-Q of the suit of `two` that hold the card."""
    run = two << 48 | two | two << 4
    nxt = two << 8
    while True:
        if run & card and run & must and run != held:
            put(moves, head | run)
        if not held & nxt or nxt >= two << 44:
            break
        run |= nxt
        nxt <<= 4

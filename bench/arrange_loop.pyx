"""Our side's timed loops over the arranger, compiled, and the hunt for the hardest hands."""

from speto.indian.arrange cimport Arranger, fewest, fewest_discarding, prepare

ctypedef long long i64

cdef i64 CARDS = 106, JOKER = 52


def fewest_many(Arranger a, i64[::1] hands, int times, bint discarding, i64[::1] options):
    """The sum of all points, so many times over; a hand is four words, one, two, jokers, wild."""
    cdef i64 total = 0
    cdef Py_ssize_t i
    cdef int _
    with nogil:
        for _ in range(times):
            for i in range(0, hands.shape[0], 4):
                prepare(a, hands[i + 3], options[0], options[1], options[2], options[3])
                if discarding:
                    total += fewest_discarding(a, hands[i], hands[i + 1], hands[i + 2])
                else:
                    total += fewest(a, hands[i], hands[i + 1], hands[i + 2])
    return total


cdef i64 below(i64[::1] state, i64 n) noexcept nogil:
    cdef unsigned long long x = state[0]
    x ^= x << 13
    x ^= x >> 7
    x ^= x << 17
    state[0] = x
    return (x >> 11) % n


cdef bint take(i64[::1] pack, i64 card, i64[::1] hand, i64[::1] n) noexcept nogil:
    """Move a copy of a card from the pack (how many are left of each) into the hand."""
    if not pack[card]:
        return False
    pack[card] -= 1
    n[0] += 1
    if card == JOKER:
        hand[2] += 1
    elif hand[0] >> card & 1:
        hand[1] |= <i64>1 << card
    else:
        hand[0] |= <i64>1 << card
    return True


cdef void deal(i64[::1] state, i64[::1] pack, i64[::1] hand, i64[::1] n, i64 size, bint dense) noexcept nogil:
    """A hand of so many cards, dense ones with three or four wilds and runs that are held twice."""
    cdef i64 i, k, card, suit, low, length, wild = below(state, 13)
    for i in range(JOKER + 1):
        pack[i] = 2
    hand[0] = hand[1] = hand[2] = n[0] = 0
    hand[3] = <i64>15 << 4 * wild
    if dense:
        k = 3 + below(state, 2)
        while n[0] < k:
            card = below(state, 10)
            take(pack, JOKER if card >= 8 else 4 * wild + card // 2, hand, n)
        for i in range(2):
            suit = below(state, 4)
            length = 3 + below(state, 2)
            low = below(state, 14 - length)
            for k in range(2 * length):
                if n[0] < size:
                    take(pack, 4 * (low + k // 2) + suit, hand, n)
    while n[0] < size:
        card = below(state, CARDS) // 2
        take(pack, card, hand, n)


def hunt(Arranger a, i64[::1] state, i64 count, i64 size, bint dense, i64[::1] options, i64 nodes):
    """Of so many hands those that take more search nodes, as (nodes, one, two, jokers, wild)."""
    from array import array

    cdef i64[::1] hand = array("q", [0] * 4), pack = array("q", [0] * 53), n = array("q", [0])
    cdef i64 k
    found = []
    for k in range(count):
        deal(state, pack, hand, n, size, dense)
        prepare(a, hand[3], options[0], options[1], options[2], options[3])
        a.nodes = 0
        if size == 14:
            fewest_discarding(a, hand[0], hand[1], hand[2])
        else:
            fewest(a, hand[0], hand[1], hand[2])
        if a.nodes > nodes:
            found.append((a.nodes, hand[0], hand[1], hand[2], hand[3]))
    return found

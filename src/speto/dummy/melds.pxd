cimport cython
from speto.bits cimport i64, quick_bit as bit, quick_lowest as lowest, quick_popcount as popcount

cdef i64 ACES, CLUBS, FULL, QUEEN_SPADES, RANK, TWO_CLUBS

@cython.final
cdef class Moves:
    cdef public i64 n, chain, single
    cdef i64[4096] acts

cpdef void put(Moves moves, i64 action) noexcept nogil
cpdef i64 points_of(i64 cards) noexcept nogil
cpdef i64 rank_of(i64 card) noexcept nogil
@cython.locals(ace=i64)
cpdef bint low_ace(i64 meld) noexcept nogil
cpdef bint is_set(i64 cards) noexcept nogil
@cython.locals(suit=i64, run=i64, low=i64)
cpdef bint is_run(i64 cards, bint ace_low) noexcept nogil
cpdef bint is_meld(i64 cards, bint ace_low) noexcept nogil
cpdef bint runs_on(i64 meld) noexcept nogil
cpdef i64 name_of(i64 meld) noexcept nogil
@cython.locals(ace=i64, fit=i64)
cpdef i64 ends(i64 meld, bint ace_low, bint ace_closes) noexcept nogil
@cython.locals(low=i64)
cpdef void open_end(Moves moves, i64 meld, i64 fit) noexcept nogil
@cython.locals(b0=i64, b1=i64, b2=i64, b3=i64, low=i64, use=i64)
cpdef i64 melded(i64 cards, bint ace_low) noexcept nogil
@cython.locals(card=i64, near=i64)
cpdef i64 neighbours(i64 index, bint ace_low) noexcept nogil
@cython.locals(b0=i64, b1=i64, b2=i64, b3=i64, low=i64, nib=i64, run=i64, b=i64, nxt=i64)
cpdef void add_melds(Moves moves, i64 hand, bint ace_low, i64 head) noexcept nogil
@cython.locals(nib=i64, others=i64, left=i64, x=i64, first=i64, down=i64, s=i64, run=i64, e=i64)
cpdef void add_melds_with(
    Moves moves, i64 card, i64 held, i64 must, bint ace_low, i64 head) noexcept nogil
@cython.locals(run=i64, nxt=i64)
cpdef void add_low_runs(
    Moves moves, i64 two, i64 card, i64 held, i64 must, i64 head) noexcept nogil

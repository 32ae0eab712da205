cimport cython
from speto.bits cimport i64, quick_lowest as lowest, quick_popcount as popcount
from speto.indian.melds cimport value
from speto.indian.suits cimport Suits, entry, tidy
from speto.indian.table cimport quick_get as get

cdef i64 CLUBS, RANK, NEVER, PAIR, BYTE, TENS, LOW_ROWS, EVENS, FACES, BYTES, ODD_RANKS
cdef i64 TWO_BITS, FOUR_BITS
cdef i64 FREE, RUNS, LONG, PURE, PURE_LONG, BOTH, NONE, SPARE, WILDS

cdef class Cover(Suits):
    cdef public i64 wild, least, nodes, spare, zero, dead, dead_most
    cdef i64[2] gain
    cdef i64[96] kept, thrown
    cdef i64[24] at, bound

@cython.locals(counts=i64, more=i64, odd=i64, points=i64, tens=i64)
cpdef i64 worth(i64 one, i64 two) noexcept nogil
@cython.locals(points=i64)
cpdef i64 dearest(i64 one) noexcept nogil
@cython.locals(rows=i64)
cpdef i64 threes(i64 one) noexcept nogil
@cython.locals(rows=i64)
cdef i64 alive(i64 one, i64 wilds) noexcept nogil
cpdef i64 complete(Cover c, i64 one, i64 two, i64 jokers, i64 limit) noexcept nogil
cpdef i64 complete_discarding(Cover c, i64 one, i64 two, i64 jokers, i64 limit) noexcept nogil
@cython.locals(special=i64, wilds=i64)
cdef i64 search(Cover c, i64 one, i64 two, i64 jokers, i64 limit) noexcept nogil
@cython.locals(plain=i64, b0=i64, b1=i64, b2=i64, b3=i64, ranks=i64)
cdef void root(Cover c, i64 one, i64 two, i64 wilds) noexcept nogil
@cython.locals(at=i64, top=i64, live=i64, out=i64, suit=i64, w=i64, i=i64, found=i64)
cdef void visit(Cover c, i64 depth, i64 one, i64 two, i64 wilds, i64 suits) noexcept nogil
@cython.locals(key=i64)
cdef i64 key_of(Cover c, i64 one, i64 two, i64 suit) noexcept nogil
cdef i64 highest(i64 ranks) noexcept nogil
@cython.locals(club=i64, rank=i64, nibble=i64, chosen=i64, n=i64, missing=i64, cards=i64, left=i64,
               suits=i64)
cdef void sets(Cover c, i64 depth, i64 one, i64 two, i64 wilds, i64 ranks) noexcept nogil
@cython.locals(goal=i64, bound=i64)
cdef bint pays(Cover c, i64 depth, i64 wilds, i64 points) noexcept nogil
@cython.locals(w=i64, found=i64)
cdef void close(Cover c, i64 depth, i64 wilds) noexcept nogil
@cython.locals(i=i64, w=i64)
cdef void join(Cover c, i64 into, i64 at, i64 wilds) noexcept nogil
@cython.locals(x=i64, y=i64, u=i64, v=i64)
cdef void cross(Cover c, i64 into, i64 at, i64 p, i64 q, i64 wilds) noexcept nogil
@cython.locals(i=i64, j=i64, mine=i64)
cdef void lower(Cover c, i64 into, i64 x, i64 y, i64 wilds) noexcept nogil
@cython.locals(i=i64, j=i64, mine=i64)
cdef void lower_thrown(Cover c, i64 into, i64 x, i64 y, i64 wilds) noexcept nogil
@cython.locals(i=i64, j=i64, found=i64, rest=i64)
cdef i64 joined(Cover c, i64 p, i64 q, i64 wilds) noexcept nogil

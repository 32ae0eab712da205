cimport cython
from speto.bits cimport i64, quick_bit as bit, quick_popcount as popcount
from speto.indian.arrange cimport fewest, fewest_discarding, prepare
from speto.indian.deal cimport Deal, next_in, top
from speto.indian.judge cimport is_first_turn
from speto.indian.labels cimport Moves
from speto.indian.sight cimport Sight

cdef i64 CLUBS, COUNT_ALL, DRAW, DROP, EXEMPT, JOKER, RANK, SHOW, SUM_CAPPED, TAKE, TAKE_OPEN
cdef i64 UNCAPPED, NEXT, GAP, PAIR, FEEDS, TAKES, WILD, FEW, MORE, ALL_COUNT

cpdef void look(Deal seen, Moves moves) noexcept nogil
@cython.locals(plain=i64, low=i64, worth=i64, suit=i64, other=i64)
cpdef i64 near_groups(i64 one, i64 wild) noexcept nogil
cpdef i64 hand_worth(Deal seen, Moves moves, i64 one, i64 two, i64 jokers) noexcept nogil
@cython.locals(seat=i64, theirs=i64, near=i64)
cdef i64 feeds(Deal seen, i64 card) noexcept nogil
@cython.locals(seat=i64, one=i64, two=i64, jokers=i64)
cpdef i64 discard_worth(Deal seen, Moves moves, i64 card) noexcept nogil
@cython.locals(seat=i64, card=i64, one=i64, two=i64, jokers=i64, now=i64)
cpdef bint takes(Deal seen, Moves moves) noexcept nogil
@cython.locals(seat=i64, one=i64, two=i64, jokers=i64, wilds=i64, worth=i64)
cpdef bint gives_up(Deal seen, Moves moves) noexcept nogil
@cython.locals(below=i64)
cpdef i64 drop_below(Deal seen) noexcept nogil
cpdef i64 simple(Sight sight, Moves moves) noexcept nogil
@cython.locals(last=i64, best=i64, most=i64, i=i64, worth=i64)
cpdef i64 choose(Deal seen, Moves moves) noexcept nogil

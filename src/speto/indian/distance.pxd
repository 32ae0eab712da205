cimport cython
from speto.bits cimport i64, quick_bit as bit, quick_lowest as lowest, quick_popcount as popcount
from speto.indian.places cimport (
    Places, held_places, most, most_in_runs, most_with_pure, pattern_of, together, without, word_of)
from speto.indian.targets cimport can_reach

cdef i64 FULL, HAND
cdef i64 UNREACHABLE, ANY

@cython.final
cdef class Distances(Places):
    cdef public i64 wild
    cdef public bint four
    cdef i64[4] patterns, held
    cdef i64[14] within
    cdef i64 sets, first, second
    cdef i64[143] set_rank, set_suits, set_cards, set_places

cpdef void prepare(Distances d, i64 wild, i64 second_run_min) noexcept nogil
@cython.locals(rank=i64, held=i64, suits=i64)
cdef void list_sets(Distances d, i64 one) noexcept nogil
@cython.locals(black=i64, red=i64, word=i64, places=i64)
cdef void bound(Distances d) noexcept nogil
@cython.locals(clubs=i64, diamonds=i64, hearts=i64, spades=i64, places=i64, cards=i64, at=i64,
               power=i64, suits=i64, held=i64)
cdef i64 most_beside(Distances d, i64 first, i64 second, i64 lacking) noexcept nogil
@cython.locals(best=i64, suit=i64, left=i64, low=i64)
cdef i64 widest(Distances d, i64 places) noexcept nogil
@cython.locals(suit=i64, length=i64, beside=i64, held=i64, left=i64, start=i64, here=i64,
               cards=i64, enough=bint)
cdef i64 most_in_nine(Distances d, i64 lacking, i64 best) noexcept nogil
@cython.locals(power=i64, suit=i64)
cdef i64 most_beside_four(Distances d, i64 at, i64 lacking, i64 best) noexcept nogil
@cython.locals(rank=i64, shared=i64)
cdef bint clash(Distances d, i64 first, i64 second, i64 two) noexcept nogil
@cython.locals(held=i64, first=i64, second=i64, places=i64, cards=i64)
cdef i64 most_held(Distances d, i64 two, i64 lacking, i64 best, i64 enough) noexcept nogil
@cython.locals(special=i64, card=i64, found=bint)
cdef bint has_pure(Distances d, i64 one, i64 two, i64 needed, i64 lacking) noexcept nogil
@cython.locals(natural=i64, twice=i64, suit=i64, away=i64)
cdef i64 nearest(Distances d, i64 one, i64 two, i64 wilds) noexcept nogil
@cython.locals(keep=i64)
cdef bint is_near(
    Distances d, i64 one, i64 two, i64 some, i64 both, i64 wilds, i64 left, i64 away) noexcept nogil
@cython.locals(wilds=i64, away=i64, some=i64, both=i64, left=i64)
cpdef i64 distance(
    Distances d, i64 one, i64 two, i64 jokers, i64 gone_one, i64 gone_two,
    i64 gone_jokers) noexcept nogil

cimport cython
from speto.bits cimport i64, quick_bit as bit, quick_lowest as lowest, quick_popcount as popcount

cdef i64 CLUBS, HAND
cdef i64 LONGEST, ROWS, PATTERNS, NEVER, NO_CARDS, LAST, EVERY_OTHER, ONES, GUARDS
cdef i64 TWOS, FOURS, EIGHTS, ALL_RANKS

cdef class Places:
    cdef public i64 rows
    cdef int[::1] where
    cdef i64[::1] words, pure_words
    cdef i64[13] powers
    cdef i64[8192] digits

@cython.locals(pattern=i64, power=i64, rank=i64, ranks=i64, level=i64)
cpdef void empty(Places table) noexcept nogil
@cython.locals(x=i64)
cpdef i64 ranks_of(i64 cards, i64 suit) noexcept nogil
@cython.locals(pattern=i64)
cpdef i64 pattern_of(Places table, i64 one, i64 two, i64 suit) noexcept nogil
@cython.locals(larger=i64)
cpdef i64 fewer(i64 one, i64 other) noexcept nogil
@cython.locals(even=i64, odd=i64)
cpdef i64 with_run(i64 word, i64 rest, i64 cards, i64 places) noexcept nogil
@cython.locals(even=i64, odd=i64)
cpdef i64 lower(i64 one, i64 other) noexcept nogil
@cython.locals(word=i64, cards=i64, places=i64, more=i64)
cpdef i64 together(i64 one, i64 other) noexcept nogil
@cython.locals(guard=i64, even=i64, odd=i64)
cpdef i64 most(i64 word, i64 places) noexcept nogil
@cython.locals(best=i64, cards=i64, taken=i64, more=i64, held=i64)
cpdef i64 most_together(i64 one, i64 other, i64 places) noexcept nogil
@cython.locals(places=i64, rank=i64)
cpdef i64 held_places(Places table, i64 pattern) noexcept nogil
cpdef i64 without(Places table, i64 pattern, i64 places) noexcept nogil
cpdef bint worth_it(i64 here, i64 start, i64 length) noexcept nogil
@cython.locals(row=i64, held=i64, low=i64, word=i64, length=i64, start=i64, here=i64, rest=i64)
cpdef i64 word_of(Places table, i64 pattern) noexcept nogil
@cython.locals(at=i64, held=i64, none=i64, one=i64, two=i64, length=i64, start=i64, here=i64,
               cards=i64, rest=i64)
cpdef i64 pure_word(Places table, i64 pattern, i64 lacking) noexcept nogil
@cython.locals(black=i64, red=i64)
cpdef i64 most_in_runs(Places table, i64 c, i64 d, i64 h, i64 s, i64 places) noexcept nogil
@cython.locals(clubs=i64, diamonds=i64, hearts=i64, spades=i64, best=i64, other=i64)
cpdef i64 most_with_pure(
    Places table, i64 c, i64 d, i64 h, i64 s, i64 places, i64 lacking) noexcept nogil

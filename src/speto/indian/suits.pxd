cimport cython
from speto.bits cimport i64, quick_bit as bit, quick_lowest as lowest
from speto.indian.melds cimport value
from speto.indian.table cimport (
    quick_get as get, quick_give_back as give_back, quick_put as put, quick_zeros as zeros)

cdef i64 ACE, CLUBS, SLOTS, LOW_HALF, SCATTER, SCATTER_HIGH, NIBBLES, FLAGS, ONES, TOPS, NONES
cdef i64 RUNS, LONG, PURE, PURE_LONG, BOTH, LEVELS, WILDS, SPARE

cdef class Suits:
    cdef public i64 long_run, used
    cdef i64 slot
    cdef i64[256] work

@cython.locals(slot=i64)
cpdef void forget(Suits s) noexcept nogil
cpdef void tidy(Suits s) noexcept nogil
@cython.locals(at=i64, work=i64, level=i64)
cpdef i64 entry(Suits s, i64 key) noexcept nogil
@cython.locals(slot=i64)
cdef i64 find(Suits s, i64 key) noexcept nogil
@cython.locals(cards=i64)
cdef i64 work_at(i64 key) noexcept nogil
@cython.locals(twice=i64)
cdef i64 without(i64 key, i64 cards) noexcept nogil
@cython.locals(mask=i64)
cdef i64 least(i64 x, i64 y) noexcept nogil
@cython.locals(tops=i64)
cdef i64 dearer(i64 x, i64 points) noexcept nogil
cdef i64 paid(i64 x, i64 wilds) noexcept nogil
@cython.locals(level=i64, rank=i64, c=i64, at=i64, points=i64)
cdef void fill(Suits s, i64 key, i64 work) noexcept nogil
@cython.locals(cards=i64, gaps=i64, c=i64, rank=i64)
cdef void add_runs(Suits s, i64 key, i64 first, i64 work) noexcept nogil
@cython.locals(cards=i64, gaps=i64, c=i64, size=i64)
cdef void add_runs_down(Suits s, i64 key, i64 work) noexcept nogil
@cython.locals(missing=i64, at=i64, rest=i64)
cdef void add_run(Suits s, i64 key, i64 cards, i64 size, i64 gaps, i64 work) noexcept nogil
@cython.locals(held=i64, rows=i64, three=i64, c=i64, run=i64, size=i64, at=i64, rest=i64, other=i64)
cdef void add_pure(Suits s, i64 key, i64 work) noexcept nogil

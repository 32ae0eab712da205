cimport cython
from speto.bits cimport i64

ctypedef unsigned long long u64

cdef u64 MASK, GOLDEN, MIX1, MIX2, LOW

@cython.final
cdef class Rng:
    cdef u64 a, b, c, d

cdef u64 mix(u64 x) noexcept nogil
@cython.locals(x=u64)
cpdef void start(Rng rng, u64 seed, u64 index) noexcept nogil
@cython.locals(x=u64, s=u64)
cpdef u64 next_word(Rng rng) noexcept nogil
@cython.locals(m=u64, low=u64, floor=u64, size=u64)
cpdef i64 below(Rng rng, i64 n) noexcept nogil

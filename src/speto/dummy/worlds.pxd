cimport cython
from speto.bits cimport i64, quick_bit as bit, quick_lowest as lowest, quick_popcount as popcount
from speto.dummy.belief cimport Past
from speto.dummy.deal cimport Deal, copy
from speto.dummy.sight cimport Sight
from speto.rng cimport Rng, below

cdef i64 NOBODY

@cython.locals(hidden=i64, at=i64, first=i64, seat=i64, i=i64, j=i64, card=i64, left=i64)
cpdef void draw_world(Deal world, Sight sight, Deal seen, Rng rng) noexcept nogil
@cython.locals(seat=i64, i=i64, j=i64, card=i64)
cpdef void lay_out(Deal world, Past past, Sight sight, Deal seen, Rng rng) noexcept nogil

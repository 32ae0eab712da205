cimport cython
from speto.bits cimport i64, quick_popcount as popcount
from speto.dummy.deal cimport Deal
from speto.dummy.finish cimport loose
from speto.dummy.judge cimport open_ends
from speto.dummy.melds cimport Moves, points_of
from speto.dummy.outlook cimport wanted
from speto.dummy.tuned cimport time_left

cdef i64 SPETOS, COUNT, WHOLE_TIME

@cython.final
cdef class Prospect:
    cdef i64[48] feature, number

@cython.locals(time=i64, hand=i64, born=i64, out=i64, size=i64, count=i64, points=i64, row=i64,
               hidden=i64, lack=i64, fit=i64, other=i64, i=i64, ahead=i64)
cpdef void describe(
    Prospect prospect, Deal deal, Moves moves, i64 seat, i64 least) noexcept nogil
@cython.locals(born=i64, near=i64, two=i64)
cdef void describe_row(
    Prospect prospect, Deal deal, i64 seat, i64 lack, i64 points, i64 count) noexcept nogil
@cython.locals(least=i64, other=i64)
cpdef i64 least_born(Deal deal, i64 seat) noexcept nogil
@cython.locals(total=i64, i=i64)
cdef i64 guess(Prospect prospect, Deal deal, Moves moves, i64 seat) noexcept nogil
@cython.locals(total=i64, other=i64, worth=i64)
cpdef i64 margin_ahead(Prospect prospect, Deal deal, Moves moves, i64 seat) noexcept nogil

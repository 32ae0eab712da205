cimport cython
from speto.bits cimport i64
from speto.indian.deal cimport Deal
from speto.indian.sight cimport Sight

cdef i64 SEATS, PILE, OF_SEATS, OF_PILE

cpdef void observe(Sight sight, i64[:, ::1] into, i64 at) noexcept nogil
cdef i64 seen_from(Sight sight, Deal s, i64 seat) noexcept nogil
cdef void write_deal(Sight sight, Deal s, i64[:, ::1] into, i64 at) noexcept nogil
@cython.locals(place=i64, k=i64, n=i64, seat=i64)
cdef void write_seats(Sight sight, Deal s, i64[:, ::1] into, i64 at, i64 begin) noexcept nogil
cdef void write_seat(Sight sight, Deal s, i64[:, ::1] into, i64 at, i64 k, i64 seat,
                     bint opened) noexcept nogil
@cython.locals(i=i64)
cdef void write_pile(Deal s, i64[:, ::1] into, i64 at, i64 begin) noexcept nogil

cimport cython
from speto.bits cimport i64, quick_bit as bit
from speto.dummy.deal cimport Deal
from speto.dummy.sight cimport Sight

cdef i64 FINED, NOBODY, SEATS, ROW, MELDS, OF_SEATS, OF_ROW, OF_MELDS

cpdef void observe(Sight sight, i64[:, ::1] into, i64 at) noexcept nogil
cdef i64 seen_from(Sight sight, Deal s, i64 seat) noexcept nogil
@cython.locals(cards=i64, i=i64)
cdef i64 cards_at(Deal s, i64 begin, i64 end) noexcept nogil
@cython.locals(cards=i64, i=i64)
cdef i64 fined_throws(Deal s) noexcept nogil
cdef void write_deal(Sight sight, Deal s, i64[:, ::1] into, i64 at) noexcept nogil
@cython.locals(place=i64, k=i64, n=i64, seat=i64)
cdef void write_seats(Sight sight, Deal s, i64[:, ::1] into, i64 at, i64 begin) noexcept nogil
@cython.locals(i=i64, k=i64, place=i64, thrower=i64)
cdef void write_row(Sight sight, Deal s, i64[:, ::1] into, i64 at, i64 begin) noexcept nogil
@cython.locals(i=i64, k=i64)
cdef void write_melds(Sight sight, Deal s, i64[:, ::1] into, i64 at, i64 begin) noexcept nogil

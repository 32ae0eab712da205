cimport cython
from speto.bits cimport i64, quick_bit as bit
from speto.indian.deal cimport Deal, top
from speto.indian.judge cimport may_take
from speto.indian.minds cimport Mind, has_few, lacks, owes
from speto.indian.near cimport gaps, lacks_pure, neighbors, pairs

cdef i64 JOKER, N_VALUES, FARTHEST

@cython.final
cdef class Outlook:
    cdef i64[640] values
    cdef i64[16] found

@cython.locals(one=i64, two=i64, jokers=i64, card=i64)
cpdef void look(Outlook o, Mind mind, Deal deal, i64 seat, i64 other) noexcept nogil
@cython.locals(plain=i64)
cdef void look_at(Outlook o, Mind mind, i64 at, i64 one, i64 two, i64 jokers) noexcept nogil
cpdef i64 estimate(Outlook o, Mind mind, Deal deal, i64 seat, i64 other) noexcept nogil
cpdef i64 chance(Outlook o, Deal deal) noexcept nogil
@cython.locals(mine=i64, theirs=i64, worth=i64, i=i64)
cdef i64 reckon(Outlook o, i64 at) noexcept nogil

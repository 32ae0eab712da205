cimport cython
from speto.bits cimport i64
from speto.indian.deal cimport Deal

cdef i64 I_END_2

@cython.locals(points=i64, i=i64)
cdef i64 paid(Deal deal, i64 seat, bint difference) noexcept nogil
@cython.locals(pot=i64, winners=i64, before=i64, other=i64, share=i64, _=i64)
cpdef i64 received(Deal deal, i64 seat, bint difference) noexcept nogil

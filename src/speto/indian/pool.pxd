cimport cython
from speto.bits cimport i64

@cython.final
cdef class Pool:
    cdef i64[6] left, lost
    cdef public i64 whole

@cython.locals(mine=i64, whole=i64, other=i64, left=i64)
cpdef i64 part(Pool pool, i64 seat, i64 seats) noexcept nogil

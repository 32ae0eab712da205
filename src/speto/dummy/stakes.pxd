cimport cython
from speto.bits cimport i64

@cython.final
cdef class Stakes:
    cdef public i64 ahead, reach

cpdef i64 worth(Stakes stakes, i64 margin) noexcept nogil
cdef i64 bent(i64 reach, i64 points) noexcept nogil

from speto.bits cimport i64

# An array in an object would be filled with zeros, all of it, each time one is made.
cdef extern from *:
    """
    #include <stdint.h>
    #include <stdlib.h>
    #ifndef _MSC_VER
    #pragma GCC diagnostic ignored "-Wunused-function"
    #endif
    static CYTHON_INLINE long long speto_zeros(long long size) {
        return (long long)(intptr_t)calloc((size_t)size, sizeof(long long));
    }
    static CYTHON_INLINE long long speto_get(long long table, long long at) {
        return ((long long *)(intptr_t)table)[at];
    }
    static CYTHON_INLINE void speto_put(long long table, long long at, long long number) {
        ((long long *)(intptr_t)table)[at] = number;
    }
    static CYTHON_INLINE void speto_give_back(long long table) {
        free((void *)(intptr_t)table);
    }
    """
    cpdef i64 quick_zeros "speto_zeros"(i64 size) noexcept nogil
    cpdef i64 quick_get "speto_get"(i64 table, i64 at) noexcept nogil
    cpdef void quick_put "speto_put"(i64 table, i64 at, i64 number) noexcept nogil
    cpdef void quick_give_back "speto_give_back"(i64 table) noexcept nogil

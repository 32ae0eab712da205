from speto.bits cimport i64

# `with nogil` would need an import of cython in the file that says it. The thread must have the
# lock: only what Python calls may let go of it.
cdef extern from *:
    """
    #include <stdint.h>
    #ifndef _MSC_VER
    #pragma GCC diagnostic ignored "-Wunused-function"
    #endif
    static CYTHON_INLINE long long speto_let_go(void) {
        return (long long)(intptr_t)PyEval_SaveThread();
    }
    static CYTHON_INLINE void speto_take_back(long long held) {
        PyEval_RestoreThread((PyThreadState *)(intptr_t)held);
    }
    """
    cpdef i64 quick_let_go "speto_let_go"() noexcept nogil
    cpdef void quick_take_back "speto_take_back"(i64 held) noexcept nogil

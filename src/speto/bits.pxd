ctypedef long long i64

cdef i64 ONE, ONES2, ONES4, NIBBLES

cpdef i64 bit(i64 index) noexcept nogil
cpdef i64 popcount(i64 cards) noexcept nogil
cpdef i64 lowest(i64 cards) noexcept nogil

# The same for compiled files, which cimport them under the names above: a call into another module
# goes through a pointer, and costs more than any of these.
cdef extern from *:
    """
    #ifdef _MSC_VER
    #include <intrin.h>
    #else
    #pragma GCC diagnostic ignored "-Wunused-function"
    #endif
    static CYTHON_INLINE long long speto_bit(long long index) {
        return 1LL << index;
    }
    static CYTHON_INLINE long long speto_lowest(long long cards) {
    #ifdef _MSC_VER
        unsigned long index = 0;
        _BitScanForward64(&index, (unsigned long long)cards);
        return index;
    #else
        return __builtin_ctzll((unsigned long long)cards);
    #endif
    }
    static CYTHON_INLINE long long speto_popcount(long long cards) {
        unsigned long long c = (unsigned long long)cards;
        c -= c >> 1 & 0x5555555555555555ULL;
        c = (c & 0x3333333333333333ULL) + (c >> 2 & 0x3333333333333333ULL);
        c = (c + (c >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
        return (long long)(c * 0x0101010101010101ULL >> 56);
    }
    """
    cpdef i64 quick_bit "speto_bit"(i64 index) noexcept nogil
    cpdef i64 quick_lowest "speto_lowest"(i64 cards) noexcept nogil
    cpdef i64 quick_popcount "speto_popcount"(i64 cards) noexcept nogil

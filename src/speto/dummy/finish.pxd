cimport cython
from speto.bits cimport i64, quick_popcount as popcount
from speto.dummy.melds cimport melded, rank_of

cdef i64 FULL

cpdef i64 near_ends(i64 card) noexcept nogil
@cython.locals(out=i64, c=i64, x=i64, run=i64, others=i64, nib=i64, two=i64, e=i64, down=i64)
cdef bint search(
    i64 rest, i64 chain, i64 single, bint need_meld, bint kept, bint ace_low) noexcept nogil
@cython.locals(use=i64, laid=i64, fresh=i64)
cpdef i64 loose(i64 hand, i64 chain, i64 single, bint ace_low) noexcept nogil
cpdef bint can_finish(
    i64 hand, i64 chain, i64 single, bint need_meld, bint ace_low) noexcept nogil

"""Our side's timed loop, compiled: `legal` over all deals, many times over."""

from libc.stdlib cimport free, malloc

from speto.dummy.deal cimport Deal
from speto.dummy.melds cimport Moves
from speto.dummy.moves cimport legal

cdef extern from *:
    # in C, as the twin's own: Cython would count a reference to each deal up and down
    """
    static long long run_many(void *legal, void **deals, int n, int times, void *moves) {
        long long (*list)(void *, void *, int) = (long long (*)(void *, void *, int))legal;
        long long total = 0;
        for (int k = 0; k < times; k++)
            for (int i = 0; i < n; i++) total += list(deals[i], moves, 0);
        return total;
    }
    """
    long long run_many(void *legal, void **deals, int n, int times, void *moves) nogil


def legal_many(list deals, Moves moves, int times):
    """How many actions were listed."""
    cdef int i, n = len(deals)
    cdef void **each = <void **>malloc(n * sizeof(void *))
    for i in range(n):
        each[i] = <void *>deals[i]
    cdef long long total = run_many(<void *>legal, each, n, times, <void *>moves)
    free(each)
    return total

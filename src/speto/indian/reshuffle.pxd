from speto.indian.deal cimport Deal

cpdef void reshuffle(Deal deal) noexcept with gil

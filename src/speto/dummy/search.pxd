cimport cython
from speto.bits cimport i64, quick_bit as bit
from speto.dummy.belief cimport Past, begin_guessing, guess_on
from speto.dummy.deal cimport Deal, House, copy
from speto.dummy.melds cimport Moves
from speto.dummy.moves cimport legal
from speto.dummy.outlook cimport Outlook, Weights, look
from speto.dummy.prospect cimport Prospect, margin_ahead
from speto.dummy.rollout cimport Crew, choose, margin
from speto.dummy.sight cimport Sight
from speto.dummy.stakes cimport Stakes, worth
from speto.dummy.tuned cimport weigh
from speto.dummy.turn cimport apply
from speto.dummy.worlds cimport draw_world, lay_out
from speto.rng cimport Rng, below, start as start_stream

cdef i64 D_FOOL_2, D_PEN_FULL, DECLINE, DISCARD, DRAW, FULL, KNOCK, LAY_OFF, MELD, OVER, PICK_UP
cdef i64 PICK_UP_TO_LAY_OFF, TUNED, MOST_TAKES, MOST_LAYS, MOST_THROWS, MOST, MOST_WORLDS, GONE, SCALE, TAKE

@cython.final
cdef class Search:
    cdef public Crew crew
    cdef public Deal world, deal
    cdef public Rng rng
    cdef public i64 n, seat, drawn, playouts, start, models, rounds, guesses, first
    cdef public i64 also
    cdef public double sum, squares
    cdef public Prospect prospect
    cdef public Past past
    cdef public Stakes stakes
    cdef public Weights believed
    cdef public unsigned long long seed
    cdef i64[16] model, act, live, worlds, total, gained, ends
    cdef i64[64] feeds
    cdef i64[256] fines
    cdef i64[65536] value

cpdef void prepare(Search search, Sight sight, unsigned long long seed) noexcept nogil
@cython.locals(best=i64, i=i64)
cdef void prepare_in(
    Search search, Sight sight, Deal seen, Moves moves, Outlook outlook,
    unsigned long long seed) noexcept nogil
@cython.locals(n=i64, k=i64)
cdef void keep(Search search, Moves moves, Outlook outlook, i64 i) noexcept nogil
@cython.locals(best=i64, most_worth=i64, i=i64)
cdef void keep_best(
    Search search, Moves moves, Outlook outlook, i64 kind, i64 last, i64 most) noexcept nogil
cpdef void run(Search search, Sight sight, i64 count) noexcept nogil
@cython.locals(seat=i64, i=i64)
cdef void run_in(
    Search search, Sight sight, Deal seen, Crew crew, Deal world, Deal deal,
    i64 count) noexcept nogil
cdef void begin(
    Search search, Sight sight, Deal seen, Crew crew, Deal deal, Past past) noexcept nogil
cdef void go_on(Search search, Crew crew, Deal deal, Past past, i64 steps) noexcept nogil
@cython.locals(seat=i64, watched=i64, fines=i64, other=i64, at=i64, gained=i64, value=i64,
               k=i64, clause=i64, rounds=i64, ahead=i64)
cdef void play_out(Search search, Crew crew, Deal deal, i64 i) noexcept nogil
@cython.locals(n=i64, ahead=i64, k=i64)
cpdef i64 compare(Search search, i64 one, i64 two) noexcept nogil
@cython.locals(best=i64, i=i64)
cpdef i64 leader(Search search) noexcept nogil
cdef bint clearly(Search search, i64 n, i64 squared) noexcept nogil
@cython.locals(best=i64, left=i64, i=i64, n=i64)
cpdef i64 drop(Search search) noexcept nogil

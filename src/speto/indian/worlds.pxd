cimport cython
from speto.bits cimport i64, quick_bit as bit, quick_lowest as lowest, quick_popcount as popcount
from speto.indian.arrange cimport fewest_discarding
from speto.indian.deal cimport Deal, copy
from speto.indian.melds cimport value
from speto.indian.minds cimport Mind, lacks, points_in
from speto.indian.near cimport around, further
from speto.indian.past cimport Past
from speto.indian.sight cimport Sight
from speto.indian.traces cimport Worlds, assign, deal_told, draw_one, fill_pool, recall
from speto.rng cimport Rng, below

cdef i64 JOKER, NOT_TOLD, RANK, SIMPLE, TUNED
cdef i64 DOUBLE, GAP, NEXT, PAIR, POINTS
cdef i64 GAP_SIMPLY, NEXT_SIMPLY, PAIR_SIMPLY, TAKES_SIMPLY
cdef i64 PARTS, ROOM, HELD, STEPS, CERTAIN
cdef double TAKES_NEARER, TAKES_OTHER, TAKES_SURELY, THROWS_FURTHER, FLOOR

@cython.locals(seat=i64, i=i64, turn=i64)
cpdef void begin(Worlds w, Sight sight, Past past, Mind mind, Rng rng) noexcept nogil
@cython.locals(i=i64)
cdef void gather(Worlds w, i64 seat, i64 turn, i64 before) noexcept nogil
@cython.locals(at=i64, chance=double, away=i64)
cdef double likelihood(Worlds w, Mind mind, i64 seat, i64 turn) noexcept nogil
@cython.locals(now=i64, then=i64, chance=double)
cdef double likely_take(Worlds w, Mind mind, i64 card, i64 took) noexcept nogil
@cython.locals(now=i64, one=i64, two=i64, gained=i64, chance=double)
cdef double likely_simply(Worlds w, Mind mind, i64 card, i64 took) noexcept nogil
@cython.locals(plain=i64, least=i64, n=i64, mine=i64, cards=i64, other=i64, keep=i64, total=double,
               i=i64, chance=double, now=i64, left=i64)
cdef double likely_throw(Worlds w, Mind mind, i64 card, bint simply) noexcept nogil
@cython.locals(worth=i64)
cdef i64 keeps(Worlds w, Mind mind, i64 plain, i64 card) noexcept nogil
@cython.locals(worth=i64)
cdef i64 keeps_simply(Worlds w, i64 plain, i64 card) noexcept nogil
@cython.locals(_=i64, seat=i64)
cpdef void advance(Worlds w, Sight sight, Mind mind, Rng rng, i64 steps) noexcept nogil
@cython.locals(n=i64, seat=i64, chosen=i64)
cdef i64 other_seat(Worlds w, Sight sight, Rng rng) noexcept nogil
@cython.locals(i=i64, k=i64, old=i64)
cdef void change_card(Worlds w, Mind mind, i64 seat, Rng rng) noexcept nogil
@cython.locals(i=i64, k=i64, came=i64)
cdef void change_turns(Worlds w, Mind mind, i64 seat, Rng rng) noexcept nogil
@cython.locals(at=i64, old=i64, ratio=double, turn=i64)
cdef void change_model(Worlds w, Mind mind, i64 seat, Rng rng) noexcept nogil
@cython.locals(at=i64, ratio=double, turn=i64)
cdef bint is_kept(
    Worlds w, Mind mind, i64 seat, i64 first, i64 last, Rng rng) noexcept nogil
@cython.locals(seat=i64, i=i64, k=i64, card=i64)
cpdef void lay_out(Worlds w, Sight sight, Deal into, Rng rng) noexcept nogil

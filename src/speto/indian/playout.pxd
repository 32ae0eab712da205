cimport cython
from speto.bits cimport i64
from speto.indian.deal cimport Deal, copy, is_in, lose, next_in
from speto.indian.judge cimport legal
from speto.indian.labels cimport Moves, finishing_card
from speto.indian.minds cimport Mind, owes
from speto.indian.outlook cimport Outlook, chance, estimate
from speto.indian.past cimport Past, note_throw
from speto.indian.pool cimport Pool, part
from speto.indian.simple cimport choose
from speto.indian.tuned cimport pick
from speto.indian.turn cimport apply
from speto.indian.traces cimport Worlds

cdef i64 DISCARD, DRAW, OVER, RESHUFFLE, SHOW, SIMPLE, TAKE, TAKE_OPEN
cdef i64 HUNDRED, LOST_BY_OTHERS

@cython.final
cdef class Playout:
    cdef public Deal deal
    cdef public Past past
    cdef public Moves moves
    cdef public Outlook outlook
    cdef public i64 began, chance, shower, taker
    cdef bint cut
    cdef i64[6] drawn
    cdef bint[6] sees

@cython.locals(seat=i64)
cpdef void set_out(Playout p, Deal world, Past past) noexcept nogil
@cython.locals(kind=i64, seat=i64, place=i64)
cpdef bint do(Playout p, Worlds w, i64 action) noexcept nogil
@cython.locals(last=i64, action=i64)
cpdef i64 play_on(Playout p, Worlds w, Mind mind, i64 seat, i64 horizon) noexcept nogil
@cython.locals(action=i64)
cpdef i64 simply(Playout p) noexcept nogil
@cython.locals(place=i64)
cdef i64 next_for(Playout p, Worlds w, i64 seat) noexcept nogil
@cython.locals(mine=i64, worth=i64)
cdef i64 expected(Playout p, Mind mind, i64 seat) noexcept nogil
@cython.locals(total=i64, other=i64)
cpdef i64 brought(Playout p, Mind mind, i64 seat) noexcept nogil
@cython.locals(other=i64, won=i64, lost=i64, fewest=i64)
cpdef i64 brought_in_pool(Playout p, Mind mind, i64 seat, Pool pool) noexcept nogil
@cython.locals(other=i64)
cpdef i64 dropped_in_pool(Pool pool, i64 seat, i64 seats, i64 drop) noexcept nogil
@cython.locals(owed=i64)
cdef i64 cost(Playout p, Mind mind, i64 seat) noexcept nogil
@cython.locals(total=i64, winners=i64, other=i64)
cpdef i64 settled(Deal deal, i64 seat) noexcept nogil
@cython.locals(fewest=i64, total=i64, other=i64, owed=i64, mine=i64)
cdef i64 unfinished(Playout p, Mind mind, i64 seat) noexcept nogil

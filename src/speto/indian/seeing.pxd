cimport cython
from speto.bits cimport i64, quick_bit as bit
from speto.indian.arrange cimport fewest, fewest_discarding
from speto.indian.deal cimport Deal, next_in, top
from speto.indian.judge cimport is_first_turn
from speto.indian.labels cimport Moves
from speto.indian.minds cimport Mind
from speto.indian.past cimport Past
from speto.indian.sight cimport Sight
from speto.indian.simple cimport choose, discard_worth, gives_up, hand_worth, look
from speto.indian.tuned cimport tuned

cdef i64 DRAW, DROP, JOKER, SHOW, TAKE, TAKE_OPEN
cdef i64 WORST, FEED

@cython.locals(other=i64)
cpdef void look_through(Mind mind, Deal deal, i64 seat, bint hands, bint coming) noexcept nogil
@cython.locals(last=i64)
cpdef i64 cheat(Sight sight, Moves moves, Mind mind, Past past, bint is_tuned) noexcept nogil
@cython.locals(seat=i64, taken=i64, drawn=i64, best=i64, most=i64, i=i64, worth=i64)
cdef i64 simple_knowing(Deal seen, Moves moves, Mind mind) noexcept nogil
@cython.locals(worth=i64)
cdef i64 knowing(Deal seen, Moves moves, Mind mind, i64 card) noexcept nogil
@cython.locals(one=i64, two=i64, jokers=i64, now=i64)
cdef i64 brings(Moves moves, Mind mind, i64 seat, i64 card) noexcept nogil
@cython.locals(seat=i64, one=i64, two=i64, jokers=i64, barred=i64, best=i64, other=i64, left=i64)
cdef i64 best_with(Deal seen, Moves moves, Mind mind, i64 card, bint taken) noexcept nogil

cimport cython
from speto.bits cimport i64, quick_bit as bit, quick_lowest as lowest, quick_popcount as popcount
from speto.indian.deal cimport Deal, next_in, top
from speto.indian.judge cimport is_first_turn, may_discard, may_take
from speto.indian.labels cimport Moves
from speto.indian.minds cimport Mind, hand_worth, has_few, helps, lacks, points_in, ready, with_card
from speto.indian.near cimport around, further, gaps, lacks_pure, neighbors, pairs
from speto.indian.past cimport Past
from speto.indian.sight cimport Sight

cdef i64 DISCARD, DRAW, DROP, JOKER, RANK, SHOW, TAKE, TAKE_OPEN
cdef i64 AWAY, DROPS, FEEDS, FEEDS_SHOW, MIDDLE, NEAR, NEARER, OUTS, OUTS_FAR, TAKES, THREW_NEXT, THREW_RANK, THREW_SAME
cdef i64 TOOK_GAP, TOOK_NEXT, TOOK_RANK, SURELY

@cython.locals(last=i64)
cpdef i64 tuned(Sight sight, Moves moves, Mind mind, Past past) noexcept nogil
@cython.locals(best=i64)
cpdef i64 pick(Deal seen, Mind mind, Past past) noexcept nogil
@cython.locals(seat=i64, one=i64, two=i64, jokers=i64, barred=i64)
cpdef i64 rate(Deal seen, Mind mind, Past past) noexcept nogil
@cython.locals(nearest=i64, cards=i64, card=i64, away=i64, best=i64, i=i64)
cdef i64 rate_hand(
    Deal seen, Mind mind, Past past, i64 one, i64 two, i64 jokers, i64 barred) noexcept nogil
@cython.locals(best=i64, i=i64, card=i64, left=i64)
cdef i64 add_hopes(
    Deal seen, Mind mind, i64 one, i64 two, i64 jokers, i64 least) noexcept nogil
cdef void add(Mind mind, i64 card, i64 away) noexcept nogil
@cython.locals(worth=i64, seat=i64)
cdef i64 judge(
    Deal seen, Mind mind, Past past, i64 one, i64 two, i64 jokers, i64 card) noexcept nogil
@cython.locals(took=i64, threw=i64, rank=i64, beside=i64, worth=i64, row=i64)
cdef i64 dangers(Deal seen, Mind mind, Past past, i64 seat, i64 card) noexcept nogil
@cython.locals(one=i64, two=i64, jokers=i64, now=i64, then=i64)
cdef i64 given(Mind mind, i64 seat, i64 card) noexcept nogil
@cython.locals(away=i64, at=i64)
cdef i64 hopes(Deal seen, Mind mind, i64 one, i64 two, i64 jokers) noexcept nogil
@cython.locals(gone_one=i64, gone_two=i64, seat=i64, i=i64, helpful=i64, left=i64)
cdef i64 outs(Deal seen, Mind mind, i64 one, i64 two, i64 jokers) noexcept nogil
@cython.locals(seat=i64, one=i64, two=i64, jokers=i64, place=i64, taken=i64, away=i64, drawn=i64)
cdef i64 pick_source(Deal seen, Mind mind, Past past) noexcept nogil
@cython.locals(seat=i64, one=i64, two=i64, jokers=i64, worth=i64, away=i64, place=i64)
cpdef list sources(Deal seen, Mind mind, Past past)
@cython.locals(worth=i64)
cdef i64 worth_now(Deal seen, Mind mind, i64 one, i64 two, i64 jokers) noexcept nogil
@cython.locals(barred=i64)
cdef i64 after(
    Deal seen, Mind mind, Past past, i64 one, i64 two, i64 jokers, i64 card,
    bint taken) noexcept nogil
cdef i64 denied(Deal seen, Mind mind) noexcept nogil
cdef bint gives_up(Deal seen, Mind mind, i64 one, i64 two, i64 jokers) noexcept nogil
@cython.locals(plain=i64, away=i64, at=i64, more=i64, worth=i64, wilds=i64)
cpdef i64 first_worth(Deal seen, Mind mind, i64 one, i64 two, i64 jokers) noexcept nogil
cdef i64 weight_of(Mind mind, i64 at, i64 more) noexcept nogil

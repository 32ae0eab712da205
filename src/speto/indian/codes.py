"""The numbers that Indian Rummy's compiled files share: cards, actions, phases, choices, clauses.

What must stay true: this file is never compiled, so that each number stands in one place; a choice
has the same number here and in `rules`, a clause the same name here (`I_SCORE_1`) and in `clauses`
(`I-SCORE-1`).
"""

# cards: (rank − 2)·4 + suit, suits c d h s; equal cards of the two packs have one number, the
# printed jokers the next one; a column is one suit as 14 places, A 2 … K A, the ace at both ends
FULL = 0xFFFFFFFFFFFFF
CLUBS = 0x1111111111111
ACES = 0xF << 48
RANK = 0xF
ENDS = 1 << 13 | 1
LOW_PLACES = 0x1FFF
JOKER = 52
CARDS = 106
HAND = 13

# what a group of an arrangement is
LOOSE = 0
SET = 1
RUN = 2
PURE_RUN = 3

# how far an arrangement has come: no pure run, one, two runs of which one is pure
NO_PURE = 0
ONE_PURE = 1
COMPLETE = 2

# an action is one integer: kind << 58 | detail; the detail of a discard is the card, of a Show
# three bits for each card of the sorted hand: loose, the number of its group, or the finishing card
DRAW = 0
TAKE_OPEN = 1
DISCARD = 2
SHOW = 3
DROP = 4
MISS = 5
FINISHING = 5
GROUPS = 4

# where the deal stands: to take, to act (discard or show), to declare an arrangement, over
TAKE = 0
ACT = 1
DECLARE = 2
OVER = 3

# how the seat took its card this turn
NOTHING = 0
DREW = 1
TOOK = 2

# how the deal ended
RUNNING = 0
BY_SHOW = 1
BY_HEAVEN = 2
BY_LAST_ONE = 3
BY_POINTS = 4
BY_VOID = 5

# choices
EXACT, SAME_RANK = range(2)
FIRST_TURN_ONLY, NEVER, FREE = range(3)
BEST, DECLARED = range(2)
FLAT, SUM_CAPPED = range(2)
EXEMPT, COUNT_ALL = range(2)
SETTLE, RESHUFFLE, VOID = range(3)

# clauses that the compiled files name; 0 is "no clause forbids it"
ALLOWED = 0
T_OVER, T_TURN, T_KIND, T_HOLD = range(1, 5)
I_TURN_1, I_TURN_2, I_PICK_1 = range(5, 8)
I_DROP_1, I_DROP_2 = range(8, 10)
I_SHOW_2, I_SHOW_3, I_SHOW_6 = range(10, 13)
I_SCORE_1, I_SCORE_2, I_SCORE_3, I_CAP_1 = range(13, 17)
I_HEAVEN_1, I_HEAVEN_2, I_MORE_17 = range(17, 20)
I_END_2, I_MORE_22 = range(20, 22)

# who plays in a contest
SIMPLE, TUNED, THINKS = range(3)

# a card that was not told
NOT_TOLD = -1

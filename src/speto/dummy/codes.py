"""The numbers that Dummy's compiled files share: cards, actions, phases, choices and clauses.

What must stay true: this file is never compiled, so that each number stands in one place; a choice
has the same number here and in `rules`, a clause the same name here (`D_PEN_FULL`) and in `clauses`
(`D-PEN-FULL`).
"""

# cards: bit (rank − 2)·4 + suit; suits c d h s
FULL = 0xFFFFFFFFFFFFF
CLUBS = 0x1111111111111
RED = 0x6666666666666
ACES = 0xF << 48
TWO_CLUBS = 1 << 0
QUEEN_SPADES = 1 << 43
RANK = 0xF
SPETOS = TWO_CLUBS | QUEEN_SPADES

# an action is one integer: kind << 58 | index << 52 | cards; the index is a card's: the row card a
# pick-up starts from, or the lowest card of the meld that is laid off on
DRAW = 0
PICK_UP = 1
MELD = 2
LAY_OFF = 3
DISCARD = 4
KNOCK = 5
DECLINE = 6
PICK_UP_TO_LAY_OFF = 7

# where the deal stands: to take (draw or pick up), to act (lay, then discard or knock), to take in
# the last chance, over
TAKE = 0
ACT = 1
LAST = 2
OVER = 3

# how the seat took its card this turn
NOTHING = 0
DREW = 1
PICKED = 2

# a place of the row: card | thrower << 6 | turn << 9 | fined << 18; the head has thrower NOBODY
NOBODY = 7
FINED = 1 << 18

# choices
REPLACE, BONUS = range(2)
BORN_BY_PICK_UP, BORN_BY_ANY_MELD = range(2)
COLOR_OFF, COLOR_COLOR, COLOR_SUIT = range(3)
SCOPE_POSITIVE, SCOPE_TOTAL, SCOPE_KNOCK_ONLY = range(3)
NEXT_PLAYER_KNOCK_ONLY, NEXT_PLAYER_PICKUP, IMMEDIATE = range(3)
HAND_X2, MINUS50_THEN_X2, UNBORN_NONE = range(3)
ON_KNOCK, ALWAYS = range(2)
FULL_ANY, FULL_CONTIGUOUS, FULL_OFF = range(3)
SPETO_ANY, SPETO_S2_CASES, SPETO_OFF = range(3)
WINDOW_ROUND, WINDOW_NEXT_TURN = range(2)
NEXT_PLAYER_SINGLE, ROUND_ANY_PICKUP, FOOL_OFF = range(3)

# what a heuristic seat plays by, and what it sees besides its own; RIVAL has weights of its own
SIMPLE = 0
TUNED = 1
HANDS = 2
TOP = 4
RIVAL = 8
RANDOM = 16

# clauses that the compiled files name; 0 is "no clause forbids it"
ALLOWED = 0
T_OVER, T_TURN, T_KIND, T_HOLD = range(1, 5)
D_TURN_1, D_TURN_2, D_TURN_5 = range(5, 8)
D_KNOCK_1, D_KNOCK_2, D_KNOCK_3, D_KNOCK_4 = range(8, 12)
D_HEAD_2, D_HEAD_3, D_HEAD_5 = range(12, 15)
D_PICK_2, D_PICK_3, D_PICK_6, D_MORE_15 = range(15, 19)
D_BORN_3, D_MELD_1, D_MELD_2, D_MELD_3 = range(19, 23)
D_LAY_1, D_LAY_2, D_LAY_3, D_LAY_5 = range(23, 27)
D_DARK_1, D_DARK_2, D_COLOR_1, D_END_2 = range(27, 31)
D_SCORE_1, D_SCORE_2, D_UNBORN_1, D_UNBORN_3 = range(31, 35)
D_PEN_FULL, D_PEN_LAY, D_PEN_HEAD, D_PEN_AON = range(35, 39)
D_PEN_SPETO_0, D_PEN_SPETO_1, D_PEN_SPETO_2, D_PEN_STUFF = range(39, 43)
D_FOOL_1, D_FOOL_2 = range(43, 45)

"""The numbers by which `suits` and `cover` read the table of suits; never compiled.

What must stay true: an entry has six levels. Each is a word of seven bytes, the points that stay
loose with 0 to 6 wilds; NONE is more than a suit can come to, and a byte's top bit stays free.
"""

# what the runs of a suit must have: nothing; a run; a long one; a pure one; a pure and a long one
# (it may be the same); a pure run and another, one of them long
FREE = 0
RUNS = 1
LONG = 2
PURE = 3
PURE_LONG = 4
BOTH = 5
LEVELS = 6

NONE = 127
WILDS = 6

# more points than any cards have
NEVER = 1 << 20

# a key that asks what the suit comes to when one of its cards is thrown away
SPARE = 1 << 56

"""The fewest points of an Indian Rummy hand: the first prototype of this project, the baseline.

Compiled by Cython in the same run as what is measured against it; it knows one set of options
(rank scope, sum_capped, exempt, cap 80, a second run of three). Cards are bits rank·4 + suit over
14 rows, the ace in row 0 and in row 13; m1 holds the first copies, m2 the second ones.

It fixes one pure run (longer ones are split), turns every other card of the wild rank into a free
wild, then branches on the lowest natural card (runs from it, sets with it, or leave it) under a
bound.
"""

# What is measured against must be the prototype as it ran: split into shorter functions, or typed
# for mypy instead of Cython, it would be another program with another speed.
# ruff: noqa: PLR0915
# mypy: ignore-errors

import cython

ACE_LOW = cython.declare(cython.longlong, 15)
UP52 = cython.declare(cython.longlong, 52)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def value(r: cython.int) -> cython.int:
    return r + 1 if 0 < r < 10 else 10


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def ones(nibble: cython.longlong) -> cython.int:
    return (nibble & 1) + (nibble >> 1 & 1) + (nibble >> 2 & 1) + (nibble >> 3 & 1)


@cython.final
@cython.cclass
class Hand:
    best: cython.int
    nodes: cython.longlong

    def __init__(self):
        self.best = 0
        self.nodes = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def search(
        self,
        m1: cython.longlong,
        m2: cython.longlong,
        r: cython.int,
        w: cython.int,
        need: cython.bint,
        tok: cython.bint,
        cov: cython.int,
        rem: cython.int,
    ) -> cython.void:
        """Cover cards of m1 and m2 from row r up with w wilds.

        `need`: a second run is still missing. `tok`: one card may still be discarded for free.
        """
        c: cython.longlong
        x1: cython.longlong
        x2: cython.longlong
        y1: cython.longlong
        y2: cython.longlong
        b: cython.longlong
        row: cython.longlong
        others: cython.longlong
        sub: cython.longlong
        v: cython.int
        q: cython.int
        n: cython.int
        left: cython.int
        got: cython.int
        self.nodes += 1
        if cov + rem <= self.best:
            return
        if not need and cov > self.best:
            self.best = cov
        if not m1:
            return
        while not m1 >> 4 * r & 15:
            r += 1
        row = m1 >> 4 * r & 15
        c = (row & -row) << 4 * r
        v = value(r)
        # runs whose lowest natural card is c
        x1 = m1
        x2 = m2
        b = c
        q = r
        left = w
        n = 0
        got = 0
        while q < 14:
            if x1 & b:
                if q == 13 and r == 0:
                    break
                if x2 & b:
                    x2 ^= b
                else:
                    x1 ^= b
                if q == 0:  # the ace leaves its high row too
                    if x2 & c << UP52:
                        x2 ^= c << UP52
                    else:
                        x1 ^= c << UP52
                n += 1
                got += value(q)
                if n >= 3:
                    self.search(x1, x2, r, left, False, tok, cov + got, rem - got)
                elif left >= 3 - n:
                    self.search(x1, x2, r, left - (3 - n), False, tok, cov + got, rem - got)
            else:
                if not left:
                    break
                left -= 1
                n += 1
            b <<= 4
            q += 1
        # sets with c (aces: only in the high row)
        if r:
            others = row & (row - 1)
            sub = others
            while True:
                n = 1 + ones(sub)
                if n >= 3 or w >= 3 - n:
                    y1 = c | sub << 4 * r
                    y2 = m2 & y1
                    self.search(
                        m1 & ~(y1 & ~y2),
                        m2 & ~y2,
                        r,
                        w - (3 - n if n < 3 else 0),
                        need,
                        tok,
                        cov + n * v,
                        rem - n * v,
                    )
                if not sub:
                    break
                sub = (sub - 1) & others
            n = 2 * v if m2 & c else v
            if tok:
                self.search(m1 & ~c, m2 & ~c, r, w, need, False, cov + v, rem - n)
            self.search(m1 & ~c, m2 & ~c, r, w, need, tok, cov, rem - n)
        else:
            self.search(m1 & ~c, m2 & ~c, r, w, need, tok, cov, rem)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def points(
        self,
        m1: cython.longlong,
        m2: cython.longlong,
        jokers: cython.int,
        wild: cython.int,
        tok: cython.bint,
    ) -> cython.int:
        """The points; `wild` is the row of the wild rank, the ace 13, or -1; `tok`: 14 cards."""
        total: cython.int = 0
        top: cython.int = 0
        lost: cython.int
        r: cython.int
        k: cython.int
        pts: cython.int
        nw: cython.int
        wmask: cython.longlong = 0
        three: cython.longlong
        c: cython.longlong
        run: cython.longlong
        x1: cython.longlong
        x2: cython.longlong
        y: cython.longlong
        for r in range(1, 14):
            if r != wild:
                k = ones(m1 >> 4 * r & 15) + ones(m2 >> 4 * r & 15)
                total += k * value(r)
                if k and value(r) > top:
                    top = value(r)
        if wild >= 0:
            wmask = ACE_LOW << 4 * wild
            if wild == 13:
                wmask |= ACE_LOW
        three = m1 & m1 >> 4 & m1 >> 8
        if not three:
            if tok:
                total -= top
            return total if total < 80 else 80
        self.best = 0
        while three:
            c = three & -three
            three ^= c
            r = 0
            while not c >> 4 * r & 15:
                r += 1
            y = 0
            k = 0
            pts = 0
            while r < 14 and m1 & c and k < 5:
                y |= c
                k += 1
                if not c & wmask:
                    pts += value(r)
                if k >= 3:
                    run = y
                    if run & ACE_LOW:
                        run |= (run & ACE_LOW) << UP52
                    elif run >> UP52:
                        run |= run >> UP52
                    x2 = m2 & ~run
                    x1 = m1 & ~(run & ~m2)
                    # one pure run only: everything else counts (less the discard)
                    lost = 0
                    if tok:
                        lost = 13
                        while lost and (lost == wild or not x1 >> 4 * lost & 15):
                            lost -= 1
                        # rows 9..13 are worth ten, below that the highest row is the dearest
                        lost = value(lost) if lost else 0
                    self.best = max(self.best, pts + lost)
                    # the remaining cards of the wild rank become wilds
                    nw = jokers
                    if wild >= 0:
                        nw += ones(x1 >> 4 * wild & 15) + ones(x2 >> 4 * wild & 15)
                    self.search(x1 & ~wmask, x2 & ~wmask, 0, nw, True, tok, pts, total - pts)
                    if self.best == total:
                        return 0
                c <<= 4
                r += 1
        total -= self.best
        return total if total < 80 else 80


def fewest_many(hands: cython.longlong[::1], times: cython.int, tok: cython.bint):
    """The sum of all points, so many times over; a hand is four words, m1, m2, jokers, wild row."""
    h: Hand = Hand()
    total: cython.longlong = 0
    _: cython.int
    i: cython.Py_ssize_t
    for _ in range(times):
        for i in range(0, hands.shape[0], 4):
            total += h.points(hands[i], hands[i + 1], hands[i + 2], hands[i + 3], tok)
    return total

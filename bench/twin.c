/* Dummy's move generation by hand in C11: the yardstick of `dummy.movegen_vs_c`.

   It lists what `legal` of src/speto/dummy/moves.py lists, in the same order, under all options
   that `legal` obeys. It is meant to be as fast as plain C gets: small types, everything inlined,
   the compiler's own bit counting, and no work that the position does not ask for. */

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t u64;
typedef uint32_t u32;
typedef uint8_t u8;

#define FULL 0xFFFFFFFFFFFFFULL
#define CLUBS 0x1111111111111ULL
#define ACES (0xFULL << 48)

enum { DRAW, PICK_UP, MELD, LAY_OFF, DISCARD, KNOCK, DECLINE, PICK_UP_TO_LAY_OFF };
enum { TAKE, ACT, LAST, OVER };
enum { DREW = 1 };
enum { BORN_BY_PICK_UP };
enum { NEXT_PLAYER_KNOCK_ONLY };

#define ACTION(kind, index, cards) ((u64)(kind) << 58 | (u64)(index) << 52 | (cards))

/* What move generation asks of a deal, the scalars first; bench/twin.py has the same order. */
typedef struct {
    u8 n_row, n_melds, to_act, phase, took, born, born_before, finishing;
    u8 birth, stock_end, first_turn_pickup, pickup_needs_hand_card, pickup_for_layoff, ace_low_run,
        layoff_own, qka_fully_closed;
    u32 turn;
    u64 hand[4], row_mask;
    u64 fits[20]; /* what each meld takes */
    u64 meld[20];
    u8 owner[20], name[20]; /* a meld's name is its lowest card */
    u32 row[56];
} Deal;

/* What the table takes: cards of runs, which open the next one, and cards that open nothing. */
typedef struct {
    u64 chain, single;
} Open;

static inline int lowest(u64 cards) { return __builtin_ctzll(cards); }
static inline bool several(u64 cards) { return cards & (cards - 1); }
static inline u64 rank_of(u64 cards) { return 15ULL << (lowest(cards) & 60); }
static inline bool runs_on(u64 meld) { return meld & meld >> 4; }

static inline bool low_ace(u64 meld) {
    u64 ace = meld & ACES;
    return meld & ace >> 48 && !(meld & ace >> 4);
}

static inline u64 ends(u64 meld, bool ace_low, bool ace_closes) {
    if (!runs_on(meld)) return rank_of(meld) & ~meld;
    u64 ace = meld & ACES;
    if (ace) {
        if (low_ace(meld)) return (meld ^ ace) << 4 & ~meld & FULL;
        if (ace_closes) return 0;
    }
    u64 fit = (meld << 4 | meld >> 4) & ~meld & FULL;
    if (ace_low && !ace) fit |= (meld & 15) << 48;
    return fit;
}

static inline u64 ends_of(const Deal *deal, u64 meld) {
    return ends(meld, deal->ace_low_run, deal->qka_fully_closed);
}

static inline bool takes_from_me(const Deal *deal, int at) {
    return deal->layoff_own || deal->owner[at] != deal->to_act;
}

static inline bool is_born(const Deal *deal) { return deal->born >> deal->to_act & 1; }

static inline int meld_named(const Deal *deal, int name) {
    int at = 0;
    while (deal->name[at] != name) at++;
    return at;
}

/* Where three or four cards of a rank lie: the rank's lowest bit. */
static inline u64 sets_in(u64 hand) {
    u64 b0 = hand & CLUBS, b1 = hand >> 1 & CLUBS, b2 = hand >> 2 & CLUBS, b3 = hand >> 3 & CLUBS;
    return (b0 & b1 & (b2 | b3)) | (b2 & b3 & (b0 | b1));
}

static inline u64 runs_in(u64 hand) { return hand & hand >> 4 & hand >> 8; }
static inline u64 low_runs_in(u64 hand) { return hand & hand >> 4 & hand >> 48 & 15; }

/* The cards that lie in some meld of these cards. */
static inline u64 melded(u64 cards, bool ace_low) {
    u64 low = runs_in(cards), use = low | low << 4 | low << 8 | (cards & sets_in(cards) * 15);
    if (ace_low) {
        low = low_runs_in(cards);
        use |= low | low << 4 | low << 48;
    }
    return use;
}

/* --- can it all be laid down to one card? --- */

static inline void open_end(Open *open, u64 meld, u64 fit) {
    if (runs_on(meld)) {
        u64 low = fit & ACES & ~(meld << 4);
        open->single |= low;
        open->chain |= fit ^ low;
    } else {
        open->single |= fit;
    }
}

/* What the table takes when the meld at one place has become another; no place, no change. */
static Open open_ends(const Deal *deal, int changed, u64 into) {
    Open open = {0, 0};
    for (int i = 0; i < deal->n_melds; i++) {
        if (takes_from_me(deal, i)) {
            if (i == changed)
                open_end(&open, into, ends_of(deal, into));
            else
                open_end(&open, deal->meld[i], deal->fits[i]);
        }
    }
    return open;
}

/* The cards that fit no meld of these cards and none of the table, in any order. */
static inline u64 loose(u64 cards, u64 chain, u64 single, bool ace_low) {
    u64 laid = 0;
    for (u64 fresh = cards & chain; fresh; fresh = (fresh << 4 | fresh >> 4) & cards & ~laid)
        laid |= fresh;
    u64 use = melded(cards, ace_low) | laid | single;
    if (ace_low) use |= (laid & 15) << 48;
    return cards & ~use;
}

static bool search(u64 rest, u64 chain, u64 single, bool need_meld, bool kept, bool ace_low) {
    u64 out = loose(rest, chain, single, ace_low);
    if (out) {
        if (kept || several(out)) return false;
        rest ^= out;
        kept = true;
    }
    if (!rest) return kept && !need_meld;
    u64 c = rest & -rest;
    if (single & c && search(rest ^ c, chain, single, need_meld, kept, ace_low)) return true;
    u64 down = 0;
    for (u64 e = c; rest & e; e <<= 4) {
        down |= e;
        if (chain & e) {
            u64 x = ace_low ? single | (down & 15) << 48 : single;
            u64 near = (c << 4 | c >> 4 | e << 4 | e >> 4) & FULL;
            if (search(rest ^ down, chain | near, x, need_meld, kept, ace_low)) return true;
            break;
        }
    }
    u64 nib = rank_of(c), others = rest & nib & ~c;
    if (several(others)) {
        if (search(rest & ~nib, chain, single, false, kept, ace_low)) return true;
        if (several(others & (others - 1))) {
            for (u64 x = others; x; x &= x - 1) {
                u64 left = (rest & ~nib) | (x & -x);
                if (search(left, chain, single, false, kept, ace_low)) return true;
            }
        }
    }
    if (ace_low && c & 15 && rest & c << 4 && rest & c << 48) {
        u64 run = c | c << 4 | c << 48;
        for (u64 next = c << 8;; next <<= 4) {
            if (search(rest ^ run, chain, single, false, kept, ace_low)) return true;
            if (!(rest & next) || next > c << 12) break;
            run |= next;
        }
    }
    if (rest & c << 4 && rest & c << 8) {
        u64 run = c | c << 4 | c << 8;
        for (u64 next = c << 12;; next <<= 4) {
            if (search(rest ^ run, chain, single, false, kept, ace_low)) return true;
            if (!(rest & next) || next > c << 16) break;
            run |= next;
        }
    }
    return !kept && search(rest ^ c, chain, single, need_meld, true, ace_low);
}

static bool can_finish(u64 hand, Open open, bool need_meld, bool ace_low) {
    if (need_meld && !melded(hand, ace_low)) return false;
    return search(hand, open.chain, open.single, need_meld, false, ace_low);
}

static bool can_knock(const Deal *deal) {
    u64 hand = deal->hand[deal->to_act];
    bool need_meld = !is_born(deal);
    if (need_meld && !melded(hand, deal->ace_low_run)) return false;
    return can_finish(hand, open_ends(deal, -1, 0), need_meld, deal->ace_low_run);
}

/* Whether the rest can be laid after one action; `table` is what the table takes now. */
static bool finishes(const Deal *deal, Open table, u64 action, u64 rest) {
    u64 cards = action & FULL;
    int kind = action >> 58;
    if (kind == LAY_OFF || kind == PICK_UP_TO_LAY_OFF) {
        int at = meld_named(deal, action >> 52 & 63);
        table = open_ends(deal, at, deal->meld[at] | cards);
        return can_finish(rest, table, !is_born(deal), deal->ace_low_run);
    }
    if (deal->layoff_own) open_end(&table, cards, ends_of(deal, cards));
    return can_finish(rest, table, false, deal->ace_low_run);
}

/* --- melds; each function appends at `out` and gives the new end --- */

static u64 *add_low_runs(u64 *out, u64 two, u64 card, u64 held, u64 must, u64 head) {
    u64 run = two << 48 | two | two << 4;
    for (u64 next = two << 8;; next <<= 4) {
        if (run & card && run & must && run != held) *out++ = head | run;
        if (!(held & next) || next >= two << 44) return out;
        run |= next;
    }
}

static inline u64 *add_melds(u64 *out, u64 hand, bool ace_low, u64 head) {
    for (u64 low = sets_in(hand); low; low &= low - 1) {
        u64 b = low & -low, nib = hand & b * 15;
        if (nib == b * 15) {
            *out++ = head | (nib ^ b);
            *out++ = head | (nib ^ b << 1);
            *out++ = head | (nib ^ b << 2);
            *out++ = head | (nib ^ b << 3);
        }
        if (nib != hand) *out++ = head | nib;
    }
    for (u64 low = runs_in(hand); low; low &= low - 1) {
        u64 b = low & -low, run = b | b << 4 | b << 8;
        if (run != hand) *out++ = head | run;
        for (u64 next = b << 12; hand & next; next <<= 4) {
            run |= next;
            if (run != hand) *out++ = head | run;
        }
    }
    if (ace_low) {
        for (u64 low = low_runs_in(hand); low; low &= low - 1) {
            u64 two = low & -low;
            out = add_low_runs(out, two, two, hand, hand, head);
        }
    }
    return out;
}

static inline u64 *add_melds_with(
    u64 *out, u64 card, u64 held, u64 must, bool ace_low, u64 head) {
    u64 nib = held & rank_of(card), others = nib ^ card;
    if (several(others)) {
        if (several(others & (others - 1))) {
            for (u64 left = others; left; left &= left - 1) {
                u64 x = left & -left;
                if ((others ^ x) & must) *out++ = head | (nib ^ x);
            }
        }
        if (others & must && nib != held) *out++ = head | nib;
    }
    u64 up = held & card << 4, down = held & card >> 4;
    if ((up && held & (card << 8 | card >> 4)) || (down && held & card >> 8)) {
        u64 under = 0;
        for (u64 s = card; held & s; s >>= 4) {
            under |= s;
            u64 run = under;
            for (u64 e = card; held & e; e <<= 4) {
                run |= e;
                if (runs_in(run) && run & must && run != held) *out++ = head | run;
            }
        }
    }
    if (ace_low) {
        u64 two = 1ULL << (lowest(card) & 3);
        if (held & two && held & two << 4 && held & two << 48)
            out = add_low_runs(out, two, card, held, must, head);
    }
    return out;
}

/* --- the lists --- */

static u64 *list_takes(const Deal *deal, u64 *out) {
    u64 hand = deal->hand[deal->to_act], held = hand;
    u64 *kept = out;
    u64 apt = melded(hand | deal->row_mask, deal->ace_low_run) & deal->row_mask;
    for (int i = deal->n_row - 1; apt; i--) {
        int j = deal->row[i] & 63;
        u64 card = 1ULL << j;
        held |= card;
        if (!(apt & card)) continue;
        apt ^= card;
        u64 must = deal->pickup_needs_hand_card ? hand : held;
        out = add_melds_with(out, card, held, must, deal->ace_low_run, ACTION(PICK_UP, j, 0));
    }
    if (deal->pickup_for_layoff && deal->born_before >> deal->to_act & 1) {
        for (int i = deal->n_row - 1; i >= 0; i--) {
            u64 card = 1ULL << (deal->row[i] & 63);
            for (int j = 0; j < deal->n_melds; j++) {
                if (card & deal->fits[j] && takes_from_me(deal, j))
                    *out++ = ACTION(PICK_UP_TO_LAY_OFF, deal->name[j], card);
            }
        }
    }
    if (deal->phase != LAST || deal->stock_end != NEXT_PLAYER_KNOCK_ONLY || kept == out) return out;
    Open table = open_ends(deal, -1, 0);
    for (u64 *each = kept; each < out; each++) {
        u64 cards = *each & FULL;
        u32 from = *each >> 58 == PICK_UP ? *each >> 52 & 63 : (u32)lowest(cards);
        held = hand;
        for (int i = deal->n_row - 1;; i--) {
            held |= 1ULL << (deal->row[i] & 63);
            if ((deal->row[i] & 63) == from) break;
        }
        if (finishes(deal, table, *each, held ^ cards)) *kept++ = *each;
    }
    return kept;
}

static u64 *list_lays(const Deal *deal, u64 *out, bool filtered) {
    u64 hand = deal->hand[deal->to_act];
    u64 *kept = out;
    out = add_melds(out, hand, deal->ace_low_run, ACTION(MELD, 0, 0));
    if (is_born(deal) || deal->birth == BORN_BY_PICK_UP) {
        for (int i = 0; i < deal->n_melds; i++) {
            u64 fit = hand & deal->fits[i];
            if (fit && takes_from_me(deal, i)) {
                u64 head = ACTION(LAY_OFF, deal->name[i], 0);
                for (; fit; fit &= fit - 1) *out++ = head | (fit & -fit);
            }
        }
    }
    if (!filtered || kept == out) return out;
    Open table = open_ends(deal, -1, 0);
    for (u64 *each = kept; each < out; each++)
        if (finishes(deal, table, *each, hand ^ (*each & FULL))) *kept++ = *each;
    return kept;
}

static u64 *list_acts(const Deal *deal, u64 *out) {
    u64 hand = deal->hand[deal->to_act];
    if (!several(hand)) {
        *out++ = ACTION(KNOCK, 0, hand);
        return out;
    }
    if (deal->finishing) return list_lays(deal, out, true);
    if (deal->took == DREW && deal->birth == BORN_BY_PICK_UP && !is_born(deal)) {
        if (can_knock(deal)) out = list_lays(deal, out, true);
    } else if (is_born(deal) || deal->birth != BORN_BY_PICK_UP) {
        out = list_lays(deal, out, false);
    }
    for (; hand; hand &= hand - 1) *out++ = ACTION(DISCARD, 0, hand & -hand);
    return out;
}

static inline int list(const Deal *deal, u64 *out) {
    u64 *end = out;
    if (deal->phase == ACT) {
        end = list_acts(deal, end);
    } else if (deal->phase != OVER) {
        *end++ = ACTION(deal->phase == LAST ? DECLINE : DRAW, 0, 0);
        if (deal->turn || deal->first_turn_pickup) end = list_takes(deal, end);
    }
    return end - out;
}

int legal(const Deal *deal, u64 *out) { return list(deal, out); }

/* The timed loop: all deals, many times over; how many actions were listed. */
int64_t legal_many(const Deal *deals, int n, int times, u64 *out) {
    int64_t total = 0;
    for (int k = 0; k < times; k++)
        for (int i = 0; i < n; i++) total += list(&deals[i], out);
    return total;
}

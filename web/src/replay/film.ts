// A deal that is over, laid out: the face of each moment as each seat, or an onlooker, saw it.
// What must stay true: a face is what the server's changes make when they are laid over one another;
// an action is told to a seat as it was told then.
import type { Face, Line, Replay, Scored } from '$protocol';
import type { DealScore } from '../sheet/lines.ts';

/** A deal as `/deals/….replay` and `/replay` answer. */
export type Film = Replay;

/** Who looks: a seat of the deal, or null for an onlooker. */
export type Viewer = number | null;

/** The face of each moment, as a viewer saw it. */
export function facesOf(film: Film, viewer: Viewer): readonly Face[] {
  const place = viewer ?? film.seats.length;
  let shown: object = {};
  let own: object = {};
  return film.steps.map((step) => {
    shown = { ...shown, ...step.public };
    own = { ...own, ...step.own[place] };
    return { public: shown, own } as Face; // the first step is whole
  });
}

/** The actions of the deal, as they were told to a viewer. */
export function logOf(film: Film, viewer: Viewer): readonly Line[] {
  return film.steps.flatMap(({ seat, word, told }) =>
    seat === null || word === null ? [] : [{ seat, word: (seat === viewer ? word : told) ?? word }],
  );
}

/** The ledger as it stood at a moment, and what stood on it last. */
export const broughtBy = (film: Film, moment: number): readonly Scored[] =>
  film.entries.filter(({ at }) => at + 1 === moment);

/** The seat of the deal in which an account sat; null if it sat in none. */
export function ownSeat(film: Film, account: string): number | null {
  const seat = film.seats.findIndex((one) => one.account === account && account !== '');
  return seat < 0 ? null : seat;
}

/** The seat from which one looks first: the own one, else the first person, else an onlooker. */
export function firstViewer(film: Film, account: string): Viewer {
  const own = ownSeat(film, account);
  if (own !== null) return own;
  const person = film.seats.findIndex(({ level, name }) => !level && !/ \(\w+\)$/.test(name));
  return person >= 0 ? person : null;
}

/** The score sheet of a film; `called` gives the name of a seat. */
export function scoreOf(film: Film, own: Viewer, called: (seat: Film['seats'][number]) => string): DealScore {
  return {
    game: film.game,
    rules: film.rules,
    table: film.table,
    deal: film.deal,
    names: film.seats.map(called),
    own,
    scores: film.seats.map(({ points }) => points),
    entries: film.entries,
    receipts: film.receipts ?? [],
    log: film.steps.flatMap(({ seat, word }) => (seat === null || word === null ? [] : [{ seat, word }])),
  };
}

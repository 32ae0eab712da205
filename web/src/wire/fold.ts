// A table as it is known here: the whole as it was told, and row upon row since.
// What must stay true: folding is pure, and what a row does not say stays as it was.
import type { Face, Fair, Line, Message, Moved, Now, Said, SeatShown, Settings, Standing, Table } from './protocol.ts';

/** A table; `seat` is the own seat of the match, `at` the local time of `now`. */
export interface TableState {
  readonly table: string;
  readonly seq: number;
  readonly seat: number | null;
  readonly settings: Settings;
  readonly seats: readonly SeatShown[];
  readonly standing: Standing | null;
  readonly now: Now;
  readonly at: number;
  readonly fair: Fair;
  readonly view: Face | null;
  readonly log: readonly Line[];
  /** Places in `log` of what was played late for the own seat while its person was away. */
  readonly away: readonly number[];
  readonly said: readonly Said[];
  readonly followed: string | null;
  readonly watchers: number;
}

/** So many of the last sentences are kept. */
const TALK = 100;

/** The table after a message, `at` being the local time; null if the message tells nothing of it. */
export function fold(
  state: TableState | null,
  message: Message,
  me: string,
  at: number,
): TableState | null {
  if (message.type === 'table') return whole(message, state, at);
  if (state === null) return null;
  switch (message.type) {
    case 'moved':
      return {
        ...state,
        seq: message.seq,
        now: message.now,
        at,
        view: message.view ?? state.view,
        log: [...state.log, ...message.words.map((word) => ({ seat: message.seat, word }))],
        away: isLate(state, message) ? [...state.away, ...placesOf(state, message)] : state.away,
      };
    case 'event':
      return {
        ...state,
        seq: message.seq,
        seat: seatOf(message.seats, me),
        seats: message.seats,
        standing: standingAfter(message, state),
        now: message.now,
        at,
        fair: message.fair,
        view: message.view ?? state.view, // the deal that is over stays to be looked at
        log: message.what === 'sealed' ? [] : state.log,
        away: message.what === 'sealed' ? [] : state.away,
        followed: message.followed ?? state.followed,
      };
    case 'said':
      if (state.said.some((one) => one.n === message.n)) return null;
      return { ...state, said: [...state.said, message].slice(-TALK) };
    case 'presence':
      return {
        ...state,
        watchers: message.watchers,
        seats: state.seats.map((seat, n) => ({ ...seat, here: message.here[n] ?? seat.here })),
      };
    default:
      return null;
  }
}

function whole(told: Table, before: TableState | null, at: number): TableState {
  const { table, seq, seat, settings, seats, standing, now, fair, view, log, away, said } = told;
  const followed = told.followed ?? null;
  const watchers = before?.watchers ?? 0;
  return {
    table, seq, seat, settings, seats, standing, now, at, fair, view, log, away, said, followed, watchers,
  };
}

const isLate = (state: TableState, { late, seat }: Moved): boolean =>
  late && matchSeat(state, seat) === state.seat;

const placesOf = (state: TableState, { words }: Moved): readonly number[] =>
  words.map((_, n) => state.log.length + n);

/** The seat of the match in which an account sits. */
export function seatOf(seats: readonly SeatShown[], account: string): number | null {
  const seat = seats.findIndex((one) => one.account === account && account !== '');
  return seat < 0 ? null : seat;
}

/** The standing; who sits in the next deal is told before that is there, and the last is still shown. */
function standingAfter({ standing, view }: Extract<Message, { type: 'event' }>, before: TableState): Standing | null {
  const places = view ? null : before.standing?.places;
  return standing && places ? { ...standing, places } : standing;
}

/** The seat of the match of a seat of the deal. */
export const matchSeat = (state: TableState, seat: number): number =>
  state.standing?.places[seat] ?? seat;

/** The milliseconds to the deadline at a local time; null where there is no clock. */
export const leftAt = (state: TableState, time: number): number | null =>
  state.now.left === null ? null : Math.max(0, state.now.left - (time - state.at));

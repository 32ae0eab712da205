// How long what is shown stays before the next happening of a table is shown.
// What must stay true: only what a computer does is held back, and the look at a deal that is over.
import { duration } from '../feel/settings.svelte.ts';
import { matchSeat } from '../wire/fold.ts';
import type { Happening } from '../wire/table.svelte.ts';

const THINKING = 560;
const GOING_ON = 340;
const LOOKING = 1_100;

export function waitFor({ message, before, after }: Happening): number {
  if (message.type === 'moved') {
    const place = matchSeat(after, message.seat);
    const seat = after.seats[place];
    const computer = seat?.kind === 'computer' || seat?.substitute != null;
    const goesOn = before?.log.at(-1)?.seat === message.seat;
    return computer ? duration(goesOn ? GOING_ON : THINKING) : 0;
  }
  // the first row after the last move: the standing, and with it the sheet
  const ends = message.type === 'event' && before?.now.stage === 'playing' && after.now.stage !== 'playing';
  return ends ? duration(LOOKING) : 0;
}

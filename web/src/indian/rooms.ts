// How much room the parts of the table of Indian Rummy have on a window.
// What must stay true: piles and hand fit the height together, whatever the hand holds.
import type { Room, Shape } from '../cards/sizes.ts';
import type { HandRoom } from './layout.ts';

export interface Rooms {
  readonly pile: number;
  /** How many of the last discards are shown. */
  readonly recent: number;
  readonly hand: Omit<HandRoom, 'width'>;
}

const RATIO = 1.4;
const TOOLS = 48;
const RECENT = 38;
/** Less than this and the hand needs the room of the last discards. */
const SHORT = { portrait: 205, wide: 150 };

export function roomsOf(room: Room, shape: Shape, compact: boolean, others: number): Rooms {
  const { width, height, big } = room;
  const tablet = shape === 'portrait' && width >= 600 && height >= 900;
  const more = big ? 1.18 : 1;
  const pile = { wide: height < 680 ? 52 : height < 760 ? 64 : 84, landscape: height < 340 ? 30 : 40, portrait: tablet ? 84 : compact ? 44 : 62 }[shape];
  const most = { wide: 84, landscape: 54, portrait: tablet ? 84 : Math.min(62, width / 6.4) }[shape];
  const hand = height - spent(room, shape, compact, others) - pile * RATIO;
  // where room is short, what was thrown is left to the sheets of the seats
  const strip = shape === 'landscape' || hand >= SHORT[shape];
  const recent = { wide: 10, landscape: 6, portrait: tablet ? 10 : Math.floor((width - 28) / (big ? 68 : 60)) }[shape];
  return {
    pile,
    recent: strip ? recent : 0,
    hand: {
      height: strip ? hand : hand + RECENT,
      most: Math.round((most * more) / 2) * 2,
      least: 30,
      minStep: 24,
    },
  };
}

/** The height of all that is not hand and no card of a pile. */
function spent({ big }: Room, shape: Shape, compact: boolean, others: number): number {
  const more = big ? 24 : 0;
  // on its side the head beside the seats is the higher of the two
  if (shape === 'landscape') return 10 + 15 + 116 + TOOLS + 10 + more / 2;
  if (shape === 'wide') return 20 + 50 + 40 + (others > 4 ? 84 : 56) + 92 + TOOLS + 84 + 2 * more;
  const seats = others > 2 ? 84 : 56;
  return 10 + 30 + 40 + seats + (compact ? 80 : 92) + TOOLS + 68 + more;
}

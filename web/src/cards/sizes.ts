// The sizes of cards on a window: what shape the table has, and how wide each kind of card is.
// What must stay true: all zones fit the height, whatever lies on the table; text never shrinks.

import { fanned } from './fan.ts';

export type Shape = 'portrait' | 'landscape' | 'wide';

export interface Room {
  readonly width: number;
  readonly height: number;
  readonly big: boolean;
}

export interface Lying {
  readonly row: number;
  readonly hand: number;
  readonly melds: number;
}

export interface Sizes {
  readonly shape: Shape;
  /** Too little height for mini cards and for a second line of words. */
  readonly compact: boolean;
  readonly hand: number;
  readonly row: number;
  readonly meld: number;
  readonly chips: boolean;
  readonly rowStep: number;
  readonly handStep: number;
  readonly rowLines: number;
  readonly handLines: number;
  readonly beside: number;
}

export const RATIO = 1.4;
export const GAP = 4;
const LIFT = 14;
/** What one can tap of a card that is covered. */
const STRIP = 24;

export function shapeOf(room: Room): Shape {
  if (room.width >= 1000 && room.height >= 600) return 'wide';
  return room.width > room.height ? 'landscape' : 'portrait';
}

export function sizesFor(room: Room, lying: Lying): Sizes {
  let sizes = wished(room, lying, 1);
  for (let scale = 0.96; scale > 0.6 && needed(room, sizes) > room.height; scale -= 0.04) {
    sizes = wished(room, lying, scale);
  }
  return sizes;
}

/** The width that is left for the row and for the hand. */
export function fanWidths(room: Room, shape: Shape): { row: number; hand: number } {
  const { width } = room;
  if (shape === 'wide') {
    const zone = Math.min(width, 1600) - 32 - 280 - 12;
    return { row: zone - 30, hand: zone };
  }
  if (shape === 'landscape') {
    return { row: width - 16 - 177 - 18, hand: width - 16 - 177 - 8 - beside(width) };
  }
  return { row: width - 34, hand: width - 16 };
}

/** On a window on its side the strip stands beside the hand, so wide. */
const beside = (width: number): number => (width < 760 ? 126 : 190);

function wished(room: Room, lying: Lying, scale: number): Sizes {
  const { width, height, big } = room;
  const shape = shapeOf(room);
  const compact = shape === 'landscape' || (shape === 'portrait' && height < 720);
  const tablet = shape === 'portrait' && width >= 600 && height >= 900;
  const hand = {
    wide: height < 860 ? 80 : 92,
    landscape: Math.min(58, height / 6.6),
    portrait: tablet ? 88 : Math.min(66, width / 6.1),
  }[shape];
  const row = {
    wide: height < 860 ? 56 : 66,
    landscape: 40,
    portrait: tablet ? 62 : Math.min(compact ? 42 : 48, width / 8.4),
  }[shape];
  const rowSize = Math.round(row * scale * (big ? 1.12 : 1));
  const handSize = Math.round(hand * scale * (big ? 1.18 : 1));
  const rowStep = STRIP;
  const handStep = shape === 'landscape' ? STRIP : 26;
  const widths = fanWidths(room, shape);
  const rowRoom = { width: widths.row, size: rowSize, minStep: rowStep, maxLines: 3, gap: GAP };
  const handRoom = { width: widths.hand, size: handSize, minStep: handStep, maxLines: 2, gap: GAP };
  return {
    shape,
    compact,
    hand: handSize,
    row: rowSize,
    meld: tablet ? 52 : shape === 'wide' ? (height < 860 ? 44 : 50) : lying.melds > 8 ? 31 : 36,
    chips: compact,
    rowStep,
    handStep,
    rowLines: Math.max(1, fanned(lying.row, rowRoom).lines),
    handLines: Math.max(1, fanned(lying.hand, handRoom).lines),
    beside: beside(width),
  };
}

function needed(room: Room, sizes: Sizes): number {
  const row = sizes.rowLines * (sizes.row * RATIO + 8) + 32;
  const hand = sizes.handLines * (sizes.hand * RATIO + 8) + LIFT;
  const others = { wide: 150, portrait: sizes.compact ? 96 : 130, landscape: room.big ? 120 : 104 }[sizes.shape];
  if (sizes.shape === 'landscape') return others + row + hand + 24;
  const verbs = sizes.compact ? 66 : room.big ? 108 : 94;
  return 44 + others + row + 54 + hand + verbs + 48;
}

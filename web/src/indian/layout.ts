// How large the cards of a grouped hand are, and which groups stand in which line.
// What must stay true: every card shows a strip of at least `minStep`; a group is cut into lines
// only if it is wider than the hand.

export interface HandRoom {
  readonly width: number;
  readonly height: number;
  /** Widths of a card, the widest and the narrowest that is tried. */
  readonly most: number;
  readonly least: number;
  readonly minStep: number;
}

/** A part of a lot that stands in one box. */
export interface Piece {
  readonly lot: number;
  readonly from: number;
  readonly to: number;
}

export interface Laid {
  readonly size: number;
  readonly step: number;
  readonly lines: readonly (readonly Piece[])[];
}

export const PAD = 5;
export const GAP = 8;
export const LABEL = 24;
export const LINE_GAP = 12;
export const LIFT = 14;
const RATIO = 1.4;
const FEW = 3;
/** The widest strip, as a part of a card. */
const STRIP = 0.58;

export function laidOut(counts: readonly number[], room: HandRoom): Laid {
  let last: Laid = { size: room.least, step: room.minStep, lines: [] };
  for (let size = room.most; size >= room.least; size -= 2) {
    const widest = Math.max(room.minStep, Math.floor(size * STRIP));
    for (let step = widest; step >= room.minStep; step -= 2) {
      last = { size, step, lines: flowed(counts, room.width, size, step) };
      if (heightOf(last) <= room.height) return last;
    }
  }
  return last;
}

export const heightOf = ({ size, lines }: Pick<Laid, 'size' | 'lines'>): number =>
  LIFT + lines.length * (size * RATIO + LABEL + PAD) + Math.max(0, lines.length - 1) * LINE_GAP;

export const widthOf = (count: number, size: number, step: number): number =>
  2 * PAD + size + Math.max(0, count - 1) * step;

function flowed(counts: readonly number[], width: number, size: number, step: number): Piece[][] {
  const fits = (room: number): number => Math.floor((room - 2 * PAD - size) / step) + 1;
  const most = Math.max(1, fits(width));
  const lines: Piece[][] = [];
  let free = 0;
  const put = (piece: Piece): void => {
    const wide = widthOf(piece.to - piece.from, size, step);
    if (wide > free) {
      lines.push([]);
      free = width;
    }
    lines.at(-1)?.push(piece);
    free -= wide + GAP;
  };
  counts.forEach((count, lot) => {
    const here = fits(free);
    // the loose cards, which come last, fill up a line if that leaves no single card over
    const first = lot === counts.length - 1 && here >= FEW && count - here >= 2 ? here : 0;
    if (first) put({ lot, from: 0, to: first });
    for (const piece of cut(lot, first, count, most)) put(piece);
  });
  return lines;
}

function cut(lot: number, from: number, count: number, most: number): Piece[] {
  const pieces = Math.ceil((count - from) / most);
  const each = Math.ceil((count - from) / Math.max(1, pieces));
  return Array.from({ length: pieces }, (_, n) => ({
    lot,
    from: from + n * each,
    to: Math.min(count, from + (n + 1) * each),
  }));
}

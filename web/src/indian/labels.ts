// What the server says of a hand in groups, told for each of the player's own groups.
// What must stay true: kinds and sums are the server's; points are split among groups only if the
// parts add up to just what the server says, else no part is shown.
import type { Best } from '$protocol';

export interface Label {
  readonly kind: 'loose' | 'set' | 'run' | 'pure_run';
  /** What its cards cost; null where that is not known. */
  readonly points: number | null;
  /** The card without which it is what it is. */
  readonly without: string | null;
}

const KINDS = ['loose', 'set', 'run', 'pure_run'];

const key = (cards: readonly string[]): string => cards.toSorted().join('');

function less(cards: readonly string[], card: string): readonly string[] {
  const at = cards.indexOf(card);
  return at < 0 ? cards : cards.toSpliced(at, 1);
}

/** A label for each lot of cards; the last lot are the loose ones. */
export function labelsOf(lots: readonly (readonly string[])[], best: Best): readonly Label[] {
  const told = best.groups.map(({ kind, cards }) => ({ kind, key: key(cards) }));
  const find = (cards: readonly string[]): Label['kind'] | null => {
    const at = told.findIndex((one) => one.key === key(cards));
    return at < 0 ? null : (told.splice(at, 1)[0]?.kind ?? null);
  };
  const whole = lots.map((cards, at) => (at === lots.length - 1 ? 'loose' : find(cards)));
  const points = pointsOf(lots, whole, best);
  return lots.map((cards, at) => {
    const kind = whole[at];
    if (kind) return { kind, points: points?.[at] ?? null, without: null };
    const rest = best.discard === null ? null : find(less(cards, best.discard));
    return { kind: rest ?? 'loose', points: points?.[at] ?? null, without: rest ? best.discard : null };
  });
}

/** What a card shows on its face: how the server's sum is split, never what it is. */
function faceValue(card: string): number {
  const pips = Number(card.charAt(0));
  return pips || 10;
}

function pointsOf(
  lots: readonly (readonly string[])[],
  kinds: readonly (string | null)[],
  best: Best,
): readonly number[] | null {
  let left = [...best.counted];
  const parts = lots.map(() => 0);
  // of two equal cards the one that is loose counts first, the one in a pure run last
  const rank = (at: number): number => KINDS.indexOf(kinds[at] ?? 'loose');
  const order = lots.map((_, at) => at).sort((a, b) => rank(a) - rank(b));
  for (const at of order) {
    for (const card of lots[at] ?? []) {
      if (!left.includes(card)) continue;
      left = [...less(left, card)];
      parts[at] = (parts[at] ?? 0) + faceValue(card);
    }
  }
  const sum = parts.reduce((all, part) => all + part, 0);
  return left.length === 0 && sum === best.sum ? parts : null;
}

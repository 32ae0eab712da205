// The words of Dummy, read only to know which cards and melds they touch (docs/record.md).
// What must stay true: whether a word is legal is never decided here; it stands in the server's list
// or it does not.
import { cardsOf } from '../texts/written.ts';

export type Word =
  | { readonly act: 'draw'; readonly card: string | null }
  | { readonly act: 'pick_up'; readonly card: string; readonly lays: readonly string[] }
  | { readonly act: 'pick_up_to_lay_off'; readonly card: string; readonly on: string }
  | { readonly act: 'meld'; readonly cards: readonly string[] }
  | { readonly act: 'lay_off'; readonly card: string; readonly on: string }
  | { readonly act: 'discard'; readonly card: string }
  | { readonly act: 'knock'; readonly card: string }
  | { readonly act: 'decline' };

export const DRAW = '+';
export const DECLINE = '.';

export function readWord(word: string): Word {
  const rest = word.slice(1);
  switch (word.charAt(0)) {
    case '+':
      return { act: 'draw', card: rest || null };
    case '^': {
      const card = rest.slice(0, 2);
      if (rest.charAt(2) === '@') return { act: 'pick_up_to_lay_off', card, on: rest.slice(3) };
      return { act: 'pick_up', card, lays: cardsOf(rest.slice(3)) };
    }
    case '=':
      return { act: 'meld', cards: cardsOf(rest) };
    case '>':
      return { act: 'lay_off', card: rest.slice(0, 2), on: rest.slice(3) };
    case '-':
      return { act: 'discard', card: rest };
    case '#':
      return { act: 'knock', card: rest };
    case '.':
      return { act: 'decline' };
    default:
      throw new Error(`no word of Dummy: ${word}`);
  }
}

const sameCards = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((card) => b.includes(card));

/** The legal word that melds just these cards. */
export function meldOf(words: readonly string[], cards: readonly string[]): string | null {
  return words.find((word) => word.startsWith('=') && sameCards(cardsOf(word.slice(1)), cards)) ?? null;
}

/** The legal words that lay off this card, by the lowest card of their meld. */
export function layOffsOf(words: readonly string[], card: string): ReadonlyMap<string, string> {
  const start = `>${card}@`;
  return new Map(
    words.filter((word) => word.startsWith(start)).map((word) => [word.slice(start.length), word]),
  );
}

/** The legal pick-ups from this card of the row on, the shortest first. */
export function pickUpsOf(words: readonly string[], card: string): string[] {
  const mine = words.filter((word) => word.startsWith('^') && word.slice(1, 3) === card);
  return mine.sort((a, b) => a.length - b.length);
}

/** The cards of the row from which a pick-up may begin. */
export function pickable(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.filter((word) => word.startsWith('^')).map((word) => word.slice(1, 3)));
}

/** The word that ends the turn with this card, by discard or by knock. */
export function endOf(words: readonly string[], card: string): string | null {
  return words.find((word) => word === `-${card}` || word === `#${card}`) ?? null;
}

/** Whether the turn can only end in a knock. */
export const onlyKnocks = (words: readonly string[]): boolean =>
  words.some((word) => word.startsWith('#')) && !words.some((word) => word.startsWith('-'));

/** Of several pick-ups the one whose meld uses most of the cards that are selected. */
export function nearest(words: readonly string[], selected: readonly string[]): string | null {
  const fit = (word: string): number => {
    const read = readWord(word);
    if (read.act !== 'pick_up') return 0;
    return read.lays.filter((card) => selected.includes(card)).length;
  };
  return words.reduce<string | null>(
    (best, word) => (best === null || fit(word) > fit(best) ? word : best),
    null,
  );
}

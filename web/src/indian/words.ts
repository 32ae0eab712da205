// The words of Indian Rummy, read only to know which cards they touch, and written from cards
// (docs/record.md). What must stay true: whether a word is legal is never decided here.
import type { Line } from '$protocol';
import { cardsOf } from '../texts/written.ts';

export type Word =
  | { readonly act: 'draw'; readonly card: string | null }
  | { readonly act: 'take' }
  | { readonly act: 'discard'; readonly card: string }
  | { readonly act: 'show'; readonly groups: readonly (readonly string[])[]; readonly finishing: string | null }
  | { readonly act: 'drop' }
  | { readonly act: 'miss' };

export const DRAW = '+';
export const TAKE = '^';
export const DROP = 'x';

export function readWord(word: string): Word {
  const rest = word.slice(1);
  switch (word.charAt(0)) {
    case '+':
      return { act: 'draw', card: rest || null };
    case '^':
      return { act: 'take' };
    case '-':
      return { act: 'discard', card: rest };
    case '!': {
      const [body = '', finishing = ''] = rest.split('-');
      return { act: 'show', groups: body.split('/').map(cardsOf), finishing: finishing || null };
    }
    case 'x':
      return { act: 'drop' };
    case '~':
      return { act: 'miss' };
    default:
      throw new Error(`no word of Indian Rummy: ${word}`);
  }
}

/** The word that shows these groups; cards in none stand in parts of two, which are no groups. */
export function showOf(
  groups: readonly (readonly string[])[],
  loose: readonly string[],
  finishing: string | null,
): string {
  const single = [...groups.filter((group) => group.length < 3).flat(), ...loose];
  const pairs = Array.from({ length: Math.ceil(single.length / 2) }, (_, n) => single.slice(2 * n, 2 * n + 2));
  const parts = [...groups.filter((group) => group.length > 2), ...pairs].map((part) => part.join(''));
  return `!${parts.join('/')}${finishing ? `-${finishing}` : ''}`;
}

/** The word that claims a hand as it was dealt, or lays it open after another's Show. */
export const openingOf = (words: readonly string[]): string | null =>
  words.find((word) => word.startsWith('!') && !word.includes('-')) ?? null;

/** A card that was thrown: by whom, and whether the next one took it. */
export interface Thrown {
  readonly seat: number;
  readonly card: string;
  readonly taken: boolean;
}

/** What was thrown in this deal, oldest first. */
export function thrownIn(log: readonly Line[]): readonly Thrown[] {
  const thrown: Thrown[] = [];
  for (const { seat, word } of log) {
    const said = readWord(word);
    if (said.act === 'take' && thrown.length) thrown.push({ ...(thrown.pop() as Thrown), taken: true });
    const card = said.act === 'discard' ? said.card : said.act === 'show' ? said.finishing : null;
    if (card) thrown.push({ seat, card, taken: false });
  }
  return thrown;
}

/** The groups in which each seat has laid its hand open, by seat. */
export function laidIn(log: readonly Line[]): ReadonlyMap<number, readonly (readonly string[])[]> {
  const laid = new Map<number, readonly (readonly string[])[]>();
  for (const { seat, word } of log) {
    const said = readWord(word);
    if (said.act === 'show') laid.set(seat, said.groups);
  }
  return laid;
}

// What cards are called: by name for the ear, by sign for the eye.
// What must stay true: a name is one sentence of the catalogue with the rank in its hole.

import { t } from '../texts/texts.svelte.ts';

const SIGNS: Readonly<Record<string, string>> = { c: '♣', d: '♦', h: '♥', s: '♠' };
// asks for the sign as text; phones else draw a small picture
const AS_TEXT = '\uFE0E';

const NAMES = {
  c: 'ui.web.card.clubs',
  d: 'ui.web.card.diamonds',
  h: 'ui.web.card.hearts',
  s: 'ui.web.card.spades',
} as const;

const COURT = {
  J: 'ui.web.card.jack',
  Q: 'ui.web.card.queen',
  K: 'ui.web.card.king',
  A: 'ui.web.card.ace',
} as const;

/** The name of a card as it is read out: "ace of spades". */
export function nameOf(card: string): string {
  const rank = card.charAt(0);
  const suit = card.charAt(1);
  if (card === '**') return t('ui.web.card.joker');
  const key = NAMES[suit as keyof typeof NAMES];
  const court = COURT[rank as keyof typeof COURT];
  return t(key, { rank: court ? t(court) : rank === 'T' ? '10' : rank });
}

/** Names of several cards, as a list of the language. */
export const namesOf = (cards: readonly string[]): string => cards.map(nameOf).join(', ');

/** A card as it is written in a line: "10♠". */
export function signOf(card: string): string {
  if (card === '**') return '★';
  const rank = card.charAt(0) === 'T' ? '10' : card.charAt(0);
  return rank + (SIGNS[card.charAt(1)] ?? '') + AS_TEXT;
}

export const signsOf = (cards: readonly string[]): string => cards.map(signOf).join(' ');

/** A way to write cards in a sentence: for the eye, or for the ear. */
export interface Writing {
  card(card: string): string;
  cards(cards: readonly string[]): string;
}
export const BY_SIGN: Writing = { card: signOf, cards: signsOf };
export const BY_NAME: Writing = { card: nameOf, cards: namesOf };

// The order of the cards in one's hand: by suit, by rank, or as the player has put them.
// What must stay true: no card is lost or doubled.

export type Order = 'suit' | 'rank' | 'own';

const RANKS = '23456789TJQKA*';
const SUITS = 'scdh';

const rank = (card: string): number => RANKS.indexOf(card.charAt(0));
// black and red in turn, so that neighbors differ at a glance
const suit = (card: string): number => [0, 2, 3, 1][SUITS.indexOf(card.charAt(1))] ?? 9;

export function sorted(cards: readonly string[], order: Order): string[] {
  const by = {
    suit: (a: string, b: string) => suit(a) - suit(b) || rank(a) - rank(b),
    rank: (a: string, b: string) => rank(a) - rank(b) || suit(a) - suit(b),
    own: () => 0,
  }[order];
  return [...cards].sort(by);
}

/** The cards with one of them put at a place. */
export function moved(cards: readonly string[], card: string, to: number): string[] {
  const rest = cards.filter((other) => other !== card);
  rest.splice(Math.max(0, Math.min(to, rest.length)), 0, card);
  return rest;
}

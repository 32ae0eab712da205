// A sheet for real cards as it is written down: who plays, by which rules, and what lay on the table
// at the end of each deal. What must stay true: it is plain data that can be kept as JSON; nothing
// here knows a rule or counts a point.
import type { Changes } from '../options/rules.ts';

export type Game = 'dummy' | 'indian';

/** A card of a meld and who laid it: the owner, or another player who laid it off. */
export interface Laid {
  readonly card: string;
  readonly by: number;
}

export interface LaidMeld {
  readonly owner: number;
  readonly cards: readonly Laid[];
}

/** The rules by which fines can be written down, as docs/score.md names them. */
export const FINES = ['full', 'lay', 'head', 'speto-0', 'speto-1', 'speto-2', 'aon'] as const;
export type FineRule = (typeof FINES)[number];

/** A fine: by a rule and perhaps with its card, or as bare points. */
export interface Fine {
  readonly seat: number;
  readonly rule: FineRule | null;
  readonly card: string | null;
  readonly points: number | null;
}

/** Whether all of a fine has been said: its rule and its card, or the points. */
export const isWhole = ({ rule, card, points }: Fine): boolean => (rule === null ? points !== null : card !== null);

/** Who started and in which direction; null where the deals before say it. */
interface Begin {
  starter: number | null;
  direction: 1 | -1 | null;
}

export interface DummyDeal extends Begin {
  game: 'dummy';
  head: string | null;
  melds: readonly LaidMeld[];
  hands: readonly (readonly string[])[];
  /** -1 if nobody knocked; null as long as it has not been said. */
  knocker: number | null;
  knock: string | null;
  dark: boolean;
  took: 'drew' | 'picked' | null;
  fines: readonly Fine[];
  fool: number | null;
  foolCard: string | null;
}

export const CALLS = ['none', 'show', 'drop first', 'drop later', 'wrong', 'heaven', 'absent'] as const;
/** What a player of Indian Rummy did: `none` was counted, `absent` did not sit in the deal. */
export type Called = (typeof CALLS)[number];

export interface IndianHand {
  readonly parts: readonly (readonly string[])[];
  readonly called: Called;
  readonly finish: string | null;
}

export interface IndianDeal extends Begin {
  game: 'indian';
  cut: string | null;
  hands: readonly IndianHand[];
}

export type Deal = DummyDeal | IndianDeal;

export interface Sheet {
  readonly game: Game;
  readonly preset: string;
  readonly changes: Changes;
  /** The rules as the server reads them. */
  readonly rules: string;
  readonly names: readonly string[];
  readonly deals: readonly Deal[];
  /** What cannot be is refused; else it is scored as it was written down (Dummy). */
  readonly strict: boolean;
  /** When it was begun, in milliseconds. */
  readonly began: number;
}

/** A deal of which nothing has been written yet. */
export function emptyDeal(game: Game, seats: number, absent: readonly number[] = []): Deal {
  const each = Array.from({ length: seats }, (_, seat) => seat);
  if (game === 'indian') {
    return {
      game,
      starter: null,
      direction: null,
      cut: null,
      hands: each.map((seat) => ({ parts: [], called: absent.includes(seat) ? 'absent' : 'none', finish: null })),
    };
  }
  return {
    game,
    starter: null,
    direction: null,
    head: null,
    melds: [],
    hands: each.map(() => []),
    knocker: null,
    knock: null,
    dark: false,
    took: null,
    fines: [],
    fool: null,
    foolCard: null,
  };
}

/** How often each card has been written down in a deal. */
export function usedIn(deal: Deal): ReadonlyMap<string, number> {
  const cards =
    deal.game === 'dummy'
      ? [...deal.melds.flatMap(({ cards }) => cards.map(({ card }) => card)), ...deal.hands.flat(), deal.knock]
      : [deal.cut, ...deal.hands.flatMap(({ parts, finish }) => [...parts.flat(), finish])];
  const used = new Map<string, number>();
  for (const card of cards) if (card) used.set(card, (used.get(card) ?? 0) + 1);
  return used;
}

/** How often each card has been written down elsewhere than at a place with these cards. */
export function usedBeside(
  used: ReadonlyMap<string, number>,
  cards: readonly (string | null)[],
): ReadonlyMap<string, number> {
  const left = new Map(used);
  for (const card of cards) if (card) left.set(card, (left.get(card) ?? 1) - 1);
  return left;
}

/** A name without the signs that part names and cards on a sheet. */
export const plainName = (name: string): string => name.replace(/[,:;@"“”„\n\r]/g, '').slice(0, 24);

const RANKS = '23456789TJQKA';

/** The cards of a suit, lowest first. */
export const suitCards = (suit: string): readonly string[] => [...RANKS].map((rank) => rank + suit);

/** The cards of a meld in their order: those of a run by rank, those of a set by suit. */
export const inMeld = (cards: readonly Laid[]): readonly Laid[] => {
  const place = ({ card }: Laid): number => RANKS.indexOf(card.charAt(0)) * 4 + 'cdhs'.indexOf(card.charAt(1));
  return cards.toSorted((one, other) => place(one) - place(other));
};

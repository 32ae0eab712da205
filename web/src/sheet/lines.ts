// The score of a deal and of a match, as rows to show.
// What must stay true: each line of the ledger stands once, under its seat, and nothing is added up
// here but what the server says: points and totals are its own.
import type { Line, Receipt, Scored, Standing } from '$protocol';

/** A line of the ledger and the turn and word that brought it. */
export interface Item {
  readonly points: number;
  readonly clause: string;
  readonly cards: readonly string[];
  /** The place of the action, from 0; the moment after it is `at + 1` in a replay. */
  readonly at: number;
  readonly turn: number;
  readonly cause: Line | null;
}

/** A deal as its sheet shows it: seats are those of the deal. */
export interface DealScore {
  readonly game: string;
  readonly rules: string;
  readonly table: string | null;
  readonly deal: number | null;
  readonly names: readonly string[];
  /** The own seat of the deal, if one sat in it. */
  readonly own: number | null;
  readonly scores: readonly number[];
  readonly entries: readonly Scored[];
  /** What the winners get; nothing where that is not known. */
  readonly receipts: readonly Receipt[];
  readonly log: readonly Line[];
}

/** Whether a word ends the turn: a discard, a knock, a drop, a miss, a Show, a declined chance. */
const ENDS = /^[-#x~!.]/;

/** The turn in which each action of a log stands, from 1. */
export function turnsOf(log: readonly Line[]): readonly number[] {
  let turn = 1;
  return log.map(({ word }) => (ENDS.test(word) ? turn++ : turn));
}

/** The lines of one seat, in the order in which they came. */
export function itemsOf(deal: DealScore, seat: number): readonly Item[] {
  const turns = turnsOf(deal.log);
  return deal.entries
    .filter((entry) => entry.seat === seat)
    .map(({ points, clause, cards, at }) => ({
      points,
      clause,
      cards,
      at,
      turn: turns[at] ?? turns.length,
      cause: deal.log[at] ?? null,
    }));
}

/** What a winner gets in a deal, by a rule, and who pays it. */
export interface Got {
  readonly points: number;
  readonly clause: string;
  readonly from: readonly string[];
}

/** What a seat gets in a deal. */
export const gotBy = (deal: DealScore, seat: number): readonly Got[] =>
  deal.receipts
    .filter((receipt) => receipt.seat === seat)
    .map(({ points, clause, payers }) => ({ points, clause, from: payers.map((payer) => deal.names[payer] ?? '') }));

/** Places from 1 by points; equal points share one. */
export function places(points: readonly number[], fewest: boolean): readonly number[] {
  const better = (one: number, other: number): boolean => (fewest ? one < other : one > other);
  return points.map((own) => 1 + points.filter((other) => better(other, own)).length);
}

/** One seat of the match: what each deal brought, and what it has in all. */
export interface Row {
  readonly seat: number;
  readonly name: string;
  readonly deals: readonly number[];
  readonly total: number;
  readonly won: boolean;
  readonly out: boolean;
  readonly paid: number | null;
}

/** The rows of a match, by seat of the match. */
export function rowsOf(standing: Standing, names: readonly string[]): readonly Row[] {
  return standing.totals.map((total, seat) => ({
    seat,
    name: names[seat] ?? '',
    deals: standing.deals.map((deal) => deal[seat] ?? 0),
    total,
    won: standing.winners.includes(seat),
    out: !standing.over && !standing.playing.includes(seat),
    paid: standing.settlement?.[seat] ?? null,
  }));
}

/** Whether anybody pays anything: a settlement of zeros is not worth a column. */
export const isPaid = (standing: Standing): boolean =>
  standing.settlement?.some((amount) => amount !== 0) ?? false;

// The review of a deal, fetched until it is made, and kept while the page is open.
// What must stay true: a file is sent only to be reviewed; which decisions cost something the server says.
import type { DealReview, ReviewDecision, ReviewUnderway } from '$protocol';
import { fetchJson } from '../wire/web.ts';

const PAUSE = 700;
const kept = new Map<string, DealReview>();

/** What is to be reviewed: a deal of this server, or one of a file. */
export interface Subject {
  readonly at: { readonly table: string; readonly deal: number } | null;
  readonly record: string;
  /** The number of the deal in the file. */
  readonly deal: number;
}

/** The review; `hear` is told how far it is, and `left` asked whether anybody still waits. */
export async function fetchReview(
  { at, record, deal }: Subject,
  hear: (underway: ReviewUnderway) => void,
  left: () => boolean,
): Promise<DealReview | null> {
  const path = at ? `/deals/${encodeURIComponent(at.table)}/${at.deal}.review` : `/review?deal=${deal}`;
  const key = at ? path : `${deal} ${record}`;
  const headers = { 'content-type': 'text/plain;charset=utf-8' };
  const asked: RequestInit = at ? {} : { method: 'POST', headers, body: record };
  while (!left()) {
    const found = kept.get(key) ?? (await fetchJson<DealReview | ReviewUnderway>(path, asked));
    if ('decisions' in found) {
      kept.set(key, found);
      return found;
    }
    hear(found);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  return null;
}

const COST = new Set(['inaccuracy', 'mistake', 'blunder']);

/** The decisions of a seat, or of all, that cost something, the dearest first. */
export function worstOf(review: DealReview, seat: number | null): readonly ReviewDecision[] {
  return review.decisions
    .filter((one) => COST.has(one.grade) && (seat === null || one.seat === seat))
    .toSorted((a, b) => (b.loss ?? 0) - (a.loss ?? 0));
}

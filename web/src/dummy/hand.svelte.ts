// The own hand as it lies before the player: its order, and which cards are new.
// What must stay true: it holds just the cards that the server says; a card that comes back by undo
// lies where it lay; nothing is sorted unasked after the deal.
import { moved, sorted, type Order } from '../cards/order.ts';

const KEY = 'speto.hand';

export class Hand {
  cards = $state.raw<readonly string[]>([]);
  /** Cards that have just come. */
  fresh = $state.raw<ReadonlySet<string>>(new Set());
  order = $state<Order>('suit');
  /** The cards in order, with those that undo may still bring back. */
  #memory: readonly string[] = [];
  #own: readonly string[] = [];
  /** The hand with which this began: what staged words bring to it comes again after a reload. */
  #first = '';
  #deal = '';

  /** The cards of the hand now; `staged` while some of them may come back by undo. */
  take(deal: string, now: readonly string[], staged: boolean): void {
    const begins = deal !== this.#deal;
    if (begins) this.#begin(deal, now);
    const come = now.filter((card) => !this.#memory.includes(card));
    this.#memory = [...this.#memory, ...come];
    const cards = this.#memory.filter((card) => now.includes(card));
    if (!staged && now.join() !== this.#first) this.#memory = cards;
    if (come.length && !begins) this.fresh = new Set(come);
    if (cards.join() !== this.cards.join()) this.cards = cards;
    this.#keep();
  }

  /** What was new has been seen. */
  settle(): void {
    if (this.fresh.size) this.fresh = new Set();
  }

  /** Put a card at a place among the cards that are shown. */
  move(card: string, to: number): void {
    const rest = this.cards.filter((other) => other !== card);
    const next = rest[to];
    const place =
      next === undefined ? this.#memory.length : this.#memory.filter((one) => one !== card).indexOf(next);
    this.#memory = moved(this.#memory, card, place);
    this.cards = this.#memory.filter((one) => this.cards.includes(one));
    this.order = 'own';
    this.#own = this.#memory;
    this.#keep();
  }

  /** Sort the hand another way: by suit, by rank, as the player had put it. */
  sort(): Order {
    const circle: readonly Order[] = this.#own.length ? ['suit', 'rank', 'own'] : ['suit', 'rank'];
    this.order = circle[(circle.indexOf(this.order) + 1) % circle.length] ?? 'suit';
    const own = this.#own;
    const place = (card: string): number => (own.indexOf(card) + own.length + 1) % (own.length + 1);
    this.#memory =
      this.order === 'own'
        ? [...this.#memory].sort((a, b) => place(a) - place(b))
        : sorted(this.#memory, this.order);
    this.cards = this.#memory.filter((card) => this.cards.includes(card));
    this.#keep();
    return this.order;
  }

  #begin(deal: string, now: readonly string[]): void {
    this.#deal = deal;
    this.#first = now.join();
    this.#own = [];
    this.order = 'suit';
    this.fresh = new Set();
    this.#memory = kept(deal) ?? sorted(now, 'suit');
  }

  #keep(): void {
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ deal: this.#deal, cards: this.#memory }));
    } catch {
      // a browser that keeps nothing: a reload then sorts the hand
    }
  }
}

function kept(deal: string): readonly string[] | null {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as {
      deal?: unknown;
      cards?: unknown;
    } | null;
    return found?.deal === deal && Array.isArray(found.cards) ? found.cards.map(String) : null;
  } catch {
    return null;
  }
}

// The open pile as it lies: each card with an id, so that it is seen to fly where it goes.
// What must stay true: a card that is thrown keeps the id that it had in the hand.
import type { Line } from '../wire/protocol.ts';
import { cardOf } from './groups.ts';

export class Pile {
  /** The ids of the two uppermost cards, the top first. */
  ids = $state.raw<readonly (string | null)[]>([null, null]);
  #kept = new Map<number, string>();
  #before: string | null = null;

  get top(): string | null {
    return this.ids[0] ?? null;
  }

  /** The pile as the server tells it; `thrown` is the id of a card that has just left the own hand. */
  show(pile: readonly string[], thrown: string | null): void {
    const last = pile.length - 1;
    if (thrown !== null && pile[last] === cardOf(thrown)) this.#kept.set(last, thrown);
    const ids = [last, last - 1].map((at) => {
      const card = pile[at];
      const kept = this.#kept.get(at);
      if (card === undefined) return null;
      return kept !== undefined && cardOf(kept) === card ? kept : `${card}.p${at}`;
    });
    if (ids.join() === this.ids.join()) return;
    this.#before = this.top;
    this.ids = ids;
  }

  /** Where a card flies from that was not seen before; null for who threw it. */
  originOf(id: string, log: readonly Line[]): Element | null {
    const card = document.querySelector(`[data-card="${CSS.escape(id)}"]`);
    if (card?.closest('[data-hand]')) {
      return document.querySelector(log.at(-1)?.word === '^' ? '[data-open]' : '[data-stock]');
    }
    // what lay under a card that was taken has been there all the time
    return card?.closest('.under') || (id === this.top && log.at(-1)?.word === '^') ? card : null;
  }

  /** Whether a card that is seen no more was the top of the pile and was taken. */
  wasTaken(id: string, log: readonly Line[]): boolean {
    return id === this.#before && log.at(-1)?.word === '^';
  }
}

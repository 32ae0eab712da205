// The own hand on this device: how it is grouped, what that is worth, and the way back.
// What must stay true: it holds just the cards that the server says; grouping can be undone without
// end and outlasts a reload; what a group is and costs the server says, and nothing waits for it.
import { type Order } from '../cards/order.ts';
import type { Best } from '../wire/protocol.ts';
import { alike, asCards, fit, groupedAs, inOrder, keyOf, less, lotsOf, NOTHING, cardOf, type Arranged } from './groups.ts';
import { labelsOf, type Label } from './labels.ts';

const KEY = 'speto.groups';
const KEPT_STEPS = 200;
const PAUSE = 90;
const KEPT_ANSWERS = 24;

type Ask = (groups: readonly (readonly string[])[], discard: string | null) => Promise<Best>;

export class Hand {
  arranged = $state.raw<Arranged>(NOTHING);
  /** Cards that have just come. */
  fresh = $state.raw<ReadonlySet<string>>(new Set());
  order = $state<Order>('suit');
  /** What the server has said of this hand, by what it was asked. */
  #told = $state.raw<ReadonlyMap<string, Best>>(new Map());
  #past = $state.raw<readonly Arranged[]>([]);
  #deal = '';
  #serial = 0;
  readonly #asked = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  readonly lots = $derived.by(() => lotsOf(this.arranged));
  /** What the server says of just these groups; null until it has said so. */
  readonly best = $derived.by((): Best | null => this.#told.get(questionOf(this.arranged, null).key) ?? null);
  readonly labels = $derived.by((): readonly Label[] | null =>
    this.best ? labelsOf(this.lots.map((lot) => lot.map(cardOf)), this.best) : null,
  );
  get undoable(): boolean {
    return this.#past.length > 0;
  }

  /** The hand that the server tells; `come` is the id of a card that comes, `leave` of one that goes. */
  take(deal: string, cards: readonly string[], come: string | null, leave: string | null): void {
    const begins = deal !== this.#deal;
    if (begins) this.#begin(deal);
    const before = this.arranged;
    let next = fit(before, cards, (card) => this.#id(card), { come, leave });
    if (begins && before === NOTHING) next = inOrder(next, 'suit');
    if (next === before) return;
    if (!begins) {
      const old = new Set(lotsOf(before).flat());
      const added = lotsOf(next).flat().filter((id) => !old.has(id));
      if (added.length) this.fresh = new Set(added);
    }
    this.arranged = next;
    this.#keep();
  }

  /** What was new has been seen. */
  settle(): void {
    if (this.fresh.size) this.fresh = new Set();
  }

  /** The player arranges the hand anew. */
  change(next: Arranged): boolean {
    if (next === this.arranged) return false;
    this.#past = [...this.#past, this.arranged];
    this.arranged = next;
    this.#keep();
    return true;
  }

  undo(): boolean {
    const before = this.#past.at(-1);
    if (!before) return false;
    this.#past = this.#past.slice(0, -1);
    const cards = lotsOf(this.arranged).flat();
    // the cards of now in the groups of then
    const left = before.groups.map((group) => group.filter((id) => cards.includes(id)));
    const held = new Set(left.flat());
    const old = before.loose.filter((id) => cards.includes(id));
    const rest = cards.filter((id) => !held.has(id) && !old.includes(id));
    this.arranged = { groups: left.filter((group) => group.length), loose: [...old, ...rest] };
    this.#keep();
    return true;
  }

  /** Group the hand as the server names its groups; says whether that changes anything. */
  groupAs(groups: readonly (readonly string[])[]): boolean {
    const next = groupedAs(this.arranged, groups);
    return alike(next, this.arranged) ? false : this.change(next);
  }

  /** Sort the hand the other way. */
  sort(): Order {
    this.order = this.order === 'suit' ? 'rank' : 'suit';
    this.change(inOrder(this.arranged, this.order));
    return this.order;
  }

  /** What the server says of the groups without this card; null until it has said so. */
  without(id: string): Best | null {
    return this.#told.get(questionOf(this.arranged, id).key) ?? null;
  }

  /** Ask what the groups are, and what they are without a card that may be thrown, unless that is
      known; call it whenever they may have changed. */
  lookUp(chosen: string | null): void {
    if (this.arranged === NOTHING) return;
    const asks = (chosen === null ? [null] : [null, chosen])
      .map((id) => questionOf(this.arranged, id))
      .filter(({ key }) => !this.#told.has(key) && !this.#asked.has(key));
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (asks.length) this.#timer = setTimeout(() => asks.forEach((ask) => this.#learn(ask)), PAUSE);
  }

  #learn({ key, groups, discard }: Question): void {
    this.#asked.add(key);
    this.#ask(groups, discard)
      .then(
        (best) => (this.#told = new Map([...[...this.#told].slice(1 - KEPT_ANSWERS), [key, best]])),
        () => {}, // the hand was another by then
      )
      .finally(() => this.#asked.delete(key));
  }

  #id(card: string): string {
    this.#serial += 1;
    return `${card}.${this.#serial}`;
  }

  #begin(deal: string): void {
    this.#deal = deal;
    this.#told = new Map();
    this.#past = [];
    this.fresh = new Set();
    this.order = 'suit';
    this.arranged = NOTHING;
    const kept = stored(deal);
    if (!kept) return;
    this.#past = kept.past;
    this.arranged = kept.now;
    this.#serial = kept.serial;
  }

  #keep(): void {
    const kept: Kept = { deal: this.#deal, now: this.arranged, past: this.#past.slice(-KEPT_STEPS), serial: this.#serial };
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // a browser that keeps nothing: a reload then sorts the hand
    }
  }
}

interface Question {
  readonly key: string;
  readonly groups: readonly (readonly string[])[];
  readonly discard: string | null;
}

/** What the server is asked of a hand, without the card with this id. */
function questionOf(hand: Arranged, id: string | null): Question {
  const rest = id === null ? hand : less(hand, id);
  const discard = id === null ? null : cardOf(id);
  return { key: `${keyOf(rest)}-${discard}`, groups: asCards(rest), discard };
}

interface Kept {
  readonly deal: string;
  readonly now: Arranged;
  readonly past: readonly Arranged[];
  readonly serial: number;
}

const isIds = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'string');

function isArranged(value: unknown): value is Arranged {
  const { groups, loose } = (value ?? {}) as Partial<Record<keyof Arranged, unknown>>;
  return Array.isArray(groups) && groups.every(isIds) && isIds(loose);
}

function stored(deal: string): Kept | null {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Record<keyof Kept, unknown>> | null;
    if (found?.deal !== deal || !isArranged(found.now) || !Array.isArray(found.past)) return null;
    return { deal, now: found.now, past: found.past.filter(isArranged), serial: Number(found.serial) || 0 };
  } catch {
    return null;
  }
}

// The own hand as the player has put it: groups and loose cards. Each card has an id of its own,
// since two packs have equal cards: the card, a point, and what tells the two apart.
// What must stay true: every change is a new arrangement; no card is lost or doubled by one.
import { sorted, type Order } from '../cards/order.ts';

export interface Arranged {
  readonly groups: readonly (readonly string[])[];
  readonly loose: readonly string[];
}

/** A group by its place, or the loose cards. */
export type Lot = number | 'loose';

export const NOTHING: Arranged = { groups: [], loose: [] };

/** The card of an id. */
export const cardOf = (id: string): string => id.slice(0, 2);

/** All lots, the loose cards last. */
export const lotsOf = ({ groups, loose }: Arranged): readonly (readonly string[])[] => [...groups, loose];

export const idsOf = (hand: Arranged): readonly string[] => lotsOf(hand).flat();

const made = (lots: readonly (readonly string[])[]): Arranged => ({
  groups: lots.slice(0, -1).filter((group) => group.length),
  loose: lots.at(-1) ?? [],
});

const without = (hand: Arranged, ids: readonly string[]): (readonly string[])[] =>
  lotsOf(hand).map((lot) => lot.filter((id) => !ids.includes(id)));

/** The hand without one of its cards. */
export const less = (hand: Arranged, id: string): Arranged => made(without(hand, [id]));

/** How a hand of other cards lies: what is gone is taken out, what is new is loose.

 * `leave` is the id that goes if the hand has two equal cards, `come` the id of a card that comes;
 * `fresh` makes an id for any other.
 */
export function fit(
  hand: Arranged,
  cards: readonly string[],
  fresh: (card: string) => string,
  { come = null, leave = null }: { come?: string | null; leave?: string | null } = {},
): Arranged {
  const gone: string[] = [];
  const added: string[] = [];
  // of equal cards the one that was chosen goes, else one that is loose
  const order = [...hand.groups.flat(), ...hand.loose].sort((a, b) => Number(a === leave) - Number(b === leave));
  for (const card of new Set([...order.map(cardOf), ...cards])) {
    const held = order.filter((id) => cardOf(id) === card);
    const n = cards.filter((one) => one === card).length;
    gone.push(...held.slice(n));
    for (let more = n - held.length; more > 0; more -= 1) {
      const known = come !== null && cardOf(come) === card && !order.includes(come) && !added.includes(come);
      added.push(known ? come : fresh(card));
    }
  }
  if (!gone.length && !added.length) return hand;
  const left = made(without(hand, gone));
  return { ...left, loose: [...left.loose, ...added] };
}

/** A new group of these cards; if they are just one group, it is taken apart. */
export function grouped(hand: Arranged, ids: readonly string[]): Arranged {
  if (!ids.length) return hand;
  const whole = hand.groups.some((group) => group.length === ids.length && group.every((id) => ids.includes(id)));
  const chosen = idsOf(hand).filter((id) => ids.includes(id));
  const rest = without(hand, ids);
  if (whole) return made([...rest.slice(0, -1), [...(rest.at(-1) ?? []), ...chosen]]);
  return made([...rest.slice(0, -1), chosen, rest.at(-1) ?? []]);
}

/** These cards put into a lot, behind so many of its other cards; at its end without a place. */
export function put(hand: Arranged, ids: readonly string[], lot: Lot, place = Infinity): Arranged {
  const at = lot === 'loose' ? hand.groups.length : lot;
  const rest = without(hand, ids);
  const target = rest[at] ?? [];
  rest[at] = [...target.slice(0, place), ...ids, ...target.slice(place)];
  return made(rest);
}

/** A card moved by one place, over the edge of its lot into the next one. */
export function stepped(hand: Arranged, id: string, by: 1 | -1): Arranged {
  const lots = lotsOf(hand);
  const at = lots.findIndex((lot) => lot.includes(id));
  const lot = lots[at];
  if (!lot) return hand;
  const place = lot.indexOf(id) + by;
  if (place >= 0 && place < lot.length) return put(hand, [id], lotAt(hand, at), place);
  const next = at + by;
  if (next < 0 || next >= lots.length) return hand;
  return put(hand, [id], lotAt(hand, next), by > 0 ? 0 : Infinity);
}

/** A card moved to the end of the lot before or after its own; before the first, into a new group. */
export function lifted(hand: Arranged, id: string, by: 1 | -1): Arranged {
  const lots = lotsOf(hand);
  const at = lots.findIndex((lot) => lot.includes(id));
  const next = at + by;
  if (at < 0 || next >= lots.length) return hand;
  if (next >= 0) return put(hand, [id], lotAt(hand, next));
  return lots[at]?.length === 1 ? hand : made([[id], ...without(hand, [id])]);
}

const lotAt = (hand: Arranged, at: number): Lot => (at < hand.groups.length ? at : 'loose');

/** The cards of each lot in order. */
export function inOrder(hand: Arranged, order: Order): Arranged {
  const sort = (ids: readonly string[]): string[] => {
    const left = [...ids];
    return sorted(ids.map(cardOf), order).map((card) => {
      const at = left.findIndex((id) => cardOf(id) === card);
      return left.splice(at, 1)[0] ?? '';
    });
  };
  return { groups: hand.groups.map((group) => (order === 'suit' ? sort(group) : group)), loose: sort(hand.loose) };
}

/** The hand in groups of cards as the server names them; the rest is loose. */
export function groupedAs(hand: Arranged, groups: readonly (readonly string[])[]): Arranged {
  const left = [...idsOf(hand)];
  const taken = groups.map((group) =>
    group.flatMap((card) => {
      const at = left.findIndex((id) => cardOf(id) === card);
      return at < 0 ? [] : left.splice(at, 1);
    }),
  );
  return made([...taken, left]);
}

/** The groups as cards, as the server is asked about them. */
export const asCards = ({ groups }: Arranged): readonly (readonly string[])[] =>
  groups.map((group) => group.map(cardOf));

/** Whether two arrangements have the same groups, whatever the order in them. */
export const alike = (a: Arranged, b: Arranged): boolean => keyOf(a) === keyOf(b);

export const keyOf = (hand: Arranged): string =>
  `${asCards(hand)
    .map((group) => group.toSorted().join(''))
    .join('/')}|${hand.loose.map(cardOf).toSorted().join('')}`;

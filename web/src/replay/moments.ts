// The moments of a deal that is over: where one is, and where a card came to where it lies.
// What must stay true: moment 0 is the deal before its first action, moment n is after action n;
// nothing here knows a rule.
import type { Face, Line } from '$protocol';
import { pathOf } from '../address.ts';

/** Where cards lie in a view, by place: a place may hold equal cards. */
export function zones(face: Face): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const { own } = face;
  if (face.public.game === 'dummy') {
    found.set(
      'row',
      face.public.row.map(({ card }) => card),
    );
    const melds = new Map<number, string[]>();
    for (const meld of face.public.melds) {
      melds.set(meld.owner, [...(melds.get(meld.owner) ?? []), ...meld.cards]);
    }
    for (const [owner, cards] of melds) found.set(`melds ${owner}`, cards);
  } else {
    found.set('pile', face.public.pile);
    face.public.shown.forEach((hand, seat) => hand && found.set(`shown ${seat}`, hand));
  }
  found.set('hand', own.hand);
  face.public.known.forEach((cards, seat) => seat !== own.seat && found.set(`known ${seat}`, cards));
  return found;
}

const count = (cards: readonly string[] | undefined, card: string): number =>
  cards?.filter((other) => other === card).length ?? 0;

/** The last moment, up to `now`, in which a card came to where it lies then; null if it lies nowhere. */
export function cameAt(faces: readonly Face[], now: number, card: string): number | null {
  const face = faces[now];
  if (!face) return null;
  for (const [zone, cards] of zones(face)) {
    if (!cards.includes(card)) continue;
    for (let at = now; at > 0; at--) {
      const [before, after] = [faces[at - 1], faces[at]];
      if (!before || !after) continue;
      if (count(zones(after).get(zone), card) > count(zones(before).get(zone), card)) return at;
    }
    return 0;
  }
  return null;
}

/** The path of a moment of a deal, 0 being its start; `seat` is who looks, null an onlooker. */
export function momentPath(table: string, deal: number, moment: number, seat?: number | null): string {
  const looks = seat === undefined ? [] : [`seat=${seat ?? 'none'}`];
  const parts = [...(moment > 0 ? [`t=${moment}`] : []), ...looks];
  return pathOf({ screen: 'replay', table, deal }) + (parts.length ? `#${parts.join('&')}` : '');
}

/** The moment that a link names, `#t=31`, held within the deal; null if it names none. */
export function momentIn(hash: string, last: number): number | null {
  const found = /(?:^|[#&])t=([0-9]{1,4})(?:&|$)/.exec(hash);
  return found ? Math.min(Number(found[1]), last) : null;
}

/** Who looks in a link, `seat=2`; null is an onlooker, undefined if the link does not say. */
export function viewerIn(hash: string): number | null | undefined {
  const found = /(?:^|[#&])seat=([0-9]|none)(?:&|$)/.exec(hash);
  return found ? (found[1] === 'none' ? null : Number(found[1])) : undefined;
}

/** The moments at which turns end: where the long steps stop. */
export function turnEnds(log: readonly Line[]): readonly number[] {
  const ends = log.flatMap(({ word }, at) => (/^[-#x~!.]/.test(word) ? [at + 1] : []));
  return [0, ...ends, ...(ends.at(-1) === log.length ? [] : [log.length])];
}

/** The next stop from a moment, forward or back; the moment itself at either end. */
export function stop(stops: readonly number[], now: number, forward: boolean): number {
  const beyond = stops.filter((at) => (forward ? at > now : at < now));
  return (forward ? beyond[0] : beyond.at(-1)) ?? now;
}

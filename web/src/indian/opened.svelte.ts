// The hands that lie open, by seat of the deal, in the groups that count.
// What must stay true: groups are those that were shown, else those that the record of the deal tells
// when it is over; without either the cards lie as they are.
import { facesOf, type Film } from '../replay/film.ts';
import { isDummy, type IndianFace } from '../wire/protocol.ts';
import type { TableState } from '../wire/fold.ts';
import { fetchJson } from '../wire/web.ts';
import type { Part } from './OpenHand.svelte';
import { laidIn } from './words.ts';

/** Stages in which the deal that is shown is being played, or the next one has its number already. */
const BUSY: readonly string[] = ['playing', 'entropy'];

export class Opened {
  #film = $state.raw<{ key: string; bests: readonly (readonly Part[] | null)[] } | null>(null);
  readonly #table: () => TableState | null;

  constructor(table: () => TableState | null) {
    this.#table = table;
    $effect(() => this.#fetch());
  }

  readonly #key = $derived.by(() => {
    const table = this.#table();
    if (!table?.view || table.view.public.phase !== 'over' || BUSY.includes(table.now.stage)) return '';
    return `${encodeURIComponent(table.table)}/${table.fair.deal}`;
  });

  /** The hand of a seat if it lies open, and the own one when the deal is over; else null. */
  of(seat: number, face: IndianFace): readonly Part[] | null {
    const cards = face.public.shown[seat];
    const { best, hand } = face.own;
    if (!cards && seat === face.own.seat && face.public.phase === 'over' && hand.length) {
      return best ? [...best.groups, { kind: 'loose', cards: best.loose }] : [{ kind: 'loose', cards: hand }];
    }
    if (!cards) return null;
    const laid = laidIn(this.#table()?.log ?? []).get(seat);
    const told = this.#film?.key === this.#key ? this.#film.bests[seat] : null;
    if (laid && (face.public.winners.includes(seat) || !told)) {
      return laid.map((group) => ({ kind: group.length > 2 ? 'group' : 'loose', cards: group }));
    }
    return told ?? [{ kind: 'loose', cards }];
  }

  #fetch(): void {
    const key = this.#key;
    if (!key || this.#film?.key === key) return;
    fetchJson<Film>(`/deals/${key}.replay`).then(
      (film) => (this.#film = { key, bests: film.seats.map((_, seat) => bestIn(film, seat)) }),
      () => {}, // the cards themselves lie open anyway
    );
  }
}

function bestIn(film: Film, seat: number): readonly Part[] | null {
  const face = facesOf(film, seat).at(-1);
  if (!face || isDummy(face) || !face.own.best) return null;
  const { groups, loose } = face.own.best;
  return [...groups, { kind: 'loose', cards: loose }];
}

// How the match stands, in the few words that fit a seat and the head of the table.
// What must stay true: numbers are the server's; in a pool it is what is owed, in a match of deals chips.
import { t } from '../texts/texts.svelte.ts';
import type { IndianFace } from '../wire/protocol.ts';
import type { TableState } from '../wire/fold.ts';
import type { Person } from '../table/people.ts';
import { figure } from '../texts/figures.ts';
import type { Played } from './rules.svelte.ts';

export class Standings {
  readonly #table: () => TableState | null;
  readonly #face: () => IndianFace | null;
  readonly #played: Played;

  constructor(table: () => TableState | null, face: () => IndianFace | null, played: Played) {
    this.#table = table;
    this.#face = face;
    this.#played = played;
  }

  /** Beside a name: what somebody owes or has. */
  pointsOf(person: Person): string {
    const { format, limit } = this.#played;
    if (format === 'pool') return t('ui.web.indian.stands.pool', { total: person.total, limit });
    if (format === 'deals') return t('ui.web.indian.stands.deals', { n: figure(person.total) });
    return t('ui.web.indian.points', { n: this.#face()?.public.scores[person.seat] ?? 0 });
  }

  readonly #total = $derived.by(() => {
    const table = this.#table();
    return table?.seat == null ? null : (table.standing?.totals[table.seat] ?? 0);
  });

  /** In the head: which deal, and how one stands oneself. */
  readonly note = $derived.by(() => {
    const deal = this.#table()?.fair.deal ?? 1;
    const { format, limit, deals } = this.#played;
    const total = this.#total;
    if (format === 'pool') {
      return total === null
        ? t('ui.web.indian.note.pool.watching', { deal, limit })
        : t('ui.web.indian.note.pool', { deal, limit, total });
    }
    if (format === 'deals') return t('ui.web.indian.note.deals', { deal, deals, total: figure(total ?? 0) });
    return t('ui.web.indian.note.points');
  });

  /** What a drop would make in the pool. */
  readonly dropNote = $derived.by(() => {
    const cost = this.#face()?.own.drop_cost ?? null;
    if (this.#played.format !== 'pool' || cost === null) return '';
    const total = cost + (this.#total ?? 0);
    const { limit } = this.#played;
    return t(total >= limit ? 'ui.web.indian.drop.out' : 'ui.web.indian.drop.pool', { total, limit });
  });
}

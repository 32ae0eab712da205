// What the coach says of the moment that is shown, asked anew when it changes.
// What must stay true: it is asked only at the own turn; an answer for another moment is dropped.
import type { Coaching } from '$protocol';
import { untrack } from 'svelte';
import { OpenBook } from '../book/books.svelte.ts';
import { peopleOf } from '../table/people.ts';
import { t } from '../texts/texts.svelte.ts';
import { NotDone } from '../wire/protocol.ts';
import type { WatchedTable } from '../wire/table.svelte.ts';
import { postJson } from '../wire/web.ts';
import type { Naming } from './advice.ts';

/** A table's coach, as long as what shows it is on the page. */
export class Asking {
  told = $state.raw<Coaching | null>(null);
  problem = $state('');
  readonly #book: OpenBook;
  readonly #watched: () => WatchedTable;
  /** What the answer hangs on; talk and who is here change nothing of it. */
  readonly #moment = $derived.by(() => {
    const { table, state, draft } = this.#watched();
    return [table, state?.fair.deal, state?.log.length, ...(draft?.words ?? [])].join(' ');
  });

  constructor(watched: () => WatchedTable) {
    this.#watched = watched;
    this.#book = new OpenBook(() => ({
      game: watched().state?.settings.game ?? 'dummy',
      rules: watched().state?.settings.rules ?? 'default',
    }));
    $effect(() => {
      void this.#moment;
      if (this.mine) return untrack(() => this.#ask());
      this.told = null;
      return undefined;
    });
  }

  /** Whether it is the own turn. */
  get mine(): boolean {
    return this.#watched().view?.own.mine ?? false;
  }

  get naming(): Naming {
    const { state, view } = this.#watched();
    const people = state && view ? peopleOf(state, view.public.seats, view.own.seat) : [];
    return {
      game: state?.settings.game ?? 'dummy',
      name: (seat) => people[seat]?.name ?? '',
      rule: (code) => this.#book.titleOf(code),
    };
  }

  #ask(): (() => void) | undefined {
    const { table, state, draft } = this.#watched();
    this.told = null;
    this.problem = '';
    if (!state) return undefined;
    let stale = false;
    const asked = { seq: state.seq, words: draft?.words ?? [] };
    postJson<Coaching>(`/account/tables/${encodeURIComponent(table)}/coach`, asked).then(
      (told) => {
        if (!stale) this.told = told;
      },
      (refused: unknown) => {
        const said = refused instanceof NotDone ? refused.sentence : null;
        if (!stale) this.problem = said || t('ui.web.coach.failed');
      },
    );
    return () => (stale = true);
  }
}

// What the rules of a table say that its screen shows: the kind of match, and how a Show is judged.
// What must stay true: presets and values are the server's form; here they are only looked up.
import { language } from '../texts/texts.svelte.ts';
import type { OptionsForm } from '../wire/protocol.ts';
import { fetchJson } from '../wire/web.ts';
import { valueIn } from './options.ts';

export class Played {
  #form = $state.raw<OptionsForm | null>(null);
  readonly #rules: () => string;

  constructor(rules: () => string) {
    this.#rules = rules;
    $effect(() => {
      fetchJson<OptionsForm>(`/options/indian?language=${language()}`).then(
        (form) => (this.#form = form),
        () => {}, // the table can be played without
      );
    });
  }

  readonly format = $derived.by(() => String(this.#of('format') ?? 'points'));
  readonly limit = $derived.by(() => Number(this.#of('pool_limit') ?? 0));
  readonly deals = $derived.by(() => Number(this.#of('deals') ?? 0));
  /** A Show is judged as the player has grouped it. */
  readonly strict = $derived.by(() => this.#of('show_check') === 'declared');
  readonly secondRun = $derived.by(() => Number(this.#of('second_run_min') ?? 3));

  #of(name: string): boolean | number | string | null {
    return this.#form && valueIn(this.#form, this.#rules(), name);
  }
}

// Rules that are being chosen, read back by the server: what does not go together, and where.
// What must stay true: an answer to what was chosen before is never shown.
import { language } from '../texts/texts.svelte.ts';
import type { OptionsForm, RulesRead } from '../wire/protocol.ts';
import { fetchJson } from '../wire/web.ts';
import { rulesText, type Changes } from './rules.ts';

interface Chosen {
  readonly form: OptionsForm | null;
  readonly preset: string;
  readonly changes: Changes;
}

export class Reading {
  #read = $state.raw<RulesRead | null>(null);

  /** To be made while a component is. */
  constructor(chosen: () => Chosen) {
    $effect(() => {
      const { form, preset, changes } = chosen();
      if (!form || Object.keys(changes).length === 0) {
        this.#read = null;
        return;
      }
      const text = rulesText(form, preset, changes);
      let stale = false;
      fetchJson<RulesRead>(`/options/${form.game}?language=${language()}&rules=${text}`).then(
        (found) => {
          if (!stale) this.#read = found;
        },
        () => {
          if (!stale) this.#read = null; // who uses the rules hears it then
        },
      );
      return () => (stale = true);
    });
  }

  /** What is wrong; empty if nothing is. */
  get problem(): string {
    return this.#read?.problem ?? '';
  }

  /** The same, if it is about this option. */
  wrongAt(name: string): string {
    return this.#read?.at.includes(name) ? this.problem : '';
  }
}

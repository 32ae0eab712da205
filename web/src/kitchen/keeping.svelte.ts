// The sheet of this device: what stands on it, what the server says of it, and what is wrong.
// What must stay true: what was written is kept before anything is asked of the server; points are
// those of the server's last answer, and none are shown for a sheet that it has not scored.
import { language, t } from '../texts/texts.svelte.ts';
import { problemOf } from '../home/problem.ts';
import { NotDone } from '../wire/protocol.ts';
import { postJson } from '../wire/web.ts';
import type { DummyScore, IndianScore } from '$protocol';
import { keptText, readKept, type Draft } from './kept.ts';
import { emptyDeal, type Deal, type Sheet } from './sheet.ts';
import { dealOf, fieldAt, missing, written } from './text.ts';

export type Score = DummyScore | IndianScore;

/** What is wrong, and the field at which it is; null where it is about no field. */
export interface Fault {
  readonly field: string | null;
  readonly text: string;
}

const KEY = 'speto.kitchen';

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // a browser that keeps nothing
  }
}

export class Keeping {
  sheet = $state.raw<Sheet | null>(null);
  draft = $state.raw<Draft | null>(null);
  /** The server's answer to `sheet`; null as long as there is none. */
  score = $state.raw<Score | null>(null);
  faults = $state.raw<readonly Fault[]>([]);
  /** The server will not count what stands there, but would as it was written down (Dummy). */
  lenient = $state(false);
  busy = $state(false);
  #asked = 0;

  constructor() {
    const kept = readKept(stored());
    this.sheet = kept?.sheet ?? null;
    this.draft = kept?.draft ?? null;
  }

  /** What is wrong at a field of the deal that is being written. */
  faultAt(field: string): string | null {
    const at = this.draft?.at ?? 0;
    return this.faults.find((one) => one.field === `${at}.${field}`)?.text ?? null;
  }

  begin(sheet: Sheet): void {
    this.sheet = sheet;
    this.draft = null;
    this.score = null;
    this.faults = [];
    this.#keep();
    this.write(0);
  }

  /** Write a deal: the one at a place, or a new one behind the last. */
  write(at: number): void {
    const { sheet } = this;
    if (!sheet) return;
    const playing = this.score?.match && 'playing' in this.score.match ? this.score.match.playing : null;
    const out = sheet.names.map((_, seat) => seat).filter((seat) => playing !== null && !playing.includes(seat));
    this.draft = { at, deal: sheet.deals[at] ?? emptyDeal(sheet.game, sheet.names.length, out) };
    this.faults = [];
    this.#keep();
  }

  /** Change the deal that is being written. */
  change(changes: Partial<Deal>): void {
    if (!this.draft) return;
    this.draft = { ...this.draft, deal: { ...this.draft.deal, ...changes } as Deal };
    this.faults = [];
    this.lenient = false;
    this.#keep();
  }

  /** Leave the deal that is being written as it was. */
  leave(): void {
    this.draft = null;
    this.faults = [];
    this.#keep();
  }

  /** Have the deal that is being written scored; it stands on the sheet if it can be. */
  async finish(strict: boolean): Promise<boolean> {
    const { sheet, draft } = this;
    if (!sheet || !draft) return false;
    const lacking = missing(draft.deal);
    if (lacking.length) {
      this.faults = lacking.map((field) => ({ field: `${draft.at}.${field}`, text: t(`ui.web.kitchen.lacks.${field.split('.')[0]}`) }));
      return false;
    }
    const deals = [...sheet.deals.slice(0, draft.at), draft.deal, ...sheet.deals.slice(draft.at + 1)];
    if (!(await this.#ask({ ...sheet, deals, strict }))) return false;
    if (this.draft === draft) this.draft = null; // else it was written on meanwhile
    this.#keep();
    return this.draft === null;
  }

  /** Take a deal off the sheet. */
  async drop(at: number): Promise<void> {
    const { sheet } = this;
    if (!sheet) return;
    const deals = sheet.deals.filter((_, place) => place !== at);
    this.draft = null;
    if (deals.length) await this.#ask({ ...sheet, deals });
    else {
      this.sheet = { ...sheet, deals };
      this.score = null;
    }
    this.#keep();
  }

  /** Ask what the sheet says: after a reload, and in another language. */
  async refresh(): Promise<void> {
    if (this.sheet?.deals.length) await this.#ask(this.sheet);
  }

  #keep(): void {
    try {
      if (this.sheet) localStorage.setItem(KEY, keptText({ sheet: this.sheet, draft: this.draft }));
    } catch {
      // kept until the page is closed
    }
  }

  async #ask(sheet: Sheet): Promise<boolean> {
    const turn = ++this.#asked;
    const { game, strict } = sheet;
    const asked = written(sheet);
    this.busy = true;
    this.lenient = false;
    this.faults = [];
    try {
      const score = await postJson<Score>(`/score?language=${language()}`, { game, text: asked.text, strict });
      if (turn !== this.#asked) return false;
      this.score = score;
      this.sheet = sheet;
      return true;
    } catch (problem) {
      if (turn !== this.#asked) return false;
      const field = problem instanceof NotDone ? fieldAt(asked, problem.place) : null;
      this.faults = [{ field, text: this.#said(problem, field) }];
      this.lenient = game === 'dummy' && strict && problem instanceof NotDone && problem.code === 'wrong';
      return false;
    } finally {
      if (turn === this.#asked) this.busy = false;
    }
  }

  /** What is wrong, with the deal it is in if that is not the one before one's eyes. */
  #said(problem: unknown, field: string | null): string {
    const deal = dealOf(field);
    const text = problemOf(problem);
    return deal === null || deal === this.draft?.at ? text : t('ui.web.kitchen.in_deal', { n: deal + 1, text });
  }
}

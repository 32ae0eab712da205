// The own turn at a table of Indian Rummy: what is selected, what it could do, and doing it.
// What must stay true: what may be done is a word of the server's list; a take shows at once what the
// new hand is worth, so nothing is staged here; what costs points is asked first.
import { settings } from '../feel/settings.svelte.ts';
import { signOf } from '../cards/names.ts';
import { t } from '../texts/texts.svelte.ts';
import { isDummy, NotDone, type IndianFace } from '../wire/protocol.ts';
import type { WatchedTable } from '../wire/table.svelte.ts';
import type { Pace } from '../table/pace.svelte.ts';
import { cardOf, idsOf } from './groups.ts';
import type { Hand } from './hand.svelte.ts';
import { DRAW, DROP, openingOf, TAKE } from './words.ts';

/** A question before something that costs or ends. */
export interface Asking {
  readonly kind: 'discard' | 'drop' | 'draw' | 'take' | 'lay';
  readonly word: string;
}

/** Why a discard is worth a second thought. */
export type Risk = 'show' | 'wild' | 'pure_run' | 'run' | 'set';

/** With so few cards a group is gone when one of them leaves. */
const FEW = 3;

export class Turn {
  selected = $state.raw<readonly string[]>([]);
  asking = $state.raw<Asking | null>(null);
  #refused = $state.raw<{ readonly face: IndianFace | null; readonly why: string } | null>(null);
  /** The id of the card that is about to leave the hand. */
  leaving: string | null = null;

  readonly #given: () => WatchedTable;
  readonly #pace: Pace;
  readonly #hand: Hand;
  readonly #ruleOf: (code: string) => string;

  constructor(table: () => WatchedTable, pace: Pace, hand: Hand, ruleOf: (code: string) => string) {
    this.#given = table;
    this.#pace = pace;
    this.#hand = hand;
    this.#ruleOf = ruleOf;
  }

  readonly face = $derived.by((): IndianFace | null => {
    const view = this.#pace.shown?.view ?? null;
    return view && !isDummy(view) ? view : null;
  });
  /** Why the last thing could not be done, as long as nothing has changed since. */
  readonly reason = $derived.by(
    () => (this.#refused?.face === this.face ? this.#refused?.why : undefined) ?? '',
  );
  readonly mine = $derived.by(
    () => this.#pace.behind === 0 && this.#pace.shown?.now.stage === 'playing' && this.face?.own.mine === true,
  );
  readonly words = $derived.by((): readonly string[] => (this.mine ? (this.face?.own.words ?? []) : []));
  readonly phase = $derived.by(() => this.face?.public.phase ?? 'over');
  readonly drawing = $derived.by(() => this.mine && this.phase === 'draw');
  readonly acting = $derived.by(() => this.mine && this.phase === 'act');
  /** After another's Show one lays the own hand open in groups. */
  readonly laying = $derived.by(() => this.mine && this.phase === 'declare');
  readonly mayDraw = $derived.by(() => this.words.includes(DRAW));
  readonly mayTake = $derived.by(() => this.words.includes(TAKE));
  readonly mayDrop = $derived.by(() => this.words.includes(DROP));
  /** The word of a heaven hand; null where there is none. */
  readonly heaven = $derived.by(() => (this.drawing ? openingOf(this.words) : null));
  readonly preview = $derived.by(() => (this.mayTake ? (this.face?.own.previews[TAKE] ?? null) : null));
  /** The one selected card, and the word that discards it. */
  readonly chosen = $derived.by(() => (this.selected.length === 1 ? (this.selected[0] ?? null) : null));
  readonly discardWord = $derived.by(() => {
    const word = this.chosen === null ? '' : `-${cardOf(this.chosen)}`;
    return this.words.includes(word) ? word : null;
  });
  readonly risk = $derived.by((): Risk | null => (this.discardWord ? this.riskOf(this.chosen ?? '') : null));

  isWild(card: string): boolean {
    return card === '**' || (this.face?.public.wilds.includes(card) ?? false);
  }

  /** What a discard would throw away: a Show, a wild card, or a group that then is none. */
  riskOf(id: string): Risk | null {
    if (!settings.risks || !this.acting) return null;
    const card = cardOf(id);
    if (this.face?.own.shows.length) return 'show';
    if (this.isWild(card)) return 'wild';
    const at = this.#hand.lots.findIndex((lot) => lot.includes(id));
    const label = this.#hand.labels?.[at];
    if (!label || label.kind === 'loose' || label.without !== null) return null;
    return (this.#hand.lots[at]?.length ?? 0) <= FEW ? label.kind : null;
  }

  settle(): void {
    const ids = idsOf(this.#hand.arranged);
    const left = this.selected.filter((id) => ids.includes(id));
    if (left.length !== this.selected.length) this.selected = left;
    if (this.asking && !this.mine) this.asking = null;
  }

  select(id: string): void {
    this.asking = null;
    this.#refused = null;
    this.selected = this.selected.includes(id) ? this.selected.filter((one) => one !== id) : [...this.selected, id];
  }

  clear(): void {
    this.selected = [];
    this.asking = null;
    this.#refused = null;
  }

  async draw(): Promise<boolean> {
    if (!this.mayDraw) return this.explain(this.#whyNotNow());
    if (this.#asks('draw', DRAW, settings.confirm === 'always')) return false;
    return this.#do(DRAW);
  }

  async take(): Promise<boolean> {
    if (!this.mayTake) return this.explain(this.whyNoTake());
    if (this.#asks('take', TAKE, settings.confirm === 'always')) return false;
    return this.#do(TAKE);
  }

  async discard(): Promise<boolean> {
    const word = this.discardWord;
    if (word === null) return this.explain(this.#whyNoDiscard());
    const asks = { always: true, risky: this.risk !== null, never: false }[settings.confirm];
    if (this.#asks('discard', word, asks)) return false;
    this.leaving = this.chosen;
    const done = await this.#do(word);
    if (!done) this.leaving = null;
    return done;
  }

  /** Dropping costs points: it is asked first, whatever is set. */
  async drop(): Promise<boolean> {
    if (!this.mayDrop) return this.explain(this.acting ? t('ui.web.indian.why.drop') : this.#whyNotNow());
    if (this.#asks('drop', DROP, true)) return false;
    return this.#do(DROP);
  }

  /** Show the hand, finishing or as it was dealt. */
  show(word: string): Promise<boolean> {
    return this.#do(word);
  }

  /** Lay the hand open after another's Show; `dear`: grouped otherwise it would cost less. */
  async lay(word: string, dear: boolean): Promise<boolean> {
    if (!this.laying) return this.explain(this.#whyNotNow());
    const asks = { always: true, risky: dear, never: false }[settings.confirm];
    if (this.#asks('lay', word, asks)) return false;
    return this.#do(word);
  }

  async yes(): Promise<boolean> {
    switch (this.asking?.kind) {
      case 'draw':
        return this.draw();
      case 'take':
        return this.take();
      case 'drop':
        return this.drop();
      case 'discard':
        return this.discard();
      case 'lay':
        return this.lay(this.asking.word, false);
      default:
        return false;
    }
  }

  no(): void {
    this.asking = null;
  }

  /** Why the open card can't be taken. */
  whyNoTake(): string {
    const { face } = this;
    const top = face?.public.pile.at(-1);
    if (this.drawing && top && face?.public.top_banned) {
      return t('ui.web.indian.why.banned', { card: signOf(top), rule: this.#ruleOf('I-PICK-1') });
    }
    return this.#whyNotNow();
  }

  explain(reason: string): false {
    this.asking = null;
    this.#refused = { face: this.face, why: reason };
    return false;
  }

  /** Why nothing can be shown now. */
  whyNoShow(): string {
    if (this.drawing) return t('ui.web.indian.why.take_first');
    return this.#whyNotNow();
  }

  #whyNotNow(): string {
    if (!this.mine) return t('ui.web.indian.why.turn');
    return this.laying ? t('ui.web.indian.why.lay') : t('ui.web.indian.why.taken');
  }

  #whyNoDiscard(): string {
    if (!this.mine) return t('ui.web.indian.why.turn');
    if (this.drawing) return t('ui.web.indian.why.take_first');
    if (this.laying) return t('ui.web.indian.why.lay');
    if (this.chosen === null) return t('ui.web.indian.why.one_card');
    return t('ui.web.indian.why.took', { card: signOf(cardOf(this.chosen)), rule: this.#ruleOf('I-TURN-2') });
  }

  #asks(kind: Asking['kind'], word: string, asks: boolean): boolean {
    if (!asks || this.asking?.word === word) return false;
    this.#refused = null;
    this.asking = { kind, word };
    return true;
  }

  async #do(word: string): Promise<boolean> {
    const table = this.#given();
    if (table.busy > 0) return false;
    this.#refused = null;
    try {
      await table.play(word);
      this.asking = null;
      return true;
    } catch (problem) {
      this.asking = null;
      if (!(problem instanceof NotDone)) throw problem;
      return this.explain(problem.sentence ?? t('ui.web.indian.why.refused', { code: problem.code }));
    }
  }
}

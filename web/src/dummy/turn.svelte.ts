// The own turn at a table of Dummy: what is selected, what it could do, and doing it.
// What must stay true: what may be done is a word of the server's list; what shows nothing hidden is
// staged and can be undone, a draw and the end of the turn are for good.
import { settings } from '../feel/settings.svelte.ts';
import { t } from '../texts/texts.svelte.ts';
import { isDummy, NotDone, type DummyFace, type Meld, type Risk } from '../wire/protocol.ts';
import type { WatchedTable } from '../wire/table.svelte.ts';
import type { Pace } from '../table/pace.svelte.ts';
import {
  DECLINE,
  DRAW,
  endOf,
  layOffsOf,
  meldOf,
  nearest,
  onlyKnocks,
  pickable,
  pickUpsOf,
} from './words.ts';

/** A question before something that costs or ends. */
export interface Asking {
  readonly kind: 'discard' | 'knock' | 'draw';
  readonly card: string | null;
  readonly word: string;
}

const COSTLY = -50;

export class Turn {
  selected = $state.raw<readonly string[]>([]);
  /** The card of the row from which one looks what would come. */
  picked = $state<string | null>(null);
  #chosen = $state<string | null>(null);
  asking = $state.raw<Asking | null>(null);
  #refused = $state.raw<{ readonly face: DummyFace | null; readonly why: string } | null>(null);
  /** Points that words would bring at once. */
  #brings = $state.raw<{ face: DummyFace | null; points: Readonly<Record<string, number>> }>({
    face: null,
    points: {},
  });

  readonly #given: () => WatchedTable;
  readonly #pace: Pace;
  readonly #rule: (code: string) => string;
  readonly #asked = new Set<string>();

  /** `rule` says a clause in a few words. */
  constructor(table: () => WatchedTable, pace: Pace, rule: (code: string) => string) {
    this.#given = table;
    this.#pace = pace;
    this.#rule = rule;
  }

  get #table(): WatchedTable {
    return this.#given();
  }

  /** What is shown: the own staged turn, else the table. */
  readonly face = $derived.by((): DummyFace | null => {
    const staged = this.#pace.behind === 0 ? this.#table.draft?.view : null;
    const view = staged ?? this.#pace.shown?.view ?? null;
    return view && isDummy(view) ? view : null;
  });

  /** Why the last thing could not be done, as long as nothing has changed since. */
  readonly reason = $derived.by(
    () => (this.#refused?.face === this.face ? this.#refused?.why : undefined) ?? '',
  );

  readonly mine = $derived.by(
    () =>
      this.#pace.behind === 0 && this.#pace.shown?.now.stage === 'playing' && this.face?.own.mine === true,
  );

  readonly words = $derived.by((): readonly string[] => (this.mine ? (this.face?.own.words ?? []) : []));
  readonly phase = $derived.by(() => this.face?.public.phase ?? 'over');
  readonly drawing = $derived.by(() => this.mine && this.phase === 'draw');
  readonly acting = $derived.by(() => this.mine && this.phase === 'act');
  readonly mayDraw = $derived.by(() => this.words.includes(DRAW));
  readonly mayDecline = $derived.by(() => this.words.includes(DECLINE));
  readonly pickable = $derived.by(() => pickable(this.words));
  readonly staged = $derived.by(() => this.#table.draft?.words.length ?? 0);

  /** The pick-ups that may begin with the picked card. */
  readonly ways = $derived.by(() => (this.picked ? pickUpsOf(this.words, this.picked) : []));
  readonly choice = $derived.by(() =>
    this.#chosen && this.ways.includes(this.#chosen) ? this.#chosen : nearest(this.ways, this.selected),
  );
  readonly meldWord = $derived.by(() =>
    this.selected.length > 2 ? meldOf(this.words, this.selected) : null,
  );
  /** The melds that take a selected card, by their lowest card: the word of the first that fits. */
  readonly targets = $derived.by((): ReadonlyMap<string, string> => {
    const found = new Map<string, string>();
    for (const card of this.selected) {
      for (const [on, word] of layOffsOf(this.words, card)) if (!found.has(on)) found.set(on, word);
    }
    return found;
  });
  readonly endWord = $derived.by(() =>
    this.selected.length === 1 ? endOf(this.words, this.selected[0] ?? '') : null,
  );
  readonly knocks = $derived.by(() => onlyKnocks(this.words));
  readonly risks = $derived.by((): readonly Risk[] => {
    const card = this.selected.length === 1 ? this.selected[0] : undefined;
    return card === undefined ? [] : this.riskOf(card);
  });

  /** What discarding a card costs or may cost; nothing if the player wants no warnings. */
  riskOf(card: string): readonly Risk[] {
    if (!settings.risks || !this.words.includes(`-${card}`)) return [];
    const risks = this.face?.own.risks[card] ?? [];
    return [...risks].sort((a, b) => Number(b.certain) - Number(a.certain) || a.points - b.points);
  }

  /** Points that a word would bring at once; null as long as they are not known. */
  bringsOf(word: string | null): number | null {
    const { face, points } = this.#brings;
    return word !== null && face === this.face ? (points[word] ?? null) : null;
  }

  /** Ask the server what the words that are in question would bring. */
  lookUp(): void {
    const { face } = this;
    const seat = face?.own.seat ?? null;
    if (!face || seat === null || !this.mine) return;
    if (this.#brings.face !== face) {
      this.#brings = { face, points: {} };
      this.#asked.clear();
    }
    const words = [...this.ways, ...(this.meldWord ? [this.meldWord] : []), ...this.targets.values()];
    for (const word of words.slice(0, 8)) {
      if (this.#asked.has(word)) continue;
      this.#asked.add(word);
      this.#table.look(word).then(
        (after) => {
          if (!isDummy(after) || this.#brings.face !== face) return;
          const points = (after.public.scores[seat] ?? 0) - (face.public.scores[seat] ?? 0);
          this.#brings = { face, points: { ...this.#brings.points, [word]: points } };
        },
        () => {}, // overtaken by a newer row: the points are of no interest then
      );
    }
  }

  /** Forget what is selected of cards that are gone, and what was asked about them. */
  settle(): void {
    const hand = this.face?.own.hand ?? [];
    const left = this.selected.filter((card) => hand.includes(card));
    if (left.length !== this.selected.length) this.selected = left;
    const lies = this.face?.public.row.some(({ card }) => card === this.picked);
    if (this.picked && (!lies || this.acting)) this.picked = null;
    if (this.asking && !this.words.includes(this.asking.word)) this.asking = null;
  }

  select(card: string): void {
    this.asking = null;
    this.#refused = null;
    const { selected } = this;
    this.selected = selected.includes(card) ? selected.filter((one) => one !== card) : [...selected, card];
  }

  pick(card: string): void {
    this.asking = null;
    this.#refused = null;
    this.#chosen = null;
    this.picked = this.picked === card || this.acting ? null : card;
  }

  /** Look what would come from a card on, also if one looks at it already. */
  look(card: string): void {
    if (this.picked !== card) this.pick(card);
  }

  choose(word: string): void {
    this.#chosen = word;
  }

  clear(): void {
    this.selected = [];
    this.picked = null;
    this.asking = null;
    this.#refused = null;
  }

  async draw(): Promise<boolean> {
    if (!this.mayDraw)
      return this.#explain(this.mine ? t('ui.web.dummy.why.drawn') : t('ui.web.dummy.why.turn'));
    const asks = settings.confirm === 'always' && this.asking?.word !== DRAW;
    if (asks) return this.#ask({ kind: 'draw', card: null, word: DRAW });
    return this.#do(() => this.#table.play(DRAW));
  }

  async pickUp(): Promise<boolean> {
    const { choice } = this;
    if (choice === null) return this.#explain(this.whyNoPickUp());
    return this.#do(async () => {
      await this.#table.stage(choice);
      this.selected = [];
    });
  }

  async decline(): Promise<boolean> {
    return this.mayDecline ? this.#do(() => this.#table.play(DECLINE)) : false;
  }

  async meld(): Promise<boolean> {
    const word = this.meldWord;
    if (word !== null) return this.#do(() => this.#table.stage(word));
    if (!this.acting) return this.#explain(t('ui.web.dummy.why.take'));
    if (this.selected.length < 3) return this.#explain(t('ui.web.dummy.why.three'));
    return this.#do(() => this.#table.stage(`=${this.selected.join('')}`));
  }

  /** Lay the selected cards off on a meld, one after the other as long as they fit. */
  async layOff(on: string | null): Promise<boolean> {
    const low = on ?? (this.targets.size === 1 ? [...this.targets.keys()][0] : undefined);
    if (low === undefined) {
      if (!this.acting) return this.#explain(t('ui.web.dummy.why.take'));
      if (this.targets.size > 1) return this.#explain(t('ui.web.dummy.why.which'));
      return this.#explain(this.selected.length ? t('ui.web.dummy.why.fits') : t('ui.web.dummy.why.one'));
    }
    const meld = this.face?.public.melds.find((one) => one.cards[0] === low);
    if (!meld) return false;
    if (this.#fitting(meld, this.selected) === null) return this.#explain(t('ui.web.dummy.why.fits'));
    return this.#do(async () => {
      for (let left = this.selected; left.length;) {
        const word = this.#fitting(meld, left);
        if (!word) break;
        await this.#table.stage(word);
        left = left.filter((card) => card !== word.slice(1, 3));
      }
    });
  }

  /** Discard the selected card or knock with it; asks first if that costs, or ends the deal. */
  async end(): Promise<boolean> {
    const word = this.endWord;
    if (word === null) return this.#explain(this.#whyNoEnd());
    const card = this.selected[0] ?? '';
    const knock = word.startsWith('#');
    const costs = this.#isCostly(card);
    const asks = { always: true, risky: knock || costs, never: false }[settings.confirm];
    if (asks && this.asking?.word !== word)
      return this.#ask({ kind: knock ? 'knock' : 'discard', card, word });
    return this.#do(() => this.#table.play(word));
  }

  /** Say yes to the question. */
  async yes(): Promise<boolean> {
    if (this.asking?.kind === 'draw') return this.draw();
    return this.asking ? this.end() : false;
  }

  no(): void {
    this.asking = null;
  }

  async undo(): Promise<boolean> {
    if (this.staged === 0) return this.#explain(t('ui.web.dummy.why.undo'));
    return this.#do(() => this.#table.undo());
  }

  /** Play what is staged before time is up, so that it is not lost. */
  async save(): Promise<boolean> {
    return this.mine && this.staged > 0 && this.#do(() => this.#table.play());
  }

  /** Why no pick-up may begin with the picked card. */
  whyNoPickUp(): string {
    if (!this.mine) return t('ui.web.dummy.why.turn');
    if (!this.picked) return t('ui.web.dummy.why.pick');
    return t('ui.web.dummy.why.no_meld');
  }

  #whyNoEnd(): string {
    if (!this.mine) return t('ui.web.dummy.why.turn');
    if (!this.acting) return t('ui.web.dummy.why.take');
    if (this.selected.length !== 1) return t('ui.web.dummy.why.one_card');
    return this.face?.public.must_knock ? t('ui.web.dummy.why.must_knock') : t('ui.web.dummy.why.discard');
  }

  #fitting(meld: Meld, cards: readonly string[]): string | null {
    const grown = this.#table.view;
    if (!grown || !isDummy(grown)) return null;
    const now = grown.public.melds.find((one) => meld.cards.every((card) => one.cards.includes(card)));
    const low = now?.cards[0] ?? '';
    for (const card of cards) {
      const word = layOffsOf(grown.own.words, card).get(low);
      if (word) return word;
    }
    return null;
  }

  /** A fine for certain, or a risk where another card has none. */
  #isCostly(card: string): boolean {
    const safe = this.words.some((word) => word.startsWith('-') && this.riskOf(word.slice(1)).length === 0);
    return this.riskOf(card).some(({ certain, points }) => points <= COSTLY && (certain || safe));
  }

  #because({ clause, code, sentence }: NotDone): string {
    if (clause !== null) return t('ui.web.dummy.why.rule', { rule: this.#rule(clause) });
    return sentence ?? t('ui.web.dummy.why.refused', { code });
  }

  #ask(asking: Asking): boolean {
    this.#refused = null;
    this.asking = asking;
    return false;
  }

  #explain(reason: string): boolean {
    this.#refused = { face: this.face, why: reason };
    return false;
  }

  async #do(act: () => Promise<void>): Promise<boolean> {
    if (this.#table.busy > 0) return false;
    this.#refused = null;
    try {
      await act();
      this.asking = null;
      return true;
    } catch (problem) {
      this.asking = null;
      if (!(problem instanceof NotDone)) throw problem;
      return this.#explain(this.#because(problem));
    }
  }
}

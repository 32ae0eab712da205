// A table that is watched: its reactive state, the own staged turn, and the stream of what happens.
// What must stay true: the server's rows alone change the state; staged words are the own, live in
// this tab, and are forgotten as soon as anything newer is played; nothing staged shows what is hidden.
import { Fairness } from './fairness.ts';
import { fold, type TableState } from './fold.ts';
import { NotDone, type Best, type Face, type Message } from './protocol.ts';
import { randomHex, wire } from './wire.ts';

/** What happened: the message, and the table before and after it. */
export interface Happening {
  readonly message: Message;
  readonly before: TableState | null;
  readonly after: TableState;
}

type Hearer = (happening: Happening) => void;

interface Draft {
  readonly words: readonly string[];
  readonly view: Face;
}

const STAGED = 'speto.staged';

/** A table as this page shows it. */
export class WatchedTable {
  /** The table as the server told it; null before the first word. */
  state = $state.raw<TableState | null>(null);
  /** The own words that are staged and the view after them; null if there are none. */
  draft = $state.raw<Draft | null>(null);
  /** Asks of this page that wait for their answer. */
  busy = $state(0);
  /** The code of the refusal with which watching ended, such as "table". */
  gone = $state<string | null>(null);
  /** The number of a deal that was not dealt as announced; null as long as all is fair. */
  unfair = $state<number | null>(null);
  /** Computer players think less for now, as was told. */
  hurries = $state(false);
  /** The server has lost what was played last, and this has not been read yet. */
  setBack = $state(false);
  /** How often it has; what a screen remembers of the table is worth nothing then. */
  setBacks = $state(0);

  readonly table: string;
  readonly #hearers = new Set<Hearer>();
  readonly #fairness: Fairness;
  #staging = 0;
  #back = false;

  constructor(table: string) {
    this.table = table;
    this.#fairness = new Fairness({
      ask: (question) => wire.ask(question),
      bytes: () => randomHex(16),
      account: () => wire.account,
    });
  }

  /** The view to show: after the staged words, else as the server told it. */
  get view(): Face | null {
    return this.draft?.view ?? this.state?.view ?? null;
  }

  /** Begin to watch; gives what ends it. */
  watch(): () => void {
    const stop = wire.listen((message) => this.#hear(message));
    const stopLost = wire.onLost((table, { code }) => {
      if (table === this.table) this.gone = code;
    });
    const stopBack = wire.onSetBack((table) => {
      if (table !== this.table) return;
      this.#fairness.forget();
      this.#back = true;
    });
    const watch = wire.watch(this.table);
    watch.told.then(
      () => this.#restore(),
      (problem: unknown) => {
        this.gone = problem instanceof NotDone ? problem.code : 'failed';
      },
    );
    return () => {
      stop();
      stopLost();
      stopBack();
      watch.stop();
    };
  }

  /** Hear what happens, after the state has changed. Gives what ends it. */
  on(hearer: Hearer): () => void {
    this.#hearers.add(hearer);
    return () => this.#hearers.delete(hearer);
  }

  /** Stage a word of the own turn after those staged; rejects with NotDone, and nothing changes. */
  stage(...words: readonly string[]): Promise<void> {
    return this.#try([...(this.draft?.words ?? []), ...words]);
  }

  /** Take back the last staged word. */
  async undo(): Promise<void> {
    const words = this.draft?.words.slice(0, -1) ?? [];
    if (words.length === 0) this.clear();
    else await this.#try(words);
  }

  /** Take back all that is staged. */
  clear(): void {
    this.#staging += 1;
    this.#draft(null);
  }

  /** Play the staged words and then these, for good; rejects with NotDone. */
  async play(...words: readonly string[]): Promise<void> {
    const all = [...(this.draft?.words ?? []), ...words];
    if (all.length === 0 || this.state === null) return;
    this.#return();
    const seq = this.state.seq;
    await this.#busy(() => wire.ask({ type: 'do', table: this.table, seq, words: all }));
  }

  /** What a card would lead to, without staging it: the view after the staged words and these. */
  async look(...words: readonly string[]): Promise<Face> {
    const all = [...(this.draft?.words ?? []), ...words];
    const seq = this.state?.seq ?? 0;
    return (await wire.ask({ type: 'try', table: this.table, seq, words: all })).view;
  }

  /** What the own hand is in these groups, without a card that stands in none (Indian Rummy). */
  async arrange(groups: readonly (readonly string[])[], discard: string | null = null): Promise<Best> {
    return (await wire.ask({ type: 'arrange', table: this.table, groups, discard })).arrangement;
  }

  /** Sit down; the next free seat if none is named. */
  sit(seat: number | null = null): Promise<unknown> {
    return this.#busy(() => wire.ask({ type: 'join', table: this.table, seat }));
  }

  /** Begin with computer players of a level in the free seats. */
  fill(level: string): Promise<unknown> {
    return this.#busy(() => wire.ask({ type: 'fill', table: this.table, level }));
  }

  /** Give the seat back, begin the next deal, come back, rejoin a pool. */
  tell(type: 'leave' | 'ready' | 'back' | 'rejoin'): Promise<unknown> {
    this.#return();
    return this.#busy(() => wire.ask({ type, table: this.table }));
  }

  /** The same table once more: its id. */
  async rematch(): Promise<string> {
    const done = await this.#busy(() => wire.ask({ type: 'rematch', table: this.table }));
    return done.table ?? this.table;
  }

  /** Say a phrase, or free words where the table allows them. */
  say(what: { phrase: string } | { text: string }): Promise<unknown> {
    return wire.ask({ type: 'say', table: this.table, ...what });
  }

  /** Hear somebody no more, or again. */
  mute(account: string, on: boolean): Promise<unknown> {
    return wire.ask({ type: 'mute', account, on });
  }

  /** Tell the keepers of the server about somebody at this table. */
  report(account: string, reason: 'talk' | 'name' | 'play' | 'other'): Promise<unknown> {
    return wire.ask({ type: 'report', table: this.table, account, reason });
  }

  #hear(message: Message): void {
    if (!('table' in message) || message.table !== this.table) return;
    if (message.type === 'notice' && message.code === 'broken') this.gone = 'broken';
    if (message.type === 'notice' && message.code === 'hurries') this.hurries = true;
    const before = this.state;
    const after = fold(before, message, wire.account, performance.now());
    if (after === null) return;
    this.state = after;
    if (this.#back && message.type === 'table') this.#comeBack();
    if (after.seq !== before?.seq) this.#overtaken(before, after);
    this.#fairness.hear(message);
    this.unfair = this.#fairness.broken;
    for (const hearer of this.#hearers) hearer({ message, before, after });
  }

  /** What is left of a table that went back is there. */
  #comeBack(): void {
    this.#back = false;
    this.clear();
    this.setBack = true;
    this.setBacks += 1;
  }

  /** After a newer row: what is staged stays if nothing was played, such as when somebody comes back. */
  #overtaken(before: TableState | null, after: TableState): void {
    if (!this.draft) return;
    const still = before?.log === after.log && after.now.stage === 'playing' && after.view?.own.mine;
    if (still) this.#draft(this.draft); // kept under the number of this row
    else this.clear();
  }

  /** What was played while one was away has been seen as soon as one acts. */
  #return(): void {
    if (this.state && this.state.away.length > 0) this.state = { ...this.state, away: [] };
  }

  async #busy<T>(ask: () => Promise<T>): Promise<T> {
    this.busy += 1;
    try {
      return await ask();
    } finally {
      this.busy -= 1;
    }
  }

  async #try(words: readonly string[]): Promise<void> {
    if (this.state === null) return;
    this.#staging += 1;
    const [turn, seq] = [this.#staging, this.state.seq];
    const draft = await this.#busy(() => wire.ask({ type: 'try', table: this.table, seq, words }));
    if (turn !== this.#staging || this.state.seq !== draft.seq) return; // overtaken
    this.#draft({ words: draft.words, view: draft.view });
  }

  #draft(draft: Draft | null): void {
    this.draft = draft;
    const kept = draft && { table: this.table, seq: this.state?.seq, words: draft.words };
    try {
      if (kept) sessionStorage.setItem(STAGED, JSON.stringify(kept));
      else sessionStorage.removeItem(STAGED);
    } catch {
      // a browser that keeps nothing: a reload then takes back what is staged
    }
  }

  /** Stage again what was staged before the page was loaded again. */
  async #restore(): Promise<void> {
    try {
      const kept = JSON.parse(sessionStorage.getItem(STAGED) ?? 'null') as {
        table: string;
        seq: number;
        words: string[];
      } | null;
      if (kept?.table === this.table && kept.seq === this.state?.seq) await this.#try(kept.words);
    } catch {
      this.#draft(null);
    }
  }
}

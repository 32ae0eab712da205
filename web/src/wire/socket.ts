// One socket to the table server, opened again whenever it is lost.
// What must stay true: an ask is sent again with the same id until it is answered, so that it is
// done once; rows are handed on in order and without a gap, also where the server has gone back to an
// earlier state; nothing here knows the browser.
import { isTold, NotDone, type Answer, type Ask, type Message, type Question } from './protocol.ts';

export const VERSION = 1;

/** Milliseconds before each new try to open the socket; the last is repeated. */
const PATIENCE = [100, 300, 1_000, 2_000, 4_000];
/** After so long without a frame one asks whether the server is there, and then how long one waits. */
const QUIET = 20_000;
const SILENT = 8_000;

/** Why a socket is closed for good; after any other reason one comes back. */
const ENDINGS: ReadonlySet<string> = new Set(['banned', 'deleted']);

/** Refusals of a table that is there all the same: it is asked for again after a while. */
const PASSING: ReadonlySet<string> = new Set(['store', 'failed']);
const A_WHILE = 4_000;

/** `open`: the server hears us. `lost`: it does not, for now. `shut`: it will not have us. */
export type State = 'opening' | 'open' | 'lost' | 'shut';

/** What a WebSocket does for us. */
export interface Line {
  send(text: string): void;
  close(): void;
}

/** What a line tells of itself. */
export interface Ear {
  opened(): void;
  heard(text: string): void;
  closed(): void;
}

/** What the wire needs of the world around it. */
export interface Ports {
  connect(ear: Ear): Line;
  later(ms: number, then: () => void): () => void;
  random(): number;
  readonly language: () => string | null;
  readonly prefix: string;
}

/** A table that is being watched: `told` is done when it was shown, and rejects with NotDone. */
export interface Watch {
  readonly told: Promise<void>;
  stop(): void;
}

type Waiting = {
  readonly frame: string;
  readonly done: (message: Message) => void;
  readonly failed: (problem: NotDone) => void;
};

/** A table that is watched; `back` while the server has lost rows and has not told what is left. */
interface Watched {
  seq: number;
  count: number;
  back: boolean;
}

/** A connection to a table server. */
export class Wire {
  state: State = 'opening';
  account = '';
  name = '';
  server = '';
  refusal: NotDone | null = null;

  readonly #ports: Ports;
  readonly #watched = new Map<string, Watched>();
  readonly #waiting = new Map<string, Waiting>();
  /** The tables that were asked for again on this socket, by the ids of the asks. */
  readonly #resumed = new Map<string, { readonly table: string; readonly since: number }>();
  readonly #listeners = new Set<(message: Message) => void>();
  readonly #watchers = new Set<(state: State) => void>();
  readonly #losers = new Set<(table: string, problem: NotDone) => void>();
  readonly #setters = new Set<(table: string) => void>();
  #line: Line | null = null;
  #count = 0;
  #failures = 0;
  #hello = '';
  #pending: () => void = () => {};

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Open the socket. */
  start(): void {
    this.#connect();
  }

  /** Hear every message that is no mere answer; rows in order. Gives what ends it. */
  listen(listener: (message: Message) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Hear of the state, now and whenever it changes. Gives what ends it. */
  follow(watcher: (state: State) => void): () => void {
    this.#watchers.add(watcher);
    watcher(this.state);
    return () => this.#watchers.delete(watcher);
  }

  /** Hear of a table that was watched and is no more to be seen. Gives what ends it. */
  onLost(loser: (table: string, problem: NotDone) => void): () => void {
    this.#losers.add(loser);
    return () => this.#losers.delete(loser);
  }

  /** Hear that the server has lost rows of a table which were told; what is left comes as a whole
   * table. Gives what ends it. */
  onSetBack(setter: (table: string) => void): () => void {
    this.#setters.add(setter);
    return () => this.#setters.delete(setter);
  }

  /** Send an ask, again after a lost socket, until it is answered; rejects with NotDone. */
  ask<Q extends Question>(question: Q): Promise<Answer<Q>> {
    const id = this.#freshId();
    const frame = JSON.stringify({ ...question, id });
    if (this.state === 'shut') {
      return Promise.reject(this.refusal ?? new NotDone({ code: 'gone' }));
    }
    return new Promise<Answer<Q>>((done, failed) => {
      this.#waiting.set(id, { frame, done: (message) => done(message as Answer<Q>), failed });
      if (this.state === 'open') this.#line?.send(frame);
    });
  }

  /** Be shown a table from now on, also after a lost socket, until `stop` is called. */
  watch(table: string): Watch {
    const watched = this.#watched.get(table) ?? { seq: 0, count: 0, back: false };
    watched.count += 1;
    this.#watched.set(table, watched);
    let stopped = false;
    return {
      told: this.ask({ type: 'watch', table }).then(() => {}),
      stop: () => {
        if (stopped) return;
        stopped = true;
        watched.count -= 1;
        if (watched.count > 0 || !this.#watched.delete(table) || this.state !== 'open') return;
        this.ask({ type: 'unwatch', table }).catch(() => {}); // it was not shown: all the better
      },
    };
  }

  /** See at once whether the server is still there: the page was asleep, or the network changed. */
  wake(): void {
    if (this.state === 'lost') {
      this.#pending();
      this.#connect();
    } else if (this.state === 'open') this.#probe();
  }

  #freshId(): string {
    this.#count += 1;
    return `${this.#ports.prefix}-${this.#count}`;
  }

  #become(state: State): void {
    if (state === this.state) return;
    this.state = state;
    for (const watcher of this.#watchers) watcher(state);
  }

  #wait(ms: number, then: () => void): void {
    this.#pending();
    this.#pending = this.#ports.later(ms, then);
  }

  #connect(): void {
    this.#line?.close();
    let mine: Line | null = null;
    const current = (): boolean => mine === null || this.#line === mine;
    mine = this.#ports.connect({
      opened: () => current() && this.#greet(),
      heard: (text) => current() && this.#hear(text),
      closed: () => current() && this.#lose(),
    });
    this.#line = mine;
    this.#wait(SILENT, () => this.#lose());
  }

  #greet(): void {
    this.#hello = this.#freshId();
    const hello: Ask = {
      type: 'hello',
      id: this.#hello,
      version: VERSION,
      language: this.#ports.language(),
    };
    this.#line?.send(JSON.stringify(hello));
    this.#wait(SILENT, () => this.#lose());
  }

  #lose(): void {
    this.#pending();
    const line = this.#line;
    this.#line = null;
    line?.close();
    if (this.state === 'shut') return;
    this.#become('lost');
    const patience = PATIENCE[Math.min(this.#failures, PATIENCE.length - 1)] ?? 4_000;
    this.#failures += 1;
    // Not all at once after a restart of the server.
    this.#wait(patience * (0.75 + this.#ports.random() / 2), () => this.#connect());
  }

  #probe(): void {
    const id = this.#freshId();
    this.#line?.send(JSON.stringify({ type: 'ping', id }));
    this.#wait(SILENT, () => this.#lose());
  }

  #hear(text: string): void {
    const message = JSON.parse(text) as Message;
    if (message.type === 'welcome') {
      this.#enter(message.account, message.name, message.server);
    } else if (message.type === 'refused' && message.id === this.#hello) {
      this.#shut(new NotDone(message));
      return;
    }
    if (message.type === 'closing' && ENDINGS.has(message.reason)) {
      this.#shut(new NotDone({ code: message.reason }));
      return;
    }
    this.#wait(QUIET, () => this.#probe());
    if ('id' in message) this.#answered(message.id, message);
    if (isTold(message) && !this.#inOrder(message)) return;
    for (const listener of this.#listeners) listener(message);
  }

  #enter(account: string, name: string, server: string): void {
    [this.account, this.name, this.server] = [account, name, server];
    this.#failures = 0;
    this.#resumed.clear();
    this.#become('open');
    for (const [table, { seq, back }] of this.#watched) if (seq > 0 || back) this.#resume(table, seq);
    for (const { frame } of this.#waiting.values()) this.#line?.send(frame);
  }

  #shut(problem: NotDone): void {
    this.#pending();
    this.refusal = problem;
    this.#become('shut');
    this.#line?.close();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const one of waiting) one.failed(problem);
  }

  #answered(id: string, message: Message): void {
    const resumed = this.#resumed.get(id);
    if (resumed !== undefined) {
      this.#resumed.delete(id);
      if (message.type === 'refused') this.#notResumed(resumed.table, new NotDone(message));
      else if (message.type === 'done') this.#lookBack(resumed.table, resumed.since, message.seq ?? null);
      return;
    }
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    if (message.type === 'refused') waiting.failed(new NotDone(message));
    else waiting.done(message);
  }

  #resume(table: string, seq: number): void {
    const ask: Ask = { type: 'watch', id: this.#freshId(), table, since: seq || null };
    this.#resumed.set(ask.id, { table, since: seq });
    this.#line?.send(JSON.stringify(ask));
  }

  #notResumed(table: string, problem: NotDone): void {
    if (!PASSING.has(problem.code)) {
      for (const loser of this.#losers) loser(table, problem);
      return;
    }
    this.#ports.later(A_WHILE, () => {
      const watched = this.#watched.get(table);
      if (watched && this.state === 'open') this.#resume(table, watched.seq); // else the next welcome does
    });
  }

  /** A server that has not even the row after which it was asked has lost what came behind. */
  #lookBack(table: string, since: number, seq: number | null): void {
    const watched = this.#watched.get(table);
    if (watched === undefined || seq === null || seq >= since || watched.seq < since) return;
    [watched.seq, watched.back] = [0, true];
    for (const setter of this.#setters) setter(table);
    this.#resume(table, 0);
  }

  /** Whether a row is the next one; asks for the rows between, if it is a later one. */
  #inOrder(message: Extract<Message, { seq: number; table: string }> & { type: string }): boolean {
    const watched = this.#watched.get(message.table);
    if (watched === undefined) return false; // no longer watched
    if (message.type === 'table') {
      if (message.seq < watched.seq) return false;
      watched.back = false;
    } else if (watched.back || message.seq <= watched.seq) return false;
    else if (message.seq > watched.seq + 1) {
      this.#resume(message.table, watched.seq);
      return false;
    }
    watched.seq = message.seq;
    return true;
  }
}

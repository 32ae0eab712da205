// What is shown of a table: what is known, but moves of others one after the other.
// What must stay true: nothing is left out; a tap, a drag or a key shows at once all that is known, but
// nothing moves between a press and its click, so that it is for the card it was meant for; what the
// player does himself is never held back.
import { press } from '../feel/press.ts';
import type { TableState } from '../wire/fold.ts';
import type { Happening, WatchedTable } from '../wire/table.svelte.ts';

export class Pace {
  /** The table as it is shown. */
  shown = $state.raw<TableState | null>(null);
  /** How many happenings are known that are not shown yet. */
  behind = $state(0);

  readonly #wait: (happening: Happening) => number;
  readonly #tell: (happening: Happening) => void;
  #queue: Happening[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  #last = 0;

  /** `wait`: how long what was shown before stays; `tell` is told each happening when it is shown. */
  constructor(wait: (happening: Happening) => number, tell: (happening: Happening) => void) {
    this.#wait = wait;
    this.#tell = tell;
  }

  /** Follow a table; gives what ends it. */
  follow(table: WatchedTable): () => void {
    this.shown = table.state;
    const end = table.on((happening) => this.#take(happening));
    const endDeeds = press.on(() => this.hurry());
    return () => {
      end();
      endDeeds();
      this.#stop();
    };
  }

  /** Show at once all that is known. */
  hurry(): void {
    this.#stop();
    while (this.#queue.length) this.#show();
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #wake(after: number): void {
    this.#stop();
    const timer = setTimeout(() => press.after(() => timer === this.#timer && this.#wakened()), after);
    this.#timer = timer;
  }

  #wakened(): void {
    this.#timer = null;
    this.#show();
    this.#next();
  }

  #take(happening: Happening): void {
    this.#queue.push(happening);
    this.behind = this.#queue.length;
    if (happening.message.type === 'table') this.hurry();
    else if (this.#timer === null) this.#next();
  }

  #next(): void {
    const next = this.#queue[0];
    if (!next) return;
    const rest = this.#wait(next) - (performance.now() - this.#last);
    if (rest <= 0 || document.hidden) {
      this.#show();
      this.#next();
      return;
    }
    this.#wake(rest);
  }

  #show(): void {
    const happening = this.#queue.shift();
    if (!happening) return;
    this.behind = this.#queue.length;
    this.#last = performance.now();
    this.shown = happening.after;
    this.#tell(happening);
  }
}

// A press: from a pointer that goes down to the click that it is for.
// What must stay true: what comes meanwhile waits, so that nothing moves, changes or goes under the
// pointer; it waits no longer than a press, keeps its order, and is there before the click is answered.

export interface Point {
  readonly x: number;
  readonly y: number;
}

const THRESHOLD = 8;
/** Milliseconds within which a click follows once a pointer is let go. */
const LET_GO = 120;
/** Who holds a pointer down for so many milliseconds means no click. */
const LONGEST = 5_000;

/** Whether a pointer has gone so far that it drags. */
export function isDrag(from: Point, to: Point): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) >= THRESHOLD;
}

/** The pointer of a page, and all that waits until it is let go. */
export class Press {
  /** Where the pointer went down, until it goes up. */
  #from: Point | null = null;
  /** Whether a click may come of it yet. */
  #held = false;
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #waiting: (() => void)[] = [];
  readonly #doers = new Set<() => void>();

  /** Look after the pointer of a window. */
  watch(window: EventTarget): void {
    const on = (kinds: readonly string[], hear: (event: Event) => void): void => {
      for (const kind of kinds) window.addEventListener(kind, hear, { capture: true });
    };
    on(['pointerdown'], (event) => this.#begin(event as PointerEvent));
    on(['pointermove'], (event) => this.#move(event as PointerEvent));
    on(['pointerup', 'pointercancel'], () => this.#letGo());
    on(['click', 'keydown', 'visibilitychange'], () => this.#done());
  }

  /** Do something that may change what is shown: now, or as soon as nothing is pressed. */
  after(act: () => void): void {
    if (this.#held || this.#waiting.length) this.#waiting.push(act);
    else act();
  }

  /** Hear of each click, drag and key, before it is answered. Gives what ends it. */
  on(doer: () => void): () => void {
    this.#doers.add(doer);
    return () => this.#doers.delete(doer);
  }

  #begin({ clientX: x, clientY: y }: PointerEvent): void {
    this.#from = { x, y };
    this.#held = true;
    this.#wait(LONGEST);
  }

  #move({ clientX: x, clientY: y, buttons }: PointerEvent): void {
    if (!this.#from) return;
    if (buttons === 0) this.#letGo(); // a menu of the browser's own has kept the end to itself
    else if (!this.#held || isDrag(this.#from, { x, y })) this.#done();
  }

  #letGo(): void {
    this.#from = null;
    if (this.#held) this.#wait(LET_GO);
  }

  #done(): void {
    this.#end();
    for (const doer of this.#doers) doer();
  }

  #wait(ms: number): void {
    this.#stop();
    this.#timer = setTimeout(() => this.#end(), ms);
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #end(): void {
    this.#stop();
    this.#held = false;
    this.#goOn();
  }

  /** Do what has waited; what fails keeps nothing else from being done. */
  #goOn(): void {
    const act = this.#waiting.shift();
    if (!act) return;
    try {
      act();
    } finally {
      this.#goOn();
    }
  }
}

/** The pointer of this page. */
export const press = new Press();

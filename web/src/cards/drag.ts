// Dragging cards with a mouse, a finger or a pen onto any element with `data-drop`.
// What must stay true: nothing depends on it; the click after a drag is swallowed in that tick only,
// so no later press is lost; Escape, a lost pointer and a place that takes nothing put all back.

import type { Attachment } from 'svelte/attachments';
import { isDrag, type Point } from '../feel/press.ts';

export interface Dragging {
  /** The cards that come along when this one is dragged, asked as it is lifted; none if it may not be. */
  readonly carries: (id: string) => readonly string[];
  /** Whether a place takes these cards. */
  readonly takes: (place: string, ids: readonly string[]) => boolean;
  readonly drop: (place: string, ids: readonly string[], at: Point) => void;
  readonly begun?: (ids: readonly string[]) => void;
  readonly ended?: () => void;
}

const ABOVE_FINGER = 40;

/** Cards inside the element can be dragged. Its style decides `touch-action`. */
export function dragging(options: Dragging): Attachment<HTMLElement> {
  return (node) => {
    let drag: Drag | null = null;
    const down = (event: PointerEvent): void => {
      const held = (event.target as Element).closest<HTMLElement>('[data-card]');
      const id = held?.dataset.card;
      if (!held || !id || event.button !== 0 || drag) return;
      drag = new Drag(event, held, id, options, () => (drag = null));
    };
    node.addEventListener('pointerdown', down);
    return () => {
      node.removeEventListener('pointerdown', down);
      drag?.end(false);
    };
  };
}

class Drag {
  #ghost: HTMLElement | null = null;
  #over: HTMLElement | null = null;
  readonly #start: Point;
  readonly #grip: Point;
  readonly #pointer: number;
  readonly #held: HTMLElement;
  readonly #id: string;
  #ids: readonly string[] = [];
  readonly #options: Dragging;
  readonly #done: () => void;
  readonly #listening = new AbortController();

  constructor(
    event: PointerEvent,
    held: HTMLElement,
    id: string,
    options: Dragging,
    done: () => void,
  ) {
    this.#held = held;
    this.#id = id;
    this.#options = options;
    this.#done = done;
    const box = held.getBoundingClientRect();
    this.#pointer = event.pointerId;
    this.#start = { x: event.clientX, y: event.clientY };
    this.#grip = { x: event.clientX - box.x, y: event.clientY - box.y };
    const { signal } = this.#listening;
    addEventListener('pointermove', (moved) => this.#move(moved), { signal });
    addEventListener('pointerup', (up) => up.pointerId === this.#pointer && this.end(true, up), { signal });
    addEventListener('pointercancel', (gone) => gone.pointerId === this.#pointer && this.end(false), {
      signal,
    });
    addEventListener('keydown', (key) => key.key === 'Escape' && this.end(false), { signal });
  }

  end(dropped: boolean, at?: PointerEvent): void {
    this.#listening.abort();
    const place = this.#over?.dataset.drop;
    this.#point(null);
    if (this.#ghost) {
      this.#ghost.remove();
      for (const lifted of document.querySelectorAll('[data-lifted]')) lifted.removeAttribute('data-lifted');
      swallowClick();
      this.#options.ended?.();
    }
    this.#done();
    if (dropped && place && at) this.#options.drop(place, this.#ids, { x: at.clientX, y: at.clientY });
  }

  #move(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer) return;
    const { clientX: x, clientY: y } = event;
    if (!this.#ghost) {
      if (!isDrag(this.#start, { x, y })) return;
      this.#ids = this.#options.carries(this.#id);
      if (this.#ids.length === 0) return this.end(false);
      this.#ghost = this.#lift();
      this.#options.begun?.(this.#ids);
    }
    const up = event.pointerType === 'touch' ? ABOVE_FINGER : 0;
    this.#ghost.style.transform = `translate(${x - this.#grip.x}px,${y - this.#grip.y - up}px) rotate(-3deg)`;
    this.#point(this.#placeAt(x, y));
  }

  #lift(): HTMLElement {
    const ghost = document.createElement('div');
    ghost.style.cssText = 'position:fixed;left:0;top:0;z-index:99;pointer-events:none;display:flex';
    ghost.style.setProperty('--w', `${this.#held.offsetWidth}px`);
    const first = this.#id;
    for (const id of [first, ...this.#ids.filter((other) => other !== first)]) {
      const card = document.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`);
      if (!card) continue;
      const picture = card.cloneNode(true) as HTMLElement;
      picture.removeAttribute('data-card');
      picture.style.marginLeft = ghost.childElementCount ? 'calc(var(--w) * -0.6)' : '0';
      ghost.append(picture);
      card.setAttribute('data-lifted', '');
    }
    document.body.append(ghost);
    return ghost;
  }

  #placeAt(x: number, y: number): HTMLElement | null {
    for (const element of document.elementsFromPoint(x, y)) {
      const place = element.closest<HTMLElement>('[data-drop]');
      if (place?.dataset.drop && this.#options.takes(place.dataset.drop, this.#ids)) return place;
    }
    return null;
  }

  #point(place: HTMLElement | null): void {
    if (place === this.#over) return;
    this.#over?.removeAttribute('data-over');
    this.#over = place;
    place?.setAttribute('data-over', '');
  }
}

function swallowClick(): void {
  const swallow = (event: Event): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener('click', swallow, { capture: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0);
}

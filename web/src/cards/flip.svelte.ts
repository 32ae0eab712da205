// Cards fly from where they were to where they are, whatever component draws them.
// What must stay true: the page is right before anything flies; a flight blocks no input, stands still
// under a pointer that is down, and ends where the card already is; a newer change takes over from where
// the card is seen.
import { press } from '../feel/press.ts';

const EASE = 'cubic-bezier(.2,.8,.2,1)';
const CASCADE = 60;
const LONGEST_CASCADE = 900;
const STILL = matchMedia('(prefers-reduced-motion: reduce)');

export interface Flights {
  /** Milliseconds of a flight; nothing flies at 0. */
  readonly duration: () => number;
  /** Where a card comes from that was not on the page before. */
  readonly origin?: (id: string) => Element | null;
  /** Where a card goes that is on the page no more. */
  readonly goal?: (id: string) => Element | null;
}

interface Seen {
  readonly element: HTMLElement;
  readonly box: DOMRect;
}

/** Let cards fly whenever `changed` reads something new; call it where a table is made. */
export function flights(changed: () => unknown, options: Flights): void {
  let before = new Map<string, Seen>();
  let running: Animation[] = [];
  let first = true;
  $effect.pre(() => {
    changed();
    before = seen();
  });
  $effect(() => {
    changed();
    for (const flight of running) flight.cancel();
    running = first ? [] : fly(before, options);
    first = false;
  });
  $effect(() => {
    const hold = (): void => standStill(running);
    addEventListener('pointerdown', hold, { capture: true });
    return () => removeEventListener('pointerdown', hold, { capture: true });
  });
}

/** Flights wait while something is pressed: the click is for the card that was under the pointer. */
function standStill(flights: readonly Animation[]): void {
  const flying = flights.filter(({ playState }) => playState === 'running');
  for (const flight of flying) {
    const { currentTime } = flight;
    flight.pause();
    flight.currentTime = currentTime; // else it stands still from some later frame on
  }
  press.after(() => {
    for (const flight of flying) if (flight.playState === 'paused') flight.play();
  });
}

function seen(): Map<string, Seen> {
  const found = new Map<string, Seen>();
  for (const element of document.querySelectorAll<HTMLElement>('[data-card]')) {
    const id = element.dataset.card;
    if (id) found.set(id, { element, box: element.getBoundingClientRect() });
  }
  return found;
}

function fly(before: ReadonlyMap<string, Seen>, options: Flights): Animation[] {
  const duration = options.duration();
  if (duration <= 0 || STILL.matches) return [];
  const after = seen();
  const come = [...after.keys()].filter((id) => !before.has(id)).length;
  const wait = come > 5 ? Math.min(CASCADE, LONGEST_CASCADE / come) : 0;
  const started: Animation[] = [];
  let turn = 0;
  for (const [id, { element, box }] of after) {
    const old = before.get(id)?.box ?? options.origin?.(id)?.getBoundingClientRect();
    if (!old || same(old, box)) continue;
    const late = before.has(id) ? 0 : wait * turn++;
    started.push(element.animate(path(old, box), { duration, delay: late, easing: EASE, fill: 'backwards' }));
  }
  for (const [id, { element, box }] of before) {
    const goal = after.has(id) ? null : options.goal?.(id);
    if (goal) started.push(away(element, box, goal.getBoundingClientRect(), duration));
  }
  return started;
}

function path(from: DOMRect, to: DOMRect): Keyframe[] {
  const shift = `${from.x - to.x}px ${from.y - to.y}px`;
  return [
    { translate: shift, scale: from.width / to.width, transformOrigin: '0 0', zIndex: 50 },
    { translate: '0 0', scale: 1, transformOrigin: '0 0', zIndex: 50 },
  ];
}

/** A picture of a card that is gone flies off and fades. */
function away(element: HTMLElement, from: DOMRect, to: DOMRect, duration: number): Animation {
  const picture = element.cloneNode(true) as HTMLElement;
  picture.removeAttribute('data-card');
  picture.setAttribute('aria-hidden', 'true');
  picture.tabIndex = -1;
  picture.style.cssText = `position:fixed;left:${from.x}px;top:${from.y}px;margin:0;z-index:60;pointer-events:none`;
  picture.style.setProperty('--w', `${from.width}px`);
  document.body.append(picture);
  const shift = `${to.x + to.width / 2 - from.x - from.width / 2}px ${to.y + to.height / 2 - from.y - from.height / 2}px`;
  const flight = picture.animate(
    [
      { translate: '0 0', scale: 1, opacity: 1 },
      { translate: shift, scale: 0.4, opacity: 0.3 },
    ],
    { duration, easing: EASE },
  );
  flight.finished.then(
    () => picture.remove(),
    () => picture.remove(),
  );
  return flight;
}

function same(a: DOMRect, b: DOMRect): boolean {
  return Math.abs(a.x - b.x) < 1 && Math.abs(a.y - b.y) < 1 && Math.abs(a.width - b.width) < 1;
}

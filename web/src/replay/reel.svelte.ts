// Where one is in a replay: the moment, whose eyes, and whether it plays by itself.
// What must stay true: the moment is always one of the deal; playing stops at its end.
import { settings } from '../feel/settings.svelte.ts';
import type { Face, Line } from '../wire/protocol.ts';
import { facesOf, logOf, type Film, type Viewer } from './film.ts';
import { cameAt, stop, turnEnds } from './moments.ts';

/** Milliseconds that a moment stays while it plays. */
const STAY = { slow: 2_000, normal: 1_200, fast: 600, off: 900 } as const;

export class Reel {
  readonly film: Film;
  viewer = $state<Viewer>(null);
  playing = $state(false);
  #now = $state(0);

  constructor(film: Film, viewer: Viewer, now: number) {
    this.film = film;
    this.viewer = viewer !== null && viewer < film.seats.length ? viewer : null;
    this.#now = Math.max(0, Math.min(now, film.steps.length - 1));
  }

  readonly faces = $derived.by((): readonly Face[] => facesOf(this.film, this.viewer));
  readonly log = $derived.by((): readonly Line[] => logOf(this.film, this.viewer));
  readonly stops = $derived.by(() => turnEnds(this.log));
  readonly face = $derived.by(() => this.faces[this.now]);

  get last(): number {
    return this.film.steps.length - 1;
  }

  get now(): number {
    return this.#now;
  }

  /** Go to a moment; what plays by itself stops. */
  seek(moment: number): void {
    this.playing = false;
    this.#now = Math.max(0, Math.min(moment, this.last));
  }

  step(by: number): void {
    this.seek(this.#now + by);
  }

  turn(by: 1 | -1): void {
    this.seek(stop(this.stops, this.#now, by > 0));
  }

  /** Play on from here, from the start if the end is reached; or stop. */
  toggle(): void {
    if (!this.playing && this.#now === this.last) this.#now = 0;
    this.playing = !this.playing;
  }

  /** Keeps what plays going; call it where a component is made. */
  run(): void {
    $effect(() => {
      if (!this.playing) return;
      if (this.#now >= this.last) {
        this.playing = false;
        return;
      }
      const timer = setTimeout(() => (this.#now += 1), STAY[settings.speed]);
      return () => clearTimeout(timer);
    });
  }

  /** When a card came to where it lies; from there on, when it came to where it lay before. */
  cameOf(card: string): number | null {
    const at = cameAt(this.faces, this.#now, card);
    return at === this.#now && at > 0 ? (cameAt(this.faces, at - 1, card) ?? at) : at;
  }
}

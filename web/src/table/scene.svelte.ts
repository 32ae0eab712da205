// What goes with a happening at a table: where cards fly from and to, sounds, and what is read out.
// What must stay true: all of it is decoration; nothing waits for it, and each happening counts once.
import { play } from '../feel/sound.ts';
import { buzz } from '../feel/vibrate.ts';
import { t } from '../texts/texts.svelte.ts';
import type { Happening } from '../wire/table.svelte.ts';
import { announce, announceNow } from './announcer.svelte.ts';
import { saidIn, type Person } from './people.ts';

export interface Telling {
  readonly people: () => readonly Person[];
  /** Words of somebody as a sentence for the ear. */
  readonly say: (person: Person, words: readonly string[]) => string;
  /** Whether words take cards, rather than lay them. */
  readonly takes: (words: readonly string[]) => boolean;
}

export class Scene {
  /** Somebody has said something that was not looked at yet. */
  unread = $state(false);
  #mover: Person | null = null;
  #drew = false;
  #turn: string | number = '';
  #short: string | number = '';
  readonly #telling: Telling;

  constructor(telling: Telling) {
    this.#telling = telling;
  }

  /** A happening is shown now. */
  shown({ message, after }: Happening): void {
    switch (message.type) {
      case 'moved': {
        this.#mover = this.#telling.people()[message.seat] ?? null;
        this.#drew = message.words.some((word) => word.startsWith('+'));
        play(this.#telling.takes(message.words) ? 'pick' : 'place');
        if (this.#mover && !this.#mover.mine) announce(this.#telling.say(this.#mover, message.words));
        return;
      }
      case 'event':
        this.#mover = null;
        this.#drew = message.what === 'sealed';
        if (message.what === 'sealed') play('deal');
        if (message.what === 'revealed' && after.standing?.winners.includes(after.seat ?? -1)) play('win');
        return;
      case 'said':
        if (after.seats[after.seat ?? -1]?.account === message.account) return;
        this.unread = true;
        announce(t('ui.web.talk.heard', { name: message.name, words: saidIn(message) }));
    }
  }

  /** It has become one's own turn; `turn` names it. */
  yours(turn: string | number): void {
    if (this.#turn === turn) return;
    this.#turn = turn;
    play('turn');
    buzz('turn');
    announceNow(t('ui.web.table.turn.yours'));
  }

  /** The own time runs out. */
  short(turn: string | number): void {
    if (this.#short === turn) return;
    this.#short = turn;
    play('fine');
    buzz('warning');
    announce(t('ui.web.table.short'));
  }

  /** The element that a new card comes from. */
  origin(id: string): Element | null {
    const card = document.querySelector(`[data-card="${CSS.escape(id)}"]`);
    if (card?.closest('[data-drop="hand"]')) return document.querySelector('[data-stock]');
    return this.#mover && !this.#mover.mine ? this.#seat(this.#mover) : null;
  }

  /** The element that a card goes to which is no more to be seen. */
  goal(id: string): Element | null {
    const chip = document.querySelector(`[data-cards~="${CSS.escape(id)}"]`);
    if (chip) return chip;
    return this.#mover && !this.#mover.mine && !this.#drew ? this.#seat(this.#mover) : null;
  }

  #seat(person: Person): Element | null {
    return document.querySelector(`[data-place="${person.color}"]`);
  }
}

/** The place among the cards of a fan at which a card was dropped. */
export function placeAt(fan: Element | null, card: string, at: { x: number; y: number }): number {
  const cards = [...(fan?.querySelectorAll<HTMLElement>('[data-card]') ?? [])].filter(
    (one) => one.dataset['card'] !== card,
  );
  const place = cards.findIndex((one) => {
    const box = one.getBoundingClientRect();
    return at.y < box.bottom && at.x < box.left + 20;
  });
  return place < 0 ? cards.length : place;
}

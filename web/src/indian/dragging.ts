// What can be dragged at a table of Indian Rummy, and what dropping it somewhere does.
// What must stay true: it does nothing that a tap or a key can't do.
import type { Attachment } from 'svelte/attachments';
import { dragging } from '../cards/drag.ts';
import { grouped, idsOf, put, type Lot } from './groups.ts';
import type { Hand } from './hand.svelte.ts';
import type { Pile } from './pile.svelte.ts';
import type { Turn } from './turn.svelte.ts';

export interface Drops {
  readonly draw: (lot: Lot | null) => void;
  readonly take: (lot: Lot | null) => void;
  readonly discard: () => void;
  readonly declare: (id: string | null) => void;
}

const STOCK = 'stock';
/** A card dropped on this much of another is put before it. */
const STRIP = 20;

export function draggingTo(turn: Turn, hand: Hand, pile: Pile, drops: Drops): Attachment<HTMLElement> {
  const held = (id: string): boolean => idsOf(hand.arranged).includes(id);
  return dragging({
    carries: (id) => {
      if (id === STOCK) return turn.mayDraw ? [id] : [];
      if (held(id)) return turn.selected.includes(id) ? turn.selected : [id];
      return id === pile.top && turn.mayTake ? [id] : [];
    },
    takes: (place, ids) => {
      const inHand = held(ids[0] ?? '');
      if (place === 'pile') return inHand && turn.acting && ids.length === 1;
      if (place === 'declare') return inHand && turn.acting && ids.length === 1;
      return place === 'new' || place === 'loose' || place.startsWith('group:');
    },
    drop: (place, ids, at) => {
      const first = ids[0] ?? '';
      const lot = lotIn(place);
      if (first === STOCK) drops.draw(lot);
      else if (!held(first)) drops.take(lot);
      else if (place === 'pile') {
        turn.selected = ids;
        drops.discard();
      } else if (place === 'declare') {
        turn.selected = ids;
        drops.declare(first);
      } else if (lot === null) {
        if (hand.change(grouped(hand.arranged, ids))) turn.clear();
      } else {
        if (hand.change(put(hand.arranged, ids, lot, placeIn(place, ids, at)))) turn.clear();
      }
    },
  });
}

function lotIn(place: string): Lot | null {
  if (place === 'loose') return 'loose';
  return place.startsWith('group:') ? Number(place.slice(6)) : null;
}

/** Behind how many other cards of a place something was dropped; a place may have several boxes. */
function placeIn(place: string, ids: readonly string[], { x, y }: { x: number; y: number }): number {
  const cards = [...document.querySelectorAll<HTMLElement>(`[data-drop="${place}"] [data-card]`)];
  const others = cards.filter((card) => !ids.includes(card.dataset['card'] ?? ''));
  const next = others.findIndex((card) => {
    const box = card.getBoundingClientRect();
    return y < box.bottom && x < box.left + STRIP;
  });
  return next < 0 ? others.length : next;
}

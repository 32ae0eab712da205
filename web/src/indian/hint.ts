// What one can do now, in one line above the verbs.
// What must stay true: it says what the server's words allow, and nothing about other hands.
import { signOf } from '../cards/names.ts';
import { t } from '../texts/texts.svelte.ts';
import { turnOf, type Person } from '../table/people.ts';
import type { IndianFace } from '../wire/protocol.ts';
import { cardOf } from './groups.ts';
import type { Hand } from './hand.svelte.ts';
import type { Turn } from './turn.svelte.ts';

export interface Seen {
  readonly turn: Turn;
  readonly face: IndianFace;
  readonly people: readonly Person[];
  readonly stage: string;
  readonly hand: Hand;
  /** One has a seat in the match, though perhaps not in this deal. */
  readonly seated: boolean;
}

export function hintOf({ turn, face, people, stage, hand, seated }: Seen): string {
  const { own, public: shown } = face;
  if (turn.phase === 'over') return t('ui.web.indian.hint.over');
  if (stage !== 'playing') return t('ui.web.indian.hint.soon');
  if (own.seat === null) return seated ? t('ui.web.indian.hint.out_of_pool') : t('ui.web.indian.hint.watching');
  if (shown.out[own.seat]) return t('ui.web.indian.hint.out', { n: shown.scores[own.seat] ?? 0 });
  if (!turn.mine) return turnOf(people, shown.to_act);
  if (turn.laying) return t('ui.web.indian.hint.lay');
  if (turn.heaven !== null) return t('ui.web.indian.hint.heaven');
  if (turn.drawing) return drawing(turn, face);
  if (hand.best?.show || own.shows.length) return t('ui.web.indian.hint.show');
  if (turn.chosen === null) return t('ui.web.indian.hint.discard');
  const after = hand.without(turn.chosen);
  if (!after) return '…';
  const least = Math.min(after.points, hand.best?.points ?? Infinity);
  const holes = { card: signOf(cardOf(turn.chosen)), n: after.points, least };
  return t(least < holes.n ? 'ui.web.indian.hint.leaves.more' : 'ui.web.indian.hint.leaves', holes);
}

function drawing(turn: Turn, face: IndianFace): string {
  const top = face.public.pile.at(-1);
  if (!top) return t('ui.web.indian.hint.draw');
  if (!turn.mayTake) return t('ui.web.indian.hint.draw_only', { card: signOf(top) });
  const { preview } = turn;
  if (!preview) return t('ui.web.indian.hint.draw');
  const holes = { card: signOf(top), now: preview.points_now, after: preview.points_after };
  return t(holes.now === holes.after ? 'ui.web.indian.hint.take.same' : 'ui.web.indian.hint.take', holes);
}

// What players are called on the screen. What must stay true: a computer player is always told from
// a person, and its level is said in the language of the reader; one that sees cards is called so.
import type { SeatShown } from '../wire/protocol.ts';
import { bareName, guestNumber } from './figures.ts';
import { has, t } from './texts.svelte.ts';

/** A level of computer players in words. */
export const levelName = (level: string): string =>
  has(`level.${level}`) ? t(`level.${level}`) : level;

/** How strong a level is, in a line. */
export const levelLine = (level: string): string =>
  has(`level.${level}.about`) ? t(`level.${level}.about`) : '';

/** Whether a level sees cards: an open challenge. */
export const seesCards = (level: string | null | undefined): boolean => level?.includes('+') ?? false;

/** A name as the reader is told it: without a level, and that of a guest in the reader's language. */
export function called(named: { readonly name: string; readonly level?: string | null }): string {
  const bare = bareName(named);
  if (seesCards(named.level)) return t('ui.web.challenge.name', { name: bare });
  const n = guestNumber(bare);
  return n === null ? bare : t('ui.web.guest', { n });
}

/** The name in a seat; "You" in the own one. */
export function nameOf(seat: SeatShown, isMine: boolean): string {
  if (isMine) return t('ui.web.you');
  if (seat.kind === 'open' && seat.account === null) return t('ui.web.seat.open');
  return called(seat.kind === 'computer' ? seat : { name: seat.name });
}

/** What a seat is beside its name: the level of a computer, or of the one that stands in. */
export function kindOf(seat: SeatShown): string {
  if (seat.kind === 'computer' && seat.level) {
    return t('ui.web.seat.computer', { level: levelName(seat.level) });
  }
  if (seat.substitute) return t('ui.web.seat.substitute');
  return '';
}

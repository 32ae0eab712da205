// What players are called on the screen. What must stay true: a computer player is always told from
// a person, and its level is said in the language of the reader.
import type { SeatShown } from '../wire/protocol.ts';
import { bareName } from './figures.ts';
import { has, t } from './texts.svelte.ts';

/** A level of computer players in words. */
export const levelName = (level: string): string =>
  has(`ui.web.level.${level}`) ? t(`ui.web.level.${level}`) : level;

/** The name in a seat; "You" in the own one. */
export function nameOf(seat: SeatShown, isMine: boolean): string {
  if (isMine) return t('ui.web.you');
  if (seat.kind === 'open' && seat.account === null) return t('ui.web.seat.open');
  if (seat.kind === 'computer' && seat.level) return bareName(seat);
  return seat.name;
}

/** What a seat is beside its name: the level of a computer, or of the one that stands in. */
export function kindOf(seat: SeatShown): string {
  if (seat.kind === 'computer' && seat.level) {
    return t('ui.web.seat.computer', { level: levelName(seat.level) });
  }
  if (seat.substitute) return t('ui.web.seat.substitute');
  return '';
}

// What the coach says, in words: moves, points, chances, reasons.
// What must stay true: each sentence is one key of the catalogue; a word is read only to name cards.
import type { CoachOption, CoachReason, Replay } from '$protocol';
import { signOf, signsOf } from '../cards/names.ts';
import { readWord as readDummy } from '../dummy/words.ts';
import { readWord as readIndian } from '../indian/words.ts';
import { signed } from '../texts/figures.ts';
import { t } from '../texts/texts.svelte.ts';

/** What names seats of the deal and clauses of the table. */
export interface Naming {
  readonly game: Replay['game'];
  readonly name: (seat: number) => string;
  readonly rule: (code: string) => string;
}

const percent = (chance: number): number => Math.round(100 * chance);

/** A move as one is told to do it: "Discard 7♦". */
export function moveOf(game: string, word: string): string {
  return game === 'indian' ? indianMove(word) : dummyMove(word);
}

function dummyMove(word: string): string {
  const said = readDummy(word);
  switch (said.act) {
    case 'draw':
      return t('ui.web.coach.move.draw');
    case 'pick_up':
      return t('ui.web.coach.move.pick_up', { card: signOf(said.card), cards: signsOf(said.lays) });
    case 'pick_up_to_lay_off':
      return t('ui.web.coach.move.pick_up_off', { card: signOf(said.card), on: signOf(said.on) });
    case 'meld':
      return t('ui.web.coach.move.meld', { cards: signsOf(said.cards) });
    case 'lay_off':
      return t('ui.web.coach.move.lay_off', { card: signOf(said.card), on: signOf(said.on) });
    case 'discard':
      return t('ui.web.coach.move.discard', { card: signOf(said.card) });
    case 'knock':
      return t('ui.web.coach.move.knock', { card: signOf(said.card) });
    case 'decline':
      return t('ui.web.coach.move.decline');
  }
}

function indianMove(word: string): string {
  const said = readIndian(word);
  switch (said.act) {
    case 'draw':
      return t('ui.web.coach.move.draw');
    case 'take':
      return t('ui.web.coach.move.take');
    case 'discard':
      return t('ui.web.coach.move.discard', { card: signOf(said.card) });
    case 'show':
      return said.finishing
        ? t('ui.web.coach.move.show', { card: signOf(said.finishing) })
        : t('ui.web.coach.move.lay_open');
    case 'drop':
      return t('ui.web.coach.move.drop');
    case 'miss':
      return t('ui.web.coach.move.miss');
  }
}

/** Points with two standard errors: "+12 ±3". */
export const pointsOf = (points: number, error: number): string =>
  `${signed(Math.round(points))} ±${Math.max(1, Math.round(2 * error))}`;

/** Why a move is the best, or is not. */
export const reasonOf = (reason: CoachReason, { name, rule }: Naming): string =>
  t(`coach.${reason.key}`, {
    much: reason.much,
    little: reason.little,
    points: reason.points,
    clause: reason.clause === null ? '' : rule(reason.clause),
    name: reason.seat === null ? '' : name(reason.seat),
  });

/** What may happen after a move, each with its chance. */
export function chancesOf(option: CoachOption, { name, rule }: Naming): readonly string[] {
  const fines = option.fines.map(({ clause, chance }) =>
    t('ui.web.coach.fine', { rule: rule(clause), percent: percent(chance) }),
  );
  const feeds = option.feeds.map(({ seat, chance }) =>
    t('ui.web.coach.feeds', { name: name(seat), percent: percent(chance) }),
  );
  const ends = percent(option.ends) ? [t('ui.web.coach.ends', { percent: percent(option.ends) })] : [];
  return [...fines, ...feeds, ...ends];
}

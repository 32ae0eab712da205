// Who sits at a table, as the table shows it: by seat of the deal, with name, color and clock.
// What must stay true: the own color is 0, the others follow in the order of the seats.
import { t } from '../texts/texts.svelte.ts';
import { kindOf, nameOf, seesCards } from '../texts/names.ts';
import type { Said } from '../wire/protocol.ts';
import { matchSeat, type TableState } from '../wire/fold.ts';

export interface Person {
  /** The seat of the deal. */
  readonly seat: number;
  readonly name: string;
  /** Computer and its level, or that one stands in; empty for a person. */
  readonly kind: string;
  readonly computer: boolean;
  /** Whether it is one of an open challenge, which sees cards. */
  readonly sees?: boolean;
  readonly here: boolean;
  readonly mine: boolean;
  readonly color: number;
  /** Points of the match, without the running deal. */
  readonly total: number;
}

/** Whether all others at the table are computers: there alone a coach is fair. */
export const isAlone = ({ seat, seats }: TableState): boolean =>
  seat !== null && seats.every(({ kind }, place) => place === seat || kind === 'computer');

/** Everybody in the deal, by seat of the deal; `own` is the own seat of the deal. */
export function peopleOf(state: TableState, seats: number, own: number | null): readonly Person[] {
  return Array.from({ length: seats }, (_, seat) => {
    const place = matchSeat(state, seat);
    const shown = state.seats[place];
    const mine = seat === own;
    return {
      seat,
      name: shown ? nameOf(shown, mine) : '',
      kind: shown ? kindOf(shown) : '',
      computer: shown?.kind === 'computer' || shown?.substitute != null,
      sees: seesCards(shown?.level),
      here: shown?.kind === 'computer' || (shown?.here ?? true),
      mine,
      color: (seat - (own ?? 0) + seats) % seats,
      total: state.standing?.totals[place] ?? 0,
    };
  });
}

/** All but the own seat, in the order in which they play after it; for an onlooker from seat 0. */
export function othersOf(people: readonly Person[], direction: number, own: number | null): readonly Person[] {
  const { length } = people;
  const after = ({ seat }: Person): number => ((seat - (own ?? 0)) * direction + length) % length;
  return people.filter(({ seat }) => seat !== own).toSorted((a, b) => after(a) - after(b));
}

/** How far the ring of who is on turn is filled; full without a clock. */
export function partOf(state: TableState, left: number | null): number {
  const turn = state.settings.clock.turn;
  return left === null || turn === null ? 1 : Math.min(1, left / turn);
}

/** What somebody said: a phrase in the language of the reader, or his own words. */
export const saidIn = ({ phrase, text }: Said): string => (phrase ? t(`phrase.${phrase}`) : (text ?? ''));

/** Whose turn it is, in words. */
export function turnOf(people: readonly Person[], toAct: number | null): string {
  const person = toAct === null ? undefined : people[toAct];
  if (!person) return '';
  return person.mine ? t('ui.web.table.turn.yours') : t('ui.web.table.turn.other', { name: person.name });
}

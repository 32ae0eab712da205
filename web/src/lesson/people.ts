// Those who sit in a lesson. What must stay true: seat 0 is the one who learns.
import type { Person } from '../table/people.ts';

/** Everybody in a lesson, by seat. */
export const learners = (names: readonly string[]): readonly Person[] =>
  names.map((name, seat) => ({
    seat,
    name,
    kind: '',
    computer: false,
    here: true,
    mine: seat === 0,
    color: seat,
    total: 0,
  }));

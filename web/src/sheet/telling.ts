// What was done in a deal of any game, in sentences.
// What must stay true: the sentences are those of the table at which it was played.
import { ending, linesOf as dummyLines } from '../dummy/say.ts';
import { linesOf as indianLines } from '../indian/say.ts';
import type { LogLine } from '../table/Log.svelte';
import type { Person } from '../table/people.ts';
import { language, t } from '../texts/texts.svelte.ts';
import { isDummy, type Face, type Line } from '../wire/protocol.ts';

/** Who sat, as sentences need it; in the own seat sits "you". */
export const peopleNamed = (
  names: readonly string[],
  colors: readonly number[],
  own: number | null,
): readonly Person[] =>
  names.map((name, seat) => ({
    seat,
    name,
    kind: '',
    computer: false,
    here: true,
    mine: seat === own,
    color: colors[seat] ?? seat,
    total: 0,
  }));

/** A log in lines; `id` is the place of the last action that a line tells. */
export const linesOf = (
  game: string,
  log: readonly Line[],
  people: readonly Person[],
): readonly LogLine[] => (game === 'indian' ? indianLines : dummyLines)(log, people);

/** The action at a place of a log, as a sentence. */
export const told = (
  game: string,
  log: readonly Line[],
  people: readonly Person[],
  at: number,
): string => linesOf(game, log.slice(0, at + 1), people).at(-1)?.text ?? '';

/** Names as a list of the language: "Nok and Ploy". */
export const listed = (names: readonly string[]): string =>
  new Intl.ListFormat(language(), { type: 'conjunction' }).format(names);

/** How a deal has ended, in a sentence; nothing of one that is not over. */
export function endingOf(face: Face, people: readonly Person[]): string {
  if (isDummy(face)) return face.public.phase === 'over' ? ending(face.public, people) : '';
  const { ended, winners } = face.public;
  if (ended === '') return '';
  const names = listed(winners.map((seat) => people[seat]?.name ?? ''));
  return t(`ui.web.sheet.won.${ended}`, { names });
}

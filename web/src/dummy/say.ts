// What happened at a table of Dummy, in sentences: for the log and for the ear.
// What must stay true: each sentence is one key of the catalogue; nothing is said that is hidden.
import { BY_NAME, BY_SIGN, namesOf, signOf, type Writing } from '../cards/names.ts';
import { t } from '../texts/texts.svelte.ts';
import type { DummyFace, DummyPublic, Line } from '../wire/protocol.ts';
import type { LogLine } from '../table/Log.svelte';
import type { Person } from '../table/people.ts';
import { readWord } from './words.ts';

/** A word that somebody said, as a sentence. */
function sentence(person: Person, word: string, write: Writing): string {
  const said = readWord(word);
  const key = (what: string): string => `ui.web.dummy.did.${what}.${person.mine ? 'you' : 'other'}`;
  const name = person.name;
  switch (said.act) {
    case 'draw':
      return said.card
        ? t(key('draw_card'), { name, card: write.card(said.card) })
        : t(key('draw'), { name });
    case 'pick_up':
      return t(key('pick_up'), { name, card: write.card(said.card), lays: write.cards(said.lays) });
    case 'pick_up_to_lay_off':
      return t(key('pick_up_off'), { name, card: write.card(said.card) });
    case 'meld':
      return t(key('meld'), { name, cards: write.cards(said.cards) });
    case 'lay_off':
      return t(key('lay_off'), { name, card: write.card(said.card) });
    case 'discard':
      return t(key('discard'), { name, card: write.card(said.card) });
    case 'knock':
      return t(key('knock'), { name, card: write.card(said.card) });
    case 'decline':
      return t(key('decline'), { name });
  }
}

/** The log in lines; a draw and the discard right after it are one. */
export function linesOf(log: readonly Line[], people: readonly Person[]): LogLine[] {
  const lines: LogLine[] = [];
  log.forEach(({ seat, word }, id) => {
    const person = people[seat];
    if (!person) return;
    const before = log[id - 1];
    const said = readWord(word);
    if (before?.seat === seat && before.word === '+' && said.act === 'discard') {
      lines.pop();
      const text = t('ui.web.dummy.did.draw_discard.other', { name: person.name, card: signOf(said.card) });
      lines.push({ id, color: person.color, text });
      return;
    }
    lines.push({ id, color: person.color, text: sentence(person, word, BY_SIGN) });
  });
  return lines;
}

/** Words that somebody has said, for the eye. */
export const seen = (person: Person, words: readonly string[]): string =>
  words.map((word) => sentence(person, word, BY_SIGN)).join(' ');

/** Words that somebody has just said, for the ear; `terse` leaves out what can be heard later. */
export function heard(person: Person, words: readonly string[], terse: boolean): string {
  const told = terse && !person.mine ? words.filter((word) => !/^[+>]/.test(word)) : words;
  return told.map((word) => sentence(person, word, BY_NAME)).join(' ');
}

export type Knock = 'plain' | 'dark' | 'color' | 'both';

/** How the deal that is over was knocked, as its ledger says; null if nobody has knocked. */
export function knockOf(face: DummyPublic): Knock | null {
  const { knocker } = face;
  if (knocker === null) return null;
  const has = (start: string): boolean =>
    face.entries.some(({ seat, clause }) => seat === knocker && clause.startsWith(start));
  if (has('D-DARK-')) return has('D-COLOR-') ? 'both' : 'dark';
  return has('D-COLOR-') ? 'color' : 'plain';
}

/** How the deal has ended, in a sentence. */
export function ending(face: DummyPublic, people: readonly Person[]): string {
  const knock = knockOf(face);
  const person = people[face.knocker ?? -1];
  if (knock === null || !person) return t('ui.web.dummy.end.stock');
  return t(`ui.web.dummy.end.${knock}.${person.mine ? 'you' : 'other'}`, { name: person.name });
}

/** The whole table, read out: row, melds by owner, sizes of hands. */
export function reading(face: DummyFace, people: readonly Person[]): string {
  const { row, melds, sizes, stock_left } = face.public;
  const told = [t('ui.web.dummy.read.row', { n: row.length, cards: namesOf(row.map(({ card }) => card)) })];
  told.push(t('ui.web.dummy.read.stock', { n: stock_left }));
  for (const person of people) {
    const n = sizes[person.seat] ?? 0;
    told.push(t(person.mine ? 'ui.web.dummy.read.own' : 'ui.web.dummy.read.hand', { name: person.name, n }));
    for (const meld of melds.filter(({ owner }) => owner === person.seat)) {
      told.push(t('ui.web.dummy.read.meld', { cards: namesOf(meld.cards) }));
    }
  }
  return told.join(' ');
}

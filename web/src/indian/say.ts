// What happened at a table of Indian Rummy, in sentences: for the log and for the ear.
// What must stay true: each sentence is one key of the catalogue; nothing is said that is hidden.
import { BY_NAME, BY_SIGN, nameOf, namesOf, signOf, type Writing } from '../cards/names.ts';
import { t } from '../texts/texts.svelte.ts';
import type { IndianFace, Line } from '../wire/protocol.ts';
import type { LogLine } from '../table/Log.svelte';
import type { Person } from '../table/people.ts';
import { lotsOf, cardOf, type Arranged } from './groups.ts';
import { readWord } from './words.ts';

/** A word that somebody said, as a sentence; `taken` is the card that `^` takes, where it is known. */
function sentence(person: Person, word: string, write: Writing, taken: string | undefined): string {
  const said = readWord(word);
  const key = (what: string): string => `ui.web.indian.did.${what}.${person.mine ? 'you' : 'other'}`;
  const name = person.name;
  switch (said.act) {
    case 'draw':
      return said.card ? t(key('draw_card'), { name, card: write.card(said.card) }) : t(key('draw'), { name });
    case 'take':
      return taken ? t(key('take'), { name, card: write.card(taken) }) : t(key('take_open'), { name });
    case 'discard':
      return t(key('discard'), { name, card: write.card(said.card) });
    case 'show': {
      const cards = said.groups.map((group) => write.cards(group)).join(' · ');
      return said.finishing
        ? t(key('show'), { name, cards, card: write.card(said.finishing) })
        : t(key('lay'), { name, cards });
    }
    case 'drop':
      return t(key('drop'), { name });
    case 'miss':
      return t(key('miss'), { name });
  }
}

/** The card that lay on top of the pile before a place of the log, as far as the log tells. */
function topBefore(log: readonly Line[], at: number): string | undefined {
  for (let place = at - 1; place >= 0; place -= 1) {
    const said = readWord(log[place]?.word ?? '~');
    if (said.act === 'discard') return said.card;
    if (said.act === 'show' && said.finishing) return said.finishing;
    if (said.act === 'take') return undefined;
  }
  return undefined;
}

/** The log in lines; a draw of another and the discard right after it are one. */
export function linesOf(log: readonly Line[], people: readonly Person[]): LogLine[] {
  const lines: LogLine[] = [];
  log.forEach(({ seat, word }, id) => {
    const person = people[seat];
    if (!person) return;
    const before = log[id - 1];
    const said = readWord(word);
    if (before?.seat === seat && before.word === '+' && said.act === 'discard') {
      lines.pop();
      const text = t('ui.web.indian.did.draw_discard.other', { name: person.name, card: signOf(said.card) });
      lines.push({ id, color: person.color, text });
      return;
    }
    lines.push({ id, color: person.color, text: sentence(person, word, BY_SIGN, topBefore(log, id)) });
  });
  return lines;
}

/** Words that somebody has just said, for the ear; `terse` leaves out the draws of others. */
export function heard(person: Person, words: readonly string[], log: readonly Line[], terse: boolean): string {
  const told = terse && !person.mine ? words.filter((word) => word !== '+') : words;
  return told.map((word) => sentence(person, word, BY_NAME, topBefore(log, log.length - words.length))).join(' ');
}

/** The whole table, read out: piles, wild cards, the others, the own groups. */
export function reading(face: IndianFace, people: readonly Person[], hand: Arranged): string {
  const { pile, stock_left, wilds, scores, out } = face.public;
  const top = pile.at(-1);
  const told = [top ? t('ui.web.indian.read.open', { card: nameOf(top) }) : t('ui.web.indian.read.no_open')];
  told.push(t('ui.web.indian.read.stock', { n: stock_left }));
  told.push(t('ui.web.indian.read.wild', { cards: namesOf([...new Set(wilds)]) }));
  for (const person of people) {
    if (person.mine) continue;
    const key = out[person.seat] ? 'ui.web.indian.read.out' : 'ui.web.indian.read.seat';
    told.push(t(key, { name: person.name, points: scores[person.seat] ?? 0 }));
  }
  for (const lot of lotsOf(hand).slice(0, -1)) told.push(t('ui.web.indian.read.group', { cards: namesOf(lot.map(cardOf)) }));
  if (hand.loose.length) told.push(t('ui.web.indian.read.loose', { cards: namesOf(hand.loose.map(cardOf)) }));
  return told.join(' ');
}

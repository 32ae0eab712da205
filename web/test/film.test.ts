// A replay lays the server's changes over one another, for each seat that looked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { broughtBy, facesOf, firstViewer, logOf, scoreOf, type Film } from '../src/replay/film.ts';
import { bareName, guestNumber } from '../src/texts/figures.ts';

const seat = (name: string, account: string | null, level: string | null): Film['seats'][number] => ({
  name,
  points: 5,
  account,
  level,
  rank: 1,
});

const FILM: Film = {
  game: 'dummy',
  rules: 'default',
  table: 't1',
  deal: 2,
  deals: 3,
  played: 1,
  starter: 0,
  direction: 1,
  seats: [seat('Bo (simple)', null, 'simple'), seat('Nok', 'a1', null)],
  steps: [
    {
      seat: null,
      word: null,
      told: null,
      turn: 0,
      public: { game: 'dummy', turn: 0, stock_left: 30 },
      own: [{ seat: 0, hand: ['2c'] }, { seat: 1, hand: ['3c'] }, { seat: null, hand: [] }],
    },
    {
      seat: 1,
      word: '+4c',
      told: '+',
      turn: 0,
      public: { stock_left: 29 },
      own: [null, { hand: ['3c', '4c'] }, null],
    },
    { seat: 1, word: '-3c', told: '-3c', turn: 1, public: { turn: 1 }, own: [null, { hand: ['4c'] }, null] },
  ],
  refusals: [],
  entries: [{ seat: 1, points: -50, clause: 'D-PEN-LAY', cards: ['3c'], at: 1 }],
  over: true,
  proof: null,
  others: [],
};

test('each moment has what has not changed since, and what was not shown to a seat is not in it', () => {
  const own = facesOf(FILM, 1).map((face) => face.own.hand);
  assert.deepEqual(own, [['3c'], ['3c', '4c'], ['4c']]);
  assert.deepEqual(facesOf(FILM, 0).map((face) => face.own.hand), [['2c'], ['2c'], ['2c']]);
  const onlooker = facesOf(FILM, null);
  assert.deepEqual(onlooker.map((face) => face.own.hand), [[], [], []]);
  assert.deepEqual(onlooker.map((face) => face.public.stock_left), [30, 29, 29]);
});

test('an action is told to its own seat in full, and to others as they read it', () => {
  assert.deepEqual(logOf(FILM, 1).map(({ word }) => word), ['+4c', '-3c']);
  assert.deepEqual(logOf(FILM, 0).map(({ word }) => word), ['+', '-3c']);
});

test('what an action brought belongs to the moment after it', () => {
  assert.deepEqual(broughtBy(FILM, 2).map(({ clause }) => clause), ['D-PEN-LAY']);
  assert.deepEqual([broughtBy(FILM, 0), broughtBy(FILM, 1)], [[], []]);
});

test('one looks first from the own seat, else from that of a person', () => {
  assert.equal(firstViewer(FILM, 'a1'), 1);
  assert.equal(firstViewer(FILM, ''), 1);
  const computers = { ...FILM, seats: [seat('Bo (simple)', null, 'simple')] };
  assert.equal(firstViewer(computers, 'a1'), null);
  assert.equal(firstViewer({ ...FILM, seats: [seat('Bo (simple)', null, null)] }, ''), null);
});

test('a sheet made from a replay has the full words, and names without levels', () => {
  const sheet = scoreOf(FILM, 1, bareName);
  assert.deepEqual(sheet.names, ['Bo', 'Nok']);
  assert.deepEqual(sheet.log.map(({ word }) => word), ['+4c', '-3c']);
  assert.equal(bareName(seat('Nok', 'a1', null)), 'Nok');
});

test('a guest is known by the name that the server gives', () => {
  const names = ['Guest 2852', 'Guest 28520', 'Guest', 'My Guest 2852', 'Nok'];
  assert.deepEqual(names.map(guestNumber), ['2852', null, null, null, null]);
});

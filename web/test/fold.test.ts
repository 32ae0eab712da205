// What a table becomes, message by message.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fold, leftAt, matchSeat, seatOf, type TableState } from '../src/wire/fold.ts';
import { event, moved, table } from './frames.ts';

const whole = (): TableState => {
  const state = fold(null, table({ seq: 14 }), 'a1', 1_000);
  assert.ok(state);
  return state;
};

test('a row before the whole table tells nothing', () => {
  assert.equal(fold(null, moved(), 'a1', 0), null);
});

test('a move adds its words to the log and brings its view, its clock and its seq', () => {
  const before = whole();
  const after = fold(before, moved({ seq: 15, words: ['=9c9h9s', '-2c'], seat: 1 }), 'a1', 2_000);
  assert.equal(after?.seq, 15);
  assert.equal(after?.at, 2_000);
  assert.deepEqual(after?.log.slice(before.log.length), [
    { seat: 1, word: '=9c9h9s' },
    { seat: 1, word: '-2c' },
  ]);
  assert.equal(before.log.length, table().log.length, 'folding leaves the state before as it was');
});

test('a move without a view keeps the last one: a later row has the newest', () => {
  const before = whole();
  const after = fold(before, moved({ seq: 15, view: null }), 'a1', 0);
  assert.equal(after?.view, before.view);
});

test('a sealed deal begins a new log; the end of a deal stays to be looked at', () => {
  const before = whole();
  const over = fold(before, event('revealed', { seq: 15 }), 'a1', 0);
  assert.equal(over?.view, before.view);
  assert.equal(over?.log.length, before.log.length);
  const sealed = fold(over, event('sealed', { seq: 16 }), 'a1', 0);
  assert.deepEqual(sealed?.log, []);
  assert.equal(sealed?.view?.public.turn, 0);
});

test('whoever sits down on another socket of the account has a seat here too', () => {
  const seats = table().seats;
  const before: TableState = { ...whole(), seat: null };
  const after = fold(before, event('gave', { seq: 15, seats }), 'a2', 0);
  assert.equal(after?.seat, 1);
  assert.equal(seatOf(seats, ''), null);
});

test('a sentence is shown once, and presence changes who is here', () => {
  const said = {
    type: 'said' as const,
    table: 't7Qd2',
    n: 1,
    at: 5,
    account: 'a2',
    name: 'Ploy',
    phrase: 'hello',
    text: null,
  };
  const once = fold(whole(), said, 'a1', 0);
  assert.equal(once?.said.length, 1);
  assert.equal(fold(once, said, 'a1', 0), null);
  const gone = fold(once, { type: 'presence', table: 't7Qd2', here: [true, false], watchers: 2 }, 'a1', 0);
  assert.deepEqual(gone?.seats.map((seat) => seat.here), [true, false]);
  assert.equal(gone?.watchers, 2);
});

test('the time left falls from the moment at which it was told, and never below nothing', () => {
  const state = whole();
  assert.equal(leftAt(state, 1_400), 27_000);
  assert.equal(leftAt(state, 99_000_000), 0);
  assert.equal(leftAt({ ...state, now: { ...state.now, left: null } }, 0), null);
});

test('a seat of the deal is found among the seats of the match', () => {
  const state = whole();
  assert.ok(state.standing);
  const later = { ...state, standing: { ...state.standing, places: [2, 0] } };
  assert.equal(matchSeat(later, 0), 2);
  // the next deal is announced while the cards of the last one are still shown
  const announced = fold(later, event('announced', { seq: 20, view: null }), 'a1', 0);
  assert.ok(announced);
  assert.equal(matchSeat(announced, 0), 2);
  assert.equal(matchSeat({ ...state, standing: null }, 1), 1);
});

test('what the clock plays for the own seat is remembered, what it plays for others is not', () => {
  const before = { ...whole(), log: [], away: [] };
  const late = fold(before, moved({ seq: 15, seat: 0, words: ['+', '-2c'], late: true }), 'a1', 0);
  const other = fold(late, moved({ seq: 16, seat: 1, words: ['+'], late: true }), 'a1', 0);
  assert.deepEqual(other?.away, [0, 1]);
  assert.deepEqual(fold(other, event('sealed', { seq: 17 }), 'a1', 0)?.away, []);
});

// The score sheet shows the ledger as the server tells it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gotBy, isPaid, itemsOf, places, rowsOf, turnsOf } from '../src/sheet/lines.ts';
import { signed } from '../src/texts/figures.ts';

const LOG = [
  { seat: 0, word: '+9c' },
  { seat: 0, word: '-6d' },
  { seat: 1, word: '+' },
  { seat: 1, word: '-Ad' },
  { seat: 0, word: '^9h=9c9h9s' },
  { seat: 0, word: '#Ad' },
];

test('each line stands once under its seat, with the turn and the word that brought it', () => {
  const entries = [
    { seat: 0, points: 15, clause: 'D-SCORE-1', cards: ['9c', '9h', '9s'], at: 4 },
    { seat: 0, points: 45, clause: 'D-HEAD-2', cards: ['9h'], at: 4 },
    { seat: 1, points: -50, clause: 'D-PEN-HEAD', cards: ['Ad'], at: 3 },
  ];
  const deal = {
    game: 'dummy',
    rules: 'default',
    table: 't1',
    deal: 1,
    names: ['Nok', 'Ploy'],
    own: 0,
    scores: [60, -50],
    entries,
    receipts: [],
    log: LOG,
  };
  const [first, second] = [itemsOf(deal, 0), itemsOf(deal, 1)];
  assert.equal(first.length + second.length, entries.length);
  assert.deepEqual([first[0]?.turn, first[0]?.cause?.word], [3, '^9h=9c9h9s']);
  assert.deepEqual([second[0]?.turn, second[0]?.points], [2, -50]);
});

test('a winner gets what the others pay, by a rule', () => {
  const deal = {
    game: 'indian',
    rules: 'default',
    table: null,
    deal: 1,
    names: ['Asha', 'Bela', 'Dev'],
    own: 0,
    scores: [0, 12, 6],
    entries: [],
    receipts: [{ seat: 0, points: 18, clause: 'I-PAY-1', payers: [1, 2] }],
    log: [],
  };
  assert.deepEqual(gotBy(deal, 0), [{ points: 18, clause: 'I-PAY-1', from: ['Bela', 'Dev'] }]);
  assert.deepEqual(gotBy(deal, 1), []);
});

test('a turn ends with its discard, knock, drop, miss, Show or declined chance', () => {
  assert.deepEqual(turnsOf(LOG), [1, 1, 2, 2, 3, 3]);
  const words = ['x', '~', '!2c3c4c-5d', '.', '+'].map((word) => ({ seat: 0, word }));
  assert.deepEqual(turnsOf(words), [1, 2, 3, 4, 5]);
});

test('points have a sign and a real minus, nothing is 0', () => {
  assert.deepEqual([signed(5), signed(-5), signed(0)], ['+5', '−5', '0']);
});

test('equal points share a place, whether the most or the fewest win', () => {
  assert.deepEqual(places([10, 30, 30, -5], false), [3, 1, 1, 4]);
  assert.deepEqual(places([10, 30, 30, -5], true), [2, 3, 3, 1]);
});

test('a row of the match has every deal, who won, who is out and what is paid', () => {
  const standing = {
    playing: [0, 2],
    places: [0, 1, 2],
    starter: 0,
    direction: 1,
    deals: [
      [0, 20, 80],
      [30, 81, 0],
    ],
    totals: [30, 101, 80],
    over: false,
    winners: [],
    may_rejoin: [],
    settlement: null,
  };
  const rows = rowsOf(standing, ['A', 'B', 'C']);
  assert.deepEqual(rows.map(({ deals, total, out, paid }) => [deals, total, out, paid]), [
    [[0, 30], 30, false, null],
    [[20, 81], 101, true, null],
    [[80, 0], 80, false, null],
  ]);
  const over = { ...standing, over: true, winners: [0], settlement: [2, -1, -1] };
  assert.deepEqual(rowsOf(over, []).map(({ won, out, paid }) => [won, out, paid]), [
    [true, false, 2],
    [false, false, -1],
    [false, false, -1],
  ]);
  assert.ok(isPaid(over) && !isPaid({ ...over, settlement: [0, 0, 0] }));
});

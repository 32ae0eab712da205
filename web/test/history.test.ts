// The own deals put together by their tables.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { joined, matchesOf } from '../src/history/matches.ts';
import type { HistoryDeal } from '$protocol';

const deal = (table: string, n: number, mine: number, other: number): HistoryDeal => ({
  table,
  deal: n,
  game: 'dummy',
  at: 1_790_000_000_000 + n,
  public: false,
  own: [1],
  seats: [
    { name: 'Computer (simple)', points: other, account: null, level: 'simple', rank: 2 },
    { name: 'Nok', points: mine, account: 'a1', level: null, rank: 1 },
  ],
});

test('deals of a table are one match, its newest deal first, the own seat first', () => {
  const [first, second] = matchesOf([deal('t1', 2, 40, -5), deal('t2', 1, 10, 0), deal('t1', 1, 60, -15)]);
  assert.deepEqual([first?.table, second?.table], ['t1', 't2']);
  assert.deepEqual(first?.deals.map((one) => one.deal), [2, 1]);
  assert.deepEqual(
    first?.players.map(({ name, mine, points, level }) => [name, mine, points, level]),
    [
      ['Nok', true, 100, null],
      ['Computer (simple)', false, -20, 'simple'],
    ],
  );
});

test('a deal that comes on two pages stands once', () => {
  const known = [deal('t1', 2, 1, 1), deal('t1', 1, 1, 1)];
  assert.deepEqual(
    joined(known, [deal('t1', 1, 1, 1), deal('t0', 3, 1, 1)]).map(({ table, deal: n }) => [table, n]),
    [['t1', 2], ['t1', 1], ['t0', 3]],
  );
});

test('no deals are no match', () => {
  assert.deepEqual(matchesOf([]), []);
});

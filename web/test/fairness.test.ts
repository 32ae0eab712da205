// Fair dealing as a seat sees it.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Fairness } from '../src/wire/fairness.ts';
import type { Fair, TableEvent } from '../src/wire/protocol.ts';
import { event } from './frames.ts';

const GIVEN = '0123456789abcdef0123456789abcdef';

class Seat {
  readonly asked: string[] = [];
  readonly fairness: Fairness;

  constructor(account = 'a1', taken = true) {
    this.fairness = new Fairness({
      ask: (question) => {
        this.asked.push(`${question.deal}:${question.entropy}`);
        return taken ? Promise.resolve() : Promise.reject(new Error('twice'));
      },
      bytes: () => GIVEN,
      account: () => account,
    });
  }

  async hear(...events: TableEvent[]): Promise<number | null> {
    for (const one of events) this.fairness.hear(one);
    await new Promise((done) => setImmediate(done));
    return this.fairness.broken;
  }
}

const changed = (one: TableEvent, change: (text: string) => string): TableEvent => {
  const fair: Fair = { ...one.fair, transcript: change(one.fair.transcript ?? '') };
  return { ...one, fair };
};

test('chance is given once, to the deal that is announced', async () => {
  const seat = new Seat();
  assert.equal(await seat.hear(event('announced'), event('announced')), null);
  assert.deepEqual(seat.asked, [`1:${GIVEN}`]);
});

test('who only looks on, or has given before, gives nothing', async () => {
  const watcher = new Seat('a9');
  await watcher.hear(event('announced'));
  assert.deepEqual(watcher.asked, []);
  const back = new Seat();
  await back.hear({ ...event('announced'), fair: { ...event('announced').fair, gave: [0] } });
  assert.deepEqual(back.asked, []);
});

test('a deal that is sealed as announced, with what was given, is fair', async () => {
  assert.equal(await new Seat().hear(event('announced'), event('sealed')), null);
});

test('a deal that is sealed without the chance that was taken is not fair', async () => {
  const without = changed(event('sealed'), (text) => text.replace(GIVEN, 'f'.repeat(32)));
  assert.equal(await new Seat().hear(event('announced'), without), 1);
  const elsewhere = new Seat('a1', false); // another tab gave, and this one was refused
  assert.equal(await elsewhere.hear(event('announced'), without), null);
});

test('a deal that is sealed with another pack, seed or table is not fair', async () => {
  for (const [from, to] of [['2c2d', '2d2c'], ['b554', 'b555'], ['t7Qd2', 't7Qd3']] as const) {
    const other = changed(event('sealed'), (text) => text.replace(from, to));
    assert.equal(await new Seat().hear(event('announced'), other), 1, from);
  }
});

test('a deal from another seed than was committed to before gets no chance', async () => {
  const seat = new Seat();
  const before = { ...event('announced').fair, deal: 0, transcript: null, commit: 'c'.repeat(64) };
  assert.equal(await seat.hear({ ...event('announced'), fair: before }, event('announced')), 1);
  assert.deepEqual(seat.asked, []);
});

test('what was promised of deals that are lost is forgotten, and chance is given anew', async () => {
  const seat = new Seat();
  await seat.hear(event('announced'), event('sealed'));
  seat.fairness.forget();
  const commit = 'f'.repeat(64);
  const another = (one: TableEvent): TableEvent => {
    const old = (JSON.parse(one.fair.transcript ?? '') as { commit: string }).commit;
    return changed(one, (text) => text.replace(old, commit));
  };
  assert.equal(await seat.hear(another(event('announced')), another(event('sealed'))), null);
  assert.deepEqual(seat.asked, [`1:${GIVEN}`, `1:${GIVEN}`]);
});

test('a deal that was not fair is still so after others were lost', async () => {
  const seat = new Seat();
  const without = changed(event('sealed'), (text) => text.replace(GIVEN, 'f'.repeat(32)));
  await seat.hear(event('announced'), without);
  seat.fairness.forget();
  assert.equal(await seat.hear(), 1);
});

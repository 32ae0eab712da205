// Indian Rummy on this device: words, groups of the own hand, labels, layout and the check of a Show.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Best, OptionsForm } from '$protocol';
import { checkOf } from '../src/indian/declare.ts';
import {
  alike, asCards, cardOf, fit, grouped, groupedAs, idsOf, inOrder, lifted, NOTHING, put, stepped, type Arranged,
} from '../src/indian/groups.ts';
import { labelsOf } from '../src/indian/labels.ts';
import { heightOf, laidOut, widthOf, GAP } from '../src/indian/layout.ts';
import { valueIn } from '../src/indian/options.ts';
import { laidIn, openingOf, readWord, showOf, thrownIn } from '../src/indian/words.ts';

const HAND: Arranged = { groups: [['3h.1', '4h.2', '5h.3'], ['9c.4', '9d.5']], loose: ['Kd.6', '3h.7'] };

let serial = 100;
const fresh = (card: string): string => `${card}.${(serial += 1)}`;

const best = (over: Partial<Best>): Best => ({
  groups: [], loose: [], counted: [], points: 0, sum: 0, stage: 'no_pure', show: false, discard: null,
  clause: 'I-SCORE-1', ...over,
});

test('each word of docs/record.md is read', () => {
  assert.deepEqual(readWord('+'), { act: 'draw', card: null });
  assert.deepEqual(readWord('+6s'), { act: 'draw', card: '6s' });
  assert.deepEqual(readWord('^'), { act: 'take' });
  assert.deepEqual(readWord('-Kd'), { act: 'discard', card: 'Kd' });
  assert.deepEqual(readWord('x'), { act: 'drop' });
  assert.deepEqual(readWord('~'), { act: 'miss' });
  const groups = [['3h', '4h', '5h'], ['7s', '8s', '**']];
  assert.deepEqual(readWord('!3h4h5h/7s8s**-2d'), { act: 'show', groups, finishing: '2d' });
  assert.deepEqual(readWord('!3h4h5h/7s8s**'), { act: 'show', groups, finishing: null });
  assert.throws(() => readWord('=3d3h3s'));
});

test('a Show is written with loose cards in parts that are no groups', () => {
  assert.equal(showOf([['3h', '4h', '5h']], ['2d', '9c', '**'], 'Kd'), '!3h4h5h/2d9c/**-Kd');
  assert.equal(showOf([['3h', '4h', '5h'], ['7c', '7d']], [], null), '!3h4h5h/7c7d');
  assert.equal(openingOf(['+', 'x', '!3h4h5h/7c7d']), '!3h4h5h/7c7d');
  assert.equal(openingOf(['-2c', '!3h4h5h-2d']), null);
});

test('what was thrown is known by seat, and what the next one took', () => {
  const log = [
    { seat: 0, word: '+2c' }, { seat: 0, word: '-Kd' }, { seat: 1, word: '^' }, { seat: 1, word: '-9h' },
    { seat: 0, word: '!3h4h5h/7s8s9s-2d' },
  ];
  assert.deepEqual(thrownIn(log), [
    { seat: 0, card: 'Kd', taken: true },
    { seat: 1, card: '9h', taken: false },
    { seat: 0, card: '2d', taken: false },
  ]);
  assert.deepEqual(laidIn(log).get(0), [['3h', '4h', '5h'], ['7s', '8s', '9s']]);
});

test('a hand that changes keeps its groups, and loses the very card that was thrown', () => {
  const cards = ['3h', '3h', '4h', '5h', '9c', '9d', 'Kd'];
  assert.equal(fit(HAND, cards, fresh), HAND);
  const drawn = fit(HAND, [...cards, '3h'], fresh);
  assert.deepEqual(drawn.groups, HAND.groups);
  assert.equal(cardOf(drawn.loose.at(-1) ?? ''), '3h');
  assert.equal(new Set(idsOf(drawn)).size, 8);
  const took = fit(HAND, [...cards, 'Kd'], fresh, { come: 'Kd.p4' });
  assert.equal(took.loose.at(-1), 'Kd.p4');
  const less = cards.filter((card, at) => at !== 0 || card !== '3h');
  assert.deepEqual(fit(HAND, less, fresh).groups[0], ['3h.1', '4h.2', '5h.3']);
  assert.deepEqual(fit(HAND, less, fresh, { leave: '3h.1' }).groups[0], ['4h.2', '5h.3']);
  assert.deepEqual(fit(NOTHING, ['2c'], () => '2c.1'), { groups: [], loose: ['2c.1'] });
});

test('cards are grouped, ungrouped and put elsewhere, and none is lost or doubled', () => {
  const all = idsOf(HAND).toSorted();
  const made = [
    grouped(HAND, ['5h.3', 'Kd.6']),
    grouped(HAND, ['9c.4', '9d.5']),
    put(HAND, ['Kd.6', '3h.7'], 1, 1),
    put(HAND, ['3h.1'], 'loose'),
    lifted(HAND, '3h.1', -1),
    lifted(HAND, '9c.4', 1),
    stepped(HAND, '5h.3', 1),
    inOrder(HAND, 'rank'),
    groupedAs(HAND, [['3h', '3h'], ['Kd']]),
  ];
  for (const hand of made) assert.deepEqual(idsOf(hand).toSorted(), all);
  assert.deepEqual(made[0]?.groups, [['3h.1', '4h.2'], ['9c.4', '9d.5'], ['5h.3', 'Kd.6']]);
  assert.deepEqual(made[1], { groups: [HAND.groups[0]], loose: ['Kd.6', '3h.7', '9c.4', '9d.5'] });
  assert.deepEqual(made[2]?.groups[1], ['9c.4', 'Kd.6', '3h.7', '9d.5']);
  assert.deepEqual(made[4]?.groups[0], ['3h.1']);
  assert.deepEqual(made[6]?.groups[1], ['5h.3', '9c.4', '9d.5']);
  assert.deepEqual(stepped(HAND, '3h.1', 1).groups[0], ['4h.2', '3h.1', '5h.3']);
  assert.deepEqual(stepped(HAND, '4h.2', -1).groups[0], ['4h.2', '3h.1', '5h.3']);
  assert.equal(stepped(HAND, '3h.1', -1), HAND);
  assert.deepEqual(asCards(made[8] ?? NOTHING), [['3h', '3h'], ['Kd']]);
  assert.ok(alike(HAND, stepped(HAND, '3h.1', 1)));
  assert.ok(!alike(HAND, lifted(HAND, '3h.1', 1)));
});

test('each group has the kind that the server says, and its part of the points', () => {
  const lots = [['3h', '4h', '5h'], ['9c', '9d', '2c'], ['Kd', '3h']];
  const told = best({
    groups: [{ kind: 'pure_run', cards: ['3h', '4h', '5h'] }],
    counted: ['2c', '3h', '9c', '9d'], points: 23, sum: 23, stage: 'one_pure', discard: 'Kd',
  });
  assert.deepEqual(labelsOf(lots, told), [
    { kind: 'pure_run', points: 0, without: null },
    { kind: 'loose', points: 20, without: null },
    { kind: 'loose', points: 3, without: null },
  ]);
  assert.deepEqual(labelsOf(lots, { ...told, sum: 24 }).map(({ points }) => points), [null, null, null]);
  const less = best({ groups: [{ kind: 'set', cards: ['9c', '9d'] }], discard: '2c' });
  assert.deepEqual(labelsOf(lots, less)[1], { kind: 'set', points: 0, without: '2c' });
});

test('the hand is laid out in lines that fit, with strips wide enough to be tapped', () => {
  const hands = [[13], [4, 3, 3, 4], [3, 11], [2, 2, 2, 2, 2, 2, 2], [14], [1, 13], [5, 5, 4, 0]];
  for (const counts of hands) {
    for (const [width, height] of [[344, 230], [374, 420], [650, 190], [956, 300]] as const) {
      const room = { width, height, most: 62, least: 32, minStep: 24 };
      const laid = laidOut(counts, room);
      assert.ok(laid.step >= 24);
      assert.ok(heightOf(laid) <= height, `${counts} in ${width}x${height}`);
      for (const line of laid.lines) {
        const wide = line.reduce((sum, { from, to }) => sum + GAP + widthOf(to - from, laid.size, laid.step), -GAP);
        assert.ok(wide <= width);
      }
      const seen = laid.lines.flat();
      counts.forEach((count, lot) => {
        const pieces = seen.filter((piece) => piece.lot === lot);
        assert.equal(pieces.reduce((sum, { from, to }) => sum + to - from, 0), count);
      });
    }
  }
});

test('a Show is good only if the server has said so', () => {
  const groups = [['3h', '4h', '5h'], ['7s', '8s', '**']];
  const asked = { groups, loose: [], finishing: '2d', listed: null, strict: true, wilds: ['Jc'] };
  const good = best({ show: true, stage: 'complete', discard: '2d' });
  assert.deepEqual(
    { ...checkOf({ ...asked, best: good }), groups: [] },
    { good: true, pure: true, runs: true, all: true, word: '!3h4h5h/7s8s**-2d', groups: [], loose: [], regrouped: false },
  );
  const listed = { word: '!3h4h5h/7s8s**-2d', groups, loose: [] };
  const bad = best({ stage: 'one_pure', loose: ['9c', 'Jc'], discard: '2d' });
  assert.equal(checkOf({ ...asked, listed, best: bad }).good, false);
  const free = checkOf({ ...asked, listed, strict: false, best: bad });
  assert.equal(free.good && free.regrouped, true);
  const wrong = checkOf({ ...asked, best: bad });
  assert.deepEqual([wrong.pure, wrong.runs, wrong.all], [true, false, false]);
  assert.equal(checkOf({ ...asked, best: best({ stage: 'complete', loose: ['Jc', '**'], discard: '2d' }) }).all, true);
});

test('an option has the value that is written, else that of the preset', () => {
  const form = {
    presets: [{ name: 'default', rules: 'default' }, { name: 'online', rules: 'online' }],
    options: [
      { name: 'show_check', kind: 'choice', default: 'best', presets: { default: 'best', online: 'declared' } },
      { name: 'deals', kind: 'number', default: 2, presets: { default: 2, online: 2 } },
    ],
  } as unknown as OptionsForm;
  assert.equal(valueIn(form, 'default', 'show_check'), 'best');
  assert.equal(valueIn(form, 'online,deals=3', 'show_check'), 'declared');
  assert.equal(valueIn(form, 'online,deals=3', 'deals'), 3);
  assert.equal(valueIn(form, 'default', 'nothing'), null);
});

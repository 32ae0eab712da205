// The sheet for real cards: what is written for the server, where a refusal belongs, what is kept.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { keptText, readKept } from '../src/kitchen/kept.ts';
import { emptyDeal, inMeld, isWhole, plainName, usedBeside, usedIn, type DummyDeal, type IndianDeal, type Sheet } from '../src/kitchen/sheet.ts';
import { dealScore, nextOf, standingOf, targetOf, totalsAfter } from '../src/kitchen/standing.ts';
import { dealOf, fieldAt, missing, written } from '../src/kitchen/text.ts';
import type { DummyScore, IndianScore } from '$protocol';
import type { OptionsForm } from '../src/wire/protocol.ts';

const dummy = (changes: Partial<DummyDeal>): DummyDeal => ({ ...(emptyDeal('dummy', 4) as DummyDeal), ...changes });
const indian = (changes: Partial<IndianDeal>): IndianDeal => ({ ...(emptyDeal('indian', 2) as IndianDeal), ...changes });

const FULL = dummy({
  head: '7h',
  melds: [
    { owner: 0, cards: ['7h', '8h', '9h'].map((card) => ({ card, by: 0 })) },
    { owner: 1, cards: [...['5s', '6s', '7s'].map((card) => ({ card, by: 1 })), { card: '8s', by: 0 }] },
  ],
  hands: [[], ['Qc', 'Jd'], [], ['2h']],
  knocker: 0,
  knock: 'Kc',
  dark: true,
  took: 'picked',
  fines: [
    { seat: 3, rule: 'full', card: '3s', points: null },
    { seat: 1, rule: null, card: null, points: 50 },
  ],
  fool: 2,
  foolCard: '9h',
});

const sheetOf = (changes: Partial<Sheet>): Sheet => ({
  game: 'dummy',
  preset: 'default',
  changes: {},
  rules: 'default',
  names: ['Nok', 'Som', 'Lek', 'Ploy'],
  deals: [FULL],
  strict: true,
  began: 1_790_000_000_000,
  ...changes,
});

test('a fine is whole with its rule and its card, or with its points', () => {
  const fine = { seat: 1, rule: null, card: null, points: null };
  assert.deepEqual(
    [fine, { ...fine, points: 0 }, { ...fine, rule: 'full' as const }, { ...fine, rule: 'full' as const, card: '3s' }].map(isWhole),
    [false, true, false, true],
  );
});

test('a deal of Dummy is written line by line as docs/score.md has it', () => {
  assert.equal(
    written(sheetOf({})).text,
    [
      'rules default',
      'names Nok, Som, Lek, Ploy',
      'head 7h',
      'melds 1: 7h 8h 9h',
      'melds 2: 5s 6s 7s 8s@1',
      'hands 2: Qc Jd',
      'hands 3: -',
      'hands 4: 2h',
      'knock 1 Kc dark picked',
      'fines 4: full 3s',
      'fines 2: 50',
      'fool 3 9h',
      '',
    ].join('\n'),
  );
});

test('a blank line stands between deals, and what the deals before say is left out', () => {
  const none = dummy({ head: '2c', knocker: -1 });
  const { text } = written(sheetOf({ deals: [none, { ...none, starter: 2, direction: -1 }] }));
  assert.match(text, /knock nobody\n\nstarter 3\ndirection -1\nhead 2c\n/);
  assert.equal(text.includes('fool'), false);
});

test('the line of a refusal leads to its field', () => {
  const asked = written(sheetOf({ deals: [FULL, FULL] }));
  const line = asked.text.split('\n').lastIndexOf('melds 2: 5s 6s 7s 8s@1') + 1;
  assert.equal(fieldAt(asked, line), '1.meld.1');
  assert.equal(fieldAt(asked, 2), 'names');
  assert.equal(fieldAt(asked, null), null);
  assert.equal(fieldAt(asked, 999), null);
  assert.deepEqual(['1.meld.1', '0', 'names', null].map(dealOf), [1, 0, null, null]);
});

test('hands of Indian Rummy are written with their groups and what the player did', () => {
  const deal = indian({
    cut: 'Jc',
    hands: [
      { parts: [['3h', '4h', '5h'], ['7s', '8s', '**']], called: 'show', finish: '2d' },
      { parts: [], called: 'drop first', finish: null },
    ],
  });
  const { text } = written(sheetOf({ game: 'indian', names: ['Asha', 'Ravi'], deals: [deal] }));
  assert.match(text, /cut Jc\nhands 1: 3h 4h 5h \/ 7s 8s \*\* show 2d\nhands 2: drop first\n$/);
});

test('who sat in no deal has no line, and the last one in need not lay open', () => {
  const deal = indian({
    cut: 'Jc',
    hands: [
      { parts: [], called: 'absent', finish: null },
      { parts: [], called: 'none', finish: null },
    ],
  });
  assert.match(written(sheetOf({ game: 'indian', names: ['A', 'B'], deals: [deal] })).text, /cut Jc\nhands 2: -\n$/);
  assert.deepEqual(missing(deal), []);
});

test('what is missing is told before anything is asked of the server', () => {
  assert.deepEqual(missing(emptyDeal('dummy', 2)), ['head', 'knock']);
  assert.deepEqual(missing(dummy({ head: '7h', knocker: 1 })), ['knock']);
  assert.deepEqual(missing(FULL), []);
  assert.deepEqual(missing(emptyDeal('indian', 2)), ['cut', 'hand.0', 'hand.1']);
});

test('each card that was written down counts as used, twice where it lies twice', () => {
  assert.equal(usedIn(FULL).get('8s'), 1);
  assert.equal(usedIn(FULL).get('Kc'), 1);
  const beside = usedBeside(usedIn(FULL), ['8s', null]);
  assert.deepEqual([beside.get('8s'), beside.get('Kc')], [0, 1], 'where one lies it may be chosen again');
  assert.equal(usedIn(FULL).get('3s'), undefined, 'the card of a fine lies in the row');
  const twice = indian({ cut: '7s', hands: [{ parts: [['7s']], called: 'none', finish: null }, { parts: [], called: 'wrong', finish: null }] });
  assert.equal(usedIn(twice).get('7s'), 2);
});

test('a meld lies by rank, and equal ranks by suit', () => {
  const laid = (...cards: string[]) => cards.map((card) => ({ card, by: 0 }));
  assert.deepEqual(inMeld(laid('9h', '7h', '8h')).map(({ card }) => card), ['7h', '8h', '9h']);
  assert.deepEqual(inMeld(laid('As', 'Ac', 'Ah')).map(({ card }) => card), ['Ac', 'Ah', 'As']);
});

test('a name keeps no sign that parts names and cards', () => {
  assert.equal(plainName('N:o,k @"x"'), 'Nok x');
  assert.equal(plainName('สมชาย'), 'สมชาย');
});

test('what is kept is read back whole', () => {
  const kept = { sheet: sheetOf({}), draft: { at: 1, deal: emptyDeal('dummy', 4) } };
  assert.deepEqual(readKept(keptText(kept)), kept);
  const pool = { sheet: sheetOf({ game: 'indian', names: ['A', 'B'], deals: [indian({ cut: '**' })] }), draft: null };
  assert.deepEqual(readKept(keptText(pool)), pool);
});

test('what is none of a sheet is not read', () => {
  const text = (change: (sheet: Record<string, unknown>) => void): string => {
    const sheet = JSON.parse(JSON.stringify(sheetOf({}))) as Record<string, unknown>;
    change(sheet);
    return JSON.stringify({ version: 1, sheet, draft: null });
  };
  assert.equal(readKept(null), null);
  assert.equal(readKept('{'), null);
  assert.equal(readKept('[]'), null);
  assert.equal(readKept(JSON.stringify({ version: 0, sheet: sheetOf({}) })), null);
  assert.equal(readKept(text((sheet) => (sheet['names'] = ['Nok']))), null, 'one player');
  assert.equal(readKept(text((sheet) => (sheet['game'] = 'whist'))), null);
  assert.equal(readKept(text((sheet) => (sheet['deals'] = [{ ...FULL, head: '1x' }]))), null, 'a card that is none');
  assert.equal(readKept(text((sheet) => (sheet['deals'] = [{ ...FULL, knocker: 4 }]))), null, 'a seat that is none');
  assert.equal(readKept(text((sheet) => (sheet['deals'] = [emptyDeal('indian', 4)]))), null, 'a deal of the other game');
});

test('a draft that is none is left out, and the sheet stays', () => {
  const kept = readKept(JSON.stringify({ version: 1, sheet: sheetOf({}), draft: { at: 5, deal: FULL } }));
  assert.deepEqual(kept?.sheet, sheetOf({}));
  assert.equal(kept?.draft, null);
});

const ENTRY = { seat: 0, points: 15, clause: 'D-SCORE-1', title: 'Cards laid', cards: ['7h', '8h', '9h'] };
const DEAL = {
  line: 1, starter: 0, direction: 1, knocker: 0, knock_card: 'Kc', dark: false, fool: true,
  entries: [ENTRY], scores: [130, -15, -90], totals: [230, -15, -90], notes: [], warnings: [],
};
const SCORE: DummyScore = {
  game: 'dummy',
  rules: 'default',
  seats: ['Nok', 'Som', 'Lek'],
  deals: [DEAL],
  match: { totals: [230, -15, -90], starter: 1, direction: -1, over: false, winners: [0], settlement: [1, 2, 3], settled_by: 'D-MONEY-2' },
};

test('a match that goes on names no winner and no settlement', () => {
  const standing = standingOf(SCORE);
  assert.deepEqual(standing?.winners, []);
  assert.equal(standing?.settlement, null);
  assert.deepEqual(standing?.deals, [[130, -15, -90]]);
  assert.deepEqual(standingOf({ ...SCORE, match: { ...SCORE.match, over: true } })?.winners, [0]);
});

test('who starts next is told with the names in the order of play', () => {
  assert.deepEqual(nextOf(SCORE), { starter: 'Som', order: ['Som', 'Nok', 'Lek'], deal: 2 });
  assert.equal(nextOf({ ...SCORE, match: { ...SCORE.match, over: true } }), null);
});

test('who is out of a pool stands in no order of play', () => {
  const pool: IndianScore = {
    game: 'indian', rules: 'default,format=pool', seats: ['A', 'B', 'C'], deals: [],
    match: { totals: [0, 101, 5], playing: [0, 2], starter: 2, direction: 1, over: false, winners: [], settlement: [], settled_by: 'I-POOL-1' },
  };
  assert.deepEqual(nextOf(pool)?.order, ['C', 'A']);
});

test('the lines of a deal are those of the server, and so are the totals after it', () => {
  assert.deepEqual(dealScore(SCORE, 0)?.entries, [{ ...ENTRY, at: 0 }]);
  assert.equal(dealScore(SCORE, 1), null);
  assert.deepEqual(totalsAfter(SCORE, 0), [230, -15, -90]);
});

test('the target is the option of the game that ends its match', () => {
  const option = (name: string, value: number | string) => ({
    name, kind: typeof value === 'number' ? 'number' : 'choice', default: value, presets: {},
    words: { title: name, rest: '' }, choices: [], clauses: [],
  });
  const form = (game: string, ...options: unknown[]): OptionsForm => ({ game, seats: [2], presets: [], options }) as unknown as OptionsForm;
  assert.equal(targetOf(form('dummy', option('match_target', 500)), 'default', {}), 500);
  assert.equal(targetOf(form('dummy', option('match_target', 500)), 'default', { match_target: 0 }), null);
  const rummy = form('indian', option('format', 'points'), option('pool_limit', 101));
  assert.equal(targetOf(rummy, 'default', {}), null);
  assert.equal(targetOf(rummy, 'default', { format: 'pool' }), 101);
});

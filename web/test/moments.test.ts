// A replay is moved through by moments, by turns, by cards and by links.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { DummyFace } from '$protocol';
import { pressOf } from '../src/replay/keys.ts';
import { cameAt, momentIn, momentPath, stop, turnEnds, viewerIn } from '../src/replay/moments.ts';

const page = readFileSync(new URL('../../docs/protocol.md', import.meta.url), 'utf-8');
const shown = page.split('\n').find((line: string) => line.startsWith('{"type":"table"')) ?? '';
const FACE: DummyFace = JSON.parse(shown).view;

function after(change: { row?: string[]; hand?: string[]; meld?: string[] }): DummyFace {
  const { row, hand, meld } = change;
  return {
    public: {
      ...FACE.public,
      row: (row ?? []).map((card) => ({ card, thrower: 0, turn: 1 })),
      melds: meld ? [{ owner: 1, cards: meld, laid_by: meld.map(() => 1) }] : [],
      known: [[], []],
    },
    own: { ...FACE.own, hand: hand ?? [] },
  };
}

test('a card that lies somewhere came there in the last moment in which its place gained it', () => {
  const faces = [
    after({ row: ['9h'], hand: ['2c'] }),
    after({ row: ['9h', 'As'], hand: ['2c'] }),
    after({ row: ['9h'], hand: ['2c', 'As'] }),
    after({ row: ['9h', 'As'], hand: ['2c'] }),
    after({ row: [], hand: ['2c'], meld: ['9h', 'As'] }),
  ];
  assert.equal(cameAt(faces, 1, 'As'), 1);
  assert.equal(cameAt(faces, 2, 'As'), 2);
  assert.equal(cameAt(faces, 3, 'As'), 3);
  assert.equal(cameAt(faces, 4, '9h'), 4);
  assert.equal(cameAt(faces, 4, '2c'), 0);
  assert.equal(cameAt(faces, 4, 'Kd'), null);
  assert.equal(cameAt(faces, 9, '2c'), null);
});

test('a link to a moment is read, and never leads beyond the deal', () => {
  assert.equal(momentIn('#t=31', 60), 31);
  assert.equal(momentIn('#seat=1&t=31', 20), 20);
  assert.equal(momentIn('', 20), null);
  assert.equal(momentIn('#t=-1', 20), null);
  assert.equal(momentIn('#at=3', 20), null);
});

test('the long steps stop where a turn ends, and at both ends of the deal', () => {
  const log = ['+2c', '-3c', '^4c=4c5c6c', '-7c', '+'].map((word) => ({ seat: 0, word }));
  const stops = turnEnds(log);
  assert.deepEqual(stops, [0, 2, 4, 5]);
  assert.deepEqual([stop(stops, 0, true), stop(stops, 3, true), stop(stops, 5, true)], [2, 4, 5]);
  assert.deepEqual([stop(stops, 3, false), stop(stops, 2, false), stop(stops, 0, false)], [2, 0, 0]);
  assert.deepEqual(turnEnds(log.slice(0, 4)), [0, 2, 4]);
});

test('the link to a moment names the deal, the moment and who looks, and is read back', () => {
  const path = momentPath('t7Qd2', 3, 31, 2);
  assert.equal(path, '/watch/t7Qd2/3#t=31&seat=2');
  const hash = path.slice(path.indexOf('#'));
  assert.deepEqual([momentIn(hash, 60), viewerIn(hash)], [31, 2]);
  assert.equal(momentPath('t7Qd2', 3, 0), '/watch/t7Qd2/3');
  assert.equal(viewerIn('#seat=none'), null);
  assert.equal(viewerIn('#t=3'), undefined);
});

test('keys move through the deal, but not while one writes, slides or walks along cards', () => {
  const inside = (selectors: string): EventTarget =>
    ({ closest: (asked: string) => (asked.includes(selectors) ? {} : null) }) as unknown as EventTarget;
  const key = (name: string, target: EventTarget | null = null, ctrlKey = false, code = name): unknown =>
    pressOf({ key: name, code, target, ctrlKey, shiftKey: false, altKey: false, metaKey: false });
  assert.deepEqual(['ArrowLeft', 'ArrowRight', '[', ']', 'Home', 'End', ' '].map((name) => key(name)), [
    'back',
    'on',
    'turn_back',
    'turn_on',
    'start',
    'end',
    'play',
  ]);
  assert.equal(key('\u0e1a', null, false, 'BracketLeft'), 'turn_back', 'a Thai keyboard');
  assert.equal(key('\u0e25', inside('[data-card]'), false, 'BracketRight'), 'turn_on');
  assert.equal(key('x'), null);
  assert.equal(key('ArrowLeft', null, true), null);
  assert.equal(key('ArrowLeft', inside('input')), null);
  assert.equal(key('ArrowLeft', inside('[data-card]')), null);
  assert.equal(key('[', inside('[data-card]')), 'turn_back');
  assert.equal(key(' ', inside('button')), null);
});

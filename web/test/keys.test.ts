// The letters of a table on any keyboard, and where they are left alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pressIn, signOf, type Key } from '../src/table/keys.ts';

const LETTERS = { d: 'draw', D: 'drop', s: 'sort', '?': 'help', Escape: 'clear' };

const pressed = (change: Partial<Key>): Key => ({
  key: 'd',
  code: 'KeyD',
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  defaultPrevented: false,
  target: null,
  ...change,
});
const ask = (change: Partial<Key>, hotkeys = true): string | null => pressIn(pressed(change), LETTERS, hotkeys);

test('a letter is what is written, or the place of the key where that is no Latin', () => {
  assert.equal(ask({}), 'draw');
  assert.equal(ask({ key: '\u0e01' }), 'draw');
  assert.equal(ask({ key: '\u094d' }), 'draw');
  assert.equal(ask({ key: '\u0e0f', shiftKey: true }), 'drop');
  assert.equal(ask({ key: '\u0915\u094d\u0937', code: 'KeyS', shiftKey: true }), 'sort');
  assert.equal(ask({ key: '\u0e26', code: 'Slash', shiftKey: true }), 'help');
  assert.equal(ask({ key: 's', code: 'Semicolon' }), 'sort', 'Dvorak');
  assert.equal(ask({ key: 'e', code: 'KeyD' }), null, 'Dvorak');
});

test('capitals are for Shift, not for a lock', () => {
  assert.equal(ask({ key: 'D' }), 'draw');
  assert.equal(ask({ key: 'D', shiftKey: true }), 'drop');
  assert.equal(ask({ key: 'S', code: 'KeyS', shiftKey: true }), 'sort');
});

test('a key with no letter asks for nothing', () => {
  for (const key of ['Dead', 'Process', 'Unidentified', 'F1', ' ', '']) {
    assert.equal(ask({ key, code: key === 'Dead' ? 'KeyD' : key }), null, key);
  }
  assert.equal(signOf({ key: 'Escape', code: 'Escape', shiftKey: false }), 'Escape');
});

test('shortcuts, held keys and keys in a field are left alone', () => {
  const field = { closest: (selectors: string) => (selectors.includes('textarea') ? {} : null) };
  for (const change of [
    { ctrlKey: true },
    { metaKey: true },
    { altKey: true },
    { repeat: true },
    { defaultPrevented: true },
    { target: field as unknown as EventTarget },
  ]) {
    assert.equal(ask(change), null, JSON.stringify(change));
  }
});

test('without hotkeys Escape alone is heard', () => {
  assert.equal(ask({}, false), null);
  assert.equal(ask({ key: 'Escape', code: 'Escape' }, false), 'clear');
});

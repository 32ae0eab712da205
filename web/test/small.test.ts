// Addresses, settings, sentences and rules: the small parts that have no screen.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { pathOf, readAddress, type Address } from '../src/address.ts';
import { paced, readKept, usual } from '../src/feel/kept.ts';
import { readForm } from '../src/options/kept.ts';
import { changed, differing, inWords, rulesText, sectionsOf } from '../src/options/rules.ts';
import { bestOf, pseudo, say } from '../src/texts/plural.ts';
import type { Option, OptionsForm } from '../src/wire/protocol.ts';

const ADDRESSES: readonly Address[] = [
  { screen: 'home' },
  { screen: 'options', game: null },
  { screen: 'options', game: 'indian' },
  { screen: 'join', code: 'K7QX4M' },
  { screen: 'play', table: 't7Qd2' },
  { screen: 'sheet', table: 't7Qd2', deal: 3 },
  { screen: 'sheet', table: 't7Qd2', deal: null },
  { screen: 'replay', table: 't7Qd2', deal: 3 },
  { screen: 'replay', table: null, deal: null },
  { screen: 'verify', table: 't7Qd2', deal: 1 },
  { screen: 'verify', table: null, deal: null },
  { screen: 'history' },
  { screen: 'leaders', game: null },
  { screen: 'leaders', game: 'dummy' },
  { screen: 'book', game: 'dummy', clause: null },
  { screen: 'book', game: 'dummy', clause: 'D-PICK-3' },
  { screen: 'kitchen' },
  { screen: 'lesson', game: null },
  { screen: 'lesson', game: 'dummy' },
  { screen: 'settings' },
];

test('each screen has one path, and the path leads back to it', () => {
  for (const address of ADDRESSES) {
    const [path = '', hash = ''] = pathOf(address).split('#');
    assert.deepEqual(readAddress(path, '', hash && `#${hash}`), address);
  }
  assert.equal(new Set(ADDRESSES.map(pathOf)).size, ADDRESSES.length);
});

test('no screen stands where the server answers with data', () => {
  const config = readFileSync(new URL('../vite.config.ts', import.meta.url), 'utf8');
  const fetched = [...(/FETCHED = \[(.*)\]/.exec(config)?.[1] ?? '').matchAll(/'(\w+)'/g)];
  assert.ok(fetched.length > 5);
  for (const [, name] of fetched) {
    for (const address of ADDRESSES) assert.notEqual(pathOf(address).split('/')[1], name);
  }
});

test('the link of an invitation leads to its table, and a broken link to the home screen', () => {
  assert.deepEqual(readAddress('/', '?code=K7QX4M'), { screen: 'join', code: 'K7QX4M' });
  for (const path of ['/nowhere', '/table', '/%E0%A4%A', '//']) {
    assert.deepEqual(readAddress(path), { screen: 'home' });
  }
});

test('settings are whole, whatever was kept', () => {
  const otherwise = usual(['th-TH'], false);
  for (const text of [null, '', 'x', '3', 'null', '[]', '{"deck":7,"new":1,"speed":"off"}']) {
    const kept = readKept(text, otherwise);
    assert.deepEqual(Object.keys(kept).sort(), Object.keys(otherwise).sort());
    assert.equal(kept.deck, 'four');
  }
  assert.equal(readKept('{"speed":"off"}', otherwise).speed, 'off');
  assert.equal(usual([], true).speed, 'off', 'who wants less motion gets none');
  assert.ok(paced(100, 'slow') > 100 && paced(100, 'fast') < 100);
  assert.equal(paced(100, 'off'), 0);
});

test('the language is the best that the browser asks for', () => {
  assert.equal(bestOf(['fr', 'zh-TW', 'th']), 'zh-Hant');
  assert.equal(bestOf(['hi-IN', 'en']), 'hi');
  assert.equal(bestOf(['fr']), 'en');
});

test('a sentence has its plural and its holes, as the catalogue of Python fills them', () => {
  const texts = { 'left.one': '{n} card left', 'left.other': '{n} cards left', plain: '{a}{a}{b}' };
  assert.equal(say(texts, 'en', 'left', { n: 1 }), '1 card left');
  assert.equal(say(texts, 'en', 'left', { n: 0 }), '0 cards left');
  assert.equal(say(texts, 'hi', 'left', { n: 0 }), '0 card left');
  assert.equal(say(texts, 'th', 'left', { n: 1 }), '1 cards left');
  assert.equal(say(texts, 'en', 'plain', { a: '{b}', b: 2 }), '{b}{b}2');
  assert.equal(say(texts, 'en', 'missing', {}), null);
  assert.ok(pseudo('abcdefghij').length >= 14);
});

const option = (name: string, kind: Option['kind'], usually: Option['default'], classic: Option['default']): Option => ({
  name,
  kind,
  words: { title: name, rest: '' },
  default: usually,
  presets: { default: usually, classic },
  choices: kind === 'number' ? [] : ['true', 'false'].map((value) => ({ value, words: { title: `said ${value}`, rest: '' } })),
  clauses: [{ code: 'D-1', section: name.slice(0, 1), words: { title: '', rest: '' } }],
});
const form: OptionsForm = {
  game: 'dummy',
  title: 'Dummy',
  language: 'en',
  seats: [2, 3, 4],
  presets: [{ name: 'default', rules: 'default' }, { name: 'classic', rules: 'classic' }],
  options: [option('alone', 'flag', true, false), option('again', 'number', 500, 500), option('both', 'number', 1, 2)],
};

test('the rules to open are the preset and what really differs from it', () => {
  assert.equal(rulesText(form, 'default', {}), 'default');
  assert.equal(rulesText(form, 'classic', { alone: false, both: 3 }), 'classic,both=3');
  assert.deepEqual(changed(form, 'default', { alone: true, again: 300, gone: 1 }), { again: 300 });
});

test('a form that was kept comes back whole, and a broken one not at all', () => {
  const kept = { game: 'dummy', sitters: ['open'], clock: 'fast', isPublic: true, preset: 'classic', changes: { both: 3 } };
  const { game, ...rest } = kept;
  assert.deepEqual(readForm(JSON.stringify(kept), game), rest);
  assert.deepEqual(readForm(JSON.stringify(kept), 'indian'), {});
  for (const text of [null, '', 'null', '3', '{"game":"dummy","sitters":[1],"changes":[],"clock":null}']) {
    assert.deepEqual(readForm(text, 'dummy'), {}, String(text));
  }
});

test('what differs from the usual game is told by preset and changes together', () => {
  assert.deepEqual(differing(form, 'classic', { both: 1 }).map(({ name }) => name), ['alone']);
  assert.deepEqual(sectionsOf(form).map(([name, options]) => [name, options.length]), [['a', 2], ['b', 1]]);
  const [alone] = form.options;
  assert.ok(alone);
  assert.equal(inWords(alone, false), 'said false');
});

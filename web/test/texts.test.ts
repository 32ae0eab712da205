// The catalogue and the client agree: every key that is said is there, every key there is said.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { LANGUAGES } from '../src/texts/plural.ts';

const root = new URL('../', import.meta.url);
const sources = globSync('src/**/*.{ts,svelte}', { cwd: root }).map((file) =>
  readFileSync(new URL(file, root), 'utf8'),
);
const catalogue = (language: string): Record<string, string> =>
  JSON.parse(
    readFileSync(new URL(`../src/speto/locales/${language}.json`, root), 'utf8'),
  ) as Record<string, string>;

const english = catalogue('en');
const keys = Object.keys(english).filter((key) => key.startsWith('ui.web.'));
/** The key as it is said where `n` chooses the plural. */
const bare = (key: string): string => key.replace(/\.(one|other)$/, '');
const quoted = sources.flatMap((text) => [
  ...text.matchAll(/'(ui\.web\.[\w.-]*)'/g),
  ...text.matchAll(/`(ui\.web\.[^`…]*)`/g),
]);
const said = new Set(quoted.map(([, key]) => key ?? ''));
const isWhole = (key: string): boolean => !key.includes('${') && !key.endsWith('.');

/** A key in which something is filled in, such as `ui.web.game.${game}`, as what it matches. */
const patterns = [...said]
  .filter((key) => !isWhole(key))
  .map((key) => {
    const parts = key.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'));
    return new RegExp(`^${parts.join('.+')}${key.endsWith('.') ? '.+' : ''}$`);
  });

test('every key that the client says has its words', () => {
  const there = new Set(keys.flatMap((key) => [key, bare(key)]));
  const plain = [...said].filter(isWhole);
  assert.ok(plain.length > 100);
  assert.deepEqual(plain.filter((key) => !there.has(key)), []);
  for (const pattern of patterns) {
    assert.ok([...there].some((key) => pattern.test(key)), String(pattern));
  }
});

test('every key of the client in the catalogue is said somewhere', () => {
  const isSaid = (key: string): boolean => said.has(key) || patterns.some((one) => one.test(key));
  assert.deepEqual(keys.filter((key) => !isSaid(key) && !isSaid(bare(key))), []);
});

test('each language has the same keys and the same holes', () => {
  const holes = (texts: Record<string, string>): Map<string, string> => {
    const found = Object.keys(texts).filter((key) => key.startsWith('ui.web.'));
    return new Map(
      found
        .filter((key) => !key.endsWith('.one'))
        .map((key) => [key, [...new Set((texts[key] ?? '').match(/\{\w+\}/g) ?? [])].sort().join()]),
    );
  };
  for (const language of LANGUAGES) {
    assert.deepEqual(holes(catalogue(language)), holes(english), language);
  }
});

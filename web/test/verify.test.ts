// deal-v1 in the browser's language gives what tests/fair says, byte for byte.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { below, keyOf, readProof, stream, verify, type Proof } from '../src/verify/deal.ts';
import { bytes, hasher, hex, hmac, lentBy, own, sha256, type Hasher } from '../src/verify/hash.ts';
import { chanceIn, checkPapers, verdictOf } from '../src/verify/papers.ts';

const read = (name: string): string =>
  readFileSync(new URL(`../../tests/fair/${name}`, import.meta.url), 'latin1');
const steps: Record<string, never> = JSON.parse(read('steps.json'));
const PROOFS = ['dummy-1.json', 'dummy-2.json', 'indian-1.json', 'nobody-1.json'];
const HASHERS: readonly Hasher[] = [own, lentBy(crypto.subtle)];

function proof(name: string): Proof {
  const found = readProof(read(name));
  assert.ok(typeof found !== 'string', name);
  return found;
}

test('the own SHA-256 and HMAC give the published values, whatever the length', async () => {
  assert.equal(hex(sha256(bytes('abc'))).slice(0, 16), 'ba7816bf8f01cfea');
  assert.equal(hex(sha256(bytes(''))).slice(0, 16), 'e3b0c44298fc1c14');
  const jefe = hmac(bytes('Jefe'), bytes('what do ya want for nothing?'));
  assert.equal(hex(jefe).slice(0, 16), '5bdcc146bf60754e');
  for (let length = 0; length < 140; length++) {
    const text = bytes('x'.repeat(length));
    assert.deepEqual(sha256(text), await hasher().sha256(text), `length ${length}`);
  }
  for (const length of [1, 63, 64, 65, 131]) {
    const [key, text] = [bytes('k'.repeat(length)), bytes('Hi There')];
    assert.deepEqual(hmac(key, text), await hasher().hmac(key, text), `key ${length}`);
  }
});

test('every step of the published deal is as docs/fair.md shows it', async () => {
  for (const hash of HASHERS) {
    const key = await keyOf(hash, proof('dummy-1.json'));
    assert.equal(hex(key), steps['key']);
    const numbers = stream(hash, key, 'deck');
    const drawn: number[] = [];
    for await (const number of numbers) if (drawn.push(number) === 12) break;
    assert.deepEqual(drawn, steps['numbers']);
  }
});

test('numbers that would favor the low results are dropped', async () => {
  const drawn = async function* (): AsyncGenerator<number> {
    yield* [4294967290, 4294967289];
  };
  assert.equal(await below(10, drawn()), 9);
});

test("every published proof holds, with the machine's hashes and with the own", async () => {
  for (const name of PROOFS) {
    for (const hash of HASHERS) {
      const held = await verify(proof(name), hash);
      assert.ok(typeof held !== 'string', name);
      assert.equal(held.cards.join(''), proof(name).dealt);
    }
  }
});

test('no character of a proof can be changed without its being seen', async () => {
  const text = read('dummy-1.json');
  for (let at = 0; at < text.length; at++) {
    const changed = text.slice(0, at) + (text[at] === '7' ? '8' : '7') + text.slice(at + 1);
    const [found] = await checkPapers([{ name: 'x', text: changed }], own);
    assert.ok(found?.why, `character ${at}`);
  }
});

test('a file that is no proof says so and stops nothing', async () => {
  for (const text of ['', '{', '[Game', '\u0000', '{}\n', '[Game "dummy/1"]\n']) {
    const found = await checkPapers([{ name: 'x', text }]);
    assert.ok(found.length > 0 && found.every(({ why }) => why));
  }
});

test('two deals of a table hold together, and a record by the proof that it carries', async () => {
  const papers = ['dummy-1.json', 'dummy-2.json', 'dummy-1.deal'].map((name) => ({
    name,
    text: read(name),
  }));
  const found = await checkPapers(papers);
  assert.deepEqual(found.map(({ why, proof: held }) => [why, held?.deal]), [
    [null, 1],
    [null, 2],
    [null, 1],
  ]);
  assert.equal(found[2]?.began, null);
});

test('a record without a proof holds by one that lies beside it, and not alone', async () => {
  const bare = read('dummy-1.deal').replace(/^\[(Transcript|Reveal) .*\n/gm, '');
  const alone = await checkPapers([{ name: 'x', text: bare }]);
  assert.equal(alone[0]?.why, 'unproved');
  const beside = await checkPapers([
    { name: 'x', text: bare },
    { name: 'y', text: read('dummy-1.json') },
  ]);
  assert.equal(beside[0]?.why, null);
  const wrong = await checkPapers([
    { name: 'x', text: bare },
    { name: 'y', text: read('indian-1.json') },
  ]);
  assert.equal(wrong[0]?.why, 'record');
});

test('a record that differs from its proof, or was not begun by the toss, shows', async () => {
  const check = async (from: RegExp, to: string): Promise<[unknown, unknown]> => {
    const [found] = await checkPapers([{ name: 'x', text: read('dummy-1.deal').replace(from, to) }]);
    return [found?.why, found?.began];
  };
  assert.deepEqual(await check(/"default"/, '"default,match_target=300"'), ['of_rules', null]);
  assert.deepEqual(await check(/, Pim \(simple\)/, ''), ['of_seats', null]);
  assert.deepEqual(await check(/\[Pack "3c3d/, '[Pack "3d3c'), ['dealt', null]);
  assert.deepEqual(await check(/\[Game "dummy/, '[Game "indian'), ['of_game', null]);
  assert.deepEqual(await check(/\[Reveal .*\n/, ''), ['unrevealed', null]);
  assert.deepEqual(await check(/Starter "0"/, 'Starter "2"'), [null, 2]);
});

/** The proof that a transcript would have, if it had been dealt by this seed. */
async function dealtAnew(text: string): Promise<string> {
  const made = readProof(text);
  assert.ok(typeof made !== 'string');
  const cards = made.pack.match(/../g) ?? [];
  const numbers = stream(own, await keyOf(own, made), 'deck');
  for (let last = cards.length - 1; last > 0; last--) {
    const drawn = await below(last + 1, numbers);
    [cards[last], cards[drawn]] = [cards[drawn] ?? '', cards[last] ?? ''];
  }
  return text.replace(made.dealt, cards.join(''));
}

test('another transcript of the same deal, or a broken chain, shows', async () => {
  const [first, second] = [read('dummy-1.json'), read('dummy-2.json')];
  assert.equal(await dealtAnew(first), first);
  const why = async (...texts: string[]): Promise<unknown[]> => {
    const found = await checkPapers(texts.map((text) => ({ name: 'x', text })), own);
    return found.map((finding) => finding.why);
  };
  const other = await dealtAnew(first.replace('"d4e9725b', '"d4e9725c'));
  assert.deepEqual(await why(other), [null]);
  assert.deepEqual(await why(first, other), ['twice', 'twice']);
  const broken = await dealtAnew(second.replace(/"chain":"./, (found) => found.slice(0, -1) + '0'));
  assert.deepEqual(await why(broken), [null]);
  assert.deepEqual(await why(first, second), [null, null]);
  assert.deepEqual(await why(first, broken), [null, 'after']);
});

test('where nobody gave chance a deal holds, but is not called fair', async () => {
  const verdict = async (...names: string[]): Promise<string> =>
    verdictOf(await checkPapers(names.map((name) => ({ name, text: read(name) }))));
  assert.equal(await verdict('dummy-1.json', 'dummy-2.json'), 'fair');
  assert.equal(await verdict('nobody-1.json'), 'alone');
  assert.equal(await verdict('dummy-1.json', 'nobody-1.json'), 'alone');
  assert.equal(await verdict('dummy-1.json', 'steps.json'), 'unfair');
  assert.equal(verdictOf([]), 'unfair');
  assert.deepEqual(chanceIn(proof('dummy-2.json')), { people: 2, gave: 1 });
  const bare = read('dummy-1.deal').replace(/^\[(Transcript|Reveal) .*\n/gm, '');
  assert.equal(verdictOf(await checkPapers([{ name: 'x', text: bare }])), 'unproved');
});

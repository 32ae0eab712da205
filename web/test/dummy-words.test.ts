// Words of Dummy: which cards a legal word touches, and the order of a hand.
import assert from 'node:assert/strict';
import test from 'node:test';
import { moved, sorted } from '../src/cards/order.ts';
import {
  endOf, layOffsOf, meldOf, nearest, onlyKnocks, pickable, pickUpsOf, readWord,
} from '../src/dummy/words.ts';
import { cardsOf } from '../src/texts/written.ts';

test('each word of docs/record.md is read', () => {
  assert.deepEqual(readWord('+'), { act: 'draw', card: null });
  assert.deepEqual(readWord('+6s'), { act: 'draw', card: '6s' });
  assert.deepEqual(readWord('^Jh=ThJhQh'), { act: 'pick_up', card: 'Jh', lays: ['Th', 'Jh', 'Qh'] });
  assert.deepEqual(readWord('^8s@5s'), { act: 'pick_up_to_lay_off', card: '8s', on: '5s' });
  assert.deepEqual(readWord('=3d3h3s'), { act: 'meld', cards: ['3d', '3h', '3s'] });
  assert.deepEqual(readWord('>6c@3c'), { act: 'lay_off', card: '6c', on: '3c' });
  assert.deepEqual(readWord('-Qs'), { act: 'discard', card: 'Qs' });
  assert.deepEqual(readWord('#Qs'), { act: 'knock', card: 'Qs' });
  assert.deepEqual(readWord('.'), { act: 'decline' });
  assert.throws(() => readWord('!'));
});

test('a selection is a meld only if the server lists just these cards, in whatever order', () => {
  const words = ['=3d3h3s', '=3d3h3s3c', '-3d'];
  assert.equal(meldOf(words, ['3s', '3d', '3h']), '=3d3h3s');
  assert.equal(meldOf(words, ['3s', '3d']), null);
  assert.equal(meldOf(words, ['3s', '3d', '4h']), null);
});

test('lay-offs are found by card and by the lowest card of their meld', () => {
  const words = ['>6c@3c', '>6c@6d', '>7c@3c', '-6c'];
  assert.deepEqual([...layOffsOf(words, '6c')], [['3c', '>6c@3c'], ['6d', '>6c@6d']]);
  assert.equal(layOffsOf(words, '9c').size, 0);
});

test('pick-ups are found by the card with which they begin, the smallest meld first', () => {
  const words = ['^Jh=ThJhQhKh', '^Jh=ThJhQh', '^8s@5s', '+'];
  assert.deepEqual(pickUpsOf(words, 'Jh'), ['^Jh=ThJhQh', '^Jh=ThJhQhKh']);
  assert.deepEqual([...pickable(words)], ['Jh', '8s']);
  assert.equal(nearest(pickUpsOf(words, 'Jh'), ['Kh']), '^Jh=ThJhQhKh');
  assert.equal(nearest(pickUpsOf(words, 'Jh'), []), '^Jh=ThJhQh');
  assert.equal(nearest([], ['Kh']), null);
});

test('a card ends the turn by discard or by knock', () => {
  assert.equal(endOf(['-2c', '-3c'], '3c'), '-3c');
  assert.equal(endOf(['#3c'], '3c'), '#3c');
  assert.equal(endOf(['#3c'], '2c'), null);
  assert.ok(onlyKnocks(['#3c']));
  assert.ok(!onlyKnocks(['#3c', '-2c']));
  assert.deepEqual(cardsOf('ThJhQh'), ['Th', 'Jh', 'Qh']);
});

test('a hand is sorted by suit, by rank or by hand, and no card is lost', () => {
  assert.deepEqual(moved(['9s', '2c', 'Kd'], 'Kd', 0), ['Kd', '9s', '2c']);
  assert.deepEqual(sorted(['9s', '2c', 'Kd', 'Ts'], 'rank'), ['2c', '9s', 'Ts', 'Kd']);
  assert.deepEqual(sorted(['Kd', '9s', '2c', 'Ts'], 'suit'), ['9s', 'Ts', '2c', 'Kd']);
  assert.deepEqual(sorted(['Kd', '9s'], 'own'), ['Kd', '9s']);
});

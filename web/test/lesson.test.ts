// Lessons: texts with cards in them, and how far one is.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readProgress, withDone } from '../src/lesson/progress.ts';
import { paragraphsOf, piecesOf } from '../src/lesson/prose.ts';

test('cards in a sentence become cards, those that stand together one piece', () => {
  assert.deepEqual(piecesOf('Pick up 6♥, then 10♦ J♦ ** are a run.'), [
    { text: 'Pick up ' },
    { cards: ['6h'] },
    { text: ', then ' },
    { cards: ['Td', 'Jd', '**'] },
    { text: ' are a run.' },
  ]);
});

test('a sentence without cards is one piece, and numbers are no cards', () => {
  assert.deepEqual(piecesOf('The order is 2 3 10 J, ♣ is clubs.'), [{ text: 'The order is 2 3 10 J, ♣ is clubs.' }]);
  assert.deepEqual(piecesOf(''), []);
});

test('paragraphs are parted by a blank line, and what is set in stays so', () => {
  assert.deepEqual(paragraphsOf('Two kinds:\n\n  A run: 4♦\n  A set'), [
    [{ line: 'Two kinds:', inset: false }],
    [
      { line: 'A run: 4♦', inset: true },
      { line: 'A set', inset: true },
    ],
  ]);
});

test('progress is read back, and what is none is left out', () => {
  assert.deepEqual(readProgress('{"dummy":{"done":[2,1,2,"x",99],"at":3},"indian":{"done":7,"at":1},"x":null}'), {
    dummy: { done: [1, 2], at: 3 },
  });
  assert.deepEqual(readProgress(null), {});
  assert.deepEqual(readProgress('{'), {});
  assert.deepEqual(readProgress('3'), {});
});

test('a step that is done again stands once', () => {
  assert.deepEqual(withDone({ done: [1, 3], at: 2 }, 2), { done: [1, 2, 3], at: 2 });
  assert.deepEqual(withDone({ done: [1], at: 1 }, 1), { done: [1], at: 1 });
});

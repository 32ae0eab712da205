// The rule book is searched by words, in every script.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bookPath, rulesIn } from '../src/book/path.ts';
import { holds, pieces, wordsOf } from '../src/book/search.ts';

test('a line is found by all of its words, in any case and without accents', () => {
  assert.ok(holds(['Feeding a SPETO', 'costs 50'], wordsOf('  speto   50 ')));
  assert.ok(!holds(['Feeding a speto'], wordsOf('speto head')));
  assert.ok(holds(['Café'], wordsOf('cafe')) && holds(['cafe'], wordsOf('CAFÉ')));
  assert.ok(holds(['ทิ้งสเปโต'], wordsOf('สเปโต')) && !holds(['ทิ้งหัว'], wordsOf('สเปโต')));
  assert.ok(holds(['anything'], wordsOf('')));
});

test('what is marked is what was asked for, and the pieces make up the text', () => {
  const texts = ['The head, a Head: HEAD', 'ทิ้งสเปโต ตอนสเปโตอยู่', '墊牌與頭牌', 'Café İstanbul', ''];
  for (const text of texts) {
    for (const query of ['head', 'สเปโต', '頭', 'cafe i', 'zzz', '']) {
      const cut = pieces(text, wordsOf(query));
      assert.equal(cut.map((piece) => piece.text).join(''), text);
      for (const { text: piece, found } of cut) {
        if (found) assert.ok(holds([query], wordsOf(piece).slice(0, 1)), `${query} in ${text}`);
      }
    }
  }
  assert.equal(pieces('The head, a Head: HEAD', ['head']).filter(({ found }) => found).length, 3);
});

test('the link to a clause names the rules of its table, unless they are the default', () => {
  assert.equal(bookPath('dummy', 'default', 'D-HEAD-2'), '/rules/dummy#D-HEAD-2');
  const path = bookPath('dummy', 'default,match_target=300', 'D-MATCH-1');
  const url = new URL(path, 'http://table.example');
  assert.equal(rulesIn(url.search), 'default,match_target=300');
  assert.deepEqual([url.pathname, url.hash], ['/rules/dummy', '#D-MATCH-1']);
  assert.equal(rulesIn(''), 'default');
});

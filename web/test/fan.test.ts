// Fans and sizes: a strip wide enough to tap, and all zones within the height.
import assert from 'node:assert/strict';
import test from 'node:test';
import { fanned, stepTo } from '../src/cards/fan.ts';
import { fanWidths, shapeOf, sizesFor } from '../src/cards/sizes.ts';

const row = { width: 356, size: 46, minStep: 24, maxLines: 3, gap: 4 };

test('thirty cards of the row show strips of 24 pixels on a phone, in three lines at most', () => {
  for (const width of [326, 356]) {
    for (let count = 2; count <= 30; count += 1) {
      const laid = fanned(count, { ...row, width, size: Math.min(46, (width + 34) / 8.4) });
      assert.ok(laid.step >= 24, `${count} cards on ${width}: ${laid.step}`);
      assert.ok(laid.lines <= 3);
      assert.ok(laid.perLine * laid.lines >= count);
    }
  }
});

test('a fan is never wider than its room, and few cards lie side by side', () => {
  for (let count = 2; count <= 30; count += 1) {
    const laid = fanned(count, row);
    assert.ok(laid.step * (laid.perLine - 1) + row.size <= row.width + 0.001);
  }
  assert.equal(fanned(3, row).step, row.size + row.gap);
  assert.equal(fanned(0, row).lines, 0);
});

test('arrows go from card to card and from line to line, and around the ends', () => {
  assert.equal(stepTo('ArrowRight', 29, 30, 10), 0);
  assert.equal(stepTo('ArrowLeft', 0, 30, 10), 29);
  assert.equal(stepTo('ArrowDown', 3, 30, 10), 13);
  assert.equal(stepTo('ArrowUp', 3, 30, 10), null);
  assert.equal(stepTo('End', 3, 30, 10), 29);
  assert.equal(stepTo('a', 3, 30, 10), null);
  assert.equal(stepTo('ArrowRight', 0, 0, 0), null);
});

const WINDOWS: readonly (readonly [number, number])[] = [
  [360, 640], [390, 664], [390, 844], [430, 932], [768, 1024], [844, 390], [667, 375],
  [1024, 768], [1280, 800], [1920, 1080],
];

/** The height that the zones below the other players take, as the style sheet lays them out. */
function below(size: readonly [number, number], big: boolean, cards: { row: number; hand: number }): number {
  const sizes = sizesFor({ width: size[0], height: size[1], big }, { ...cards, melds: 4 });
  const rows = sizes.rowLines * (sizes.row * 1.4 + 9) + 34;
  const hand = sizes.handLines * (sizes.hand * 1.4 + 9) + 14;
  return sizes.shape === 'landscape' ? rows + hand + 20 : 44 + rows + 50 + hand + 80 + 36;
}

test('row, hand and verbs leave height for the other players on every window', () => {
  for (const size of WINDOWS) {
    for (const big of [false, true]) {
      for (const cards of [{ row: 1, hand: 7 }, { row: 30, hand: 11 }, { row: 12, hand: 20 }]) {
        const left = size[1] - below(size, big, cards);
        assert.ok(left >= 60, `${size.join('x')} big=${big} ${JSON.stringify(cards)}: ${left}`);
      }
    }
  }
});

test('a window is wide from 1000 by 600, else upright or on its side', () => {
  assert.equal(shapeOf({ width: 1000, height: 600, big: false }), 'wide');
  assert.equal(shapeOf({ width: 844, height: 390, big: false }), 'landscape');
  assert.equal(shapeOf({ width: 768, height: 1024, big: false }), 'portrait');
  assert.equal(fanWidths({ width: 390, height: 844, big: false }, 'portrait').hand, 374);
});

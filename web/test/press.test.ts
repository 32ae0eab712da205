// A press holds back what comes, for as long as its click may come and no longer.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';

import { Press } from '../src/feel/press.ts';

/** A window with a pointer, what waits for it, and what was done in which order. */
class Hand {
  readonly window = new EventTarget();
  readonly press = new Press();
  readonly did: string[] = [];
  readonly clock: TestContext['mock']['timers'];

  constructor({ mock }: TestContext) {
    mock.timers.enable({ apis: ['setTimeout'] });
    this.clock = mock.timers;
    this.press.watch(this.window);
    this.press.on(() => this.did.push('deed'));
    this.window.addEventListener('click', () => this.did.push('click'));
  }

  does(kind: string, at: { x?: number; buttons?: number } = {}): void {
    const { x = 0, buttons = 1 } = at;
    this.window.dispatchEvent(Object.assign(new Event(kind), { clientX: x, clientY: 0, buttons }));
  }

  comes(...names: string[]): void {
    for (const name of names) this.press.after(() => this.did.push(name));
  }
}

test('what comes while nothing is pressed is done at once', (context) => {
  const hand = new Hand(context);
  hand.comes('a');
  assert.deepEqual(hand.did, ['a']);
});

test('what comes between a press and its click is done before the click is answered', (context) => {
  const hand = new Hand(context);
  hand.does('pointerdown');
  hand.comes('a');
  hand.does('pointermove', { x: 3 });
  hand.does('pointerup');
  hand.comes('b');
  assert.deepEqual(hand.did, []);
  hand.does('click');
  assert.deepEqual(hand.did, ['a', 'b', 'deed', 'click']);
});

test('a press that becomes a drag holds nothing back, and each of its moves is a deed', (context) => {
  const hand = new Hand(context);
  hand.does('pointerdown');
  hand.comes('a');
  hand.does('pointermove', { x: 20 });
  hand.comes('b');
  hand.does('pointermove', { x: 21 });
  assert.deepEqual(hand.did, ['a', 'deed', 'b', 'deed']);
});

for (const end of ['pointerup', 'pointercancel']) {
  test(`after ${end} a click that does not come is not waited for`, (context) => {
    const hand = new Hand(context);
    hand.does('pointerdown');
    hand.comes('a');
    hand.does(end);
    assert.deepEqual(hand.did, []);
    hand.clock.tick(500);
    assert.deepEqual(hand.did, ['a']);
  });
}

test('a pointer whose end was not heard is let go when it moves without a button', (context) => {
  const hand = new Hand(context);
  hand.does('pointerdown');
  hand.comes('a');
  hand.does('pointermove', { buttons: 0 });
  hand.clock.tick(500);
  assert.deepEqual(hand.did, ['a']);
});

test('a pointer that stays down holds nothing back for ever', (context) => {
  const hand = new Hand(context);
  hand.does('pointerdown');
  hand.comes('a');
  hand.clock.tick(6_000);
  hand.comes('b');
  assert.deepEqual(hand.did, ['a', 'b']);
});

for (const kind of ['keydown', 'visibilitychange']) {
  test(`${kind} ends a press`, (context) => {
    const hand = new Hand(context);
    hand.does('pointerdown');
    hand.comes('a');
    hand.does(kind);
    assert.deepEqual(hand.did, ['a', 'deed']);
  });
}

test('what comes while that which waited is done keeps its place behind it', (context) => {
  const hand = new Hand(context);
  hand.does('pointerdown');
  hand.press.after(() => hand.comes('c'));
  hand.comes('a', 'b');
  hand.does('click');
  assert.deepEqual(hand.did, ['a', 'b', 'c', 'deed', 'click']);
});

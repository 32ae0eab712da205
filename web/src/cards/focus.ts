// Moving the focus after an action. What must stay true: it moves whatever the hand used, since a
// screen reader follows it; the ring is drawn only for who last used a key.
let byKey = false;

addEventListener('keydown', () => (byKey = true), { capture: true });
addEventListener('pointerdown', () => (byKey = false), { capture: true });

export function focusOn(element: HTMLElement | null | undefined): void {
  element?.focus({ preventScroll: true, focusVisible: byKey });
}

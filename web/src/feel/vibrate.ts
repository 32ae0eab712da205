// A short buzz, where the device has one. What must stay true: it buzzes only if it may.
import { settings } from './settings.svelte.ts';

/** Buzz: once for the own turn, twice for a fine or a clock that runs out. */
export function buzz(kind: 'turn' | 'warning'): void {
  if (!settings.vibration || typeof navigator.vibrate !== 'function') return;
  if (!navigator.userActivation?.hasBeenActive) return; // browsers refuse before the first tap
  navigator.vibrate(kind === 'turn' ? 30 : [40, 60, 40]);
}

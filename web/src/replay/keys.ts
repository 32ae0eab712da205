// The keys of a replay. What must stay true: a key that is written, or that moves inside a fan, a list
// or a slider, is left alone; the brackets are found on a keyboard that writes Thai or Hindi too.
import { signOf } from '../table/keys.ts';

export type Press = 'back' | 'on' | 'turn_back' | 'turn_on' | 'start' | 'end' | 'play';

const PRESSES: Readonly<Record<string, Press>> = {
  ArrowLeft: 'back',
  ArrowRight: 'on',
  '[': 'turn_back',
  ']': 'turn_on',
  BracketLeft: 'turn_back',
  BracketRight: 'turn_on',
  Home: 'start',
  End: 'end',
  ' ': 'play',
};

interface Key {
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly target: EventTarget | null;
}

/** What a key asks of a replay; null if it is not for it. */
export function pressOf({ key, code, shiftKey, ctrlKey, altKey, metaKey, target }: Key): Press | null {
  const press = PRESSES[signOf({ key, code, shiftKey })];
  if (!press || ctrlKey || altKey || metaKey) return null;
  const on = target as { closest?: (selectors: string) => unknown } | null;
  if (on?.closest?.('input, select, textarea, dialog')) return null;
  if (key === ' ' && on?.closest?.('button, a, summary')) return null;
  if (!press.startsWith('turn_') && on?.closest?.('[data-card]')) return null;
  return press;
}

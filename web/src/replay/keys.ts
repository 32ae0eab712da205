// The keys of a replay. What must stay true: a key that is written, or that moves inside a fan, a list
// or a slider, is left alone.

export type Press = 'back' | 'on' | 'turn_back' | 'turn_on' | 'start' | 'end' | 'play';

const PRESSES: Readonly<Record<string, Press>> = {
  ArrowLeft: 'back',
  ArrowRight: 'on',
  '[': 'turn_back',
  ']': 'turn_on',
  Home: 'start',
  End: 'end',
  ' ': 'play',
};

interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly target: EventTarget | null;
}

/** What a key asks of a replay; null if it is not for it. */
export function pressOf({ key, ctrlKey, altKey, metaKey, target }: Key): Press | null {
  const press = PRESSES[key];
  if (!press || ctrlKey || altKey || metaKey) return null;
  const on = target as { closest?: (selectors: string) => unknown } | null;
  if (on?.closest?.('input, select, textarea, dialog')) return null;
  if (key === ' ' && on?.closest?.('button, a, summary')) return null;
  if (!'[]'.includes(key) && on?.closest?.('[data-card]')) return null;
  return press;
}

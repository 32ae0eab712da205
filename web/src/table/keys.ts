// What a key asks for at a table, by the letters of its game. What must stay true: a key is never
// taken from a field, a sheet or a browser's own shortcut; one that is held down does nothing twice;
// a letter is found on a keyboard that writes Thai or Hindi too.

export interface Key {
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly repeat: boolean;
  readonly defaultPrevented: boolean;
  readonly target: EventTarget | null;
}

const WRITTEN = 'input[type="text"], textarea, select, dialog';

/** What a key asks for; without hotkeys Escape alone is heard. */
export function pressIn<Press extends string>(
  key: Key,
  letters: Readonly<Record<string, Press>>,
  hotkeys: boolean,
): Press | null {
  if (key.ctrlKey || key.metaKey || key.altKey || key.repeat || key.defaultPrevented) return null;
  const on = key.target as { closest?: (selectors: string) => unknown } | null;
  if (on?.closest?.(WRITTEN)) return null;
  const sign = signOf(key);
  if (!hotkeys && sign !== 'Escape') return null;
  return letters[sign] ?? letters[sign.toLowerCase()] ?? null;
}

/** The sign of a key: what it writes, or what its place has on a Latin keyboard if that is no Latin. */
export function signOf({ key, code, shiftKey }: Pick<Key, 'key' | 'code' | 'shiftKey'>): string {
  const sign = /^[ -~]+$/.test(key) ? key : shiftKey && code === 'Slash' ? '?' : code.replace(/^Key/, '');
  return sign.length === 1 && !shiftKey ? sign.toLowerCase() : sign;
}

// The letters of the table of Indian Rummy. What must stay true: they can be turned off, they are
// never taken from a field, a sheet or a browser's own shortcut, and a key held down does nothing twice.
import { settings } from '../feel/settings.svelte.ts';

export type Press =
  | 'draw' | 'take' | 'group' | 'auto' | 'discard' | 'declare' | 'drop' | 'sort' | 'undo' | 'read' | 'help'
  | 'clear' | 'log' | 'thrown';

const LETTERS: Readonly<Record<string, Press>> = {
  d: 'draw',
  D: 'drop',
  o: 'take',
  g: 'group',
  a: 'auto',
  x: 'discard',
  e: 'declare',
  '!': 'declare',
  s: 'sort',
  u: 'undo',
  t: 'read',
  l: 'log',
  p: 'thrown',
  '?': 'help',
  Escape: 'clear',
};

/** What a key asks for at the table; null if it is not the table's. */
export function pressOf(event: KeyboardEvent): Press | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return null;
  const target = event.target;
  if (target instanceof Element && target.closest('input[type="text"], textarea, select, dialog')) return null;
  if (document.querySelector('dialog[open]')) return null;
  const key = event.key.length === 1 && !event.shiftKey ? event.key.toLowerCase() : event.key;
  const press = LETTERS[key] ?? LETTERS[key.toLowerCase()] ?? null;
  return settings.hotkeys || press === 'clear' ? press : null;
}

// The letters of the table of Dummy. What must stay true: they can be turned off, they are never
// taken from a field, a sheet or a browser's own shortcut, and a key held down does nothing twice.
import { settings } from '../feel/settings.svelte.ts';

export type Press =
  | 'draw'
  | 'pick'
  | 'meld'
  | 'lay'
  | 'discard'
  | 'knock'
  | 'sort'
  | 'undo'
  | 'read'
  | 'help'
  | 'clear'
  | 'log';

const LETTERS: Readonly<Record<string, Press>> = {
  d: 'draw',
  p: 'pick',
  m: 'meld',
  l: 'lay',
  x: 'discard',
  k: 'knock',
  s: 'sort',
  u: 'undo',
  t: 'read',
  g: 'log',
  '?': 'help',
  Escape: 'clear',
};

/** What a key asks for at the table; null if it is not the table's. */
export function pressOf(event: KeyboardEvent): Press | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return null;
  const target = event.target;
  if (target instanceof Element && target.closest('input[type="text"], textarea, select, dialog'))
    return null;
  if (document.querySelector('dialog[open]')) return null;
  const press = LETTERS[event.key.length === 1 ? event.key.toLowerCase() : event.key] ?? null;
  return settings.hotkeys || press === 'clear' ? press : null;
}

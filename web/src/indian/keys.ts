// The letters of the table of Indian Rummy. What must stay true: they can be turned off, and none is
// taken while a sheet is open.
import { settings } from '../feel/settings.svelte.ts';
import { pressIn } from '../table/keys.ts';

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
  return document.querySelector('dialog[open]') ? null : pressIn(event, LETTERS, settings.hotkeys);
}

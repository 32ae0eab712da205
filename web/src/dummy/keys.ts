// The letters of the table of Dummy. What must stay true: they can be turned off, and none is taken
// while a sheet is open.
import { settings } from '../feel/settings.svelte.ts';
import { pressIn } from '../table/keys.ts';

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
  return document.querySelector('dialog[open]') ? null : pressIn(event, LETTERS, settings.hotkeys);
}

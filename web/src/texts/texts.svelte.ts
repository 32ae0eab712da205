// The words of the client, one language at a time, from the catalogue that the server gives.
// What must stay true: every sentence has a key of its own; the language can change at any time.
import { keep, settings } from '../feel/settings.svelte.ts';
import { fetchJson } from '../wire/web.ts';
import { pseudo, say, type Catalogue, type Holes, type Language } from './plural.ts';

const isPseudo = new URLSearchParams(location.search).has('pseudo');

let texts = $state.raw<Catalogue>({});
let spoken = $state<Language>(settings.language);
let asked = 0;

/** The sentence of a key, its holes filled; the hole `n` chooses the plural. */
export function t(key: string, holes: Holes = {}): string {
  const text = say(texts, spoken, key, holes) ?? key;
  return isPseudo ? pseudo(text) : text;
}

/** Whether there are words for a key. */
export const has = (key: string): boolean => key in texts || `${key}.other` in texts;

/** The language that is spoken now. */
export const language = (): Language => spoken;

// a language that was chosen in another tab
addEventListener('storage', () => {
  if (settings.language !== spoken) speak(settings.language).catch(() => {});
});

/** Load a language and speak it from now on. */
export async function speak(wanted: Language): Promise<void> {
  const turn = ++asked;
  const found = await fetchJson<Catalogue>(`/texts/${wanted}`);
  if (turn !== asked) return; // another one was chosen meanwhile
  texts = found;
  spoken = wanted;
  keep('language', wanted);
  document.documentElement.lang = wanted;
}

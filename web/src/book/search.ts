// Finding lines of a rule book by words, whatever their case and accents.
// What must stay true: a line is found only if it holds every word, and what is marked is what was
// asked for.

/** A piece of a text, and whether it is what was searched for. */
export interface Piece {
  readonly text: string;
  readonly found: boolean;
}

const ACCENTS = /[\u0300-\u036f]/g;

/** A letter as it is compared: small, without the accents of Latin letters. */
const plain = (text: string): string => text.normalize('NFD').replace(ACCENTS, '').toLowerCase();

/** The words of a query. */
export const wordsOf = (query: string): readonly string[] =>
  plain(query).split(/\s+/).filter(Boolean);

/** Whether the texts of a line hold every word. */
export function holds(texts: readonly string[], words: readonly string[]): boolean {
  const all = plain(texts.join('\n'));
  return words.every((word) => all.includes(word));
}

/** A text cut into pieces, the words in it marked. */
export function pieces(text: string, words: readonly string[]): readonly Piece[] {
  if (words.length === 0) return text ? [{ text, found: false }] : [];
  // each character may become several, or none: remember which one each came from
  const from: number[] = [];
  let folded = '';
  for (let at = 0; at < text.length; at++) {
    for (const letter of plain(text[at] ?? '')) {
      folded += letter;
      from.push(...Array.from({ length: letter.length }, () => at));
    }
  }
  const marked = new Uint8Array(text.length);
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      marked.fill(1, from[at] ?? 0, (from[at + word.length - 1] ?? 0) + 1);
    }
  }
  const cut: Piece[] = [];
  let start = 0;
  for (let at = 1; at <= text.length; at++) {
    if (at < text.length && marked[at] === marked[start]) continue;
    cut.push({ text: text.slice(start, at), found: marked[start] === 1 });
    start = at;
  }
  return cut;
}

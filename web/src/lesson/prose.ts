// A text of a lesson as pieces: words, and cards that are to be shown as cards.
// What must stay true: no word is lost; a card is read out by its name.
const CARD = /(10|[2-9JQKA])([♣♦♥♠])|\*\*/g;
const SUITS: Readonly<Record<string, string>> = { '♣': 'c', '♦': 'd', '♥': 'h', '♠': 's' };

export type Piece = { readonly text: string } | { readonly cards: readonly string[] };

/** The pieces of a line; cards that stand together are one piece. */
export function piecesOf(line: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of line.matchAll(CARD)) {
    const before = line.slice(from, found.index);
    const last = pieces.at(-1);
    const card = found[0] === '**' ? '**' : (found[1] === '10' ? 'T' : found[1] ?? '') + (SUITS[found[2] ?? ''] ?? '');
    if (last && 'cards' in last && before.trim() === '') pieces[pieces.length - 1] = { cards: [...last.cards, card] };
    else pieces.push(...(before ? [{ text: before }] : []), { cards: [card] });
    from = found.index + found[0].length;
  }
  const rest = line.slice(from);
  return rest ? [...pieces, { text: rest }] : pieces;
}

/** The paragraphs of a text, each a list of lines; a line that is set in stands in a list. */
export const paragraphsOf = (text: string): readonly (readonly { readonly line: string; readonly inset: boolean }[])[] =>
  text.split('\n\n').map((part) =>
    part.split('\n').filter(Boolean).map((line) => ({ line: line.trim(), inset: line.startsWith('  ') })),
  );

// Rule books as they are fetched, one for each game, rules and language; kept while the page is open.
// What must stay true: a clause has the same title on a sheet and in the book of its table.
import type { BookClause, RuleBook } from '$protocol';
import { language } from '../texts/texts.svelte.ts';
import { fetchJson } from '../wire/web.ts';

const kept = new Map<string, Promise<RuleBook>>();

/** The book of a game at a table with these rules, in a language; rejects with NotDone. */
function fetchBook(game: string, rules: string, spoken: string): Promise<RuleBook> {
  const asked = new URLSearchParams({ language: spoken, rules });
  const path = `/book/${encodeURIComponent(game)}?${asked}`;
  const known = kept.get(path);
  if (known) return known;
  const coming = fetchJson<RuleBook>(path);
  kept.set(path, coming);
  coming.catch(() => kept.delete(path)); // to be asked again
  return coming;
}

/** A clause of a book, by its code. */
export function clauseIn(book: RuleBook | null, code: string): BookClause | null {
  for (const section of book?.sections ?? []) {
    const found = section.clauses.find((clause) => clause.code === code);
    if (found) return found;
  }
  return null;
}

/** The book that belongs to what is shown: null until it is there, and after a failure. */
export class OpenBook {
  book = $state.raw<RuleBook | null>(null);
  failed = $state(false);
  #asked = 0;

  constructor(what: () => { game: string; rules: string }) {
    $effect(() => {
      const { game, rules } = what();
      this.open(game, rules, language());
    });
  }

  open(game: string, rules: string, spoken: string): void {
    const turn = ++this.#asked;
    this.failed = false;
    fetchBook(game, rules, spoken).then(
      (book) => {
        if (turn === this.#asked) this.book = book;
      },
      () => {
        if (turn === this.#asked) this.failed = true;
      },
    );
  }

  titleOf(code: string): string {
    return clauseIn(this.book, code)?.title ?? code;
  }
}

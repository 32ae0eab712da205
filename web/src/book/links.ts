// Links into the rule book of a table. What must stay true: the link says which rules the book is of,
// so that it shows the same numbers to whoever it is sent to.
import { go } from '../going.svelte.ts';
import { bookPath } from './path.ts';

export { bookPath };

/** Go to a clause in the book of a table. */
export function openBook(game: string, rules: string, clause: string | null): void {
  go({ screen: 'book', game, clause });
  history.replaceState(history.state, '', bookPath(game, rules, clause));
}

// The paths of clauses. What must stay true: a path says of which rules the book is, and the book is
// found again by it.
import { pathOf } from '../address.ts';

/** The path of a clause in the book of a table with these rules. */
export function bookPath(game: string, rules: string, clause: string | null): string {
  const [path = '', hash] = pathOf({ screen: 'book', game, clause }).split('#');
  const query = rules === 'default' ? '' : `?rules=${encodeURIComponent(rules)}`;
  return path + query + (hash ? `#${hash}` : '');
}

/** The rules that a link into a book names. */
export const rulesIn = (search: string): string => new URLSearchParams(search).get('rules') || 'default';

// Whether the own hand, as it is grouped, is a Show, and the word that shows it.
// What must stay true: it is good only if the server has said so, of just these groups or in its list
// of Shows; the three ticks are read from what the server says of the groups.
import type { Best, Show } from '$protocol';
import { showOf } from './words.ts';

export interface Asked {
  /** What the server says of the groups, the finishing card put aside. */
  readonly best: Best;
  readonly groups: readonly (readonly string[])[];
  readonly loose: readonly string[];
  /** Null for a hand as it was dealt. */
  readonly finishing: string | null;
  /** The Show with this finishing card that the server lists. */
  readonly listed: Pick<Show, 'word' | 'groups' | 'loose'> | null;
  /** A Show is judged as it is grouped. */
  readonly strict: boolean;
  readonly wilds: readonly string[];
}

export interface Check {
  readonly good: boolean;
  readonly pure: boolean;
  readonly runs: boolean;
  readonly all: boolean;
  readonly word: string;
  /** The groups that are shown, each with what the server says it is. */
  readonly groups: readonly { readonly kind: string; readonly cards: readonly string[] }[];
  readonly loose: readonly string[];
  /** Other groups than the own ones are shown. */
  readonly regrouped: boolean;
}

export function checkOf({ best, groups, loose, finishing, listed, strict, wilds }: Asked): Check {
  const word = showOf(groups, loose, finishing);
  const seen = groupsOf(groups, best);
  if (best.show) {
    return { good: true, pure: true, runs: true, all: true, word, ...seen, regrouped: false, loose };
  }
  if (listed && !strict) {
    const told = listed.groups.map((cards) => ({ kind: 'good', cards }));
    return { good: true, pure: true, runs: true, all: true, word: listed.word, groups: told, regrouped: true, loose: listed.loose };
  }
  const pure = best.stage !== 'no_pure';
  const runs = best.stage === 'complete';
  const stray = best.loose.filter((card) => card !== '**' && !wilds.includes(card));
  return { good: false, pure, runs, all: stray.length === 0, word, ...seen, regrouped: false, loose };
}

function groupsOf(groups: readonly (readonly string[])[], best: Best): Pick<Check, 'groups'> {
  const told = best.groups.map(({ kind, cards }) => ({ kind, key: cards.toSorted().join('') }));
  return {
    groups: groups
      .filter((cards) => cards.length)
      .map((cards) => {
        const at = told.findIndex(({ key }) => key === cards.toSorted().join(''));
        return { kind: at < 0 ? 'loose' : (told.splice(at, 1)[0]?.kind ?? 'loose'), cards };
      }),
  };
}

// Links to a moment of a replay. What must stay true: a link shows to everybody the same moment.
import { go } from '../going.svelte.ts';
import { momentPath } from '../replay/moments.ts';

/** Go to a moment of a deal. */
export function openMoment(table: string, deal: number, moment: number): void {
  go({ screen: 'replay', table, deal });
  history.replaceState(history.state, '', momentPath(table, deal, moment));
}

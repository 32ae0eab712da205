// What the server says of a sheet, in the shape that the tables of scores show.
// What must stay true: no point is added up here; totals and winners are the server's own.
import type { Score } from './keeping.svelte.ts';
import type { DealScore } from '../sheet/lines.ts';
import type { Standing } from '../wire/protocol.ts';
import { valueOf, type Changes } from '../options/rules.ts';
import type { OptionsForm } from '../wire/protocol.ts';

type Match = NonNullable<Score['match']>;

/** The match as a standing; null as long as it cannot be told. */
export function standingOf(score: Score): Standing | null {
  const { match } = score;
  if (!match) return null;
  return {
    playing: playingOf(match, score.seats.length),
    places: playingOf(match, score.seats.length),
    starter: match.starter ?? 0,
    direction: match.direction,
    deals: score.deals.map(({ scores }) => scores),
    totals: match.totals,
    over: match.over,
    winners: match.over ? match.winners : [],
    may_rejoin: [],
    settlement: match.over ? match.settlement : null,
    settled_by: match.settled_by,
  };
}

const playingOf = (match: Match, seats: number): readonly number[] =>
  'playing' in match ? match.playing : Array.from({ length: seats }, (_, seat) => seat);

/** A deal of the sheet, from 0, as its lines are shown. */
export function dealScore(score: Score, at: number): DealScore | null {
  const deal = score.deals[at];
  if (!deal) return null;
  return {
    game: score.game,
    rules: score.rules,
    table: null,
    deal: at + 1,
    names: score.seats,
    own: null,
    scores: deal.scores,
    entries: deal.entries.map((entry) => ({ ...entry, at: 0 })),
    receipts: 'receipts' in deal ? deal.receipts : [],
    log: [],
  };
}

/** The totals after a deal, from 0. */
export function totalsAfter(score: Score, at: number): readonly number[] | null {
  const deal = score.deals[at];
  if (deal && 'totals' in deal) return deal.totals;
  return at === score.deals.length - 1 ? (score.match?.totals ?? null) : null;
}

/** Who starts the next deal, and the names in the order in which they play; null after the last. */
export function nextOf(score: Score): { starter: string; order: readonly string[]; deal: number } | null {
  const { match, seats } = score;
  if (!match || match.over || match.starter === null) return null;
  const { starter, direction } = match;
  const playing = playingOf(match, seats.length);
  const order = seats
    .map((_, n) => (((starter + n * direction) % seats.length) + seats.length) % seats.length)
    .filter((seat) => playing.includes(seat))
    .map((seat) => seats[seat] ?? '');
  return { starter: seats[starter] ?? '', order, deal: score.deals.length + 1 };
}

/** The points at which a match of these rules ends for somebody; null where there are none. */
export function targetOf(form: OptionsForm, preset: string, changes: Changes): number | null {
  const value = (name: string): unknown => {
    const option = form.options.find((one) => one.name === name);
    return option ? valueOf(option, preset, changes) : null;
  };
  const target = form.game === 'dummy' ? value('match_target') : value('format') === 'pool' ? value('pool_limit') : null;
  return Number(target) > 0 ? Number(target) : null;
}

// The own deals put together by their tables, the newest first.
// What must stay true: no deal is lost or counted twice, however the pages come; points are those that
// the server tells, only put together for one line.
import type { HistoryDeal, ReplaySeat } from '$protocol';

/** Somebody at a table, and what the deals shown here brought him. */
export interface Player {
  readonly name: string;
  readonly level: string | null;
  readonly mine: boolean;
  readonly points: number;
}

export interface Played {
  readonly table: string;
  readonly game: string;
  readonly at: number;
  /** The deals, the newest first. */
  readonly deals: readonly HistoryDeal[];
  readonly players: readonly Player[];
}

/** The deals of two pages together; a deal that is on both stands once. */
export function joined(known: readonly HistoryDeal[], more: readonly HistoryDeal[]): readonly HistoryDeal[] {
  const key = ({ table, deal }: HistoryDeal): string => `${table} ${deal}`;
  const there = new Set(known.map(key));
  return [...known, ...more.filter((deal) => !there.has(key(deal)))];
}

/** The tables of these deals, in the order of their newest deals. */
export function matchesOf(deals: readonly HistoryDeal[]): readonly Played[] {
  const tables = new Map<string, HistoryDeal[]>();
  for (const deal of deals) tables.set(deal.table, [...(tables.get(deal.table) ?? []), deal]);
  return [...tables.values()].flatMap((lot) => {
    const sorted = lot.toSorted((one, other) => other.deal - one.deal);
    const [newest] = sorted;
    if (!newest) return [];
    return [{ table: newest.table, game: newest.game, at: newest.at, deals: sorted, players: playersOf(sorted) }];
  });
}

/** Who somebody is from deal to deal: an account, else a name. */
const identity = ({ account, name }: ReplaySeat): string => account ?? `= ${name}`;

function playersOf(deals: readonly HistoryDeal[]): readonly Player[] {
  const players = new Map<string, Player>();
  for (const deal of deals) {
    deal.seats.forEach((seat, at) => {
      const key = identity(seat);
      const known = players.get(key);
      players.set(key, {
        name: seat.name,
        level: seat.level ?? null,
        mine: deal.own.includes(at),
        points: (known?.points ?? 0) + seat.points,
      });
    });
  }
  return [...players.values()].toSorted((one, other) => Number(other.mine) - Number(one.mine));
}

// What is kept of the sheet on this device, as text.
// What must stay true: whatever stands there, by whichever version, gives a sheet that is whole or
// none at all; cards and seats that are none are never handed on.
import { CALLS, FINES, type Deal, type Sheet } from './sheet.ts';

const VERSION = 1;

/** A deal that is being written: its place, and what stands in it so far. */
export interface Draft {
  readonly at: number;
  readonly deal: Deal;
}

export interface Kept {
  readonly sheet: Sheet;
  readonly draft: Draft | null;
}

export const keptText = (kept: Kept): string => JSON.stringify({ version: VERSION, ...kept });

/** What was kept; null if nothing was, or nothing that can be read. */
export function readKept(text: string | null): Kept | null {
  let found: unknown;
  try {
    found = JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
  if (!isRecord(found) || found['version'] !== VERSION || !isSheet(found['sheet'])) return null;
  const { sheet, draft } = found;
  return { sheet, draft: isDraft(draft, sheet) ? draft : null };
}

type Check = (value: unknown) => boolean;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText: Check = (value) => typeof value === 'string';
const isCard: Check = (value) => typeof value === 'string' && /^(?:[2-9TJQKA][cdhs]|\*\*)$/.test(value);
const isFlag: Check = (value) => typeof value === 'boolean';
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const all =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const oneOf =
  (values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const whole =
  (from: number, below: number): Check =>
  (value) =>
    Number.isInteger(value) && Number(value) >= from && Number(value) < below;
const has =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isRecord(value) && Object.entries(fields).every(([name, check]) => check(value[name]));

function isDeal(seats: number, game: unknown): Check {
  const seat = whole(0, seats);
  const begin = { game: oneOf([game]), starter: orNull(seat), direction: orNull(oneOf([1, -1])) };
  const eachSeat =
    (check: Check): Check =>
    (value) =>
      Array.isArray(value) && value.length === seats && value.every(check);
  if (game === 'indian') {
    const hand = has({ parts: all(all(isCard)), called: oneOf(CALLS), finish: orNull(isCard) });
    return has({ ...begin, cut: orNull(isCard), hands: eachSeat(hand) });
  }
  return has({
    ...begin,
    head: orNull(isCard),
    melds: all(has({ owner: seat, cards: all(has({ card: isCard, by: seat })) })),
    hands: eachSeat(all(isCard)),
    knocker: orNull(whole(-1, seats)),
    knock: orNull(isCard),
    dark: isFlag,
    took: orNull(oneOf(['drew', 'picked'])),
    fines: all(has({ seat, rule: orNull(oneOf(FINES)), card: orNull(isCard), points: orNull(whole(0, 1_000_000)) })),
    fool: orNull(seat),
    foolCard: orNull(isCard),
  });
}

function isSheet(value: unknown): value is Sheet {
  if (!isRecord(value) || !all(isText)(value['names'])) return false;
  const seats = (value['names'] as string[]).length;
  return has({
    game: oneOf(['dummy', 'indian']),
    preset: isText,
    changes: isRecord,
    rules: isText,
    deals: all(isDeal(seats, value['game'])),
    strict: isFlag,
    began: whole(0, Number.MAX_SAFE_INTEGER),
  })(value) && seats > 1 && seats < 7;
}

const isDraft = (value: unknown, sheet: Sheet): value is Draft =>
  has({ at: whole(0, sheet.deals.length + 1), deal: isDeal(sheet.names.length, sheet.game) })(value);

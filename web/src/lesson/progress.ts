// How far one is in the lessons, as it is kept on this device.
// What must stay true: whatever was kept gives steps that are there; being taught again loses nothing.
export interface Progress {
  /** The steps that are done, from 1. */
  readonly done: readonly number[];
  /** The step one was in last; 0 before the first. */
  readonly at: number;
}

export const NONE: Progress = { done: [], at: 0 };
const MOST = 20;

const isStep = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MOST;

/** The progress of each game, as it was kept. */
export function readProgress(text: string | null): Readonly<Record<string, Progress>> {
  let found: unknown;
  try {
    found = JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
  if (typeof found !== 'object' || found === null) return {};
  return Object.fromEntries(
    Object.entries(found).flatMap(([game, kept]: [string, unknown]) => {
      const { done, at } = (kept ?? {}) as { done?: unknown; at?: unknown };
      if (!Array.isArray(done) || !isStep(at)) return [];
      return [[game, { done: [...new Set(done.filter(isStep))].sort((a, b) => a - b), at }]];
    }),
  );
}

/** The progress after a step is done. */
export const withDone = ({ done, at }: Progress, step: number): Progress => ({
  done: [...new Set([...done, step])].sort((a, b) => a - b),
  at,
});

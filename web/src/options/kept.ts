// The form of a table to open, kept while this tab is open: it survives a reload and a look at the
// settings. What must stay true: whatever was kept, what is read can be shown and opened.
import type { Changes } from './rules.ts';

export interface Form {
  readonly game: string;
  readonly sitters: readonly string[];
  readonly clock: string | null;
  readonly isPublic: boolean;
  readonly preset: string;
  readonly changes: Changes;
}

const KEY = 'speto.form';

/** What was kept of the form for a game; an empty object if nothing was. */
export function readForm(text: string | null, game: string): Partial<Form> {
  let found: unknown;
  try {
    found = JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
  if (typeof found !== 'object' || found === null) return {};
  const kept = found as Record<keyof Form, unknown>;
  if (kept.game !== game) return {};
  const sitters = Array.isArray(kept.sitters) && kept.sitters.every((one) => typeof one === 'string');
  const changes = typeof kept.changes === 'object' && kept.changes !== null && !Array.isArray(kept.changes);
  return {
    ...(sitters && { sitters: kept.sitters as string[] }),
    ...(typeof kept.clock === 'string' && { clock: kept.clock }),
    ...(typeof kept.isPublic === 'boolean' && { isPublic: kept.isPublic }),
    ...(typeof kept.preset === 'string' && { preset: kept.preset }),
    ...(changes && { changes: kept.changes as Changes }),
  };
}

/** What this tab has kept for a game. */
export function keptForm(game: string): Partial<Form> {
  try {
    return readForm(sessionStorage.getItem(KEY), game);
  } catch {
    return {};
  }
}

/** Keep the form; null forgets it. */
export function keepForm(form: Form | null): void {
  try {
    if (form) sessionStorage.setItem(KEY, JSON.stringify(form));
    else sessionStorage.removeItem(KEY);
  } catch {
    // a browser that keeps nothing
  }
}

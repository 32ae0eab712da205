// What a refusal means, in the words of the catalogue.
// What must stay true: whatever was refused, one sentence is shown, never a bare code.
import { has, t } from '../texts/texts.svelte.ts';
import { NotDone } from '../wire/protocol.ts';

/** One sentence for what went wrong. */
export function problemOf(problem: unknown): string {
  if (!(problem instanceof NotDone)) return t('ui.web.refused.other', { code: 'failed' });
  if (problem.sentence) return problem.sentence;
  const key = `ui.web.refused.${problem.code}`;
  return has(key) ? t(key) : t('ui.web.refused.other', { code: problem.code });
}

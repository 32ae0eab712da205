// The verbs of the table of Indian Rummy and their fixed places.
// What must stay true: drop, draw, discard and declare never change places; a question puts yes and
// no in their place, and no lies where one has just pressed.
import { t } from '../texts/texts.svelte.ts';
import type { Verb } from '../table/Verbs.svelte';
import { figure } from '../texts/figures.ts';
import type { Turn } from './turn.svelte.ts';

export interface Deeds {
  readonly drop: () => void;
  readonly draw: () => void;
  readonly discard: () => void;
  readonly declare: () => void;
  readonly yes: () => void;
  readonly no: () => void;
}

/** `ready`: the hand as it lies is a good Show. */
export function verbsOf(turn: Turn, deeds: Deeds, ready: boolean): readonly Verb[] {
  if (turn.asking) return answers(turn, deeds);
  const cost = turn.face?.own.drop_cost ?? null;
  return [
    {
      id: 'drop',
      label: t('ui.web.indian.verb.drop'),
      ...(turn.mayDrop && cost !== null ? { note: figure(-cost) } : {}),
      tone: 'plain',
      off: !turn.mayDrop,
      shortcut: 'Shift+D',
      press: deeds.drop,
    },
    {
      id: 'draw',
      label: t('ui.web.indian.verb.draw'),
      tone: 'go',
      off: !turn.mayDraw,
      shortcut: 'd',
      press: deeds.draw,
    },
    {
      id: 'discard',
      label: t('ui.web.indian.verb.discard'),
      tone: turn.risk ? 'danger' : 'go',
      off: turn.discardWord === null,
      shortcut: 'x',
      press: deeds.discard,
    },
    turn.laying
      ? {
          id: 'declare',
          label: t('ui.web.indian.verb.lay'),
          tone: 'go',
          off: false,
          shortcut: 'e',
          press: deeds.declare,
        }
      : {
          id: 'declare',
          label: t('ui.web.indian.verb.declare'),
          tone: ready ? 'knock' : 'plain',
          off: !turn.acting && turn.heaven === null,
          shortcut: 'e',
          press: deeds.declare,
        },
  ];
}

function answers(turn: Turn, deeds: Deeds): readonly Verb[] {
  const kind = turn.asking?.kind ?? 'discard';
  const danger = kind === 'discard' || kind === 'drop';
  const yes: Verb = {
    id: 'yes',
    label: t(`ui.web.indian.yes.${kind}`),
    tone: danger ? 'danger' : 'go',
    off: false,
    press: deeds.yes,
  };
  const no: Verb = {
    id: 'no',
    label: t('ui.web.indian.no'),
    tone: 'plain',
    off: false,
    shortcut: 'Escape',
    press: deeds.no,
  };
  return kind === 'drop' || kind === 'draw' ? [no, yes] : [yes, no];
}

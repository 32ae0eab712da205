// The verbs of the table of Dummy and their fixed places.
// What must stay true: before a card is taken there are draw and pick up, after it undo, meld, lay
// off and discard, after the deal its sheet; a question puts yes and no in their place, and no lies where one has just pressed.
import { t } from '../texts/texts.svelte.ts';
import type { Verb } from '../table/Verbs.svelte';
import { signed } from '../texts/figures.ts';
import type { Turn } from './turn.svelte.ts';

export interface Deeds {
  readonly draw: () => void;
  readonly pickUp: () => void;
  readonly decline: () => void;
  readonly meld: () => void;
  readonly layOff: () => void;
  readonly end: () => void;
  readonly undo: () => void;
  readonly yes: () => void;
  readonly no: () => void;
  readonly sheet: () => void;
}

/** `done`: the match is over, so no deal follows. */
export function verbsOf(turn: Turn, done: boolean, deeds: Deeds): readonly Verb[] {
  if (turn.asking) return answers(turn, deeds);
  if (turn.phase === 'over') {
    const label = t(done ? 'ui.web.dummy.verb.score' : 'ui.web.dummy.verb.sheet');
    return [{ id: 'sheet', label, tone: 'go', off: false, press: deeds.sheet }];
  }
  return turn.acting ? acts(turn, deeds) : takings(turn, deeds);
}

const noted = (points: number | null): { note?: string } => (points === null ? {} : { note: signed(points) });

function answers(turn: Turn, deeds: Deeds): readonly Verb[] {
  const kind = turn.asking?.kind ?? 'discard';
  return [
    {
      id: 'yes',
      label: t(`ui.web.dummy.yes.${kind}`),
      tone: kind === 'discard' ? 'danger' : kind === 'knock' ? 'knock' : 'go',
      off: false,
      press: deeds.yes,
    },
    { id: 'no', label: t('ui.web.dummy.no'), tone: 'plain', off: false, shortcut: 'Escape', press: deeds.no },
  ];
}

function takings(turn: Turn, deeds: Deeds): readonly Verb[] {
  const row = turn.face?.public.row ?? [];
  const n = turn.choice ? row.length - row.findIndex(({ card }) => card === turn.picked) : 0;
  return [
    turn.mayDecline
      ? {
          id: 'decline',
          label: t('ui.web.dummy.verb.decline'),
          tone: 'plain',
          off: false,
          shortcut: 'd',
          press: deeds.decline,
        }
      : {
          id: 'draw',
          label: t('ui.web.dummy.verb.draw'),
          tone: n ? 'plain' : 'go',
          off: !turn.mayDraw,
          shortcut: 'd',
          press: deeds.draw,
        },
    {
      id: 'pick_up',
      label: n ? t('ui.web.dummy.verb.pick_up.n', { n }) : t('ui.web.dummy.verb.pick_up'),
      ...noted(turn.bringsOf(turn.choice)),
      tone: 'go',
      off: n === 0,
      shortcut: 'p',
      press: deeds.pickUp,
    },
  ];
}

function acts(turn: Turn, deeds: Deeds): readonly Verb[] {
  const off = turn.targets.size === 1 ? ([...turn.targets.values()][0] ?? null) : null;
  const knock = turn.knocks;
  const risky = turn.risks.length > 0;
  return [
    {
      id: 'undo',
      label: t('ui.web.dummy.verb.undo'),
      tone: 'icon',
      icon: 'undo',
      off: turn.staged === 0,
      shortcut: 'u',
      press: deeds.undo,
    },
    {
      id: 'meld',
      label: t('ui.web.dummy.verb.meld'),
      ...noted(turn.bringsOf(turn.meldWord)),
      tone: 'go',
      off: turn.meldWord === null,
      shortcut: 'm',
      press: deeds.meld,
    },
    {
      id: 'lay_off',
      label: t('ui.web.dummy.verb.lay_off'),
      ...noted(turn.bringsOf(off)),
      tone: 'go',
      off: turn.targets.size === 0,
      shortcut: 'l',
      press: deeds.layOff,
    },
    {
      id: 'end',
      label: t(knock ? 'ui.web.dummy.verb.knock' : 'ui.web.dummy.verb.discard'),
      tone: knock ? 'knock' : risky ? 'danger' : 'go',
      off: turn.endWord === null,
      shortcut: knock ? 'k' : 'x',
      press: deeds.end,
    },
  ];
}

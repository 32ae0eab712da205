// A sheet as the text that `POST /score` reads (docs/score.md), and which field each line is.
// What must stay true: each thing that can be wrong stands in a line of its own, so that a refusal
// with a line leads to one field; players are written as numbers, whatever they are called.
import type { Deal, DummyDeal, Fine, IndianDeal, IndianHand, Sheet } from './sheet.ts';

export interface Written {
  readonly text: string;
  /** The field of each line, the first line being at 0: `names`, `2.head`, `2.hand.1`, `2.meld.0`. */
  readonly fields: readonly string[];
}

type Line = readonly [field: string, line: string];

/** The whole sheet as text. */
export function written(sheet: Sheet): Written {
  const lines: Line[] = [
    ['rules', `rules ${sheet.rules}`],
    ['names', `names ${sheet.names.join(', ')}`],
  ];
  sheet.deals.forEach((deal, at) => {
    if (at > 0) lines.push([`${at}`, '']);
    lines.push(...linesOf(deal).map(([field, line]): Line => [`${at}.${field}`, line]));
  });
  return { text: lines.map(([, line]) => `${line}\n`).join(''), fields: lines.map(([field]) => field) };
}

/** The field at which a refusal is to be shown; the deal itself where the line is not known. */
export const fieldAt = ({ fields }: Written, line: number | null): string | null =>
  line === null ? null : (fields[line - 1] ?? null);

/** The deal of a field, from 0; null for what all deals share. */
export const dealOf = (field: string | null): number | null =>
  field !== null && /^[0-9]/.test(field) ? Number.parseInt(field, 10) : null;

/** The fields of a deal that must be filled before it can be scored. */
export function missing(deal: Deal): readonly string[] {
  if (deal.game === 'indian') {
    const unsaid = deal.hands.flatMap((hand, seat) => (isSaid(hand, deal) ? [] : [`hand.${seat}`]));
    return [...(deal.cut ? [] : ['cut']), ...unsaid];
  }
  const knock = deal.knocker === null || (deal.knocker >= 0 && !deal.knock);
  return [...(deal.head ? [] : ['head']), ...(knock ? ['knock'] : [])];
}

/** The last one who is in need not lay open. */
function isSaid(hand: IndianHand, deal: IndianDeal): boolean {
  if (hand.called !== 'none' && hand.called !== 'show' && hand.called !== 'heaven') return true;
  if (hand.parts.some((part) => part.length)) return true;
  const others = deal.hands.filter((other) => other !== hand && other.called !== 'absent');
  return hand.called === 'none' && others.every(({ called }) => called !== 'none' && called !== 'show' && called !== 'heaven');
}

function linesOf(deal: Deal): Line[] {
  const begin: Line[] = [];
  if (deal.starter !== null) begin.push(['starter', `starter ${deal.starter + 1}`]);
  if (deal.direction !== null) begin.push(['direction', `direction ${deal.direction}`]);
  return [...begin, ...(deal.game === 'dummy' ? ofDummy(deal) : ofIndian(deal))];
}

function ofDummy(deal: DummyDeal): Line[] {
  const lines: Line[] = [];
  if (deal.head) lines.push(['head', `head ${deal.head}`]);
  deal.melds.forEach(({ owner, cards }, at) => {
    const spelled = cards.map(({ card, by }) => (by === owner ? card : `${card}@${by + 1}`));
    lines.push([`meld.${at}`, `melds ${owner + 1}: ${spelled.join(' ')}`]);
  });
  deal.hands.forEach((hand, seat) => {
    if (seat !== deal.knocker) lines.push([`hand.${seat}`, `hands ${seat + 1}: ${hand.join(' ') || '-'}`]);
  });
  if (deal.knocker !== null && deal.knocker >= 0) {
    const dark = deal.dark ? ['dark', ...(deal.took ? [deal.took] : [])] : [];
    lines.push(['knock', ['knock', deal.knocker + 1, deal.knock ?? '', ...dark].join(' ')]);
  } else if (deal.knocker !== null) lines.push(['knock', 'knock nobody']);
  deal.fines.forEach((fine, at) => lines.push([`fine.${at}`, `fines ${fine.seat + 1}: ${ofFine(fine)}`]));
  if (deal.fool !== null && deal.knocker !== null && deal.knocker >= 0) {
    lines.push(['fool', ['fool', deal.fool + 1, ...(deal.foolCard ? [deal.foolCard] : [])].join(' ')]);
  }
  return lines;
}

const ofFine = ({ rule, card, points }: Fine): string =>
  rule === null ? String(points ?? 0) : [rule, ...(card ? [card] : [])].join(' ');

function ofIndian(deal: IndianDeal): Line[] {
  const lines: Line[] = deal.cut ? [['cut', `cut ${deal.cut}`]] : [];
  deal.hands.forEach((hand, seat) => {
    if (hand.called !== 'absent') lines.push([`hand.${seat}`, `hands ${seat + 1}: ${ofHand(hand)}`]);
  });
  return lines;
}

function ofHand({ parts, called, finish }: IndianHand): string {
  const cards = parts
    .filter((part) => part.length)
    .map((part) => part.join(' '))
    .join(' / ');
  if (called === 'none') return cards || '-';
  return [...(cards ? [cards] : []), called, ...(called === 'show' && finish ? [finish] : [])].join(' ');
}

// A sheet as a picture to send to a friend: first what stands on it, then where each line is drawn.
// What must stay true: it says what the screen says, in the language and the colors of the screen.
import { signsOf } from '../cards/names.ts';
import { itemsOf, type Item } from '../sheet/lines.ts';
import { language, t } from '../texts/texts.svelte.ts';
import type { Standing } from '../wire/protocol.ts';
import { figure, signed } from '../texts/figures.ts';
import type { Score } from './keeping.svelte.ts';
import type { Sheet } from './sheet.ts';
import { dealScore } from './standing.ts';

/** A line of the sheet: its rule, its cards, its points. */
export interface PosterLine {
  readonly title: string;
  readonly cards: string;
  readonly points: string;
}

export interface Poster {
  readonly title: string;
  readonly under: string;
  readonly names: readonly string[];
  /** A row for each deal: its number, and the points of each player. */
  readonly rows: readonly (readonly string[])[];
  readonly totals: readonly string[];
  readonly words: { readonly total: string; readonly note: string };
  /** The lines of one deal, by player. */
  readonly deal: string;
  readonly players: readonly { readonly name: string; readonly points: string; readonly lines: readonly PosterLine[] }[];
}

/** What stands on the picture of a sheet; `at` is the deal whose lines are told. */
export function posterOf(
  sheet: Sheet,
  score: Score,
  standing: Standing,
  next: { starter: string; deal: number } | null,
  at: number,
): Poster {
  const deal = dealScore(score, at);
  const titles = new Map(score.deals[at]?.entries.map(({ clause, title }) => [clause, title]));
  const line = ({ clause, cards, points }: Item): PosterLine => ({
    title: titles.get(clause) ?? clause,
    cards: signsOf(cards),
    points: signed(points),
  });
  const winners = standing.winners.map((seat) => sheet.names[seat] ?? '');
  const note = standing.over && winners.length
    ? t(winners.length > 1 ? 'ui.web.sheet.winners' : 'ui.web.sheet.winner', { names: winners.join(', ') })
    : next
      ? t('ui.web.kitchen.starts', { name: next.starter, n: next.deal })
      : '';
  return {
    title: t(`ui.web.game.${sheet.game}`),
    under: new Intl.DateTimeFormat(language(), { dateStyle: 'long' }).format(sheet.began),
    names: sheet.names,
    rows: standing.deals.map((points, n) => [String(n + 1), ...points.map(figure)]),
    totals: standing.totals.map(figure),
    words: { total: t('ui.web.sheet.total'), note },
    deal: t('ui.web.sheet.deal', { deal: at + 1 }),
    players: deal
      ? sheet.names.map((name, seat) => ({
          name,
          points: sheet.game === 'dummy' ? signed(deal.scores[seat] ?? 0) : figure(deal.scores[seat] ?? 0),
          lines: itemsOf(deal, seat).map(line),
        }))
      : [],
  };
}

const WIDTH = 720;
const EDGE = 36;
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Thai", "Noto Sans Devanagari", "Noto Sans TC", "Noto Sans CJK TC", sans-serif';

/** A pen that goes down the picture; without a canvas it only measures. */
interface Pen {
  y: number;
  readonly at: CanvasRenderingContext2D;
}

/** Draw the picture; its canvas. */
export function drawn(poster: Poster): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const at = canvas.getContext('2d');
  if (!at) throw new Error('this browser draws nothing');
  const pen = { y: 0, at };
  paint(pen, poster); // how high it will be
  canvas.width = WIDTH * 2;
  canvas.height = Math.ceil(pen.y + EDGE) * 2;
  at.scale(2, 2);
  const [felt, felt2] = [color('--felt'), color('--felt2')];
  const ground = at.createLinearGradient(0, 0, 0, pen.y + EDGE);
  ground.addColorStop(0, felt);
  ground.addColorStop(1, felt2);
  at.fillStyle = ground;
  at.fillRect(0, 0, WIDTH, pen.y + EDGE);
  pen.y = 0;
  paint(pen, poster);
  return canvas;
}

const color = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function paint(pen: Pen, poster: Poster): void {
  pen.y = EDGE + 26;
  write(pen, poster.title, EDGE, { size: 32, weight: 700 });
  write(pen, 'speto', WIDTH - EDGE, { size: 22, weight: 700, ink: '--accent', right: true });
  pen.y += 30;
  write(pen, poster.under, EDGE, { size: 18, ink: '--mute' });
  pen.y += 20;
  table(pen, poster);
  if (poster.words.note) {
    pen.y += 40;
    write(pen, poster.words.note, EDGE, { size: 20, weight: 700, ink: '--accent', room: WIDTH - 2 * EDGE });
  }
  pen.y += 50;
  write(pen, poster.deal, EDGE, { size: 24, weight: 700 });
  poster.players.forEach((player, seat) => {
    pen.y += 40;
    dot(pen, EDGE + 8, seat);
    write(pen, player.name, EDGE + 28, { size: 20, weight: 700, room: 420 });
    write(pen, player.points, WIDTH - EDGE, { size: 20, weight: 700, right: true });
    for (const { title, cards, points } of player.lines) {
      const look = { size: 17, ink: '--mute', room: WIDTH - 2 * EDGE - 110 };
      const whole = `${title} ${cards}`.trim();
      pen.y += 28;
      write(pen, points, WIDTH - EDGE, { size: 17, ink: '--mute', right: true });
      pen.at.font = `400 17px ${FONT}`;
      if (pen.at.measureText(whole).width <= look.room) write(pen, whole, EDGE + 28, look);
      else {
        write(pen, title, EDGE + 28, look);
        pen.y += 26;
        write(pen, cards, EDGE + 28, look);
      }
    }
  });
}

function table(pen: Pen, { names, rows, totals, words }: Poster): void {
  const first = EDGE + 96;
  const step = (WIDTH - EDGE - first) / names.length;
  const right = (seat: number): number => first + step * (seat + 1);
  pen.y += 34;
  names.forEach((name, seat) => write(pen, name, right(seat), { size: 18, weight: 600, right: true, room: step - 12 }));
  pen.y += 10;
  names.forEach((_, seat) => bar(pen, right(seat) - step + 14, step - 14, color(`--seat${seat}`), 4));
  for (const row of rows) {
    pen.y += 32;
    row.forEach((text, n) =>
      n === 0
        ? write(pen, text, EDGE, { size: 18, ink: '--mute' })
        : write(pen, text, right(n - 1), { size: 20, right: true, ...(text.startsWith('−') ? { ink: '--loss' } : {}) }),
    );
  }
  pen.y += 12;
  bar(pen, EDGE, WIDTH - 2 * EDGE, color('--mute'), 2);
  pen.y += 32;
  write(pen, words.total, EDGE, { size: 18, ink: '--mute', room: 92 });
  totals.forEach((text, seat) => write(pen, text, right(seat), { size: 24, weight: 700, right: true }));
}

interface Look {
  readonly size: number;
  readonly weight?: number;
  readonly ink?: string;
  readonly right?: boolean;
  /** The widest that the text may be; a longer one is cut. */
  readonly room?: number;
}

function write({ at, y }: Pen, text: string, x: number, { size, weight = 400, ink = '--ink', right = false, room }: Look): void {
  at.font = `${weight} ${size}px ${FONT}`;
  at.fillStyle = color(ink);
  at.textAlign = right ? 'right' : 'left';
  at.fillText(room === undefined ? text : cut(at, text, room), x, y);
}

function cut(at: CanvasRenderingContext2D, text: string, room: number): string {
  if (at.measureText(text).width <= room) return text;
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  while (letters.length > 1 && at.measureText(`${letters.join('')}…`).width > room) letters.pop();
  return `${letters.join('')}…`;
}

function bar({ at, y }: Pen, x: number, width: number, fill: string, height: number): void {
  at.fillStyle = fill;
  at.fillRect(x, y, width, height);
}

function dot({ at, y }: Pen, x: number, seat: number): void {
  at.fillStyle = color(`--seat${seat}`);
  at.beginPath();
  at.arc(x, y - 7, 8, 0, 2 * Math.PI);
  at.fill();
}

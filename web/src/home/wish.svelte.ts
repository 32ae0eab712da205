// What one played last on this device, offered again: game, seats and level.
// What must stay true: it opens a table with the same asks as the form of options does.
import { wire } from '../wire/wire.ts';

/** The games, and the seats that each may have, as the server's form of options says too. */
export const GAMES: Readonly<Record<string, readonly number[]>> = {
  dummy: [2, 3, 4],
  indian: [2, 3, 4, 5, 6],
};
/** The weakest first; the server has no others. */
export const LEVELS = ['random', 'beginner', 'casual', 'simple', 'tuned', 'sharp', 'strong', 'master'] as const;

/** Those that see cards: an open challenge for one who plays alone, forgotten when the page is left. */
export const CHEATS = ['simple+top', 'simple+hands', 'simple+both', 'tuned+top', 'tuned+hands', 'tuned+both'] as const;

interface Wish {
  game: string;
  seats: Record<string, number>;
  level: string;
}

const KEY = 'speto.wish';

function read(): Wish {
  const usual: Wish = { game: 'dummy', seats: { dummy: 4, indian: 4 }, level: 'simple' };
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Wish>;
    const game = kept.game && Object.hasOwn(GAMES, kept.game) ? kept.game : usual.game;
    const level = LEVELS.find((one) => one === kept.level) ?? usual.level;
    const seats = { ...usual.seats };
    for (const [name, most] of Object.entries(GAMES)) {
      const count = kept.seats?.[name];
      if (count !== undefined && most.includes(count)) seats[name] = count;
    }
    return { game, seats, level };
  } catch {
    return usual;
  }
}

export const wish = $state<Wish>(read());

/** Open a table against computer players as wished; its id. Rejects with NotDone. */
export async function playAtOnce(): Promise<string> {
  const { game, level } = wish;
  const others = (wish.seats[game] ?? 2) - 1;
  try {
    localStorage.setItem(KEY, JSON.stringify(wish));
  } catch {
    // a browser that keeps nothing
  }
  const done = await wire.ask({
    type: 'open',
    game,
    rules: 'default',
    seats: [
      { kind: 'person' },
      ...Array.from({ length: others }, () => ({ kind: 'computer' as const, level })),
    ],
    public: false,
  });
  return done.table ?? '';
}

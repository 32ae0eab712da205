// How the client feels on this device, and how that is kept. What must stay true: whatever was
// kept, by whichever version, gives settings that are whole.
import { bestOf, LANGUAGES, type Language } from '../texts/plural.ts';

export interface Kept {
  language: Language;
  deck: 'four' | 'two';
  big: boolean;
  speed: 'slow' | 'normal' | 'fast' | 'off';
  sound: boolean;
  vibration: boolean;
  confirm: 'risky' | 'always' | 'never';
  hotkeys: boolean;
  theme: 'felt' | 'blue' | 'dark' | 'paper';
  risks: boolean;
  announcer: 'terse' | 'full';
  coach: boolean;
}

/** The values that a setting may have. */
export const CHOICES: { readonly [Name in keyof Kept]: readonly Kept[Name][] } = {
  language: LANGUAGES,
  deck: ['four', 'two'],
  big: [false, true],
  speed: ['slow', 'normal', 'fast', 'off'],
  sound: [true, false],
  vibration: [true, false],
  confirm: ['risky', 'always', 'never'],
  hotkeys: [true, false],
  theme: ['felt', 'blue', 'dark', 'paper'],
  risks: [true, false],
  announcer: ['terse', 'full'],
  coach: [false, true],
};

/** The settings of who has chosen none. */
export const usual = (languages: readonly string[], calm: boolean): Kept => ({
  language: bestOf(languages),
  deck: 'four',
  big: false,
  speed: calm ? 'off' : 'normal',
  sound: true,
  vibration: true,
  confirm: 'risky',
  hotkeys: true,
  theme: 'felt',
  risks: true,
  announcer: 'terse',
  coach: false,
});

/** What was kept as text, completed with the usual. */
export function readKept(text: string | null, otherwise: Kept): Kept {
  let found: unknown;
  try {
    found = JSON.parse(text ?? '{}');
  } catch {
    return otherwise;
  }
  if (typeof found !== 'object' || found === null) return otherwise;
  const good = Object.entries(found).filter(([name, value]) => {
    const choices: readonly unknown[] | undefined = CHOICES[name as keyof Kept];
    return choices?.includes(value);
  });
  return { ...otherwise, ...Object.fromEntries(good) };
}

/** How many milliseconds a movement lasts that lasts this long at normal speed. */
export const paced = (ms: number, speed: Kept['speed']): number =>
  ms * { slow: 1.7, normal: 1, fast: 0.5, off: 0 }[speed];

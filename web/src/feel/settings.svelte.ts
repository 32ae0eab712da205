// The settings of this device, reactive and kept. What must stay true: the root element tells the
// style sheet all that it has to know of them; another tab follows at once.
import { paced, readKept, usual, type Kept } from './kept.ts';

const KEY = 'speto.settings';

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // a browser that keeps nothing
  }
}

const standard = usual(
  navigator.languages,
  matchMedia('(prefers-reduced-motion: reduce)').matches,
);

/** The settings; change them by `keep` alone. */
export const settings = $state<Kept>(readKept(stored(), standard));

/** Change a setting, and keep it. */
export function keep<Name extends keyof Kept>(name: Name, value: Kept[Name]): void {
  settings[name] = value;
  show();
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // kept until the page is closed
  }
}

/** The milliseconds of a movement at the speed that is set; 0 where nothing moves. */
export const duration = (ms: number): number => paced(ms, settings.speed);

function show(): void {
  const { dataset } = document.documentElement;
  dataset['theme'] = settings.theme;
  dataset['deck'] = settings.deck;
  dataset['speed'] = settings.speed;
  if (settings.big) dataset['big'] = '';
  else delete dataset['big'];
  const felt = getComputedStyle(document.documentElement).getPropertyValue('--felt2');
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', felt);
}

addEventListener('storage', (event) => {
  if (event.key !== KEY) return;
  Object.assign(settings, readKept(event.newValue, standard));
  show();
});
show();

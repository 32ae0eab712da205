// Whom one has asked to hear no more on this device. What must stay true: it is a memory of what was
// asked for, no more; the server decides who is heard.
const KEY = 'speto.muted';
const MOST = 200;

/** Their accounts. */
export function keptMuted(): readonly string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : [];
  } catch {
    return []; // a browser that keeps nothing
  }
}

/** Remember them, the newest if there are many. */
export function keepMuted(accounts: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(accounts.slice(-MOST)));
  } catch {
    // remembered until the page is left
  }
}

// Where one is: each screen has a path of its own, so that it can be linked to and gone back to.
// What must stay true: no path of a screen is a path that the server answers with data.

export type Address =
  | { readonly screen: 'home' }
  | { readonly screen: 'options'; readonly game: string | null }
  | { readonly screen: 'join'; readonly code: string }
  | { readonly screen: 'play'; readonly table: string }
  | { readonly screen: 'sheet'; readonly table: string; readonly deal: number | null }
  | { readonly screen: 'replay'; readonly table: string | null; readonly deal: number | null }
  | { readonly screen: 'verify'; readonly table: string | null; readonly deal: number | null }
  | { readonly screen: 'history' }
  | { readonly screen: 'leaders'; readonly game: string | null }
  | { readonly screen: 'book'; readonly game: string; readonly clause: string | null }
  | { readonly screen: 'kitchen' }
  | { readonly screen: 'lesson'; readonly game: string | null }
  | { readonly screen: 'settings' };

export type Screen = Address['screen'];

const number = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : null;

/** The address that a path names; what names none is the home screen. */
export function readAddress(path: string, search = '', hash = ''): Address {
  const [room = '', first, second] = path.split('/').filter(Boolean).map(decode);
  const code = new URLSearchParams(search).get('code');
  if (room === '' && code) return { screen: 'join', code };
  switch (room) {
    case 'new':
      return { screen: 'options', game: first ?? null };
    case 'join':
      return first ? { screen: 'join', code: first } : { screen: 'home' };
    case 'table':
      return first ? { screen: 'play', table: first } : { screen: 'home' };
    case 'sheet':
      return first ? { screen: 'sheet', table: first, deal: number(second) } : { screen: 'home' };
    case 'watch':
      return { screen: 'replay', table: first ?? null, deal: number(second) };
    case 'verify':
      return { screen: 'verify', table: first ?? null, deal: number(second) };
    case 'mine':
      return { screen: 'history' };
    case 'best':
      return { screen: 'leaders', game: first ?? null };
    case 'rules':
      return first
        ? { screen: 'book', game: first, clause: hash.replace(/^#/, '') || null }
        : { screen: 'home' };
    case 'kitchen':
      return { screen: 'kitchen' };
    case 'learn':
      return { screen: 'lesson', game: first ?? null };
    case 'settings':
      return { screen: 'settings' };
    default:
      return { screen: 'home' };
  }
}

/** The path of an address, with what stands after the `#`. */
export function pathOf(address: Address): string {
  const of = (...parts: (string | number | null)[]): string =>
    '/' + parts.filter((part) => part !== null).map((part) => encodeURIComponent(part)).join('/');
  switch (address.screen) {
    case 'home':
      return '/';
    case 'options':
      return of('new', address.game);
    case 'join':
      return of('join', address.code);
    case 'play':
      return of('table', address.table);
    case 'sheet':
      return of('sheet', address.table, address.deal);
    case 'replay':
      return of('watch', address.table, address.deal);
    case 'verify':
      return of('verify', address.table, address.deal);
    case 'history':
      return '/mine';
    case 'leaders':
      return of('best', address.game);
    case 'book':
      return of('rules', address.game) + (address.clause ? `#${address.clause}` : '');
    case 'kitchen':
      return '/kitchen';
    case 'lesson':
      return of('learn', address.game);
    case 'settings':
      return '/settings';
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a stray % in a link that somebody typed
  }
}

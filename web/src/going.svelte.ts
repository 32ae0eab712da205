// The address at which the client is, kept in step with the browser's history.
// What must stay true: back and forward of the browser do what they say on every screen.
import { pathOf, readAddress, type Address } from './address.ts';

const read = (): Address => readAddress(location.pathname, location.search, location.hash);

let address = $state.raw<Address>(read());
/** How many steps of the browser's history lead back to another screen of this client. */
const depth = (): number => (history.state as { depth?: number } | null)?.depth ?? 0;

/** The address at which the client is. */
export const here = (): Address => address;

/** Go to a screen; `replace` leaves no way back to this one. */
export function go(to: Address, { replace = false }: { replace?: boolean } = {}): void {
  if (replace) history.replaceState(history.state, '', pathOf(to));
  else history.pushState({ depth: depth() + 1 }, '', pathOf(to));
  address = to;
  scrollTo(0, 0);
}

/** Back to where one came from; home, if one came from elsewhere. */
export function back(): void {
  if (depth() > 0) history.back();
  else go({ screen: 'home' }, { replace: true });
}

addEventListener('popstate', () => {
  address = read();
});

/** For a link: go there without loading the page, unless it is to open elsewhere. */
export function follow(to: Address): (event: MouseEvent) => void {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go(to);
  };
}

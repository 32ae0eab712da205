// The screens, each loaded when one first goes there: `<room>/Screen.svelte`, given the address.
// What must stay true: a room whose screen is not there is offered nowhere.
import type { Component } from 'svelte';

import type { Address, Screen } from './address.ts';

/** What every screen is given. */
export interface ScreenProps {
  readonly address: Address;
}

const found = import.meta.glob<{ default: Component<ScreenProps> }>('./*/Screen.svelte');
const loaders = new Map(
  Object.entries(found).map(([path, load]) => [path.split('/')[1] ?? '', load]),
);

/** Whether there is such a screen. */
export const isThere = (screen: Screen): boolean => loaders.has(screen);

/** The component of a screen; that of the home screen where there is none. */
export async function screenOf(screen: Screen): Promise<Component<ScreenProps>> {
  const load = loaders.get(screen) ?? loaders.get('home');
  if (!load) throw new Error('the client has no home screen');
  return (await load()).default;
}

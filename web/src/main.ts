// Where the client begins: a language first, then the screen and the wire.
import { mount } from 'svelte';

import App from './App.svelte';
import './app.css';
import { press } from './feel/press.ts';
import { awaitFirstTap } from './feel/sound.ts';
import { settings } from './feel/settings.svelte.ts';
import { here } from './going.svelte.ts';
import { screenOf } from './rooms.ts';
import { speak } from './texts/texts.svelte.ts';
import { startWire } from './wire/wire.ts';

const root = document.querySelector('#app');
if (!root) throw new Error('index.html has no #app');

press.watch(window);
startWire();
screenOf(here().screen).catch(() => {}); // it comes while the texts come; App says if it can't
awaitFirstTap();
await firstWords();
root.replaceChildren();
mount(App, { target: root });

/** Load the language, again and again while there is no network: without words there is no screen. */
async function firstWords(): Promise<void> {
  for (let wait = 500; ; wait = Math.min(2 * wait, 8_000)) {
    try {
      await speak(settings.language);
      return;
    } catch {
      await new Promise((later) => setTimeout(later, wait));
    }
  }
}

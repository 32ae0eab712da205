// The one wire of this page, on the browser's own socket.
// What must stay true: the token stands in a cookie that no script reads; the server sets it when
// the first socket of a guest is opened; what comes while something is pressed is heard after it.
import { press } from '../feel/press.ts';
import { settings } from '../feel/settings.svelte.ts';
import { Wire, type Ear, type Line } from './socket.ts';

/** So many random bytes, as hex digits. */
export function randomHex(bytes: number): string {
  const found = crypto.getRandomValues(new Uint8Array(bytes));
  return [...found].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function connect(ear: Ear): Line {
  const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws`);
  socket.onopen = () => press.after(() => ear.opened());
  socket.onmessage = (event: MessageEvent<string>) => press.after(() => ear.heard(event.data));
  socket.onclose = () => press.after(() => ear.closed());
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: () => {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    },
  };
}

export const wire = new Wire({
  connect,
  later: (ms, then) => {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
  language: () => settings.language,
  prefix: randomHex(4),
});

/** Open the socket, and look after it when the page wakes or the network comes or goes. */
export function startWire(): void {
  wire.start();
  addEventListener('online', () => wire.wake());
  addEventListener('offline', () => wire.wake());
  addEventListener('pageshow', (event) => event.persisted && wire.wake());
  document.addEventListener('visibilitychange', () => document.hidden || wire.wake());
}

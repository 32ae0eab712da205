// The state of the wire as screens show it. What must stay true: it only mirrors `wire`.
import { wire } from './wire.ts';
import type { State } from './socket.ts';

let state = $state.raw<State>(wire.state);
wire.follow((now) => {
  state = now;
});

let draining = $state(false);
wire.listen((message) => {
  if (message.type === 'notice' && message.table === null) draining = message.code === 'drains';
  if (message.type === 'welcome') draining = false;
});

export const connection = {
  /** Whether the server will restart soon. */
  get draining(): boolean {
    return draining;
  },
  /** `opening`, `open`, `lost` (trying again) or `shut` (refused, see `refusal`). */
  get state(): State {
    return state;
  },
  /** The own account and name; empty before the first welcome. */
  get account(): string {
    return state ? wire.account : '';
  },
  get name(): string {
    return state ? wire.name : '';
  },
  get refusal(): string | null {
    return state === 'shut' ? (wire.refusal?.code ?? 'gone') : null;
  },
};

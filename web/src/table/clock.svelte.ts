// The running clock of a table, and how time is written.
// What must stay true: it ticks only while there is a clock.
import { leftAt, type TableState } from '../wire/fold.ts';

const TICK = 250;

/** Milliseconds left, kept up to date; null without a clock. Call it where a component is made. */
export function running(state: () => TableState | null): { readonly left: number | null } {
  let time = $state(performance.now());
  const clocked = $derived(state()?.now.left != null);
  $effect(() => {
    if (!clocked) return;
    const timer = setInterval(() => (time = performance.now()), TICK);
    return () => clearInterval(timer);
  });
  return {
    get left() {
      const table = state();
      return table && leftAt(table, Math.max(time, table.at));
    },
  };
}

/** Minutes and seconds: "0:18". */
export function clockText(left: number): string {
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

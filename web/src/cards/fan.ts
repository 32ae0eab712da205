// How many lines a fan of cards takes, and how far apart its cards stand.
// What must stay true: every card shows a strip of at least `minStep` as long as `maxLines` allow it.

export interface FanRoom {
  readonly width: number;
  readonly size: number;
  readonly minStep: number;
  readonly maxLines: number;
  readonly gap: number;
}

export interface Fanned {
  readonly lines: number;
  readonly perLine: number;
  readonly step: number;
}

export function fanned(count: number, room: FanRoom): Fanned {
  const { width, size, minStep, maxLines, gap } = room;
  if (count < 2) return { lines: count, perLine: count, step: size + gap };
  const most = Math.max(1, Math.floor((width - size) / minStep) + 1);
  const lines = Math.min(maxLines, Math.ceil(count / most));
  const perLine = Math.ceil(count / lines);
  const step = perLine > 1 ? Math.min(size + gap, (width - size) / (perLine - 1)) : size + gap;
  return { lines, perLine, step };
}

/** The place that an arrow key leads to from `at`, or null if the key is none of a fan's. */
export function stepTo(key: string, at: number, count: number, perLine: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count;
    case 'ArrowLeft':
      return (at - 1 + count) % count;
    case 'ArrowDown':
      return at + perLine < count ? at + perLine : null;
    case 'ArrowUp':
      return at - perLine >= 0 ? at - perLine : null;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

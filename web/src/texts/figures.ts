// Numbers and names as they are written on every screen. What must stay true: a minus is a true one;
// a level stands once beside a name.

/** A number with a true minus. */
export const figure = (number: number | string): string => String(number).replace('-', '\u2212');

/** Points with their sign: "+35", "−50", "0". */
export const signed = (points: number): string => (points > 0 ? `+${points}` : figure(points));

interface Named {
  readonly name: string;
  readonly level?: string | null;
}

/** A name without the level that the server adds to that of a computer player. */
export const bareName = ({ name, level }: Named): string => (level ? name.replace(` (${level})`, '') : name);

/** The number in the name that the server gives a guest, and nobody may choose; null in others. */
export const guestNumber = (name: string): string | null => /^Guest (\d{4})$/.exec(name)?.[1] ?? null;

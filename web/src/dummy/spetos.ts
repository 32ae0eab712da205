// The two spetos, so that they can be marked (clause D-VAL-4).
// What must stay true: only a mark hangs on it, no points and no legality.
export const SPETOS: readonly string[] = ['2c', 'Qs'];

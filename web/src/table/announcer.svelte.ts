// What is read out: one sentence after the other, in two tones.
// What must stay true: nothing is said twice for one event, and nothing is said in a hurry but what
// the player must not miss.

let calm = $state.raw({ words: '' });
let urgent = $state.raw({ words: '' });

export const spoken = {
  get calm() {
    return calm;
  },
  get urgent() {
    return urgent;
  },
};

/** Read a sentence out when there is time for it. */
export function announce(sentence: string): void {
  // the same sentence again is heard only if the region changes
  calm = { words: calm.words === sentence ? `${sentence}\u00A0` : sentence };
}

/** Read a sentence out at once. */
export function announceNow(sentence: string): void {
  urgent = { words: urgent.words === sentence ? `${sentence}\u00A0` : sentence };
}

// What every game's moment is given to show around its cards.
import type { Snippet } from 'svelte';

export interface StageParts {
  readonly big: boolean;
  readonly head: Snippet;
  readonly controls: Snippet;
  readonly side: Snippet;
}

// A part of the page that scrolls can be reached and scrolled by keyboard.
// What must stay true: it is a stop of Tab only while there is more than is seen.
import type { Attachment } from 'svelte/attachments';

export const scrolls: Attachment<HTMLElement> = (node) => {
  const look = (): void => {
    if (node.scrollHeight > node.clientHeight + 1) node.tabIndex = 0;
    else node.removeAttribute('tabindex');
  };
  const sized = new ResizeObserver(look);
  const filled = new MutationObserver(look);
  sized.observe(node);
  filled.observe(node, { childList: true, subtree: true });
  look();
  return () => {
    sized.disconnect();
    filled.disconnect();
  };
};

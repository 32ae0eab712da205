// Texts of a page that are cut, or stand outside of it; run inside it.
(width) => {
  const cut = [];
  const shown = (one) => one.checkVisibility({checkOpacity: true, checkVisibilityCSS: true});
  const rolls = (one) => /auto|scroll/.test(getComputedStyle(one).overflow);
  for (const one of document.querySelectorAll('body *')) {
    const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || !shown(one) || one.closest('.sr, .unseen, svg, option, [aria-hidden="true"] .card')) continue;
    const words = one.textContent.trim().slice(0, 50);
    const style = getComputedStyle(one);
    const hides = style.overflowX !== 'visible' || style.textOverflow === 'ellipsis';
    if (hides && !rolls(one) && one.scrollWidth > one.clientWidth + 1) cut.push(`cut: ${one.className} ${words}`);
    if (hides && !rolls(one) && one.scrollHeight > one.clientHeight + 2) cut.push(`cut below: ${one.className} ${words}`);
    const range = document.createRange();
    range.selectNodeContents(one);
    for (const box of range.getClientRects()) {
      if (!one.closest('.options, .tabs, nav') && (box.right > width + 2 || box.left < -2)) {
        cut.push(`outside: ${one.className} ${words}`);
        break;
      }
    }
    const button = one.closest('button, a.alt, a.go');
    if (button && !rolls(button) && button.scrollWidth > button.clientWidth + 2) cut.push(`too narrow: ${button.className} ${words}`);
  }
  return [...new Set(cut)];
}

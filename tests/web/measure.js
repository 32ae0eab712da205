// What is wrong with the places of things on a page; run inside it, by tests/web/test_geometry.py.
// What must stay true: the window is the one that was asked for, since a page that is too wide
// makes a phone's innerWidth grow and hides it.
([width, height]) => {
  const wrong = [];
  const shown = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 0;
  const name = (one) => one.dataset.verb ?? one.dataset.card ?? one.getAttribute('aria-label') ?? one.textContent.trim() ?? one.className;
  const outside = (box) => box.left < -1 || box.top < -1 || box.right > width + 1 || box.bottom > height + 1;
  const round = (box) => [box.left, box.top, box.right, box.bottom].map(Math.round).join(' ');
  const wide = document.documentElement.scrollWidth;
  if (wide > width) wrong.push(`scrolls sideways: ${wide}`);
  const sheet = document.querySelector('dialog[open]');
  const zones = [...document.querySelectorAll('main.table > :not(.notices)')].filter(shown);
  if (!zones.length) wrong.push('there is no table');
  zones.forEach((zone, at) => {
    const box = zone.getBoundingClientRect();
    if (outside(box)) wrong.push(`${zone.className || zone.tagName} stands outside: ${round(box)}`);
    for (const other of zones.slice(at + 1)) {
      const there = other.getBoundingClientRect();
      const across = Math.min(box.right, there.right) - Math.max(box.left, there.left);
      const down = Math.min(box.bottom, there.bottom) - Math.max(box.top, there.top);
      if (across > 2 && down > 2) wrong.push(`${zone.className} and ${other.className} overlap by ${Math.round(down)}`);
    }
  });
  for (const verb of document.querySelectorAll('[data-verb], dialog[open] .foot button, header button')) {
    if (!shown(verb)) continue;
    const box = verb.getBoundingClientRect();
    const least = verb.closest('header') ? 40 : 44;
    if (box.width < least - 0.5 || box.height < least - 0.5) wrong.push(`${name(verb)} is small: ${round(box)}`);
    if (verb.scrollWidth > verb.clientWidth + 1 || verb.scrollHeight > verb.clientHeight + 1) wrong.push(`${name(verb)} is cut`);
    if (outside(box)) wrong.push(`${name(verb)} stands outside: ${round(box)}`);
  }
  for (const line of document.querySelectorAll('.about, .about p, header .turn')) {
    if (!shown(line)) continue;
    if (line.scrollHeight > line.clientHeight + 2) wrong.push(`cut: ${line.className} ${line.textContent.trim()} ${line.scrollHeight}/${line.clientHeight}`);
    const box = line.getBoundingClientRect();
    const around = line.parentElement.getBoundingClientRect();
    if (box.bottom > around.bottom + 2 || box.top < around.top - 2) wrong.push(`sticks out: ${line.className} ${line.textContent.trim()}`);
  }
  // on a window on its side a strip of 20 is enough, since a card can be looked at enlarged
  const least = width > height && height < 600 ? 20 : 24;
  const reached = (box) => {
    const found = document.elementFromPoint(box.left + 6, box.top + 12);
    return found?.closest('[data-card]')?.dataset.card ?? found?.className;
  };
  for (const card of document.querySelectorAll('main button[data-card]')) {
    const next = card.nextElementSibling;
    if (next?.matches('button[data-card]')) {
      const step = next.offsetLeft - card.offsetLeft;
      if (next.offsetTop === card.offsetTop && step < least - 0.5) wrong.push(`strip of ${name(card)}: ${step}`);
    }
    const hand = card.closest('[data-hand]');
    const rolls = hand && hand.scrollHeight > hand.clientHeight + 1 && !outside(hand.getBoundingClientRect());
    if (sheet || rolls) continue;
    const box = card.getBoundingClientRect();
    if (outside(box)) wrong.push(`card ${name(card)} stands outside: ${round(box)}`);
    else if (reached(box) !== card.dataset.card) wrong.push(`card ${name(card)} is under ${reached(box)}`);
  }
  if (sheet) {
    const box = sheet.getBoundingClientRect();
    if (outside(box)) wrong.push(`the sheet stands outside: ${round(box)}`);
    for (const part of [sheet, ...sheet.querySelectorAll(':not(.sr)')]) {
      const scrolls = getComputedStyle(part).overflowX;
      if (part.scrollWidth > part.clientWidth + 1 && part.clientWidth && scrolls === 'hidden') wrong.push(`cut in the sheet: ${part.className} ${part.textContent.trim().slice(0, 40)}`);
    }
  }
  return wrong;
}

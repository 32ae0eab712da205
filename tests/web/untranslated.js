// Keys and holes of texts that stand on a page as they are; run inside it.
() => {
  const said = [...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')]
    .flatMap((one) => ['aria-label', 'title', 'placeholder', 'alt'].map((name) => one.getAttribute(name) ?? ''));
  return `${document.title} ${document.body.textContent} ${said.join(' ')}`
    .match(/\b(ui|phrase|clause|option|rule|card|term)\.[a-z_]+[.a-z_]*\b|\{[a-z_]+\}/g) ?? [];
}

// How a text becomes a sentence: its plural form and its holes.
// What must stay true: it says what `src/speto/texts.py` says for the same key and holes.

export type Holes = Readonly<Record<string, string | number>>;
export type Catalogue = Readonly<Record<string, string>>;

const HOLE = /\{(\w+)\}/g;

/** The text of a key with its holes filled; `n` chooses among plural forms. Null without a text. */
export function say(texts: Catalogue, language: string, key: string, holes: Holes): string | null {
  let text = texts[key];
  if (text === undefined && `${key}.other` in texts) {
    const form = new Intl.PluralRules(language).select(Number(holes['n']));
    text = texts[`${key}.${form}`] ?? texts[`${key}.other`];
  }
  return text?.replace(HOLE, (hole, name: string) => String(holes[name] ?? hole)) ?? null;
}

/** A text made 40 % longer and marked at both ends, to see what is cut. */
export function pseudo(text: string): string {
  const more = Math.max(2, Math.ceil(text.length * 0.4));
  return `⟦${text}${' ~'.repeat(Math.ceil(more / 2))}⟧`;
}

/** The language of ours that somebody who reads these languages reads best. */
export function bestOf(wanted: readonly string[]): Language {
  for (const one of wanted) {
    const start = one.toLowerCase().split('-')[0];
    if (start === 'zh') return 'zh-Hant';
    if (start === 'th' || start === 'hi' || start === 'en') return start;
  }
  return 'en';
}

export const LANGUAGES = ['th', 'en', 'zh-Hant', 'hi'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What each language calls itself. */
export const OWN_NAMES: Readonly<Record<Language, string>> = {
  th: 'ไทย',
  en: 'English',
  'zh-Hant': '繁體中文',
  hi: 'हिन्दी',
};

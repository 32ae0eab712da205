// Cards as they stand in words and in packs. What must stay true: each is two signs.

/** The cards of a text, such as "ThJhQh". */
export const cardsOf = (text: string): string[] => text.match(/../g) ?? [];

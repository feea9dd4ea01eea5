/**
 * A text without its case: two texts that differ in case alone become equal. Upper case comes last, because the lower
 * case of a Greek sigma depends on its place in the word.
 */
export const foldCase = (text: string): string => text.toLowerCase().toUpperCase()

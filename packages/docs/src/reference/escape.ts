/** A text as prose of a page: tags and the braces of templates are shown as they are. Inline code is left alone. */
export const toProse = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 0 ? part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;') : part))
    .join('')

/** A text as a cell of a table. */
export const toCell = (text: string): string => toProse(text).replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim()

import { withoutBlocks } from './markdown.ts'

/** The sentences in paragraphs, list items and table cells of a Markdown text, without code blocks. */
export function sentencesOf(text: string): readonly string[] {
  return partsOf(text).flatMap((part) => part.split(/(?<=[.!?]\)?) (?=[^a-z])/))
}

/** How many words a sentence has; inline code counts as one. */
export const wordsIn = (sentence: string): number =>
  sentence.replaceAll(/`[^`]*`/g, 'code').match(/[\p{L}\p{N}][\p{L}\p{N}'’,.-]*/gu)?.length ?? 0

/** The paragraphs, headings, items and cells of a Markdown text, each on a line, without the addresses of links. */
function partsOf(text: string): readonly string[] {
  const joined = withoutBlocks(text)
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/\n(?![\n#|]|\s*(?:[-*]|\d+\.) )\s*/g, ' ')
  return joined
    .split('\n')
    .filter((line) => !/^\|[\s|:-]*$/.test(line))
    .flatMap((line) => (line.startsWith('|') ? line.split('|') : [line]))
    .map((part) => part.trim())
    .filter(Boolean)
}

/**
 * The terms that a text uses before it explains them, in its order. A term is explained by a heading or bold text that
 * has it, or by a link whose label it is in. `known` terms need no explanation.
 */
export function unexplainedTerms(
  text: string,
  terms: Readonly<Record<string, RegExp>>,
  known: ReadonlySet<string> = new Set(),
): readonly string[] {
  const prose = withoutBlocks(text)
    .replaceAll(/`[^`\n]*`/g, '')
    .replaceAll(/\]\([^)]*\)/g, ']')
  return Object.entries(terms)
    .filter(([name]) => !known.has(name))
    .flatMap(([name, pattern]) => {
      const found = new RegExp(pattern, 'i').exec(prose)
      if (found === null || isExplained(prose, found.index)) return []
      return [`${name}: …${prose.slice(Math.max(0, found.index - 40), found.index + 40).replaceAll('\n', ' ')}…`]
    })
}

/** The terms that a text explains in a heading or in bold. */
export const explainedTerms = (text: string, terms: Readonly<Record<string, RegExp>>): readonly string[] => {
  const marked = [...withoutBlocks(text).matchAll(/^#+ .*$|\*\*[^*]+\*\*/gm)].map(([mark]) => mark).join('\n')
  return Object.keys(terms).filter((name) => new RegExp(terms[name] as RegExp, 'i').test(marked))
}

/** Whether a place in a text is in a heading, in bold, or in the label of a link. */
function isExplained(prose: string, index: number): boolean {
  const line = prose.slice(prose.lastIndexOf('\n', index) + 1, index)
  if (line.startsWith('#')) return true
  const paragraph = prose.slice(prose.lastIndexOf('\n\n', index) + 1, index)
  const isBold = (paragraph.match(/\*\*/g)?.length ?? 0) % 2 === 1
  return isBold || paragraph.lastIndexOf('[') > paragraph.lastIndexOf(']')
}

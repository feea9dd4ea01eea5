import type { IconName } from '../../styles/icon-names.ts'

/** Something that was found. */
export interface Found {
  /** Identifies it among all that was found. */
  readonly id: string
  readonly title: string
  /** Whether the title is an id. */
  readonly isKey?: boolean
  /** What it is, such as `feature` or `screen`. */
  readonly kind: string
  readonly icon?: IconName
  /** What to do when it is chosen. */
  run(): void
}

/** A group of what was found, under a heading. */
export interface Group {
  readonly title: string
  readonly found: readonly Found[]
}

/** The groups that have something, each thing once: where it was found first. */
export function distinct(groups: readonly Group[]): readonly Group[] {
  const seen = new Set<string>()
  return groups
    .map(({ title, found }) => ({
      title,
      found: found.filter(({ id }) => !seen.has(id) && seen.add(id)),
    }))
    .filter(({ found }) => found.length > 0)
}

/** Whether all words occur in a text, in any case. */
export function hasWords(text: string, words: string): boolean {
  const lower = text.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}

/** Whether a text is a context as JSON: an object. */
export function isContext(text: string): boolean {
  if (!text.trimStart().startsWith('{')) return false
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

/** Whether a text is a request: a curl command, or a request line, with headers below it or not. */
export const isRequest = (text: string): boolean =>
  /^\s*(\$\s+)?curl(\.exe)?\s+\S/.test(text) || /^\s*[A-Z]{3,}\s+(\/|https?:\/\/)\S*/.test(text)

/** The pattern that finds ids with these words, as `search` takes it; `undefined` if no id can have them. */
export function patternOf(words: string): string | undefined {
  const parts = words
    .trim()
    .split(/[\s*]+/)
    .filter((part) => part !== '')
  return parts.length > 0 && parts.every((part) => /^[\w@.:-]+$/.test(part)) ? `*${parts.join('*')}*` : undefined
}

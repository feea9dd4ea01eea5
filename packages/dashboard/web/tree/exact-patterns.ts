/** Whether a text can be the id of a record. The service has the same rule. */
export const isId = (text: string): boolean =>
  text.length <= 512 && !/^\.{1,2}$/.test(text) && /^[A-Za-z0-9_@.-]+(:[A-Za-z0-9_@.-]+)*$/.test(text)

/** Ids, and the pattern that matches these ids alone. */
export interface ExactPattern {
  readonly ids: readonly string[]
  readonly pattern: string
}

/** The most characters of ids in one address. */
const MOST_CHARACTERS = 4000

/**
 * The patterns that match exactly these ids, each short enough for an address. Each id is taken once. Texts that are not
 * ids are left out, because `*`, `,` and `!` have a meaning in patterns: `*` would match every record.
 */
export function exactPatterns(texts: Iterable<string>): ExactPattern[] {
  const parts: string[][] = []
  let room = 0
  for (const id of new Set(texts)) {
    if (!isId(id)) continue
    if (parts.length === 0 || id.length + 1 > room) {
      parts.push([])
      room = MOST_CHARACTERS
    }
    parts.at(-1)!.push(id)
    room -= id.length + 1
  }
  return parts.map((ids) => ({ ids, pattern: ids.join(',') }))
}

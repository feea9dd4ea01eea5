/** What texts must be, in words, by the pattern that they must match. */
const known = new Map<string, string>()

/** The pattern of a schema, with what a text must be to match it: refusals say that in place of the pattern. */
export function pattern(source: string, says: string): string {
  known.set(source, says)
  return source
}

/** What a text must be to match a pattern. */
export const patternInWords = (source: string): string => known.get(source) ?? `must match ${source}`

/** Descriptions of patterns, by pattern. */
const known = new Map<string, string>()

/** Registers a description of a schema's pattern and returns the pattern. Error messages show the description. */
export function pattern(source: string, says: string): string {
  known.set(source, says)
  return source
}

/** The description of a pattern, for error messages. */
export const patternInWords = (source: string): string => known.get(source) ?? `must match ${source}`

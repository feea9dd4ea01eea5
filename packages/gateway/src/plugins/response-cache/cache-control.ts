/** The directives of `Cache-Control` (RFC 9111, section 5.2) in lower case. */
export type Directives = ReadonlyMap<string, string>

/** Reads all values of the header. Of a directive that is repeated, the first counts. */
export function readDirectives(values: readonly string[]): Directives {
  if (values.length === 0) return none
  const directives = new Map<string, string>()
  for (const value of values)
    for (const [, name = '', quoted, plain = ''] of value.matchAll(DIRECTIVE)) {
      const lower = name.toLowerCase()
      if (!directives.has(lower)) directives.set(lower, quoted === undefined ? plain : quoted.replace(/\\(.)/g, '$1'))
    }
  return directives
}

/**
 * The seconds of a directive; `undefined` if it is absent. An invalid value counts as 0: what it would allow is not
 * allowed.
 */
export function secondsOf(directives: Directives, name: string): number | undefined {
  const value = directives.get(name)
  if (value === undefined) return undefined
  return /^\d+$/.test(value) ? Math.min(Number(value), MOST_SECONDS) : 0
}

/** Larger numbers count as this one (RFC 9111, section 1.2.2). */
const MOST_SECONDS = 2 ** 31

/** A directive: its name, and its value as a quoted string or a token. */
const DIRECTIVE = /([^\s,;="]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*)))?/g

const none: Directives = new Map()

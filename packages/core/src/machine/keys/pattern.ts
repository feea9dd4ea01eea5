/** A parsed pattern list: alternatives that select keys, and alternatives that exclude them. */
export interface Pattern {
  /** The prefix of every matching key. */
  readonly prefix: string
  /** Whether only the key `prefix` can match: a single alternative without a wildcard. */
  readonly exact: boolean
  /** Whether every key with the prefix matches. */
  readonly whole: boolean
  matches(key: string): boolean
}

/**
 * Parses a comma-separated list of alternatives. `*` matches any run of characters, every other character itself; a
 * leading `!` excludes (exclusions alone exclude from all keys). The empty list matches nothing. Matching uses no
 * regular expression, so its time is bounded by the lengths of key and pattern.
 */
export function compilePattern(text: string): Pattern {
  const alternatives = text.split(',').filter((one) => one !== '')
  const excluded = alternatives.filter((one) => one.startsWith('!')).map((one) => one.slice(1).split('*'))
  const selected = alternatives.filter((one) => !one.startsWith('!')).map((one) => one.split('*'))
  if (selected.length === 0 && excluded.length > 0) selected.push(['', ''])
  const isIn = (list: readonly (readonly string[])[], key: string) => {
    for (const parts of list) if (fitsParts(parts, key)) return true
    return false
  }
  const [only = [], ...others] = selected
  return {
    prefix: commonPrefix(selected.map(([first = '']) => first)),
    exact: others.length === 0 && only.length === 1,
    whole: others.length === 0 && excluded.length === 0 && only.length === 2 && only[1] === '',
    matches: (key) => isIn(selected, key) && !(excluded.length > 0 && isIn(excluded, key)),
  }
}

/** Whether a key matches a pattern list. Parsed lists are cached. */
export function matches(pattern: string, key: string): boolean {
  return pattern === '*' || cached(pattern).matches(key)
}

/**
 * Combines pattern lists: a key must match each of them.
 *
 * @example
 * compileWhere(['shop:*', '*,!*:secret']).matches('shop:express') // true
 * compileWhere(['shop:*', '*,!*:secret']).matches('shop:secret') // false
 */
export function compileWhere(where: readonly string[] = []): Pattern {
  const all = where.filter((pattern) => pattern !== '*').map(cached)
  const [first, ...rest] = all
  if (!first) return everything
  if (rest.length === 0) return first
  const prefix = all.reduce((longest, one) => (one.prefix.length > longest.length ? one.prefix : longest), '')
  return {
    prefix,
    exact: false,
    whole: all.every((one) => one.whole && prefix.startsWith(one.prefix)),
    matches: (key) => all.every((pattern) => pattern.matches(key)),
  }
}

/** The pattern that every key matches. */
export const everything: Pattern = { prefix: '', exact: false, whole: true, matches: () => true }

const recent = new Map<string, Pattern>()
const MOST_RECENT = 500

function cached(text: string): Pattern {
  const known = recent.get(text)
  if (known) return known
  if (recent.size >= MOST_RECENT) recent.clear()
  const pattern = compilePattern(text)
  recent.set(text, pattern)
  return pattern
}

/**
 * Whether a key consists of the texts between the wildcards: the first at its start, the last at its end, the others in
 * order between.
 */
export function fitsParts(parts: readonly string[], key: string): boolean {
  const first = parts[0]!
  if (parts.length === 1) return key === first
  const last = parts[parts.length - 1]!
  const end = key.length - last.length
  if (first.length > end || !key.startsWith(first) || !key.endsWith(last)) return false
  let from = first.length
  for (let i = 1; i < parts.length - 1; i++) {
    const found = key.indexOf(parts[i]!, from)
    if (found < 0 || found + parts[i]!.length > end) return false
    from = found + parts[i]!.length
  }
  return true
}

/** The common prefix in whole characters: half a surrogate pair has no UTF-8 to look it up by. */
function commonPrefix(texts: readonly string[]): string {
  const [first = '', ...rest] = texts
  let length = first.length
  for (const text of rest) while (!text.startsWith(first.slice(0, length))) length--
  const prefix = first.slice(0, length)
  return /[\ud800-\udbff]$/.test(prefix) ? prefix.slice(0, -1) : prefix
}

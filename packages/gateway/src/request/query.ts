/** More pairs than this are refused. */
export const MOST_PAIRS = 1000

/** Counts the pairs of a query. */
export function countPairs(query: string): number {
  let pairs = query === '' ? 0 : 1
  for (let at = query.indexOf('&'); at >= 0; at = query.indexOf('&', at + 1)) pairs++
  return pairs
}

/** The first value of a parameter in a query (`?a=1&b=2`), decoded; `undefined` if it is absent. */
export function queryValue(query: string, name: string): string | undefined {
  for (const pair of query.slice(1).split('&')) {
    const equals = pair.indexOf('=')
    const key = equals < 0 ? pair : pair.slice(0, equals)
    if (decoded(key) === name) return equals < 0 ? '' : decoded(pair.slice(equals + 1))
  }
  return undefined
}

/** Decodes a name or a value of a query or a form. A text with invalid escapes stays as it is, except for `+`. */
export function decoded(text: string): string {
  if (!/[%+]/.test(text)) return text
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}

/** All values of a parameter in a query, decoded, in their order. */
export function queryValues(query: string, name: string): readonly string[] {
  const values: string[] = []
  for (const pair of query.slice(1).split('&')) {
    const equals = pair.indexOf('=')
    if (decoded(equals < 0 ? pair : pair.slice(0, equals)) === name)
      values.push(equals < 0 ? '' : decoded(pair.slice(equals + 1)))
  }
  return values
}

/** A query without these parameters, however their names are encoded. All else stays as it is; empty if nothing is left. */
export function withoutParameters(query: string, names: Pick<ReadonlySet<string>, 'has'>): string {
  const pairs = query.slice(1).split('&')
  const left = pairs.filter((pair) => {
    const equals = pair.indexOf('=')
    return !names.has(decoded(equals < 0 ? pair : pair.slice(0, equals)))
  })
  if (left.length === pairs.length) return query
  return left.length === 0 ? '' : `?${left.join('&')}`
}

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

function decoded(text: string): string {
  if (!/[%+]/.test(text)) return text
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}

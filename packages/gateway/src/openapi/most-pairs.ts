/** Queries and forms with more pairs than this are refused. */
export const MOST_PAIRS = 4096

/** Whether a text such as `a=1&b=2` has too many pairs. Stops at the first pair that is too many. */
export function hasManyPairs(text: string): boolean {
  let count = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) if (++count > MOST_PAIRS) return true
  return false
}

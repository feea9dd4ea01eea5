/**
 * In which bucket a quantile of durations lies: its upper bound, `Infinity` for the bucket beyond all bounds, and
 * `undefined` without durations. The duration itself is not known: it is at most the bound.
 */
export function quantileBound(
  counts: readonly number[],
  bounds: readonly number[],
  quantile: number,
): number | undefined {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return undefined
  const rank = Math.max(1, Math.ceil(quantile * total))
  let seen = 0
  const place = counts.findIndex((count) => {
    seen += count
    return seen >= rank
  })
  return bounds[place] ?? Number.POSITIVE_INFINITY
}

/** A bound in words: `≤ 25 ms`, `≤ 2.5 s`, `> 10 s`. `–` if there is none. */
export function boundText(bound: number | undefined, bounds: readonly number[]): string {
  if (bound === undefined) return '–'
  return bound === Number.POSITIVE_INFINITY ? `> ${duration(bounds.at(-1) ?? 0)}` : `≤ ${duration(bound)}`
}

const duration = (ms: number): string => (ms >= 1000 ? `${ms / 1000} s` : `${ms} ms`)

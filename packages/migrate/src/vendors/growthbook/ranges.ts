import type { Json } from '../../otoroshi/findings.ts'
import { armValues, metaOf } from './variations.ts'

/** A part of all buckets, from 0 to 1. */
export type Range = readonly [from: number, to: number]

/** Whether a value is a range of buckets. */
export const isRange = (value: unknown): value is Range =>
  Array.isArray(value) && value.length >= 2 && typeof value[0] === 'number' && typeof value[1] === 'number'

/** The shares of the variations of an experiment, and the share of all clients that is in it. Both are parts of 1. */
export function sharesOf(rule: Json): { readonly shares: readonly number[]; readonly total: number } {
  const values = armValues(rule)
  const ranges = Array.isArray(rule.ranges) ? rule.ranges.filter(isRange) : rangesOf(rule, values.length)
  const shares = values.map((_, i) => (metaOf(rule, i).passthrough === true ? 0 : lengthOf(ranges, i)))
  return { shares, total: Math.min(1, rounded(shares.reduce((sum, share) => sum + share, 0))) }
}

/** Weights in order, each reduced by the coverage. Equal ones if they are not valid. */
function rangesOf({ coverage, weights }: Json, count: number): readonly Range[] {
  const covered = typeof coverage === 'number' ? Math.min(1, Math.max(0, coverage)) : 1
  const equal = Array.from({ length: count }, () => 1 / count)
  const given = Array.isArray(weights) && weights.length === count ? weights.map(Number) : equal
  const sum = given.reduce((total, weight) => total + weight, 0)
  let from = 0
  return (sum >= 0.99 && sum <= 1.01 ? given : equal).map((weight) => {
    const range: Range = [from, from + covered * weight]
    from += weight
    return range
  })
}

/** The part of a range that no earlier one covers, within all buckets. */
function lengthOf(ranges: readonly Range[], index: number): number {
  const range = ranges[index]
  if (!range) return 0
  const [from, to] = [Math.max(0, range[0]), Math.min(1, range[1])]
  const cuts = [from, to, ...ranges.slice(0, index).flat()].filter((cut) => cut >= from && cut <= to)
  const points = [...new Set(cuts)].sort((a, b) => a - b)
  let length = 0
  for (const [i, point] of points.entries()) {
    const next = points[i + 1]
    const isCovered = ranges.slice(0, index).some((earlier) => point >= earlier[0] && point < earlier[1])
    if (next !== undefined && !isCovered) length += next - point
  }
  return rounded(length)
}

/** Buckets are parts of 100,000. */
const rounded = (share: number): number => Math.round(share * 100_000) / 100_000

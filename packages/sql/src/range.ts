import { compareKeys } from '@signalbox/core/store'

/** A range of keys in key order. */
export interface KeyRange {
  readonly collection: string
  readonly from: string
  /** Whether `from` itself is included. */
  readonly inclusive: boolean
  /** The first key after the range. @default unbounded */
  readonly to?: string
}

/** The range of keys that begin with a prefix, restricted to those after `after`. */
export function rangeOf(collection: string, prefix: string, after?: string): KeyRange {
  const to = prefixEnd(prefix)
  const isAfter = after !== undefined && compareKeys(after, prefix) >= 0
  return { collection, from: isAfter ? after : prefix, inclusive: !isAfter, ...(to !== undefined && { to }) }
}

/** The rest of a range after one of its keys. */
export const behind = (range: KeyRange, key: string): KeyRange => ({ ...range, from: key, inclusive: false })

/**
 * Returns the smallest text, by UTF-8 bytes, that is greater than every text with this prefix; `undefined` if there is
 * none.
 */
export function prefixEnd(prefix: string): string | undefined {
  const characters = [...prefix]
  for (let last = characters.pop(); last !== undefined; last = characters.pop()) {
    const point = last.codePointAt(0) as number
    if (point < 0x10ffff) return characters.join('') + next(point)
  }
  return undefined
}

/** Skips surrogates, which are not characters. */
const next = (point: number): string => String.fromCodePoint(point === 0xd7ff ? 0xe000 : point + 1)

/** Converts a range to an SQL condition. `parameter` returns the placeholder of the n-th value, from 1. */
export function toCondition(
  { collection, from, inclusive, to }: KeyRange,
  parameter: (n: number) => string,
): { readonly text: string; readonly values: readonly string[] } {
  const text = `collection = ${parameter(1)} and key ${inclusive ? '>=' : '>'} ${parameter(2)}`
  if (to === undefined) return { text, values: [collection, from] }
  return { text: `${text} and key < ${parameter(3)}`, values: [collection, from, to] }
}

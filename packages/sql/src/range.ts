import { compareKeys } from '@signalbox/core/store'

/** A run of keys in key order, as an index walks it. */
export interface KeyRange {
  readonly collection: string
  readonly from: string
  /** Whether `from` itself belongs to it. */
  readonly inclusive: boolean
  /** The first key behind it; absent: all there are. */
  readonly to?: string
}

/** The keys that begin with a prefix, of those behind `after`. */
export function rangeOf(collection: string, prefix: string, after?: string): KeyRange {
  const to = prefixEnd(prefix)
  const isAfter = after !== undefined && compareKeys(after, prefix) >= 0
  return { collection, from: isAfter ? after : prefix, inclusive: !isAfter, ...(to !== undefined && { to }) }
}

/** What is left of a range behind one of its keys. */
export const behind = (range: KeyRange, key: string): KeyRange => ({ ...range, from: key, inclusive: false })

/** The least text, by UTF-8 bytes, behind all that begin with a prefix; `undefined` when there is none. */
export function prefixEnd(prefix: string): string | undefined {
  const characters = [...prefix]
  for (let last = characters.pop(); last !== undefined; last = characters.pop()) {
    const point = last.codePointAt(0) as number
    if (point < 0x10ffff) return characters.join('') + next(point)
  }
  return undefined
}

/** Surrogates are no characters: they are passed over. */
const next = (point: number): string => String.fromCodePoint(point === 0xd7ff ? 0xe000 : point + 1)

/** A range as a condition of SQL; `parameter` names the n-th value, from 1. */
export function toCondition(
  { collection, from, inclusive, to }: KeyRange,
  parameter: (n: number) => string,
): { readonly text: string; readonly values: readonly string[] } {
  const text = `collection = ${parameter(1)} and key ${inclusive ? '>=' : '>'} ${parameter(2)}`
  if (to === undefined) return { text, values: [collection, from] }
  return { text: `${text} and key < ${parameter(3)}`, values: [collection, from, to] }
}

import { compareKeys } from '../keys/compare-keys.ts'
import { matches } from '../keys/pattern.ts'
import type { Entry, Index, IndexPart } from '../ports.ts'

/** A condition that an index can answer: every record that meets it has its entry in one of these parts. */
export interface Narrowing {
  readonly index: Index
  /** Entries whose records meet the condition. */
  readonly fits: readonly IndexPart[]
  /** Which texts of `fits` actually meet the condition. @default all */
  readonly accepts?: (text: string) => boolean
  /** Entries whose records must be read to decide. */
  readonly unsure: readonly IndexPart[]
}

/** The condition that a member equals a text. Records that lack the member count as `absent`. */
export const byText = (index: Index, text: string, absent?: string): Narrowing => ({
  index,
  fits: [{ text }, ...(text === absent ? [{ kind: 'absent' } as const] : [])],
  unsure: [{ kind: 'other' }],
})

/** The condition that a member matches a list of patterns without exclusions. */
export function byPatterns(index: Index, patterns: string): Narrowing {
  const beginnings = patterns.split(',').map((one) => one.split('*'))
  const parts = beginnings.map(([first = '', ...rest]) => (rest.length > 0 ? { prefix: first } : { text: first }))
  const fits = [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()]
  return { index, fits, accepts: (text) => matches(patterns, text), unsure: [{ kind: 'absent' }, { kind: 'other' }] }
}

/** The condition that the fewest records can meet. */
export async function narrowest(narrowings: readonly Narrowing[]): Promise<Narrowing | undefined> {
  if (narrowings.length < 2) return narrowings[0]
  const sizes = await Promise.all(
    narrowings.map(async (one) => ({ one, size: await countParts(one.index, [...one.fits, ...one.unsure]) })),
  )
  return sizes.reduce((least, other) => (other.size < least.size ? other : least)).one
}

/** The page and the records it is taken from. */
export interface PageOfKeys {
  readonly where: readonly string[]
  /** The number of records before the page. */
  readonly first: number
  readonly size: number
}

/**
 * The keys of one page of the records that meet a condition, in key order, and their total. Reads only unsure records.
 */
export async function keyPage(
  narrowing: Narrowing,
  { first, size, where }: PageOfKeys,
  judge: (stored: unknown) => boolean,
): Promise<{ keys: string[]; count: number }> {
  const { index, fits, accepts, unsure } = narrowing
  const [only, ...more] = fits
  if (only && more.length === 0 && !accepts && (await countParts(index, unsure)) === 0)
    return {
      keys: await collectKeys(index.keys(only, { where, skip: first, limit: size })),
      count: await index.count(only, { where }),
    }
  const all = await keysThatMeet(narrowing, where, judge)
  return { keys: all.slice(first, first + size), count: all.length }
}

/** The keys of the records that meet a condition, in key order. */
export async function keysThatMeet(
  narrowing: Narrowing,
  where: readonly string[],
  judge: (stored: unknown) => boolean,
): Promise<string[]> {
  const { index, fits, accepts = () => true, unsure } = narrowing
  const found = new Set<string>()
  for (const part of fits)
    for await (const { key, text } of index.keys(part, { where }))
      if (text === undefined || accepts(text)) found.add(key)
  for await (const { key, value } of entriesOf(index, await keysOfParts(index, unsure, where)))
    if (judge(value)) found.add(key)
  return [...found].sort(compareKeys)
}

/** The keys of the records that may meet a condition, in key order. */
export const keysThatMay = (narrowing: Narrowing, where: readonly string[]): Promise<string[]> =>
  keysThatMeet({ ...narrowing, fits: [...narrowing.fits, ...narrowing.unsure], unsure: [] }, where, () => true)

/** The keys of several parts of an index, part by part. */
export async function keysOfParts(
  index: Index,
  parts: readonly IndexPart[],
  where: readonly string[],
): Promise<string[]> {
  const keys = await Promise.all(parts.map((part) => collectKeys(index.keys(part, { where }))))
  return keys.flat()
}

/** The number of records read at a time. */
const CHUNK = 100

/** The records with these keys, in the order of the keys. */
export async function* entriesOf(index: Index, keys: readonly string[]): AsyncGenerator<Entry> {
  for (let at = 0; at < keys.length; at += CHUNK) {
    const wanted = keys.slice(at, at + CHUNK)
    const found = new Map((await index.pick(wanted)).map((entry) => [entry.key, entry]))
    for (const key of wanted) {
      const entry = found.get(key)
      if (entry) yield entry
    }
  }
}

async function countParts(index: Index, parts: readonly IndexPart[]): Promise<number> {
  const counts = await Promise.all(parts.map((part) => index.count(part)))
  return counts.reduce((sum, count) => sum + count, 0)
}

async function collectKeys(entries: AsyncIterable<{ readonly key: string }>): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of entries) keys.push(key)
  return keys
}

import { compareKeys } from '../keys/compare-keys.ts'
import { matches } from '../keys/pattern.ts'
import type { Entry, Index, IndexPart } from '../ports.ts'

/** A condition that an index answers: whatever meets it has its entry in one of these parts. */
export interface Narrowing {
  readonly index: Index
  /** Entries of records that meet the condition. */
  readonly fits: readonly IndexPart[]
  /** Which texts of `fits` meet it after all. @default all */
  readonly accepts?: (text: string) => boolean
  /** Entries of records that have to be read to find out. */
  readonly unsure: readonly IndexPart[]
}

/** That a member, which records that lack it have as `absent`, is a text. */
export const byText = (index: Index, text: string, absent?: string): Narrowing => ({
  index,
  fits: [{ text }, ...(text === absent ? [{ kind: 'absent' } as const] : [])],
  unsure: [{ kind: 'other' }],
})

/** That a member matches a list of patterns, none of which excludes. */
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

/** Which records a page is of. */
export interface PageOfKeys {
  readonly where: readonly string[]
  /** How many records come before the page. */
  readonly first: number
  readonly size: number
}

/** The keys of one page of the records that meet a condition, in key order, and how many there are. Reads no record but unsure ones. */
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

/** The keys of parts of an index, one part behind the other. */
export async function keysOfParts(
  index: Index,
  parts: readonly IndexPart[],
  where: readonly string[],
): Promise<string[]> {
  const keys = await Promise.all(parts.map((part) => collectKeys(index.keys(part, { where }))))
  return keys.flat()
}

/** Records that are read at a time. */
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

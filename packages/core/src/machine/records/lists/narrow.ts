import type { Entry, Index, IndexCondition, IndexPart, IndexWhere } from '../../../ports.ts'
import { compareKeys } from '../../keys/compare-keys.ts'
import { matches } from '../../keys/pattern.ts'

/** A condition that an index can answer: every record that meets it has its entry in one of these parts. */
export interface Narrowing {
  readonly member: string
  readonly index: Index
  /** Entries whose records meet the condition. */
  readonly fits: readonly IndexPart[]
  /** Which texts of `fits` actually meet the condition. @default all */
  readonly accepts?: (text: string) => boolean
  /** Entries whose records must be read to decide. */
  readonly unsure: readonly IndexPart[]
}

/** A condition whose entries have been counted. Parts without entries are left out. */
export interface Counted extends Narrowing {
  /** The number of entries in `fits`. */
  readonly size: number
  /** The number of entries in `unsure`. */
  readonly doubts: number
}

/** A member that has an index. */
export interface Indexed {
  readonly member: string
  readonly index: Index
}

/** The condition that a member equals a text. Records that lack the member count as `absent`. */
export const byText = (indexed: Indexed, text: string, absent?: string): Narrowing => ({
  ...indexed,
  fits: [{ text }, ...(text === absent ? [{ kind: 'absent' } as const] : [])],
  unsure: [{ kind: 'other' }],
})

/** The condition that a member matches a list of patterns without exclusions. */
export function byPatterns(indexed: Indexed, patterns: string): Narrowing {
  const pieces = patterns.split(',').map((one) => one.split('*'))
  const parts = pieces.map(([first = '', ...rest]) => (rest.length > 0 ? { prefix: first } : { text: first }))
  const fits = [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()]
  const isSure = pieces.every(([, ...rest]) => rest.join('*') === '')
  return {
    ...indexed,
    fits,
    ...(!isSure && { accepts: (text) => matches(patterns, text) }),
    unsure: [{ kind: 'absent' }, { kind: 'other' }],
  }
}

/** Counts the entries of a condition. */
export async function counted(narrowing: Narrowing): Promise<Counted> {
  const { index, fits, unsure } = narrowing
  const [fitting, doubtful] = await Promise.all([partsInUse(index, fits), partsInUse(index, unsure)])
  return { ...narrowing, fits: fitting.parts, size: fitting.count, unsure: doubtful.parts, doubts: doubtful.count }
}

async function partsInUse(index: Index, parts: readonly IndexPart[]) {
  const counts = await Promise.all(parts.map((part) => index.count(part)))
  return { parts: parts.filter((_, place) => counts[place]! > 0), count: counts.reduce((sum, one) => sum + one, 0) }
}

/** A condition in the form in which another index checks it; `undefined` if its entries alone do not decide it. */
export function conditionOf({ member, fits, accepts, doubts }: Counted): IndexCondition | undefined {
  const parts = fits.flatMap((part) => ('prefix' in part ? [] : [part]))
  return doubts > 0 || accepts || parts.length < fits.length ? undefined : { member, parts }
}

/** The text that the member of a condition must have, if nothing else meets the condition. */
export function onlyText(condition: Counted): string | undefined {
  const [only, ...more] = conditionOf(condition)?.parts ?? []
  return only && 'text' in only && more.length === 0 ? only.text : undefined
}

/** So many entries are read without noticing it. To read fewer, lists use an index of two members. */
export const MANY_ENTRIES = 300

/** How many entries of an index are read in the time of one record. */
export const ENTRIES_PER_RECORD = 15

/**
 * The condition whose entries to read: the one that the fewest records can meet. One that other indexes cannot check is
 * preferred if that is sooner than to read the records.
 */
export function narrowest(conditions: readonly Counted[]): Counted | undefined {
  const cost = (one: Counted) => one.size + one.doubts * ENTRIES_PER_RECORD
  const [first, ...others] = conditions.toSorted((a, b) => cost(a) - cost(b))
  const unchecked = others.filter((one) => !conditionOf(one))
  const [instead, ...rest] = unchecked
  return first && instead && rest.length === 0 && conditionOf(first) && cost(instead) < cost(first) * ENTRIES_PER_RECORD
    ? instead
    : first
}

/** The page and the records it is taken from. */
export interface PageOfKeys extends IndexWhere {
  readonly where: readonly string[]
  /** The number of records before the page. */
  readonly first: number
  readonly size: number
}

/**
 * The keys of one page of the records that meet a condition, in key order, and their total. Reads only unsure records.
 */
export async function keyPage(
  condition: Counted,
  { first, size, ...which }: PageOfKeys,
  judge: (stored: unknown) => boolean,
): Promise<{ keys: string[]; count: number }> {
  const [only, ...more] = condition.fits
  if (only && more.length === 0 && !('prefix' in only) && conditionOf(condition)) {
    const [keys, count] = await Promise.all([
      collectKeys(condition.index.keys(only, { ...which, skip: first, limit: size })),
      countKeys(condition, which),
    ])
    return { keys, count }
  }
  const all = await keysThatMeet(condition, which, judge)
  return { keys: all.slice(first, first + size), count: all.length }
}

/** The number of records that meet a condition which needs no record to be decided. */
export async function countKeys(
  { index, fits, size }: Counted,
  { where = [], also = [] }: IndexWhere,
): Promise<number> {
  if (also.length === 0 && where.every((pattern) => pattern === '*')) return size
  const counts = await Promise.all(fits.map((part) => index.count(part, { where, also })))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** The keys of the records that meet a condition, in key order. */
export async function keysThatMeet(
  { index, fits, accepts = () => true, unsure }: Narrowing,
  which: IndexWhere,
  judge: (stored: unknown) => boolean,
): Promise<string[]> {
  const found = new Set<string>()
  for (const part of fits)
    for await (const { key, text } of index.keys(part, which)) if (text === undefined || accepts(text)) found.add(key)
  for await (const { key, value } of entriesOf(index, await keysOfParts(index, unsure, which)))
    if (judge(value)) found.add(key)
  return [...found].sort(compareKeys)
}

/** The keys of the records that may meet a condition, in key order. */
export const keysThatMay = (narrowing: Narrowing, which: IndexWhere): Promise<string[]> =>
  keysThatMeet({ ...narrowing, fits: [...narrowing.fits, ...narrowing.unsure], unsure: [] }, which, () => true)

/** The keys of several parts of an index, part by part. */
export async function keysOfParts(index: Index, parts: readonly IndexPart[], which: IndexWhere): Promise<string[]> {
  const keys = await Promise.all(parts.map((part) => collectKeys(index.keys(part, which))))
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

async function collectKeys(entries: AsyncIterable<{ readonly key: string }>): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of entries) keys.push(key)
  return keys
}

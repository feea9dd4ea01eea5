import type { Index, IndexWhere } from '../../../ports.ts'
import { compareKeys } from '../../keys/compare-keys.ts'
import { entriesOf, keysOfParts, type PageOfKeys } from './narrow.ts'
import type { Order, Scalar } from './select.ts'

/** An order by an indexed member. */
export interface IndexOrder {
  readonly member: string
  readonly index: Index
  readonly descending: boolean
  /** The value of records that lack the member. @default none: they come last */
  readonly absent?: string
  /** The order by this member alone. */
  readonly order: Order
  /** Returns the index of another member among the records with a text, if there is one. */
  readonly within?: (member: string, text: string) => Promise<Index | undefined>
  /** Converts a stored record to the form it is sorted by. */
  readonly look: (stored: unknown) => unknown
}

/** A record with its sort value. */
interface Placed {
  readonly key: string
  readonly by: Scalar
}

/** The most records that an index cannot place. With more of them, reading all records is as fast. */
const MOST_UNPLACED = 1000

const ABSENT = { kind: 'absent' } as const
const OTHER = { kind: 'other' } as const
const TEXTS = { prefix: '' } as const

/** The keys of one page in the order of an index; `undefined` if the index cannot place too many records. */
export async function orderedKeys(by: IndexOrder, page: PageOfKeys): Promise<string[] | undefined> {
  const { index, absent } = by
  const unplaced = absent === undefined ? [OTHER] : [OTHER, ABSENT]
  const counts = await Promise.all(unplaced.map((part) => index.count(part)))
  const count = counts.reduce((sum, one) => sum + one)
  if (count > MOST_UNPLACED) return undefined
  return count === 0 ? textsThenAbsent(by, page) : merged(by, page)
}

/** When the index places every record, the store itself skips the records before the page. */
async function textsThenAbsent({ index, descending }: IndexOrder, { first, size, ...which }: PageOfKeys) {
  const keys: string[] = []
  for await (const { key } of index.keys(TEXTS, { ...which, descending, skip: first, limit: size })) keys.push(key)
  if (keys.length === size) return keys
  const texts = keys.length > 0 ? first + keys.length : await index.count(TEXTS, which)
  const rest = { ...which, skip: Math.max(0, first - texts), limit: size - keys.length }
  for await (const { key } of index.keys(ABSENT, rest)) keys.push(key)
  return keys
}

/** Reads the records that the index cannot place, and merges them into the order of the index. */
async function merged(by: IndexOrder, { first, size, ...which }: PageOfKeys): Promise<string[]> {
  const compare = (a: Placed, b: Placed) => by.order.compare([a.by], [b.by]) || compareKeys(a.key, b.key)
  const read = (await readOthers(by, which)).sort(compare)
  const keys: string[] = []
  for await (const placed of placedByIndex(by, which)) {
    while (read[0] && compare(read[0], placed) < 0) keys.push((read.shift() as Placed).key)
    keys.push(placed.key)
    if (keys.length >= first + size) break
  }
  return [...keys, ...read.map(({ key }) => key)].slice(first, first + size)
}

async function* placedByIndex({ index, descending, absent }: IndexOrder, which: IndexWhere): AsyncGenerator<Placed> {
  for await (const { key, text } of index.keys(TEXTS, { ...which, descending })) yield { key, by: text }
  if (absent === undefined) for await (const { key } of index.keys(ABSENT, which)) yield { key, by: undefined }
}

async function readOthers({ index, absent, order, look }: IndexOrder, which: IndexWhere): Promise<Placed[]> {
  const placed: Placed[] = []
  for await (const { key, value } of entriesOf(index, await keysOfParts(index, [OTHER], which)))
    placed.push({ key, by: order.of(look(value))[0] })
  if (absent !== undefined)
    for (const key of await keysOfParts(index, [ABSENT], which)) placed.push({ key, by: absent })
  return placed
}

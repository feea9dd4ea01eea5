import type { Index, IndexEntry, IndexPart, IndexWhere } from '../../../ports.ts'
import { compareKeys } from '../../keys/compare-keys.ts'
import { type IndexOrder, orderedKeys } from './index-order.ts'
import { entriesOf, type PageOfKeys } from './narrow.ts'
import type { Order, Scalar } from './select.ts'

/** The most records with the same text that are read to sort them by further fields. */
const MOST_READ = 200

/** Of so many records, the order is rather taken from an index of both fields, if there is one. */
const FEW_READ = 30

const TEXTS = { prefix: '' } as const

/**
 * The keys of one page in an order by several fields. The index of the first field yields groups of records with the
 * same text. The groups of the page are read and sorted; a large group is a list of its own, in the order of the
 * further fields. `whole` is the order by all fields. `undefined` if indexes do not suffice.
 */
export async function keysByGroups(
  orders: readonly (IndexOrder | undefined)[],
  whole: Order,
  { first, size, ...which }: PageOfKeys,
): Promise<string[] | undefined> {
  const [by, ...others] = orders
  if (!by) return undefined
  if (others.length === 0) return orderedKeys(by, { first, size, ...which })
  const { index, member, descending } = by
  const unplaced = await Promise.all((['absent', 'other'] as const).map((kind) => index.count({ kind })))
  if (unplaced.some((count) => count > 0)) return undefined

  /** The keys with a text; `undefined` if there are too many to read. */
  async function groupOf(text: string): Promise<string[] | undefined> {
    const keys = (await collect(index.keys({ text }, { ...which, limit: MOST_READ + 1 }))).map(({ key }) => key)
    return keys.length > MOST_READ ? undefined : keys
  }

  /** The keys of the entire groups behind the first one. A large last group is left for later. */
  async function groupsBehind(text: string, entries: readonly IndexEntry[]): Promise<string[]> {
    const last = entries.at(-1)?.text as string
    if (last === text) return []
    const between = entries.filter((entry) => entry.text !== text && entry.text !== last).map(({ key }) => key)
    const group = (await groupOf(last)) ?? []
    return group.length > FEW_READ ? between : [...between, ...group]
  }

  const keys: string[] = []
  while (keys.length < size) {
    const at = first + keys.length
    const left = size - keys.length
    const found = await collect(index.keys(TEXTS, { ...which, descending, skip: at, limit: left }))
    const [head] = found
    if (!head) break
    const text = head.text as string
    const group = await groupOf(text)
    const before = at === 0 ? 0 : group ? group.indexOf(head.key) : await placeIn(by, { text }, head.key, which)
    const part = { first: before, size: left }
    const isSmall = group && group.length <= FEW_READ
    const within = isSmall ? undefined : await ordersWithin(others, async (other) => by.within?.(other, text))
    let taken: string[] | undefined
    if (within) taken = await keysByGroups(within, whole, { ...which, ...part })
    else if (group)
      taken = (await sorted(by, whole, [...group, ...(await groupsBehind(text, found))])).slice(before, before + left)
    else
      taken = await keysByGroups(others, whole, {
        ...which,
        also: [...(which.also ?? []), { member, parts: [{ text }] }],
        ...part,
      })
    if (!taken || taken.length === 0) return undefined
    keys.push(...taken)
  }
  return keys
}

/** The same orders among fewer records; `undefined` if there is no index for one of them. */
export async function ordersWithin(
  orders: readonly (IndexOrder | undefined)[],
  findIndex: (member: string) => Promise<Index | undefined>,
): Promise<readonly IndexOrder[] | undefined> {
  const found = orders.map(async (one) => {
    if (!one) return undefined
    const { within: _, ...order } = one
    const index = await findIndex(one.member)
    return index && { ...order, index }
  })
  const narrowed = (await Promise.all(found)).filter((one) => one !== undefined)
  return narrowed.length === orders.length ? narrowed : undefined
}

/** The position of a key among those with the same text, by halving. */
async function placeIn({ index }: IndexOrder, part: IndexPart, key: string, which: IndexWhere): Promise<number> {
  let [low, high] = [0, await index.count(part, which)]
  while (low < high) {
    const middle = (low + high) >> 1
    const [found] = await collect(index.keys(part, { ...which, skip: middle, limit: 1 }))
    if (found && compareKeys(found.key, key) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Reads records and sorts their keys by all fields. */
async function sorted({ index, look }: IndexOrder, order: Order, keys: readonly string[]): Promise<string[]> {
  const placed: { key: string; by: readonly Scalar[] }[] = []
  for await (const { key, value } of entriesOf(index, keys)) placed.push({ key, by: order.of(look(value)) })
  return placed.sort((a, b) => order.compare(a.by, b.by) || compareKeys(a.key, b.key)).map(({ key }) => key)
}

async function collect(entries: AsyncIterable<IndexEntry>): Promise<IndexEntry[]> {
  const all: IndexEntry[] = []
  for await (const entry of entries) all.push(entry)
  return all
}

import type { Entry, Index, Store } from '../ports.ts'
import type { IndexOrder } from './index-order.ts'
import { orderedKeys } from './index-order.ts'
import type { Narrowing, PageOfKeys } from './narrow.ts'
import { byPatterns, byText, entriesOf, keyPage, keysThatMay, keysThatMeet, narrowest } from './narrow.ts'
import type { RecordOf, Resource } from './resource.ts'
import { idOf } from './resource.ts'
import type { Select } from './select.ts'
import { selectPage } from './select.ts'

/** What a caller may see of the records of a kind. */
export interface View<T> {
  readonly sees: (stored: unknown) => boolean
  /** Converts a stored record to the form callers see. */
  readonly show: (stored: unknown) => T
  /** Patterns of the owners whose records the caller may see. @default every owner */
  readonly owners?: string
}

/** Lists that are filtered, sorted or partly hidden. They use the store's indexes where there are any, else a scan. */
export function createLists<R extends Resource>(resource: R, store: Store) {
  type T = RecordOf<R>
  const { plural, owner } = resource
  const indexes = resource.indexes ?? []

  const findIndex = async (member: string): Promise<Index | undefined> =>
    indexes.includes(member) ? store.index?.(plural, member) : undefined

  /** The conditions that an index can answer. */
  async function narrowingsOf({ filters }: Pick<Select, 'filters'>, owners?: string): Promise<Narrowing[]> {
    const byFilter = filters.map(async ({ path, text }) => {
      const index = await findIndex(path)
      return index && byText(index, text, defaultOf(resource, path))
    })
    const index = owners !== undefined && owner !== undefined ? await findIndex(owner) : undefined
    const found = [index && byPatterns(index, owners as string), ...(await Promise.all(byFilter))]
    return found.filter((one) => one !== undefined)
  }

  /** One page of the selected, visible records, and their total number. */
  async function page(select: Select, part: PageOfKeys, view: View<T>): Promise<{ results: T[]; count: number }> {
    const { filters, fields, order, matches } = select
    const { where } = part
    const { sees, show, owners } = view
    const fits = (stored: unknown) => sees(stored) && matches(show(stored))
    const conditions = filters.length + (owners === undefined ? 0 : 1)
    const best = await narrowest(await narrowingsOf(select, owners))
    if (best && conditions === 1 && !order) {
      const { keys, count } = await keyPage(best, part, fits)
      return { results: await shown(best.index, keys, { sees: fits, show }), count }
    }
    const inOrder =
      conditions === 0 && order && fields.length === 1 ? await findOrder(fields[0]!, order, show) : undefined
    const keys = inOrder && (await orderedKeys(inOrder, part))
    if (inOrder && keys)
      return { results: await shown(inOrder.index, keys, view), count: await store.count(plural, { where }) }
    return selectPage(
      {
        records: shownOf(
          best ? entriesOf(best.index, await keysThatMay(best, where)) : store.scan(plural, { where }),
          view,
        ),
        keyOf: (record) => idOf(resource, record),
        async find(key) {
          const found = await store.get(plural, key)
          return found && show(found.value)
        },
      },
      select,
      part,
    )
  }

  /** The index that has the order of a field, if there is one. */
  async function findOrder(
    { path, sign }: Select['fields'][number],
    order: NonNullable<Select['order']>,
    show: View<T>['show'],
  ): Promise<IndexOrder | undefined> {
    const index = await findIndex(path)
    const absent = defaultOf(resource, path)
    return index && { index, order, show, descending: sign < 0, ...(absent !== undefined && { absent }) }
  }

  /** The visible records in key order. */
  async function* entries(where: readonly string[], { owners, sees }: View<T>): AsyncGenerator<Entry> {
    const [owned] = await narrowingsOf({ filters: [] }, owners)
    const found = owned ? entriesOf(owned.index, await keysThatMay(owned, where)) : store.scan(plural, { where })
    for await (const entry of found) if (sees(entry.value)) yield entry
  }

  /** The number of visible records. */
  async function count(where: readonly string[], view: View<T>): Promise<number> {
    if (view.owners === undefined) return store.count(plural, { where })
    const [owned] = await narrowingsOf({ filters: [] }, view.owners)
    if (owned) return (await keysThatMeet(owned, where, view.sees)).length
    let seen = 0
    for await (const _ of entries(where, view)) seen++
    return seen
  }

  return { page, entries, count }
}

/** The default that records of a kind show for a missing member. */
function defaultOf({ schema, isCompleted }: Resource, member: string): string | undefined {
  const { properties = {} } = schema as { properties?: Readonly<Record<string, { readonly default?: unknown }>> }
  const value = isCompleted ? properties[member]?.default : undefined
  return typeof value === 'string' ? value : undefined
}

async function* shownOf<T>(entries: AsyncIterable<Entry>, { sees, show }: View<T>): AsyncGenerator<T> {
  for await (const { value } of entries) if (sees(value)) yield show(value)
}

/** Reads the records with these keys and converts them for callers. */
async function shown<T>(index: Index, keys: readonly string[], view: View<T>): Promise<T[]> {
  const records: T[] = []
  for await (const record of shownOf(entriesOf(index, keys), view)) records.push(record)
  return records
}

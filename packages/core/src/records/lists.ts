import type { Entry, Index, Store } from '../ports.ts'
import { keysByGroups } from './index-groups.ts'
import type { IndexOrder } from './index-order.ts'
import type { Counted, Indexed, PageOfKeys } from './narrow.ts'
import {
  byPatterns,
  byText,
  conditionOf,
  counted,
  countKeys,
  ENTRIES_PER_RECORD,
  entriesOf,
  keyPage,
  keysThatMay,
  keysThatMeet,
  narrowest,
} from './narrow.ts'
import type { RecordOf, Resource } from './resource.ts'
import { idOf } from './resource.ts'
import type { Order, Select, SortField } from './select.ts'
import { orderBy, selectPage } from './select.ts'

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
  const listed = store.replica ?? store
  const indexes = resource.indexes ?? []
  const defaults = Object.fromEntries(
    indexes.flatMap((member) => {
      const value = defaultOf(resource, member)
      return value === undefined ? [] : [[member, value]]
    }),
  )

  async function findIndex(member: string): Promise<Indexed | undefined> {
    const index = indexes.includes(member) ? await listed.index?.(plural, member) : undefined
    return index && { member, index }
  }

  /** The conditions that an index can answer. */
  async function conditionsOf({ filters }: Pick<Select, 'filters'>, owners?: string): Promise<Counted[]> {
    const byFilter = filters.map(async ({ path, text }) => {
      const indexed = await findIndex(path)
      return indexed && counted(byText(indexed, text, defaults[path]))
    })
    const indexed = owners !== undefined && owner !== undefined ? await findIndex(owner) : undefined
    const found = [indexed && counted(byPatterns(indexed, owners as string)), ...byFilter]
    return (await Promise.all(found)).filter((one) => one !== undefined)
  }

  /** A stored record with the defaults of its indexed members. */
  const withDefaults = (stored: unknown): unknown => ({ ...defaults, ...(stored as object) })

  /** One page of the selected, visible records, and their total number. */
  async function page(select: Select, part: PageOfKeys, view: View<T>): Promise<{ results: T[]; count: number }> {
    const { filters, fields, order, matches } = select
    const { where } = part
    const { sees, show, owners } = view
    const fits = (stored: unknown) => sees(stored) && matches(show(stored))
    const all = filters.length + (owners === undefined ? 0 : 1)
    const conditions = await conditionsOf(select, owners)
    const driver = narrowest(conditions)
    const also = conditions.flatMap((one) => (one === driver ? [] : (conditionOf(one) ?? [])))
    const isDecided = conditions.length === all && also.length >= all - 1
    if (driver && isDecided && !order) {
      const { keys, count } = await keyPage(driver, { ...part, also }, fits)
      return { results: await shown(driver.index, keys, { sees: fits, show }), count }
    }
    if (order && isDecided && (!driver || conditionOf(driver))) {
      const found = await pageInOrder(select, { part, view: { sees: fits, show }, conditions })
      if (found) return found
    }
    // Indexed members are stored as they are shown, so records of which nothing else matters need not be converted.
    const look = [...filters, ...fields].every(({ path }) => indexes.includes(path)) ? withDefaults : show
    return selectPage(
      {
        records: shownOf(
          driver ? entriesOf(driver.index, await keysThatMay(driver, { where, also })) : listed.scan(plural, { where }),
          { sees, show: look },
        ),
        keyOf: (record) => idOf(resource, record as object),
        async find(key) {
          const found = await store.get(plural, key)
          return found && show(found.value)
        },
        show: look === show ? (record) => record as T : show,
      },
      select,
      part,
    )
  }

  /**
   * One page in the order of indexes, if that is sooner than reading and sorting all records of the list. The conditions
   * need no record to be decided.
   */
  async function pageInOrder(
    { fields, order }: Select,
    { part, view, conditions }: { part: PageOfKeys; view: View<T>; conditions: readonly Counted[] },
  ): Promise<{ results: T[]; count: number } | undefined> {
    const orders = await Promise.all(fields.map(findOrder))
    const [inOrder] = orders
    if (!inOrder) return undefined
    const { where, first, size } = part
    const driver = narrowest(conditions)
    const others = (one?: Counted) => conditions.flatMap((other) => (other === one ? [] : (conditionOf(other) ?? [])))
    const count = driver
      ? await countKeys(driver, { where, also: others(driver) })
      : await listed.count(plural, { where })
    if (count <= first) return { results: [], count }
    const isWhole = !driver && where.every((pattern) => pattern === '*')
    // The entries of the list are taken to be spread evenly over the index.
    const passed = isWhole ? 0 : (await listed.count(plural)) * ((first + size) / count)
    if (passed > count * ENTRIES_PER_RECORD) return undefined
    const keys = await keysByGroups(orders, order as Order, { ...part, also: others() })
    return keys && { results: await shown(inOrder.index, keys, view), count }
  }

  /** The index that has the order of a field, if there is one. */
  async function findOrder(field: SortField): Promise<IndexOrder | undefined> {
    const indexed = await findIndex(field.path)
    const absent = defaults[field.path]
    return (
      indexed && {
        ...indexed,
        order: orderBy([field]),
        look: withDefaults,
        descending: field.sign < 0,
        ...(absent !== undefined && { absent }),
      }
    )
  }

  /** The visible records in key order. */
  async function* entries(where: readonly string[], { owners, sees }: View<T>): AsyncGenerator<Entry> {
    const [owned] = await conditionsOf({ filters: [] }, owners)
    const found = owned ? entriesOf(owned.index, await keysThatMay(owned, { where })) : listed.scan(plural, { where })
    for await (const entry of found) if (sees(entry.value)) yield entry
  }

  /** The number of visible records. */
  async function count(where: readonly string[], view: View<T>): Promise<number> {
    if (view.owners === undefined) return listed.count(plural, { where })
    const [owned] = await conditionsOf({ filters: [] }, view.owners)
    if (owned) return (await keysThatMeet(owned, { where }, view.sees)).length
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

async function* shownOf<T>(
  entries: AsyncIterable<Entry>,
  { sees, show }: Pick<View<T>, 'sees' | 'show'>,
): AsyncGenerator<T> {
  for await (const { value } of entries) if (sees(value)) yield show(value)
}

/** Reads the records with these keys and converts them for callers. */
async function shown<T>(index: Index, keys: readonly string[], view: View<T>): Promise<T[]> {
  const records: T[] = []
  for await (const record of shownOf(entriesOf(index, keys), view)) records.push(record)
  return records
}

import type { Entry, Index, IndexCondition, Reads } from '../../../ports.ts'
import { compareKeys } from '../../keys/compare-keys.ts'
import { idOf, type RecordOf, type Resource } from '../resource.ts'
import { keysByGroups, ordersWithin } from './index-groups.ts'
import type { IndexOrder } from './index-order.ts'
import {
  byPatterns,
  byText,
  type Counted,
  conditionOf,
  counted,
  countKeys,
  ENTRIES_PER_RECORD,
  entriesOf,
  type Indexed,
  keyPage,
  keysThatMay,
  keysThatMeet,
  MANY_ENTRIES,
  narrowest,
  onlyText,
  type PageOfKeys,
} from './narrow.ts'
import { type Order, orderBy, type Select, type SortField, selectPage } from './select.ts'

/** What a caller may see of the records of a kind. */
export interface View<T> {
  readonly sees: (stored: unknown) => boolean
  /** Converts a stored record to the form callers see. */
  readonly show: (stored: unknown) => T
  /** Patterns of the owners whose records the caller may see. @default every owner */
  readonly owners?: string
}

/** The condition whose entries to read, and the conditions that other indexes check. */
interface Driver {
  readonly driver: Counted
  readonly also: readonly IndexCondition[]
}

/** So many records are read and sorted without noticing it. */
const FEW_RECORDS = 60

/** Lists that are filtered, sorted or partly hidden. They use the store's indexes where there are any, else a scan. */
export function createLists<R extends Resource>(resource: R, store: Reads) {
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

  /** The index of a member among the records that meet a condition on another one. */
  async function findWithin(member: string, condition: Counted): Promise<Index | undefined> {
    const text = onlyText(condition)
    if (text === undefined || member === condition.member) return undefined
    return listed.indexWithin?.(plural, member, { member: condition.member, text })
  }

  /**
   * The condition whose entries to read, and the others. Two conditions that many records meet are read as one, if the
   * store has an index of both members.
   */
  async function driverOf(conditions: readonly Counted[]): Promise<Driver | undefined> {
    const driver = narrowest(conditions)
    if (!driver) return undefined
    const alone = { driver, also: othersThan(driver, conditions) }
    const bySize = conditions.toSorted((a, b) => a.size - b.size)
    const [one, other] = bySize.slice(0, 2).toSorted((a, b) => compareKeys(a.member, b.member))
    const text = other && onlyText(other)
    if (!one || !other || text === undefined || driver.size < MANY_ENTRIES || !conditions.every(conditionOf))
      return alone
    const index = await findWithin(other.member, one)
    const both = index && (await counted(byText({ member: other.member, index }, text)))
    return both && both.doubts === 0
      ? { driver: both, also: bySize.slice(2).flatMap((rest) => conditionOf(rest) ?? []) }
      : alone
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
    const also = othersThan(driver, conditions)
    const isDecided = conditions.length === all && also.length >= all - 1
    const isFixed = ({ path }: SortField) =>
      conditions.some((one) => one.member === path && onlyText(one) !== undefined)
    if (driver && isDecided && fields.every(isFixed)) {
      const reading = (await driverOf(conditions)) as Driver
      const { keys, count } = await keyPage(reading.driver, { ...part, also: reading.also }, fits)
      return { results: await shown(driver.index, keys, { sees: fits, show }), count }
    }
    if (order && isDecided && (!driver || conditionOf(driver))) {
      const free = { order, fields: fields.filter((field) => !isFixed(field)) }
      const found = await pageInOrder(free, { part, view: { sees: fits, show }, conditions })
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
    { fields, order }: { readonly fields: readonly SortField[]; readonly order: Order },
    { part, view, conditions }: { part: PageOfKeys; view: View<T>; conditions: readonly Counted[] },
  ): Promise<{ results: T[]; count: number } | undefined> {
    const orders = await Promise.all(fields.map(findOrder))
    const [inOrder] = orders
    if (!inOrder) return undefined
    const { where, first, size } = part
    const reading = await driverOf(conditions)
    const count = reading
      ? await countKeys(reading.driver, { where, also: reading.also })
      : await listed.count(plural, { where })
    if (count <= first) return { results: [], count }
    const isWhole = !reading && where.every((pattern) => pattern === '*')
    // The entries of the list are taken to be spread evenly over the index.
    const share = (first + size) / count
    const most = count * ENTRIES_PER_RECORD
    const passed = isWhole ? 0 : (await listed.count(plural)) * share
    const within = passed > MANY_ENTRIES && count > FEW_RECORDS ? narrowest(conditions) : undefined
    const narrowed =
      within && within.size * share <= most
        ? await ordersWithin(orders, (member) => findWithin(member, within))
        : undefined
    if (!narrowed && passed > most) return undefined
    const also = othersThan(narrowed && within, conditions)
    const keys = await keysByGroups(narrowed ?? orders, order, { ...part, also })
    return keys && { results: await shown(inOrder.index, keys, view), count }
  }

  /** The index that has the order of a field, if there is one. */
  async function findOrder(field: SortField): Promise<IndexOrder | undefined> {
    const indexed = await findIndex(field.path)
    const absent = defaults[field.path]
    return (
      indexed && {
        ...indexed,
        within: async (other, text) => listed.indexWithin?.(plural, other, { member: field.path, text }),
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

/** The conditions without one of them, in the form in which indexes check them. */
const othersThan = (one: Counted | undefined, conditions: readonly Counted[]): readonly IndexCondition[] =>
  conditions.flatMap((other) => (other === one ? [] : (conditionOf(other) ?? [])))

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

import type { CallContext } from '../../../operation.ts'
import { may } from '../../callers/caller.ts'
import type { Turn } from '../../time/event-loop-turns.ts'
import { BATCH, MOST_SIZE } from '../lines/batch.ts'
import type { Found } from '../reads.ts'
import { ownerOf, type Resource } from '../resource.ts'

/** Which records a bulk patch applies to, and whether it writes. */
export interface Chosen {
  /** The records that match a pattern. */
  readonly pattern?: string | undefined
  /** The records with these ids. */
  readonly ids?: readonly string[] | undefined
  /** Counts and shows examples, writes nothing. @default false */
  readonly dryRun?: boolean
  /** The most examples of a dry run. @default 10 */
  readonly examples?: number
}

/** A chosen id, and the stored record with its JSON if the caller may update it. */
export interface Item<T> {
  readonly id: string
  readonly found?: (Found<T> & { readonly text: string }) | undefined
}

/** The part of a collection that reads chosen records. */
export interface Choosing<T> {
  readonly resource: Resource
  readonly keyOf: (record: T) => string
  readonly find: (id: string) => Promise<Found<T> | undefined>
  readonly scan: (where: readonly string[], after: string | undefined) => AsyncIterable<Found<T>>
}

/** How many records are read at once. */
const AT_ONCE = 10

/** Reads the records that a bulk patch applies to and the caller may update. Calls `pause` in between. */
export function choose<T extends object>(parts: Choosing<T>, { caller }: CallContext, pause: Turn) {
  const { resource, keyOf, find, scan } = parts
  const { domain } = resource
  const isOwned = resource.owner !== undefined
  const mayUpdate = ({ record }: Found<T>) => !isOwned || may(caller, 'U', domain, ownerOf(resource, record))
  const toItem = (id: string, found: Found<T>): Item<T> => ({
    id,
    found: { ...found, text: JSON.stringify(found.record) },
  })

  /** Reads nothing for ids outside the caller's grants. */
  async function load(id: string): Promise<Item<T>> {
    const found = isOwned || may(caller, 'U', domain, id) ? await find(id) : undefined
    return found && mayUpdate(found) ? toItem(id, found) : { id }
  }

  /** The records with these ids. Ids that are missing or that the caller may not update come without a record. */
  async function* byIds(ids: readonly string[]): AsyncGenerator<Item<T>> {
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      yield* await Promise.all(ids.slice(start, start + AT_ONCE).map(load))
      await pause()
    }
  }

  async function* byPattern(pattern: string): AsyncGenerator<Item<T>> {
    const where = isOwned ? [pattern] : [pattern, caller.patterns('U', domain)]
    for (let after: string | undefined; ; ) {
      let last: string | undefined
      for await (const found of scan(where, after)) {
        last = keyOf(found.record)
        if (mayUpdate(found)) yield toItem(last, found)
        await pause()
      }
      if (last === undefined) return
      after = last
    }
  }

  return {
    byIds,
    /** The chosen records in batches of at most `BATCH` records and `MOST_SIZE` characters. */
    async *batches({ pattern = '', ids }: Chosen): AsyncGenerator<readonly Item<T>[]> {
      let batch: Item<T>[] = []
      let size = 0
      for await (const item of ids ? byIds([...new Set(ids)]) : byPattern(pattern)) {
        batch.push(item)
        size += item.found?.text.length ?? 0
        if (batch.length < BATCH && size < MOST_SIZE) continue
        yield batch
        batch = []
        size = 0
      }
      if (batch.length > 0) yield batch
    },
  }
}

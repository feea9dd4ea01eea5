import { conflict, failure, notFound, problem, SignalboxError } from '../errors.ts'
import type { EventDraft } from '../events/event.ts'
import { domains } from '../events/event.ts'
import type { Change, Ports } from '../ports.ts'
import type { TimeZone } from '../time.ts'
import { localTimestamp } from '../time.ts'
import { validate } from '../validate.ts'
import { firstPage } from './contract.ts'
import { checkMatch, tag } from './etag.ts'
import type { ImportOptions } from './import.ts'
import { importLines } from './import.ts'
import type { JsonPatch } from './patch.ts'
import { applyPatch } from './patch.ts'
import type { RecordOf, Resource } from './resource.ts'

/** What collections share: the ports, and how this instance is set. */
export interface Instance extends Pick<Ports, 'store' | 'clock'> {
  readonly zone: TimeZone
  /** The most bytes of JSON that a record may have. */
  readonly bodyLimit: number
  /** Aborted when the instance closes. */
  readonly closing: AbortSignal
}

/** A page of a list, as asked for. */
export interface Paging {
  readonly pattern?: string
  readonly page?: number
  readonly pageSize?: number
}

/** How many records one commit holds at most, where many are written. */
export const BATCH = 500

/**
 * What every kind of record can do, written once over a store: each change and its event are one commit. `applied` is
 * awaited after each, so that what follows the log in this process has seen it before the caller goes on.
 */
export function collection<R extends Resource>(
  resource: R,
  instance: Instance,
  applied: (eventId: number) => Promise<void> = async () => {},
) {
  type T = RecordOf<R>
  const { name, plural, domain, schema } = resource
  const { store, clock, zone, bodyLimit, closing } = instance

  const event = (change: 'CREATED' | 'UPDATED' | 'DELETED', payload: T, oldValue?: T): EventDraft => ({
    type: `${domains[domain]}_${change}`,
    key: payload.id,
    domain,
    payload,
    ...(oldValue && { oldValue }),
    timestamp: localTimestamp(clock(), zone),
  })
  const put = (record: T, expected: string | null): Change => ({
    op: 'put',
    collection: plural,
    key: record.id,
    value: record,
    expected,
  })
  const drop = (key: string, expected: string): Change => ({ op: 'delete', collection: plural, key, expected })

  async function commit(changes: readonly Change[], events: readonly EventDraft[]) {
    const committed = await store.commit(changes, events)
    if ('events' in committed) await applied(committed.events.at(-1)?._id ?? 0)
    return committed
  }

  async function find(id: string): Promise<{ record: T; version: string } | undefined> {
    const entry = await store.get(plural, id)
    return entry && { record: entry.value as T, version: entry.version }
  }

  async function load(id: string) {
    const found = await find(id)
    if (!found) throw notFound(name, id)
    return found
  }

  async function get(id: string): Promise<T> {
    const { record, version } = await load(id)
    return tag(record, version)
  }

  async function list({ pattern = '*', page = firstPage.page, pageSize = firstPage.pageSize }: Paging) {
    const where = [pattern]
    const results: T[] = []
    for await (const { value } of store.scan(plural, { where, skip: (page - 1) * pageSize, limit: pageSize }))
      results.push(value as T)
    const count = await store.count(plural, { where })
    return { results, metadata: { page, pageSize, count, nbPages: Math.ceil(count / pageSize) } }
  }

  async function* scan(pattern = '*'): AsyncGenerator<T> {
    for await (const { value } of store.scan(plural, { where: [pattern] })) yield value as T
  }

  const count = (pattern = '*') => store.count(plural, { where: [pattern] })

  async function create(record: T): Promise<T> {
    const committed = await commit([put(record, null)], [event('CREATED', record)])
    if ('conflict' in committed) throw conflict(name, record.id)
    return tag(record, committed.versions[0])
  }

  /** Reads, changes and writes back, once more whenever someone else wrote in between. */
  async function update(id: string, change: (current: T) => T, ifMatch?: string): Promise<T> {
    for (;;) {
      const { record: current, version } = await load(id)
      checkMatch(ifMatch, name, id, version)
      const next = change(current)
      if (JSON.stringify(next) === JSON.stringify(current)) return tag(next, version)
      const isRename = next.id !== id
      const committed = isRename
        ? await commit([drop(id, version), put(next, null)], [event('DELETED', current), event('CREATED', next)])
        : await commit([put(next, version)], [event('UPDATED', next, current)])
      if ('versions' in committed) return tag(next, committed.versions.at(-1))
      if (isRename && committed.conflict === 1) throw conflict(name, next.id)
    }
  }

  const replace = (id: string, record: T, ifMatch?: string) => update(id, () => record, ifMatch)

  const patch = (id: string, operations: JsonPatch, ifMatch?: string) =>
    update(
      id,
      (current) => {
        const next = validate(schema, applyPatch(current, operations, bodyLimit), `The patched ${name}`) as T
        if (next.id === id) return next
        throw failure(
          'INVALID',
          `The id of ${name} ${id} cannot be patched; rename it by PUT`,
          problem('error.id.fixed', id),
        )
      },
      ifMatch,
    )

  async function remove(id: string, ifMatch?: string): Promise<T> {
    for (;;) {
      const { record, version } = await load(id)
      checkMatch(ifMatch, name, id, version)
      const committed = await commit([drop(id, version)], [event('DELETED', record)])
      if ('events' in committed) return tag(record, version)
    }
  }

  /** Deletes what matches, in commits of `BATCH`, and says how many there were. */
  async function removeMany(pattern: string): Promise<number> {
    let deleted = 0
    let after: string | undefined
    try {
      for (;;) {
        const batch: { record: T; version: string }[] = []
        const options = { where: [pattern], limit: BATCH, ...(after !== undefined && { after }) }
        for await (const { value, version } of store.scan(plural, options)) batch.push({ record: value as T, version })
        if (batch.length === 0) break
        const committed = await commit(
          batch.map(({ record, version }) => drop(record.id, version)),
          batch.map(({ record }) => event('DELETED', record)),
        )
        if ('conflict' in committed) continue
        deleted += batch.length
        after = batch.at(-1)?.record.id
      }
    } catch (cause) {
      throw new SignalboxError('UNAVAILABLE', `Deleting ${plural} stopped after ${deleted}; delete again to go on`, {
        errors: [problem('error.interrupted', deleted)],
        cause,
      })
    }
    const payload = { count: deleted, patterns: pattern.split(',') }
    const type = `${domains[domain]}S_DELETED` as const
    await commit([], [{ type, key: pattern, domain, payload, timestamp: localTimestamp(clock(), zone) }])
    return deleted
  }

  const importAll = (lines: Iterable<unknown> | AsyncIterable<unknown>, options: ImportOptions = {}) =>
    importLines<T>(lines, {
      ...options,
      closing,
      accept: (line) => validate(schema, line, 'The record') as T,
      find,
      save: (writes) =>
        commit(
          writes.map(({ record, version }) => put(record, version)),
          writes.map(({ record, current }) => (current ? event('UPDATED', record, current) : event('CREATED', record))),
        ),
    })

  return { resource, find, get, list, scan, count, create, replace, patch, remove, removeMany, importAll }
}

/** The records of one kind. */
export type Collection<R extends Resource = Resource> = ReturnType<typeof collection<R>>

import type { Caller } from '../access/caller.ts'
import { demand, may } from '../access/caller.ts'
import { conflict, failure, notFound, problem, SignalboxError } from '../errors.ts'
import type { EventDraft } from '../events/event.ts'
import { domains } from '../events/event.ts'
import type { CallContext } from '../operation.ts'
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
import { idOf } from './resource.ts'

/** What collections share: the ports, and how this instance is set. */
export interface Instance extends Pick<Ports, 'store' | 'clock'> {
  readonly zone: TimeZone
  /** The most bytes of JSON that a record may have. */
  readonly bodyLimit: number
  /** Aborted when the instance closes. */
  readonly closing: AbortSignal
  /** Resolves when what follows the log in this process has seen an event. */
  readonly applied: (eventId: number) => Promise<void>
}

/** What a kind of record does beyond the others. */
export interface Hooks<T> {
  /** What is stored of a valid record, and members that the answer shows this once. */
  readonly prepare?: (next: T, current: T | undefined) => Promise<{ record: T; shown?: Partial<T> }>
  /** What callers see of what is stored. @default all of it */
  readonly present?: (stored: T) => T
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
 * What every kind of record can do, written once over a store: each change and its event are one commit. A write resolves
 * when what follows the log in this process has seen it. Callers reach no further than their grants.
 */
export function collection<R extends Resource>(resource: R, instance: Instance, hooks: Hooks<RecordOf<R>> = {}) {
  type T = RecordOf<R>
  const { name, plural, domain, schema, lines = schema, key = 'id' } = resource
  const { store, clock, zone, bodyLimit, closing, applied } = instance
  const { prepare = unprepared<T>, present = (record) => record } = hooks
  const keyOf = (record: T) => idOf(resource, record)

  const event = (
    change: 'CREATED' | 'UPDATED' | 'DELETED',
    { authInfo }: Caller,
    payload: T,
    oldValue?: T,
  ): EventDraft => ({
    type: `${domains[domain]}_${change}`,
    key: keyOf(payload),
    domain,
    payload: present(payload),
    ...(oldValue && { oldValue: present(oldValue) }),
    timestamp: localTimestamp(clock(), zone),
    ...(authInfo && { authInfo }),
  })
  const put = (record: T, expected: string | null): Change => ({
    op: 'put',
    collection: plural,
    key: keyOf(record),
    value: record,
    expected,
  })
  const drop = (key: string, expected: string): Change => ({ op: 'delete', collection: plural, key, expected })
  const readable = (pattern: string, caller: Caller) => ({ where: [pattern, caller.patterns('R', domain)] })

  async function commit(changes: readonly Change[], events: readonly EventDraft[]) {
    const committed = await store.commit(changes, events)
    if ('events' in committed) await applied(committed.events.at(-1)?._id ?? 0)
    return committed
  }

  /** What is stored under an id, secrets included. */
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
    return tag(present(record), version)
  }

  async function list(paging: Paging, { caller }: CallContext) {
    const { pattern = '*', page = firstPage.page, pageSize = firstPage.pageSize } = paging
    const where = readable(pattern, caller)
    const results: T[] = []
    for await (const { value } of store.scan(plural, { ...where, skip: (page - 1) * pageSize, limit: pageSize }))
      results.push(present(value as T))
    const count = await store.count(plural, where)
    return { results, metadata: { page, pageSize, count, nbPages: Math.ceil(count / pageSize) } }
  }

  async function* scan(pattern: string | undefined, { caller }: CallContext): AsyncGenerator<T> {
    for await (const { value } of store.scan(plural, readable(pattern ?? '*', caller))) yield present(value as T)
  }

  /** Records as nd-json carries them: with what `present` holds back, so that an import restores them. */
  async function* exportLines(pattern: string | undefined, { caller }: CallContext): AsyncGenerator<T> {
    for await (const { value } of store.scan(plural, readable(pattern ?? '*', caller))) yield value as T
  }

  const count = (pattern: string | undefined, { caller }: CallContext) =>
    store.count(plural, readable(pattern ?? '*', caller))

  async function create(next: T, { caller }: CallContext): Promise<T> {
    const { record, shown } = await prepare(next, undefined)
    demand(caller, 'C', domain, keyOf(record))
    const committed = await commit([put(record, null)], [event('CREATED', caller, record)])
    if ('conflict' in committed) throw conflict(name, keyOf(record))
    return tag({ ...present(record), ...shown }, committed.versions[0])
  }

  /** Reads, changes and writes back, once more whenever someone else wrote in between. */
  async function update(id: string, change: (current: T) => T, { caller, ifMatch }: CallContext): Promise<T> {
    for (;;) {
      const { record: current, version } = await load(id)
      checkMatch(ifMatch, name, id, version)
      const { record: next, shown } = await prepare(change(current), current)
      const answer = { ...present(next), ...shown }
      if (JSON.stringify(next) === JSON.stringify(current)) return tag(answer, version)
      const isRename = keyOf(next) !== id
      const committed = isRename
        ? await commit(
            [drop(id, version), put(next, null)],
            [event('DELETED', caller, current), event('CREATED', caller, next)],
          )
        : await commit([put(next, version)], [event('UPDATED', caller, next, current)])
      if ('versions' in committed) return tag(answer, committed.versions.at(-1))
      if (isRename && committed.conflict === 1) throw conflict(name, keyOf(next))
    }
  }

  function replace(id: string, record: T, call: CallContext): Promise<T> {
    const next = keyOf(record) === undefined ? { ...record, [key]: id } : record
    if (keyOf(next) !== id) {
      demand(call.caller, 'D', domain, id)
      demand(call.caller, 'C', domain, keyOf(next))
    }
    return update(id, () => next, call)
  }

  const patch = (id: string, operations: JsonPatch, call: CallContext) =>
    update(
      id,
      (current) => {
        const patched = applyPatch(present(current), operations, bodyLimit)
        const next = validate(schema, patched, `The patched ${name}`) as T
        if (keyOf(next) === id) return next
        throw failure(
          'INVALID',
          `The id of ${name} ${id} cannot be patched; rename it by PUT`,
          problem('error.id.fixed', id),
        )
      },
      call,
    )

  async function remove(id: string, { caller, ifMatch }: CallContext): Promise<T> {
    for (;;) {
      const { record, version } = await load(id)
      checkMatch(ifMatch, name, id, version)
      const committed = await commit([drop(id, version)], [event('DELETED', caller, record)])
      if ('events' in committed) return tag(present(record), version)
    }
  }

  /** Deletes what matches and the caller may delete, in commits of `BATCH`, and says how many there were. */
  async function removeMany(
    pattern: string,
    { caller }: CallContext,
    isKept = (_id: string) => false,
  ): Promise<number> {
    const where = [pattern, caller.patterns('D', domain)]
    let deleted = 0
    let after: string | undefined
    try {
      for (;;) {
        const batch: { record: T; version: string }[] = []
        for await (const { value, version } of store.scan(plural, {
          where,
          limit: BATCH,
          ...(after !== undefined && { after }),
        }))
          batch.push({ record: value as T, version })
        if (batch.length === 0) break
        const doomed = batch.filter(({ record }) => !isKept(keyOf(record)))
        const committed = await commit(
          doomed.map(({ record, version }) => drop(keyOf(record), version)),
          doomed.map(({ record }) => event('DELETED', caller, record)),
        )
        if ('conflict' in committed) continue
        deleted += doomed.length
        after = keyOf(batch.at(-1)!.record)
      }
    } catch (cause) {
      throw new SignalboxError('UNAVAILABLE', `Deleting ${plural} stopped after ${deleted}; delete again to go on`, {
        errors: [problem('error.interrupted', deleted)],
        cause,
      })
    }
    const payload = { count: deleted, patterns: pattern.split(',') }
    const { authInfo } = caller
    const summary = { type: `${domains[domain]}S_DELETED` as const, key: pattern, domain, payload }
    await commit([], [{ ...summary, timestamp: localTimestamp(clock(), zone), ...(authInfo && { authInfo }) }])
    return deleted
  }

  function importAll(
    body: Iterable<unknown> | AsyncIterable<unknown>,
    options: ImportOptions,
    { caller, signal }: CallContext,
  ) {
    return importLines<T>(body, {
      ...options,
      ...(signal && { signal }),
      closing,
      keyOf,
      find,
      prepare,
      accept(line) {
        const record = validate(lines, line, 'The record') as T
        const id = keyOf(record)
        if (!may(caller, 'C', domain, id) && !may(caller, 'U', domain, id)) demand(caller, 'C', domain, id)
        return record
      },
      check: (id, exists) => demand(caller, exists ? 'U' : 'C', domain, id),
      save: (writes) =>
        commit(
          writes.map(({ record, version }) => put(record, version)),
          writes.map(({ record, current }) =>
            current ? event('UPDATED', caller, record, current) : event('CREATED', caller, record),
          ),
        ),
    })
  }

  return {
    resource,
    find,
    get,
    list,
    scan,
    exportLines,
    count,
    create,
    update,
    replace,
    patch,
    remove,
    removeMany,
    importAll,
  }
}

async function unprepared<T>(record: T): Promise<{ record: T; shown?: Partial<T> }> {
  return { record }
}

/** The records of one kind. */
export type Collection<R extends Resource = Resource> = ReturnType<typeof collection<R>>

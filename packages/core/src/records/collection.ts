import type { Caller } from '../access/caller.ts'
import { demand } from '../access/caller.ts'
import { conflict, failure, problem } from '../errors.ts'
import type { EventDraft } from '../events/event.ts'
import { domains } from '../events/event.ts'
import { limitOf } from '../limits.ts'
import type { CallContext } from '../operation.ts'
import type { Change } from '../ports.ts'
import type { TSchema } from '../schema.ts'
import { localTimestamp } from '../time.ts'
import { validate } from '../validate.ts'
import type { AnyPatch } from './any-patch.ts'
import { applyAnyPatch } from './any-patch.ts'
import { withSchemaDefaults } from './defaults.ts'
import { checkMatch, tag } from './etag.ts'
import type { Along, Hooks, Instance, Prepared } from './hooks.ts'
import { createMany } from './many.ts'
import { createReads } from './reads.ts'
import type { RecordOf, Resource } from './resource.ts'
import { idOf, ownerOf } from './resource.ts'
import { checkSize } from './size.ts'

/**
 * What every kind of record can do, written once over a store: each change and its event are one commit. A write resolves
 * when what follows the log in this process has seen it. Callers reach no further than their grants.
 */
export function collection<R extends Resource>(resource: R, instance: Instance, hooks: Hooks<RecordOf<R>> = {}) {
  type T = RecordOf<R>
  const { name, plural, domain, schema, key = 'id', fixedId, isCompleted } = resource
  const { store, clock, zone, applied } = instance
  const limit = limitOf(instance, resource.limit ?? 'bodyLimit')
  const { present = (record) => record, settle = (patched) => patched, remove: along = alone } = hooks
  const prepare = isCompleted ? completing(schema, hooks.prepare) : (hooks.prepare ?? unprepared<T>)
  const keyOf = (record: T) => idOf(resource, record)
  const isOwned = resource.owner !== undefined
  const reads = createReads(resource, store, present)
  const { find, load } = reads

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
  async function commit(changes: readonly Change[], events: readonly EventDraft[]) {
    const committed = await store.commit(changes, events)
    if ('events' in committed) await applied(committed.events.at(-1)?._id ?? 0)
    return committed
  }

  async function create(next: T, call: CallContext): Promise<T> {
    const { caller } = call
    if (isOwned) demand(caller, 'C', domain, ownerOf(resource, next))
    for (;;) {
      const { record, shown, changes = [], events = [] } = await prepare(next, undefined, call)
      checkSize(name, JSON.stringify(record), limit)
      demand(caller, 'C', domain, ownerOf(resource, record))
      const committed = await commit([put(record, null), ...changes], [event('CREATED', caller, record), ...events])
      if ('versions' in committed) return tag({ ...present(record), ...shown }, committed.versions[0])
      if (committed.conflict === 0) throw conflict(name, keyOf(record))
    }
  }

  /** Reads, changes and writes back, once more whenever someone else wrote in between. */
  async function update(id: string, change: (current: T) => T, call: CallContext): Promise<T> {
    const { caller, ifMatch } = call
    for (;;) {
      const { record: current, version } = await load(id, 'U', call)
      checkMatch(ifMatch, name, id, version)
      const { record: next, shown, changes = [], events = [] } = await prepare(change(current), current, call)
      const answer = { ...present(next), ...shown }
      const text = JSON.stringify(next)
      const isSame = text === JSON.stringify(current)
      if (isSame && changes.length === 0 && events.length === 0) return tag(answer, version)
      checkSize(name, text, limit)
      const isRename = keyOf(next) !== id
      const committed = isRename
        ? await commit(
            [drop(id, version), put(next, null), ...changes],
            [event('DELETED', caller, current), event('CREATED', caller, next), ...events],
          )
        : await commit(
            [put(next, version), ...changes],
            [...(isSame ? [] : [event('UPDATED', caller, next, current)]), ...events],
          )
      if ('versions' in committed) return tag(answer, committed.versions[isRename ? 1 : 0])
      if (isRename && committed.conflict === 1) throw conflict(name, keyOf(next))
    }
  }

  function replace(id: string, record: T, call: CallContext): Promise<T> {
    const next = keyOf(record) === undefined ? { ...record, [key]: id } : record
    if (keyOf(next) !== id) {
      if (fixedId) throw idFixed(id)
      demand(call.caller, 'D', domain, id)
      demand(call.caller, 'C', domain, keyOf(next))
    }
    return update(id, () => next, call)
  }

  const idFixed = (id: string) =>
    failure(
      'INVALID',
      `The id of ${name} ${id} cannot be changed here${fixedId ? '' : '; rename it by PUT'}`,
      problem('error.id.fixed', id),
    )

  const patch = (id: string, operations: AnyPatch, call: CallContext) =>
    update(
      id,
      (current) => {
        const shown = present(current)
        const patched = applyAnyPatch(shown, operations, { resource, limit: limit.bytes })
        const next = validate(schema, settle(patched, shown), `The patched ${name}`) as T
        if (keyOf(next) === id) return next
        throw idFixed(id)
      },
      call,
    )

  async function remove(id: string, call: CallContext): Promise<T> {
    for (;;) {
      const { record, version } = await load(id, 'D', call)
      checkMatch(call.ifMatch, name, id, version)
      const { changes = [], events = [] } = await along(record, call)
      const committed = await commit(
        [drop(id, version), ...changes],
        [event('DELETED', call.caller, record), ...events],
      )
      if ('events' in committed) return tag(present(record), version)
    }
  }

  const many = createMany<T>({ resource, instance, keyOf, find, commit, event, put, drop, prepare, along })

  return {
    resource,
    ...reads,
    create,
    update,
    replace,
    patch,
    remove,
    ...many,
  }
}

function unprepared<T>(record: T): Prepared<T> {
  return { record }
}

/** What is stored has the defaults of the schema. */
const completing =
  <T>(schema: TSchema, prepare: NonNullable<Hooks<T>['prepare']> = unprepared): NonNullable<Hooks<T>['prepare']> =>
  async (next, current, call) => {
    const prepared = await prepare(next, current, call)
    return { ...prepared, record: withSchemaDefaults(schema, prepared.record) }
  }

async function alone(): Promise<Along> {
  return {}
}

/** The records of one kind. */
export type Collection<R extends Resource = Resource> = ReturnType<typeof collection<R>>

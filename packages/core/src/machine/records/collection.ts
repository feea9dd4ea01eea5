import type { CallContext } from '../../operation.ts'
import { type Answer, answered } from '../answers/answer.ts'
import { checkMatch, noVersion } from '../answers/etag.ts'
import { demand } from '../callers/caller.ts'
import { originOf } from '../callers/origin.ts'
import { conflict, failure, problem } from '../errors/errors.ts'
import type { EventDraft } from '../log/event.ts'
import { limitOf } from '../schema/limits.ts'
import type { TSchema } from '../schema/schema.ts'
import { validate } from '../schema/validate.ts'
import { localTimestamp } from '../time/time.ts'
import type { Write as Change } from './commit.ts'
import { withSchemaDefaults } from './defaults.ts'
import {
  type BulkWrite,
  followUp,
  type Hooks,
  type Instance,
  type Prepared,
  type Removed,
  type Write,
  type Writing,
} from './hooks.ts'
import { createMany, type EventOf } from './lines/many.ts'
import type { AnyPatch } from './patching/any-patch.ts'
import type { Chosen } from './patching/patch-batches.ts'
import type { PatchedMany } from './patching/patch-report.ts'
import { createReads } from './reads.ts'
import { idOf, ownerOf, type RecordOf, type Resource } from './resource.ts'
import { checkSize } from './size.ts'

/**
 * Operations for any kind of record, written once over a store. Each change and its event are one commit. A write
 * resolves when the follower of the log in this process has processed it. Callers are limited to their grants. `I` is
 * the type of intents, for kinds whose writes mean more than the record sent.
 */
export function collection<R extends Resource, I = never>(
  resource: R,
  instance: Instance,
  hooks: Hooks<RecordOf<R>, I> = {},
) {
  type T = RecordOf<R>
  const { name, plural, domain, schema, key = 'id', fixedId, isCompleted } = resource
  const { store, clock, zone, applied } = instance
  const limit = limitOf(instance, resource.limit ?? 'bodyLimit')
  const { present = (record) => record, settle = (patched) => patched, remove: along = alone, planned } = hooks
  const prepare = isCompleted ? completing<T, I>(schema, hooks.prepare) : (hooks.prepare ?? unprepared<T>)
  const keyOf = (record: T) => idOf(resource, record)
  const isOwned = resource.owner !== undefined
  const reads = createReads(resource, store, hooks.present)
  const { find, load } = reads

  /** Creates events of a call, which have the same origin. */
  function eventsBy(call: CallContext): EventOf<T> {
    const origin = originOf(call)
    // A copy of an object with all members takes a third of the time of one that is put together.
    const created: EventDraft = {
      type: `${resource.events}_CREATED`,
      key: '',
      domain,
      payload: undefined,
      timestamp: '',
      ...origin,
    }
    return (change, record, oldRecord) => {
      const key = keyOf(record)
      const payload = present(record)
      const timestamp = localTimestamp(clock(), zone)
      if (change === 'CREATED') return { ...created, key, payload, timestamp }
      const oldValue = oldRecord && { oldValue: present(oldRecord) }
      return { type: `${resource.events}_${change}`, key, domain, payload, ...oldValue, timestamp, ...origin }
    }
  }
  const event = (change: Parameters<EventOf<T>>[0], call: CallContext, ...values: [payload: T, oldValue?: T]) =>
    eventsBy(call)(change, ...values)
  const put = (record: T, expected: string | null, was?: T): Change => ({
    op: 'put',
    collection: plural,
    key: keyOf(record),
    value: record,
    expected,
    was,
  })
  const drop = (was: T, expected: string): Change => ({
    op: 'delete',
    collection: plural,
    key: keyOf(was),
    expected,
    was,
  })
  async function commit(call: CallContext, changes: readonly Change[], events: readonly EventDraft[]) {
    const committed = await instance.commit(call, changes, events)
    if ('events' in committed) await applied(committed.events.at(-1)?._id ?? 0)
    return committed
  }

  async function create(next: T, by: Write<I>): Promise<Answer<T>> {
    const { caller } = by.call
    if (by.call.ifMatch !== undefined) throw noVersion(name)
    if (isOwned) demand(caller, 'C', domain, ownerOf(resource, next))
    for (;;) {
      const { record, shown, changes = [], events = [], afterwards } = await prepare({ next, ...by })
      checkSize(name, JSON.stringify(record), limit)
      demand(caller, 'C', domain, ownerOf(resource, record))
      const committed = await commit(
        by.call,
        [put(record, null), ...changes],
        [event('CREATED', by.call, record), ...events],
      )
      if ('versions' in committed) {
        await followUp(instance, afterwards)
        return answered({ ...present(record), ...shown }, { version: committed.versions[0] })
      }
      if (committed.conflict === 0) throw conflict(name, keyOf(record))
    }
  }

  /** Reads, changes and writes a record; retries if another write came in between. */
  async function update(id: string, change: (current: T) => T, by: Write<I>): Promise<Answer<T>> {
    const { ifMatch } = by.call
    for (;;) {
      const { record: current, version } = await load(id, 'U', by.call)
      checkMatch(ifMatch, name, id, version)
      const prepared = await prepare({ next: change(current), current, ...by })
      const { record: next, shown, changes = [], events = [], afterwards } = prepared
      const answer = { ...present(next), ...shown }
      const text = JSON.stringify(next)
      const isSame = text === JSON.stringify(current)
      if (isSame && changes.length === 0 && events.length === 0) return answered(answer, { version })
      checkSize(name, text, limit)
      const isRename = keyOf(next) !== id
      const committed = isRename
        ? await commit(
            by.call,
            [drop(current, version), put(next, null), ...changes],
            [event('DELETED', by.call, current), event('CREATED', by.call, next), ...events],
          )
        : await commit(
            by.call,
            [put(next, version, current), ...changes],
            [...(isSame ? [] : [event('UPDATED', by.call, next, current)]), ...events],
          )
      if ('versions' in committed) {
        await followUp(instance, afterwards)
        return answered(answer, { version: committed.versions[isRename ? 1 : 0] })
      }
      if (isRename && committed.conflict === 1) throw conflict(name, keyOf(next))
    }
  }

  function replace(id: string, record: T, by: Write<I>): Promise<Answer<T>> {
    const next = keyOf(record) === undefined ? { ...record, [key]: id } : record
    if (keyOf(next) !== id) {
      if (fixedId) throw idFixed(id)
      demand(by.call.caller, 'D', domain, id)
      demand(by.call.caller, 'C', domain, keyOf(next))
    }
    return update(id, () => next, by)
  }

  const idFixed = (id: string) =>
    failure(
      'INVALID',
      `The id of ${name} ${id} cannot be changed${fixedId ? '; send it unchanged' : ' by PATCH; rename with PUT'}`,
      problem('error.id.fixed', id),
    )

  /** Applies a patch to stored records. Its code is loaded with the first patch, because many programs never patch. */
  async function patching(operations: AnyPatch): Promise<(current: T) => T> {
    const { applyAnyPatch } = await import('./patching/any-patch.ts')
    return (current) => {
      const shown = present(current)
      const patched = applyAnyPatch(shown, operations, { resource, limit: limit.bytes })
      const next = validate(schema, settle(patched, shown), `The patched ${name}`) as T
      if (keyOf(next) === keyOf(current)) return next
      throw idFixed(keyOf(current))
    }
  }

  async function patch(id: string, operations: AnyPatch, by: Write<I>): Promise<Answer<T>> {
    return update(id, await patching(operations), by)
  }

  async function patchMany(operations: AnyPatch, chosen: Chosen, by: BulkWrite<I>): Promise<PatchedMany<T>> {
    const { checkManyPatch } = await import('./patching/check-many-patch.ts')
    const { patchEach } = await import('./patching/patch-many.ts')
    checkManyPatch(operations, chosen)
    const apply = await patching(operations)
    const updated = (payload: T, oldValue: T) => event('UPDATED', by.call, payload, oldValue)
    const scan = reads.scanStored
    return patchEach<T, I>(
      { resource, instance, limit, keyOf, find, scan, apply, commit, updated, put, prepare, planned, present },
      chosen,
      by,
    )
  }

  async function remove(id: string, by: Write<I>): Promise<Answer<T>> {
    const { call } = by
    for (;;) {
      const { record, version } = await load(id, 'D', call)
      checkMatch(call.ifMatch, name, id, version)
      const { changes = [], events = [], afterwards } = await along({ record, ...by })
      const committed = await commit(
        call,
        [drop(record, version), ...changes],
        [event('DELETED', call, record), ...events],
      )
      if (!('events' in committed)) continue
      await followUp(instance, afterwards)
      return answered(present(record), { version })
    }
  }

  const many = createMany<T, I>({
    resource,
    instance,
    keyOf,
    find,
    commit,
    eventsBy,
    put,
    drop,
    prepare,
    planned,
    along,
  })

  return {
    resource,
    ...reads,
    create,
    update,
    replace,
    patch,
    patchMany,
    remove,
    ...many,
  }
}

function unprepared<T>({ next }: Pick<Writing<T>, 'next'>): Prepared<T> {
  return { record: next }
}

/** Adds the defaults of the schema to stored records. */
const completing =
  <T, I>(schema: TSchema, prepare: Prepare<T, I> = unprepared): Prepare<T, I> =>
  async (writing) => {
    const prepared = await prepare(writing)
    return { ...prepared, record: withSchemaDefaults(schema, prepared.record) }
  }

type Prepare<T, I> = NonNullable<Hooks<T, I>['prepare']>

async function alone(): Promise<Removed> {
  return {}
}

/** The collection of one kind of record. */
export type Collection<R extends Resource = Resource, I = never> = ReturnType<typeof collection<R, I>>

import type { CallContext } from '../../../operation.ts'
import type { Committed } from '../../../ports.ts'
import type { Answer } from '../../answers/answer.ts'
import { checkMatch } from '../../answers/etag.ts'
import { demand, lacking, may } from '../../callers/caller.ts'
import { originOf } from '../../callers/origin.ts'
import { problem, SignalboxError } from '../../errors/errors.ts'
import type { EventDraft } from '../../log/event.ts'
import { validate } from '../../schema/validate.ts'
import { localTimestamp } from '../../time/time.ts'
import type { Write as Change } from '../commit.ts'
import { type BulkWrite, followUp, type Hooks, type Instance, type Write } from '../hooks.ts'
import { ownerOf, type Resource } from '../resource.ts'
import { BATCH, MOST_SIZE } from './batch.ts'
import type { ImportOptions } from './import.ts'
import type { ImportResult } from './lines.ts'
import { refuseUnseen } from './refuse-unseen.ts'
import { isWholeUpload } from './whole-upload.ts'

/** Creates the event of a change to a record. */
export type EventOf<T> = (change: 'CREATED' | 'UPDATED' | 'DELETED', payload: T, oldValue?: T) => EventDraft

/** The part of a collection that bulk writes need. */
interface Many<T, I> {
  readonly resource: Resource
  readonly instance: Instance
  readonly keyOf: (record: T) => string
  readonly find: (id: string) => Promise<{ record: T; version: string } | undefined>
  readonly commit: (call: CallContext, changes: readonly Change[], events: readonly EventDraft[]) => Promise<Committed>
  readonly eventsBy: (call: CallContext) => EventOf<T>
  readonly put: (record: T, expected: string | null, was?: T) => Change
  readonly drop: (was: T, expected: string) => Change
  readonly prepare: NonNullable<Hooks<T, I>['prepare']>
  readonly planned: Hooks<T, I>['planned']
  readonly along: NonNullable<Hooks<T, I>['remove']>
}

/** Bulk writes on a kind of record, in batches of one commit each. */
export function createMany<T extends object, I>(collection: Many<T, I>) {
  const { resource, instance, keyOf, find, commit, eventsBy, put, drop, prepare, planned, along } = collection
  const { plural, domain, schema, lines = schema, earlier = asItIs } = resource
  const { store, clock, zone, closing } = instance

  /** Deletes matching records that the caller may delete, in commits of `BATCH`. Returns their number. */
  async function removeMany(pattern: string, by: Write<I>, isKept = (_id: string) => false): Promise<number> {
    const { call } = by
    const { caller } = call
    const where = [pattern, caller.patterns('D', domain)]
    const eventOf = eventsBy(call)
    let deleted = 0
    let after: string | undefined
    try {
      for (;;) {
        const batch: { record: T; version: string }[] = []
        let size = 0
        for await (const { value, version } of store.scan(plural, {
          where,
          limit: BATCH,
          ...(after !== undefined && { after }),
        })) {
          batch.push({ record: value as T, version })
          size += JSON.stringify(value).length
          if (size > MOST_SIZE) break
        }
        if (batch.length === 0) break
        const doomed = batch.filter(({ record }) => !isKept(keyOf(record)))
        const others = await Promise.all(doomed.map(({ record }) => along({ record, ...by })))
        const committed = await commit(
          call,
          [
            ...doomed.map(({ record, version }) => drop(record, version)),
            ...others.flatMap(({ changes = [] }) => changes),
          ],
          doomed.flatMap(({ record }, i) => [eventOf('DELETED', record), ...(others[i]?.events ?? [])]),
        )
        if ('conflict' in committed) continue
        deleted += doomed.length
        after = keyOf(batch.at(-1)!.record)
      }
    } catch (cause) {
      if (deleted === 0 && cause instanceof SignalboxError) throw cause
      throw new SignalboxError(
        'UNAVAILABLE',
        `Deleting ${plural} stopped after ${deleted} records; delete again to continue`,
        {
          errors: [problem('error.interrupted', deleted)],
          cause,
        },
      )
    }
    const payload = { count: deleted, patterns: pattern.split(',') }
    const summary = { type: `${resource.events}S_DELETED`, key: pattern, domain, payload }
    await commit(call, [], [{ ...summary, timestamp: localTimestamp(clock(), zone), ...originOf(call) }])
    return deleted
  }

  /** Writes the records of lines. Its code is loaded with the first upload, because many programs have none. */
  async function importAll(
    body: Iterable<unknown> | AsyncIterable<unknown>,
    options: ImportOptions,
    { call, intent }: BulkWrite<I>,
  ): Promise<Answer<ImportResult>> {
    const { caller, signal } = call
    const { importLines } = await import('./import.ts')
    const isWhole = isWholeUpload(call)
    let attempt = intent?.()
    const eventOf = eventsBy(call)
    return importLines<T>(body, {
      ...options,
      signals: signal ? [closing, signal] : [closing],
      isWhole,
      keyOf,
      find,
      begin() {
        if (!options.dryRun) attempt = intent?.()
      },
      prepare(next, current) {
        if (current && !may(caller, 'U', domain, ownerOf(resource, current))) throw lacking('U', domain, keyOf(next))
        const prepared = prepare({ next, current, isUpload: true, call, intent: attempt })
        return isWhole && resource.hashes ? seen(next, prepared) : prepared
      },
      planned: (record) => planned?.(record, attempt),
      accept(line) {
        const record = validate(lines, earlier(line), 'The record') as T
        const whose = ownerOf(resource, record)
        if (!may(caller, 'C', domain, whose) && !may(caller, 'U', domain, whose)) demand(caller, 'C', domain, whose)
        return record
      },
      check(record, version) {
        demand(caller, version === undefined ? 'C' : 'U', domain, ownerOf(resource, record))
        checkMatch(options.ifMatch, resource.name, keyOf(record), version)
      },
      save(writes) {
        const changes = writes.map(({ record, version, current }) => put(record, version, current))
        const drafts: EventDraft[] = []
        for (const { record, current, changes: others = [], events = [] } of writes) {
          changes.push(...others)
          drafts.push(eventOf(current ? 'UPDATED' : 'CREATED', record, current), ...events)
        }
        return commit(call, changes, drafts)
      },
      followUp: (work) => followUp(instance, work),
    })
  }

  /** What a write would do. Throws INVALID if it has generated a secret that no response would show. */
  async function seen(next: T, prepared: ReturnType<typeof prepare>) {
    const { shown } = await prepared
    refuseUnseen(resource, next, shown)
    return prepared
  }

  return { removeMany, importAll }
}

const asItIs = (line: unknown): unknown => line

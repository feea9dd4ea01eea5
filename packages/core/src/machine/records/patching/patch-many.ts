import type { CallContext } from '../../../operation.ts'
import type { Committed } from '../../../ports.ts'
import { failure, notFound, problem, SignalboxError } from '../../errors/errors.ts'
import type { EventDraft } from '../../log/event.ts'
import type { Limit } from '../../schema/limits.ts'
import { createRests } from '../../time/yield-by-time.ts'
import type { Write as Change } from '../commit.ts'
import { type BulkWrite, followUp, type Hooks, type Instance, type Prepared } from '../hooks.ts'
import { MOST_SIZE } from '../lines/batch.ts'
import { checkSize } from '../size.ts'
import { type Choosing, type Chosen, choose, type Item } from './patch-batches.ts'
import { createPatchReport, type PatchedMany } from './patch-report.ts'

/** The part of a collection that a bulk patch needs. */
export interface Patching<T, I> extends Choosing<T> {
  readonly instance: Pick<Instance, 'clock' | 'closing' | 'postpone'>
  readonly limit: Limit
  /** Applies the patch to a stored record. Throws a `SignalboxError` if it cannot be applied. */
  readonly apply: (current: T) => T
  readonly commit: (call: CallContext, changes: readonly Change[], events: readonly EventDraft[]) => Promise<Committed>
  readonly updated: (payload: T, oldValue: T) => EventDraft
  readonly put: (record: T, expected: string, was: T) => Change
  readonly prepare: NonNullable<Hooks<T, I>['prepare']>
  readonly planned: Hooks<T, I>['planned']
  readonly present: (record: T) => T
}

/** What a patch writes for one record. */
interface Planned<T> extends Pick<Prepared<T>, 'afterwards'> {
  readonly id: string
  readonly current: T
  readonly next: T
  /** The characters of JSON of both. */
  readonly size: number
  readonly changes: readonly Change[]
  readonly events: readonly EventDraft[]
}

/** How often a record is read because others change it meanwhile. */
const MOST_TRIES = 5
/** The most characters of JSON that a call writes, old values included. */
const MOST_WRITTEN = 256 * 1024 * 1024

/**
 * Applies one patch to many records that the caller may update, in commits of at most `BATCH` records and `MOST_SIZE`
 * characters. A record that cannot be patched is reported, and the others are patched. Records outside the caller's
 * grants are treated as missing. Ends early if the caller disconnects or the instance closes.
 */
export async function patchEach<T extends object, I>(
  parts: Patching<T, I>,
  chosen: Chosen,
  { call, intent }: BulkWrite<I>,
): Promise<PatchedMany<T>> {
  const { resource, instance, limit, apply, commit, updated, put, prepare, planned: onPlanned, present } = parts
  const { ids, dryRun = false, examples = 10 } = chosen
  const { name, plural } = resource
  const report = createPatchReport<T>({ present, failures: ids?.length ?? 100, ...(dryRun && { examples }) })
  const changed = () => (dryRun ? 0 : report.result().changed)
  const pause = createRests({ ...instance, signals: [instance.closing, call.signal] })
  let attempt = intent?.()
  let written = 0

  const { byIds, batches } = choose(parts, call, pause)

  async function plan(id: string, { record: current, version, text: before }: NonNullable<Item<T>['found']>) {
    const prepared = await prepare({ next: apply(current), current, call, intent: attempt })
    const { record: next, changes = [], events = [], afterwards } = prepared
    const text = JSON.stringify(next)
    const isSame = text === before
    if (isSame && changes.length === 0 && events.length === 0) return undefined
    checkSize(name, text, limit)
    onPlanned?.(next, attempt)
    return {
      id,
      current,
      next,
      size: before.length + text.length,
      changes: [put(next, version, current), ...changes],
      events: [...(isSame ? [] : [updated(next, current)]), ...events],
      ...(afterwards && { afterwards }),
    }
  }

  /**
   * What the next commit writes, how many of its records stay the same, which cannot be patched, and the items that are
   * left for later commits.
   */
  async function planAll(items: readonly Item<T>[]) {
    const writes: Planned<T>[] = []
    const failures: { id: string; error: SignalboxError }[] = []
    let [taken, unchanged, size] = [0, 0, 0]
    if (!dryRun) attempt = intent?.()
    while (taken < items.length && size < MOST_SIZE) {
      await pause()
      const { id, found } = items[taken++]!
      try {
        if (!found) throw notFound(name, id)
        const planned = await plan(id, found)
        if (planned) writes.push(planned)
        else unchanged++
        size += planned?.size ?? 0
      } catch (error) {
        if (!(error instanceof SignalboxError)) throw error
        failures.push({ id, error })
      }
    }
    return { writes, failures, unchanged, size, left: items.slice(taken) }
  }

  async function reload(items: readonly Item<T>[]): Promise<readonly Item<T>[]> {
    const again: Item<T>[] = []
    for await (const item of byIds(items.map(({ id }) => id))) if (ids || item.found) again.push(item)
    return again
  }

  async function patchBatch(batch: readonly Item<T>[]): Promise<void> {
    const tries = new Map<string, number>()
    for (let items = batch; items.length > 0; ) {
      if (written >= MOST_WRITTEN) throw tooMuch(plural, changed())
      const planned = await planAll(items)
      const { writes, size, left } = planned
      const isWritten = !dryRun && writes.length > 0
      const committed = isWritten
        ? await commit(
            call,
            writes.flatMap(({ changes }) => changes),
            writes.flatMap(({ events }) => events),
          )
        : { events: [] }
      if ('events' in committed) {
        report.add(planned, committed.events)
        items = left
        if (!isWritten) continue
        written += size
        for (const { afterwards } of writes) await followUp(instance, afterwards)
        continue
      }
      const owners = writes.flatMap(({ id, changes }) => changes.map(() => id))
      const conflicting = owners[committed.conflict] as string
      const count = (tries.get(conflicting) ?? 0) + 1
      tries.set(conflicting, count)
      const isGivenUp = count >= MOST_TRIES
      if (isGivenUp) report.fail(conflicting, changedMeanwhile(name, conflicting))
      items = await reload(isGivenUp ? items.filter(({ id }) => id !== conflicting) : items)
    }
  }

  try {
    for await (const batch of batches(chosen)) await patchBatch(batch)
  } catch (cause) {
    const isTooMuch = cause instanceof SignalboxError && cause.code === 'TOO_LARGE'
    if (cause instanceof SignalboxError && (isTooMuch || changed() === 0)) throw cause
    throw new SignalboxError(
      'UNAVAILABLE',
      `Patching ${plural} stopped after ${changed()} records; patch again to continue`,
      {
        errors: [problem('error.interrupted', changed())],
        cause,
      },
    )
  }
  return report.result()
}

const tooMuch = (plural: string, changed: number): SignalboxError =>
  failure(
    'TOO_LARGE',
    `Patching ${plural} stopped after ${changed} records, because a call writes at most 256 MiB; patch again to continue`,
    problem('error.interrupted', changed),
  )

const changedMeanwhile = (name: string, id: string): SignalboxError =>
  failure('CONFLICT', `${name} ${id} was changed by others repeatedly; patch it again`, problem('error.version', id))

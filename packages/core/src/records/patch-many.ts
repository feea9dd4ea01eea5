import { may } from '../callers/caller.ts'
import { failure, notFound, problem, SignalboxError } from '../errors.ts'
import type { Limit } from '../limits.ts'
import type { EventDraft } from '../log/event.ts'
import type { Change, Committed } from '../ports.ts'
import type { Hooks, Prepared, Write } from './hooks.ts'
import { BATCH } from './lines.ts'
import type { PatchedMany } from './patch-report.ts'
import { createPatchReport } from './patch-report.ts'
import type { Found } from './reads.ts'
import type { Resource } from './resource.ts'
import { ownerOf } from './resource.ts'
import { checkSize } from './size.ts'

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

/** The part of a collection that a bulk patch needs. */
export interface Patching<T, I> {
  readonly resource: Resource
  readonly limit: Limit
  readonly keyOf: (record: T) => string
  readonly find: (id: string) => Promise<Found<T> | undefined>
  readonly scan: (where: readonly string[], after: string | undefined) => AsyncIterable<Found<T>>
  /** Applies the patch to a stored record. Throws a `SignalboxError` if it cannot be applied. */
  readonly apply: (current: T) => T
  readonly commit: (changes: readonly Change[], events: readonly EventDraft[]) => Promise<Committed>
  readonly updated: (payload: T, oldValue: T) => EventDraft
  readonly put: (record: T, expected: string) => Change
  readonly prepare: NonNullable<Hooks<T, I>['prepare']>
  readonly present: (record: T) => T
}

/** A chosen id, and the stored record if the caller may update it. */
interface Item<T> {
  readonly id: string
  readonly found?: Found<T> | undefined
}

/** What a patch writes for one record. */
interface Planned<T> extends Pick<Prepared<T>, 'afterwards'> {
  readonly id: string
  readonly current: T
  readonly next: T
  readonly changes: readonly Change[]
  readonly events: readonly EventDraft[]
}

/** How often a record is read because others change it meanwhile. */
const MOST_TRIES = 5

/**
 * Applies one patch to many records that the caller may update, in commits of `BATCH`. A record that cannot be patched
 * is reported, and the others are patched. Records outside the caller's grants are treated as missing.
 */
export async function patchEach<T extends object, I>(
  parts: Patching<T, I>,
  { pattern = '', ids, dryRun = false, examples = 10 }: Chosen,
  by: Write<I>,
): Promise<PatchedMany<T>> {
  const { resource, limit, keyOf, find, scan, apply, commit, updated, put, prepare, present } = parts
  const { name, plural, domain } = resource
  const { caller } = by.call
  const isOwned = resource.owner !== undefined
  const report = createPatchReport<T>({ present, ...(dryRun && { examples }) })
  const mayUpdate = ({ record }: Found<T>) => !isOwned || may(caller, 'U', domain, ownerOf(resource, record))

  /** Reads nothing for ids outside the caller's grants. */
  async function load(id: string): Promise<Item<T>> {
    const found = isOwned || may(caller, 'U', domain, id) ? await find(id) : undefined
    return { id, found: found && mayUpdate(found) ? found : undefined }
  }

  async function* batches(): AsyncGenerator<readonly Item<T>[]> {
    const named = [...new Set(ids)]
    for (let start = 0; start < named.length; start += BATCH)
      yield await Promise.all(named.slice(start, start + BATCH).map(load))
    if (ids) return
    const where = isOwned ? [pattern] : [pattern, caller.patterns('U', domain)]
    for (let after: string | undefined; ; ) {
      const items: Item<T>[] = []
      for await (const found of scan(where, after)) items.push({ id: keyOf(found.record), found })
      if (items.length === 0) return
      after = items.at(-1)?.id
      yield items.filter(({ found }) => found && mayUpdate(found))
    }
  }

  async function plan(id: string, { record: current, version }: Found<T>): Promise<Planned<T> | undefined> {
    const prepared = await prepare({ next: apply(current), current, ...by })
    const { record: next, changes = [], events = [], afterwards } = prepared
    const text = JSON.stringify(next)
    const isSame = text === JSON.stringify(current)
    if (isSame && changes.length === 0 && events.length === 0) return undefined
    checkSize(name, text, limit)
    return {
      id,
      current,
      next,
      changes: [put(next, version), ...changes],
      events: [...(isSame ? [] : [updated(next, current)]), ...events],
      ...(afterwards && { afterwards }),
    }
  }

  /** What a batch writes, how many of its records stay the same, and which cannot be patched. */
  async function planAll(items: readonly Item<T>[]) {
    const writes: Planned<T>[] = []
    const failures: { id: string; error: SignalboxError }[] = []
    let unchanged = 0
    for (const { id, found } of items)
      try {
        if (!found) throw notFound(name, id)
        const planned = await plan(id, found)
        if (planned) writes.push(planned)
        else unchanged++
      } catch (error) {
        if (!(error instanceof SignalboxError)) throw error
        failures.push({ id, error })
      }
    return { writes, failures, unchanged }
  }

  async function patchBatch(batch: readonly Item<T>[]): Promise<void> {
    const tries = new Map<string, number>()
    for (let items = batch; ; ) {
      const planned = await planAll(items)
      const { writes } = planned
      const isWritten = !dryRun && writes.length > 0
      const committed = isWritten
        ? await commit(
            writes.flatMap(({ changes }) => changes),
            writes.flatMap(({ events }) => events),
          )
        : { events: [] }
      if ('events' in committed) {
        if (isWritten) for (const { afterwards } of writes) await afterwards?.()
        report.add(planned, committed.events)
        return
      }
      const owners = writes.flatMap(({ id, changes }) => changes.map(() => id))
      const changed = owners[committed.conflict] as string
      const count = (tries.get(changed) ?? 0) + 1
      tries.set(changed, count)
      const isGivenUp = count >= MOST_TRIES
      if (isGivenUp) report.fail(changed, changedMeanwhile(name, changed))
      const again = await Promise.all(items.flatMap(({ id }) => (isGivenUp && id === changed ? [] : [load(id)])))
      items = ids ? again : again.filter(({ found }) => found)
    }
  }

  try {
    for await (const batch of batches()) await patchBatch(batch)
  } catch (cause) {
    const { changed } = report.result()
    if (changed === 0 && cause instanceof SignalboxError) throw cause
    throw new SignalboxError(
      'UNAVAILABLE',
      `Patching ${plural} stopped after ${changed} records; patch again to continue`,
      {
        errors: [problem('error.interrupted', changed)],
        cause,
      },
    )
  }
  return report.result()
}

const changedMeanwhile = (name: string, id: string): SignalboxError =>
  failure(
    'CONFLICT',
    `${name} ${id} was changed by others again and again; patch it again`,
    problem('error.version', id),
  )

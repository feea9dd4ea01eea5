import { api } from '../../../calls/api.ts'
import { failureSentence } from '../../../calls/failures.ts'
import type { Because } from '../../../confirm/because.ts'
import { confirmed } from '../../../confirm/question.ts'
import { type AnyRecord, type Kind, kinds, lossOf } from '../../../kinds/kinds.ts'
import { endSuccesses, toast } from '../../../notices/toasts.ts'
import { operationsOf } from '../../../records/operations.ts'
import { type ExactPattern, exactPatterns } from '../../../tree/exact-patterns.ts'
import { counted } from '../../../words/words.ts'
import { inLots, type LotsDone } from './in-lots.ts'
import type { BulkChange, BulkPlan } from './plan.ts'

const AT_ONCE = 8

type Change = BulkChange<AnyRecord>
type Patch = Extract<Change, { patch: unknown }>

/**
 * Changes many records, says what happened, and offers to take all of it back. Earlier offers end at once: one of them
 * could otherwise be taken for that of this change while it is under way. With `force`, records are deleted although
 * others use them, which the user was told.
 */
export async function runBulk(
  kind: Kind,
  { action, changes }: BulkPlan<AnyRecord>,
  { because, force }: Pick<Writing, 'because' | 'force'>,
): Promise<void> {
  endSuccesses()
  const { noun } = kinds[kind]
  const { done, failed } = await apply({ kind, because, force }, changes)
  const many = counted(done.length, noun)
  const what = { enable: 'switched on', disable: 'switched off', delete: 'deleted', copy: 'created' }
  const words = action.do in what ? what[action.do as keyof typeof what] : 'changed'
  const first = failed[0]
  const isFinal = action.do === 'delete' && lossOf(kind) !== undefined
  toast(
    first
      ? `${many} ${words}, ${counted(failed.length, noun)} not: ${failureSentence(first.error)}`
      : `${many} ${words}.`,
    {
      aspect: first ? 'danger' : 'clear',
      ...(done.length > 0 && !isFinal && { action: { label: 'Undo', run: () => void undo(kind, done) } }),
    },
  )
}

async function apply(writing: Writing, changes: readonly Change[]) {
  const removed = changes.filter((change) => 'removed' in change)
  if (removed.length > 0) return removeAll(writing, removed)
  const created = changes.flatMap((change) => ('created' in change ? [change] : []))
  if (created.length > 0) return createAll(writing, created)
  return patchAll(
    writing,
    changes.map((change) => ({ change, body: (change as Patch).patch })),
  )
}

/** What is written, and why. */
interface Writing {
  readonly kind: Kind
  readonly because: Because
  readonly force?: boolean | undefined
}

interface Patching {
  readonly change: Change
  readonly body: readonly unknown[]
}

/** The most ids in one call. */
const MOST_IDS = 1000

/** Patches features that change alike in one call; other records one by one, some at a time. */
async function patchAll(writing: Writing, all: readonly Patching[]): Promise<LotsDone<Change>> {
  const { kind, because } = writing
  if (kind !== 'features') {
    const { done, failed } = await inLots(all, AT_ONCE, ({ change, body }) =>
      operationsOf(kind).patch({ id: change.id, body }, because),
    )
    return {
      done: done.map(({ change }) => change),
      failed: failed.map(({ item, error }) => ({ item: item.change, error })),
    }
  }
  const alike = Map.groupBy(all, ({ body }) => JSON.stringify(body))
  const lots = [...alike.values()].flatMap((same) =>
    Array.from({ length: Math.ceil(same.length / MOST_IDS) }, (_, at) =>
      same.slice(at * MOST_IDS, (at + 1) * MOST_IDS),
    ),
  )
  const results = await Promise.all(lots.map((lot) => patchLot(lot, because)))
  return { done: results.flatMap(({ done }) => done), failed: results.flatMap(({ failed }) => failed) }
}

async function patchLot(lot: readonly Patching[], because: Because): Promise<LotsDone<Change>> {
  const changes = lot.map(({ change }) => change)
  try {
    const body = { ids: changes.map(({ id }) => id), patch: lot[0]!.body as never }
    const { failures } = await api.features.patchMany({ body }, because)
    const failed = new Map(failures.map((failure) => [failure.id, { message: failure.detail }]))
    return {
      done: changes.filter(({ id }) => !failed.has(id)),
      failed: changes.flatMap((item) => (failed.has(item.id) ? [{ item, error: failed.get(item.id) }] : [])),
    }
  } catch (error) {
    return { done: [], failed: changes.map((item) => ({ item, error })) }
  }
}

async function undo(kind: Kind, done: readonly Change[]): Promise<void> {
  const asked = { title: `Take back the changes of ${counted(done.length, kinds[kind].noun)}?`, action: 'Take back' }
  const ids = done.map(({ id }) => id)
  const because = await confirmed(ids, asked)
  if (!because) return
  const patched = done.flatMap((change) => ('patch' in change ? [{ change, body: change.inverse }] : []))
  const { failed } =
    patched.length > 0
      ? await patchAll({ kind, because }, patched)
      : await inLots(done, AT_ONCE, (change) =>
          'removed' in change
            ? operationsOf(kind).create({ body: change.removed }, because)
            : operationsOf(kind).delete({ id: change.id }, because),
        )
  const { noun } = kinds[kind]
  if (failed.length === 0) toast(`${counted(done.length, noun)} restored.`)
  else toast(`${counted(failed.length, noun)} not restored: ${failureSentence(failed[0]!.error)}`, { aspect: 'danger' })
}

/** Deletes by lists of ids, many in one call; kinds that others depend on one by one. */
async function removeAll({ kind, because, force }: Writing, changes: readonly Change[]) {
  const { deleteMany } = operationsOf(kind)
  if (!deleteMany) return inLots(changes, AT_ONCE, ({ id }) => operationsOf(kind).delete({ id }, because))
  const byId = new Map(changes.map((change) => [change.id, change]))
  const { done, failed } = await inLots(exactPatterns(byId.keys()), 1, ({ pattern }) =>
    deleteMany({ pattern, ...(force && { force }) }, because),
  )
  const changesOf = ({ ids }: ExactPattern) => ids.map((id) => byId.get(id)!)
  return {
    done: done.flatMap(changesOf),
    failed: failed.flatMap(({ item, error }) => changesOf(item).map((item) => ({ item, error }))),
  }
}

/** Creates each record by itself: one that exists stays and counts as failed, so that an undo does not delete it. */
const createAll = ({ kind, because }: Writing, changes: readonly Change[]) =>
  inLots(changes, AT_ONCE, (change) =>
    operationsOf(kind).create({ body: (change as Extract<Change, { created: unknown }>).created }, because),
  )

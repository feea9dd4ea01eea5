import { failure, problem } from '../machine/errors/errors.ts'
import type { Commit, Write } from '../machine/records/commit.ts'
import type { CallContext } from '../operation.ts'
import type { Change, Reads } from '../ports.ts'
import type { Rehearsed } from './rehearse.ts'

/** Where the effect of a rehearsal is committed. */
export interface CommitPorts {
  readonly store: Reads
  readonly commit: Commit
  /** Whether a collection holds records, which judges see, not parts of records or bookkeeping. */
  readonly holdsRecords: (collection: string) => boolean
  /** Throws what `commit` would throw, and writes nothing. */
  readonly judge: (call: CallContext, writes: readonly Write[]) => Promise<void>
  /** Resolves when this process has applied an event. */
  readonly applied: (eventId: number) => Promise<void>
}

/** How often a call is rehearsed because others write meanwhile. */
const MOST_REHEARSALS = 5

/**
 * Rehearses, and writes the whole effect in one commit. If a record has changed meanwhile that the rehearsal relied on, it
 * rehearses again: at most five times, then rejects with CONFLICT and has written nothing. Judges see the whole commit at once.
 */
export async function commitRehearsed<T>(
  { commit, applied, ...reading }: Omit<CommitPorts, 'judge'>,
  rehearse: () => Promise<Rehearsed<T>>,
  call: CallContext,
): Promise<T> {
  for (let count = 1; ; count++) {
    const { result, changes, events, afterwards } = await rehearse()
    if (changes.length === 0 && events.length === 0) return result
    const writes = await withReplaced(reading, changes)
    const committed = writes && (await commit(call, writes, events))
    if (committed && 'versions' in committed) {
      await applied(committed.events.at(-1)?._id ?? 0)
      for (const work of afterwards) await work()
      return result
    }
    if (count === MOST_REHEARSALS) throw tooBusy()
  }
}

/** Rehearses, and asks judges about the effect. Writes nothing: the call may still conflict with others when it is committed. */
export async function tryRehearsed<T>(
  { judge, ...reading }: Omit<CommitPorts, 'commit' | 'applied'>,
  rehearse: () => Promise<Rehearsed<T>>,
  call: CallContext,
): Promise<T> {
  const { result, changes } = await rehearse()
  const writes = await withReplaced(reading, changes)
  if (writes) await judge(call, writes)
  return result
}

/** The changes with the records that they replace, for judges; `undefined` if one of these is gone. */
async function withReplaced(
  { store, holdsRecords }: Pick<CommitPorts, 'store' | 'holdsRecords'>,
  changes: readonly Change[],
): Promise<readonly Write[] | undefined> {
  let isGone = false
  const writes = await Promise.all(
    changes.map(async (change): Promise<Write> => {
      const isReplacing = (change.op === 'put' || change.op === 'delete') && typeof change.expected === 'string'
      if (!isReplacing || !holdsRecords(change.collection)) return change
      const found = await store.get(change.collection, change.key)
      isGone ||= found === undefined
      return { ...change, was: found?.value }
    }),
  )
  return isGone ? undefined : writes
}

const tooBusy = () =>
  failure(
    'CONFLICT',
    `Nothing was written: others changed the same records during each of ${MOST_REHEARSALS} attempts; send the call again`,
    problem('error.commit.busy', MOST_REHEARSALS),
  )

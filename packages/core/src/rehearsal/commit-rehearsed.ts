import { failure, problem } from '../machine/errors/errors.ts'
import type { Store } from '../ports.ts'
import type { Rehearsed } from './rehearse.ts'

/** Where the effect of a rehearsal is committed. */
export interface CommitPorts {
  readonly store: Store
  /** Resolves when this process has applied an event. */
  readonly applied: (eventId: number) => Promise<void>
}

/** How often a call is rehearsed because others write meanwhile. */
const MOST_REHEARSALS = 5

/**
 * Rehearses, and writes the whole effect in one commit. If a record has changed meanwhile that the rehearsal relied on, it
 * rehearses again: at most five times, then rejects with CONFLICT and has written nothing.
 */
export async function commitRehearsed<T>(
  { store, applied }: CommitPorts,
  rehearse: () => Promise<Rehearsed<T>>,
): Promise<T> {
  for (let count = 1; ; count++) {
    const { result, changes, events, afterwards } = await rehearse()
    if (changes.length === 0 && events.length === 0) return result
    const committed = await store.commit(changes, events)
    if ('versions' in committed) {
      await applied(committed.events.at(-1)?._id ?? 0)
      for (const work of afterwards) await work()
      return result
    }
    if (count === MOST_REHEARSALS) throw tooBusy()
  }
}

const tooBusy = () =>
  failure(
    'CONFLICT',
    `Nothing was written: others changed the same records during each of ${MOST_REHEARSALS} attempts; send the call again`,
    problem('error.commit.busy', MOST_REHEARSALS),
  )

import { owner } from '../machine/callers/caller.ts'
import type { Along, Instance } from '../machine/records/hooks.ts'
import type { Clock, Reads, Wait } from '../ports.ts'
import { findApiPlans } from './api-plans.ts'
import { type By, type CredentialChanges, findSubscription, type Loaded } from './credential-changes.ts'
import { checkEnding, endEnding, findEnding, nextEndings, type StoredEnding } from './endings.ts'
import { indexedSubscriptions, type Which } from './plan-index.ts'
import type { StoredSubscription } from './subscription.ts'

/** How many subscriptions one commit in the background closes or deletes. */
const SUBSCRIPTIONS_PER_COMMIT = 50
/** How many endings take turns. */
const ENDINGS_AT_ONCE = 100
/** The longest pause between two batches, in milliseconds. */
const LONGEST_PAUSE = 1000

/** Loads the first few subscriptions of an API or a plan. */
export async function firstSubscriptions(
  store: Reads,
  which: Which,
  limit: number,
): Promise<readonly Loaded<StoredSubscription>[]> {
  const ids: string[] = []
  for await (const { id } of indexedSubscriptions(store, which, limit)) ids.push(id)
  const found = await Promise.all(ids.map((id) => findSubscription(store, id)))
  return found.filter((one) => one !== undefined)
}

/** Combines what is committed with several subscriptions. */
export const together = (along: readonly Required<Along>[]): Required<Along> => ({
  changes: along.flatMap(({ changes }) => changes),
  events: along.flatMap(({ events }) => events),
})

/**
 * Creates what closes and deletes the subscriptions of closed plans and deleted APIs in batches. Each batch is one commit
 * with its events. The commit fails if another process was first, so no subscription is ended twice.
 */
export function createBatches({ store, commit, note, clock, applied }: Instance, bound: CredentialChanges) {
  /** Ends the next batch, or the ending if nothing is left. */
  async function endBatch(ending: StoredEnding): Promise<void> {
    const { api, plan, what, origin } = ending
    const isOpen = what === 'close' ? { isOpen: true as const } : {}
    const found = await firstSubscriptions(
      store,
      { api, ...(plan !== undefined && { plan }), ...isOpen },
      SUBSCRIPTIONS_PER_COMMIT,
    )
    if (found.length === 0) return void (await note([endEnding(ending)]))
    const by: By = { ...origin, caller: { ...owner, authInfo: origin.authInfo } }
    const known = what === 'close' ? await findApiPlans(store, api) : undefined
    const { changes, events } = together(
      await Promise.all(found.map((one) => (what === 'close' ? bound.closed(one, known, by) : bound.deleted(one, by)))),
    )
    const committed = await commit(by, [checkEnding(ending), ...changes], events)
    if ('events' in committed) await applied(committed.events.at(-1)?._id ?? 0)
  }

  /** Takes batch after batch of all endings in turn, with pauses as long as the batches, until nothing is left. */
  async function endAll(signal: AbortSignal, wait: Wait): Promise<void> {
    for (;;) {
      const endings = await nextEndings(store, ENDINGS_AT_ONCE)
      if (endings.length === 0) return
      for (const ending of endings) {
        if (signal.aborted) return
        await restAfter(() => endBatch(ending), { clock, wait, signal })
      }
    }
  }

  /** Deletes what is left of the subscriptions of a deleted API, before another API takes its id. */
  async function finishDeletion(api: string): Promise<void> {
    for (let left = await findEnding(store, { api }); left; left = await findEnding(store, { api }))
      await endBatch(left)
  }

  return { endAll, finishDeletion }
}

/** Does some work and pauses for as long as it took. */
async function restAfter(
  work: () => Promise<void>,
  { clock, wait, signal }: { readonly clock: Clock; readonly wait: Wait; readonly signal: AbortSignal },
): Promise<void> {
  const begun = clock()
  await work()
  await wait(Math.min(Math.max(clock() - begun, 1), LONGEST_PAUSE), signal)
}

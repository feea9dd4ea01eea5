import { owner as program } from '../machine/callers/caller.ts'
import type { Along, Instance } from '../machine/records/hooks.ts'
import { createReads } from '../machine/records/reads.ts'
import type { Reads } from '../ports.ts'
import { findApiPlans, withPlan } from './api-plans.ts'
import { type By, type CredentialChanges, createCredentialChanges, findSubscription } from './credential-changes.ts'
import { together } from './end-in-batches.ts'
import { inOrder, type StoredSubscription, subscriptions } from './subscription.ts'
import { moved, stateOf } from './subscription-states.ts'

/** The largest page of a list. */
const PAGE = 1000

/** The subscriptions of an owner that are not closed, in the order of their ids, as they stand now. */
export async function openSubscriptionsOf(store: Reads, owner: string): Promise<readonly StoredSubscription[]> {
  const { list } = createReads(subscriptions, store, undefined)
  const found: StoredSubscription[] = []
  for (let page = 1; ; page++) {
    const asked = { filter: { owner_ref: owner }, page, pageSize: PAGE }
    const { results, metadata } = await list(asked, { caller: program })
    for (const one of results as StoredSubscription[]) {
      const standing = withPlan(one, await findApiPlans(store, one.api_ref))
      if (stateOf(standing) !== 'closed') found.push(standing)
    }
    if (page >= metadata.nbPages) return found
  }
}

/** Creates what closes subscriptions together, with their credentials. */
export function createClosing(instance: Instance) {
  const { store, clock } = instance
  const bound: CredentialChanges = createCredentialChanges(instance)

  async function closed(id: string, call: By, reason: string): Promise<Required<Along>> {
    const loaded = await findSubscription(store, id)
    if (!loaded) return { changes: [], events: [] }
    const standing = withPlan(loaded.record, await findApiPlans(store, loaded.record.api_ref))
    const next = moved(standing, 'close', { now: clock(), reason }) as StoredSubscription
    return bound.ended(loaded, inOrder(next), call)
  }

  /** The changes that close these subscriptions and disable their credentials. */
  return async (ids: readonly string[], call: By, reason: string): Promise<Required<Along>> =>
    together(await Promise.all(ids.map((id) => closed(id, call, reason))))
}

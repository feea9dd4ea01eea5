import type { ApiDefinition } from '../gateway/apis/api.ts'
import type { Subscribers } from '../gateway/apis/subscribers.ts'
import type { Instance } from '../machine/records/hooks.ts'
import type { Reads } from '../ports.ts'
import { impactOf } from './impact.ts'
import type { createPlanChanges } from './plan-changes.ts'
import { indexedSubscriptions } from './plan-index.ts'

/** The collection of applications, which own subscriptions. */
export const APPLICATIONS = 'applications'

/** Maximum number of owners listed. */
const MOST_NAMED = 20

/** Creates the functions of subscriptions that the gateway uses. */
export const createSubscribers = (
  instance: Instance,
  { written, deleted }: ReturnType<typeof createPlanChanges>,
  resume: () => Promise<void>,
): Subscribers => ({
  written,
  deleted,
  resume,
  impactOf: (change, caller) => impactOf(instance.store, change, caller),
  strangersOf: (api) => strangersOf(instance.store, api),
})

async function strangersOf(store: Reads, { id, clients = [] }: ApiDefinition): Promise<readonly string[]> {
  const known = new Set(clients.map((client) => client.id))
  const found = new Set<string>()
  for await (const { owner } of indexedSubscriptions(store, { api: id as string })) {
    if (owner === undefined || known.has(owner)) continue
    known.add(owner)
    if (!(await store.get(APPLICATIONS, owner))) found.add(owner)
    if (found.size === MOST_NAMED) break
  }
  return [...found]
}

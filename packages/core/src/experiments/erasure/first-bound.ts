import type { Turn } from '../../machine/time/event-loop-turns.ts'
import type { Reads } from '../../ports.ts'
import type { ClientFacts } from '../recording/record-event.ts'
import { CLIENTS, storageKey } from '../storage-keys.ts'
import type { ClientOf } from './client-records.ts'

/** Tells when the first client of an experiment was bound, in epoch milliseconds, if one client were not there. */
export type FirstBound = (since: number, erased: ClientFacts) => Promise<number>

/**
 * Reads the other clients, only if the erased client was the first. The client that was found is remembered, because a
 * client that is bound later is never the first.
 */
export function createFirstBound(store: Reads, { experimentId, clientId }: ClientOf, rest: Turn): FirstBound {
  const own = storageKey(experimentId, clientId)
  let found: { readonly key: string; readonly at: number } | undefined

  return async (since, { at }) => {
    if (at === undefined || at > since) return since
    if (found && (await store.get(CLIENTS, found.key))) return found.at
    found = undefined
    for await (const { key, value } of store.scan(CLIENTS, { where: [storageKey(experimentId, '*')] })) {
      await rest()
      const other = (value as ClientFacts).at
      if (key === own || (value as ClientFacts).variantId === undefined) continue
      if (other === undefined || other <= since) return since
      if (!found || other < found.at) found = { key, at: other }
    }
    return found?.at ?? since
  }
}

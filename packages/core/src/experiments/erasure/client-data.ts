import type { Instance } from '../../machine/records/hooks.ts'
import { createRests } from '../../machine/time/yield-by-time.ts'
import type { CallContext } from '../../operation.ts'
import type { Experiment } from '../experiment.ts'
import { boundVariant, type ClientFacts } from '../recording/record-event.ts'
import { loadTally } from '../recording/record-hooks.ts'
import { CLIENTS, storageKey } from '../storage-keys.ts'
import { eventKeys } from './client-records.ts'

/** What all experiments store of a client. Reads all events of the experiments that have data of it. */
export async function clientData({ store, clock, closing }: Instance, clientId: string, { signal }: CallContext) {
  const rest = createRests({ clock, signals: [closing, signal] })
  const results: { experiment: string; variant?: string; since?: number; events: number }[] = []
  for await (const { key: experimentId, value } of store.scan('experiments')) {
    await rest()
    const found = await store.get(CLIENTS, storageKey(experimentId, clientId))
    if (!found) continue
    const facts = found.value as ClientFacts
    const { tally } = await loadTally(store, experimentId)
    const variant = boundVariant({ experiment: value as Experiment, tally }, facts)
    const keys = await eventKeys(store, { experimentId, clientId }, rest)
    results.push({
      experiment: experimentId,
      ...(variant && { variant: variant.id }),
      ...(facts.at !== undefined && { since: facts.at }),
      events: keys.length,
    })
  }
  return { results }
}

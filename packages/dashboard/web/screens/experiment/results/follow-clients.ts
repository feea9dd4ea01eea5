import type { EventType } from '@signalbox/core/contract'
import { api } from '../../../api.ts'
import { waitFor } from '../../../log/pauses.ts'

/** What changes the results of experiments. The stream of the page has only the last ones: clients would flood it. */
const types: readonly EventType[] = [
  'VARIANT_BINDING_CREATED',
  'EXPERIMENT_VARIANT_EVENT_CREATED',
  'EXPERIMENT_VARIANT_EVENT_DELETED',
  'EXPERIMENT_CREATED',
  'EXPERIMENT_UPDATED',
  'EXPERIMENT_DELETED',
]

/** How often results are asked for at most, in milliseconds. */
const PAUSE_MS = 2000

/**
 * Reads at once, and again after clients of experiments were bound, saw their variant or converted, at most once per two
 * seconds, until aborted. `patterns` selects the experiments, with what belongs to them. It opens a stream before each
 * read, takes one event from it and closes it: however busy an experiment is, the page receives few events.
 */
export async function followClients(read: () => Promise<void>, patterns: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const selected = { domains: 'Experiment', types: types.join(','), patterns }
      const events = await api.events.stream(selected, { signal, reconnect: false })
      await read()
      for await (const _ of events) break
    } catch {
      // Aborted, or without a connection: the lamp of the page says so, and the next turn tries again.
    }
    await waitFor(PAUSE_MS, signal)
  }
}

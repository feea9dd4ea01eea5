import { effect, untracked } from '@preact/signals'
import type { EventType } from '@signalbox/core/contract'
import { api } from '../../../calls/api.ts'
import { waitFor } from '../../../log/pauses.ts'
import { freshness } from '../../../records/stream.ts'

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

/** Something that is read again after clients did something. */
interface Reader {
  /** The experiments, with what belongs to them. */
  readonly patterns: string
  read(): Promise<void>
}

const readers = new Set<Reader>()
let stop = () => {}

/**
 * Reads at once, and again after clients of experiments were bound, saw their variant or converted, at most once per two
 * seconds. Nothing is read while the page is not live. All readers share one stream, because browsers have few
 * connections for each host. Returns a function that stops it.
 */
export function followClients(reader: Reader): () => void {
  readers.add(reader)
  stop()
  stop = effect(() => {
    if (freshness.value.state !== 'live') return
    const ended = new AbortController()
    untracked(() => void follow(ended.signal))
    return () => ended.abort()
  })
  return () => {
    readers.delete(reader)
    if (readers.size === 0) stop()
  }
}

/**
 * Opens a stream before each time it reads, takes one event from it and closes it: however busy an experiment is, the
 * page receives few events.
 */
async function follow(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const patterns = [...readers].map((one) => one.patterns).join(',')
      const selected = { domains: 'Experiment', types: types.join(','), patterns }
      const events = await api.events.stream(selected, { signal, reconnect: false })
      await Promise.all([...readers].map(({ read }) => read()))
      for await (const _ of events) break
    } catch {
      // Aborted, or without a connection: the lamp of the page says so, and the next turn tries again.
    }
    await waitFor(PAUSE_MS, signal)
  }
}

import { effect, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals'
import type { Results } from '@signalbox/core/contract'
import { api } from '../../calls/api.ts'
import { freshness } from '../../records/stream.ts'
import { followClients } from './results/follow-clients.ts'

/** What the page knows of the results of an experiment. */
export type ResultsHere =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly results: Results }
  /** The call failed: `error` says why. `retry` calls again. */
  | { readonly state: 'failed'; readonly error: unknown; retry(): void }

const known = new Map<string, ReadonlySignal<ResultsHere>>()

/** The results of an experiment as a signal: kept fresh while someone looks, read at most once per two seconds. */
export function resultsHere(id: string): ReadonlySignal<ResultsHere> {
  const found = known.get(id)
  if (found) return found
  let stop = () => {}
  const here = signal<ResultsHere>(
    { state: 'loading' },
    {
      watched() {
        known.set(id, here)
        stop = follow(id, here)
      },
      unwatched() {
        stop()
        known.delete(id)
      },
    },
  )
  known.set(id, here)
  return here
}

function follow(id: string, here: Signal<ResultsHere>): () => void {
  async function read(): Promise<void> {
    try {
      here.value = { state: 'ready', results: await api.experiments.results({ id }) }
    } catch (error) {
      here.value = { state: 'failed', error, retry: () => void read() }
    }
  }
  const stopReading = effect(() => {
    if (freshness.value.state === 'cut-off' && here.peek().state === 'loading') untracked(() => void read())
  })
  const stopFollowing = followClients({ read, patterns: `${id},${id}:*` })
  return () => {
    stopReading()
    stopFollowing()
  }
}

import { type Batch, type BatchLimits, nextBatch } from '../machine/log/consumers/next-batch.ts'
import type { Tail } from '../machine/log/consumers/tail.ts'
import { trimmedTo } from '../machine/log/trimmed-to.ts'
import type { InstancePorts } from '../ports.ts'
import type { CompiledFilter } from './sink-filter.ts'

/** What a search depends on. */
export interface SearchPorts extends Pick<InstancePorts, 'store' | 'note' | 'clock' | 'wait'> {
  readonly tail: Tail
  /** Is called when the log was searched to its end, and has nothing for the sink. @default nothing */
  readonly atEnd?: (() => void) | undefined
}

/** A search of the log for the next batch of a sink. */
export interface Search {
  /**
   * The batch; without events if none came for a while. `undefined` if events left the log before they could be read.
   */
  readonly batch: Promise<Batch | undefined>
  /** Up to where the log was searched and has nothing for the sink, so far. */
  position(): number
}

/** After how long without events the search is remembered, in milliseconds. */
const IDLE_MS = 10 * 60_000
const limits: BatchLimits = { events: 1000, size: 4 * 1024 * 1024, linger: 50 }

/** Searches the log after an event, until the signal aborts. The batch may be awaited later, also if it rejects. */
export function search(
  seen: number,
  { accept }: Pick<CompiledFilter, 'accept'>,
  over: AbortSignal,
  ports: SearchPorts,
): Search {
  let position = () => seen
  const batch = find()
  batch.catch(() => {}) // thrown where it is awaited
  return { batch, position: () => position() }

  async function find(): Promise<Batch | undefined> {
    const { tail, clock, wait, atEnd } = ports
    const found = new AbortController()
    const idle = new AbortController()
    void wait(IDLE_MS, AbortSignal.any([found.signal, over])).then(() => idle.abort())
    const signal = AbortSignal.any([over, idle.signal])
    const searching = (searched: () => number) => {
      position = searched
    }
    const batch = await nextBatch(seen, { tail, accept, limits, signal, clock, wait, searching, atEnd }).finally(() =>
      found.abort(),
    )
    return (await isLost(seen, ports)) ? undefined : batch
  }
}

/** Whether events after this one may have left the log before they were read. */
async function isLost(seen: number, { tail, store }: SearchPorts): Promise<boolean> {
  return seen > 0 && !tail.holds(seen) && seen < (await trimmedTo(store))
}

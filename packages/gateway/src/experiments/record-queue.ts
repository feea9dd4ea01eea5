import type { ExperimentRecord } from '../engines/engines.ts'
import type { Spool } from '../state/state.ts'

/** A record that waits to be sent, with its number in the spool. */
export interface QueuedRecord {
  readonly record: ExperimentRecord
  number?: number
}

/** Records that wait to be sent, the oldest first. With a spool they outlive the process. */
export interface RecordQueue {
  /** Adds a record; `false` if there are too many. */
  add(record: ExperimentRecord): boolean
  /** The oldest records, which stay in the queue. */
  first(count: number): readonly QueuedRecord[]
  /** Removes the oldest records, which were sent or never can be. */
  remove(count: number): void
  /** Resolves when what was added outlives the process, if it has a spool. */
  sync(): Promise<void>
  /** Resolves when the records of earlier processes are in the queue, before all others. */
  readonly loaded: Promise<void>
  readonly size: number
}

interface QueuePorts {
  readonly spool: Spool | undefined
  /** The most records that wait without a spool. With one, its size is the limit. */
  readonly most: number
  readonly report: (error: unknown) => void
}

/** Spools drop their oldest entries beyond 64 MiB. Before that, further records are refused. */
const MOST_SPOOLED = 63 * 1024 * 1024

/** Creates a queue, and loads what earlier processes left in the spool. */
export function createRecordQueue({ spool, most, report }: QueuePorts): RecordQueue {
  let queue: QueuedRecord[] = []
  let isLoaded = spool === undefined

  async function load(from: Spool): Promise<void> {
    try {
      const earlier: QueuedRecord[] = []
      for (const { number, text } of await from.load()) {
        const record = parse(text)
        if (record) earlier.push({ record, number })
        else from.remove(number)
      }
      queue = [...earlier, ...queue]
    } catch (cause) {
      report(new Error('Records of experiments that an earlier process left cannot be read', { cause }))
    }
    isLoaded = true
    for (const one of queue) keep(one)
  }

  function keep(one: QueuedRecord): void {
    if (spool && isLoaded) one.number ??= spool.add(textOf(one.record))
  }

  return {
    loaded: spool ? load(spool) : Promise.resolve(),
    add(record) {
      if (spool && isLoaded ? spool.size >= MOST_SPOOLED : queue.length >= most) return false
      const one: QueuedRecord = { record }
      keep(one)
      queue.push(one)
      return true
    },
    first: (count) => queue.slice(0, count),
    remove(count) {
      for (const { number } of queue.splice(0, count)) if (number !== undefined) spool?.remove(number)
    },
    sync: async () => spool?.sync(),
    get size() {
      return queue.length
    },
  }
}

/** A list without names of members: so 64 MiB have the records of ten minutes at 1,000 a second. */
const textOf = ({ kind, experiment, clientId, idempotencyKey, ifDisplayed, context }: ExperimentRecord): string =>
  JSON.stringify([
    kind,
    experiment,
    clientId,
    idempotencyKey,
    ...(ifDisplayed || context ? [ifDisplayed] : []),
    ...(context ? [context] : []),
  ])

function parse(text: string): ExperimentRecord | undefined {
  try {
    const [kind, experiment, clientId, idempotencyKey, ifDisplayed, context] = JSON.parse(text) as unknown[]
    if (typeof experiment !== 'string' || typeof clientId !== 'string') return undefined
    const record = {
      kind,
      experiment,
      clientId,
      idempotencyKey,
      ...(ifDisplayed === true && { ifDisplayed }),
      ...(context !== undefined && { context }),
    }
    return record as ExperimentRecord
  } catch {
    return undefined
  }
}

import { type Random, type Report, toHex } from '@signalbox/core/gateway'
import type { ExperimentRecord, ExperimentRecordResult, GatewayExperiments } from '../engines/engines.ts'
import type { Spool } from '../state/state.ts'
import { retryPauses } from '../waiting/retry-pauses.ts'
import { within } from '../waiting/within.ts'
import { createRecordQueue, type QueuedRecord } from './record-queue.ts'

/** Records what happens to clients of experiments, in batches. */
export interface ExperimentRecorder {
  add(record: Omit<ExperimentRecord, 'idempotencyKey'>): void
  /** Records that are not accepted yet. */
  readonly unsent: number
  /** Sends what is left, with one attempt. With a spool, what fails is sent by the next process. */
  close(): Promise<void>
}

interface RecorderPorts {
  readonly engine: GatewayExperiments
  /** Keeps records until they are accepted. @default memory alone */
  readonly spool?: Spool | undefined
  /** Receives the variants to which clients are bound. */
  readonly onVariant: (experiment: string, clientId: string, variant: string) => void
  readonly random: Random
  readonly report: Report
  /** The most records that wait without a spool. With one, its size is the limit. @default 100000 */
  readonly most?: number | undefined
}

/** How long a record waits for others, in milliseconds. */
const INTERVAL_MS = 200
/** The most records of a batch; as many are sent at once. */
const MOST_AT_ONCE = 500
/** How long a call may take, in milliseconds. */
const MOST_WAIT = 10_000

/**
 * Creates a recorder. There is one batch under way at a time. One that was not confirmed is sent again with the same keys,
 * because it may have arrived: it counts once.
 */
export function createRecorder(ports: RecorderPorts): ExperimentRecorder {
  const { engine, spool, onVariant, random, report, most = 100_000 } = ports
  const queue = createRecordQueue({ spool, most, report })
  const pauses = retryPauses(random)
  const instance = toHex(random(8))
  const told = new Set<string>()
  let count = 0
  let dropped = 0
  let isFailing = false
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let syncing: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<boolean> | undefined

  function tellOnce(what: string, cause?: unknown): void {
    if (told.has(what)) return
    told.add(what)
    report(new Error(what, cause === undefined ? {} : { cause }))
  }

  function arm(ms: number): void {
    if (isClosed) return
    timer ??= setTimeout(() => void send(), ms)
    // An outage does not keep the process alive.
    if (isFailing) (timer as { unref?: () => void }).unref?.()
  }

  /** Sends what there is. Resolves with whether it arrived. Only one call works at a time. */
  function send(): Promise<boolean> {
    clearTimeout(timer)
    timer = undefined
    sending ??= sendAll().then((isDone) => {
      sending = undefined
      if (queue.size > 0) arm(isDone ? INTERVAL_MS : pauses.after(undefined))
      return isDone
    })
    return sending
  }

  async function sendAll(): Promise<boolean> {
    await queue.loaded
    while (queue.size > 0) {
      const batch = queue.first(MOST_AT_ONCE)
      try {
        await Promise.all([deliver(batch), sync()])
      } catch (cause) {
        if (!isFailing) report(new Error('Records of experiments could not be sent: they are sent again', { cause }))
        isFailing = true
        return false
      }
      isFailing = false
      pauses.restart()
      queue.remove(batch.length)
      if (queue.size < MOST_AT_ONCE && !isClosed) break
    }
    return true
  }

  const sync = (): Promise<void> =>
    queue.sync().catch((cause) => tellOnce('Records of experiments cannot be written to the disk', cause))

  /** Writes what was added to the disk soon, also while a batch is under way. */
  function syncSoon(): void {
    syncing ??= setTimeout(() => {
      syncing = undefined
      void sync()
    }, INTERVAL_MS)
  }

  /** Sends a batch. One that is invalid or too large is sent in halves, so that only what cannot be taken is lost. */
  async function deliver(batch: readonly QueuedRecord[]): Promise<void> {
    const records = batch.map(({ record }) => record)
    try {
      const { results } = await within(engine.record({ body: { records } }), MOST_WAIT, () => 'No response in time')
      for (const [i, result] of results.entries()) take(records[i] as ExperimentRecord, result)
    } catch (error) {
      const { code } = Object(error) as { readonly code?: unknown }
      if (code !== 'INVALID' && code !== 'TOO_LARGE') throw error
      if (batch.length === 1) return tellOnce('A record of an experiment was rejected as invalid, and is lost', error)
      const half = batch.length >> 1
      await deliver(batch.slice(0, half))
      await deliver(batch.slice(half))
    }
  }

  function take({ experiment, clientId }: ExperimentRecord, { variant, code, message }: ExperimentRecordResult): void {
    if (variant !== undefined) onVariant(experiment, clientId, variant)
    else if (code === 'FORBIDDEN') tellOnce(`Records of experiments were refused: ${message ?? code}`)
  }

  if (spool) void queue.loaded.then(() => queue.size > 0 && send())
  return {
    add(record) {
      if (!queue.add({ ...record, idempotencyKey: `${instance}-${++count}` })) {
        dropped++
        const reached = spool ? 'The spool is full' : `More than ${most} records wait`
        return tellOnce(`Records of experiments are dropped until earlier ones are sent: ${reached}`)
      }
      if (spool && (sending || isFailing)) syncSoon()
      if (sending) return
      if (queue.size >= MOST_AT_ONCE && !isFailing) void send()
      else arm(INTERVAL_MS)
    },
    get unsent() {
      return queue.size
    },
    async close() {
      isClosed = true
      clearTimeout(syncing)
      // A call that was under way may not have seen the last records.
      const isDone = (await send()) && (await send())
      if (!isDone) await sync()
      const lost = dropped + (isDone || spool ? 0 : queue.size)
      if (lost > 0) report(new Error(`${lost} records of experiments could not be sent and are lost`))
    },
  }
}

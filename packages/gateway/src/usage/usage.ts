import {
  type Clock,
  type CompiledRoute,
  hourOf,
  type LiveConsumers,
  type QuotaUse,
  type Report,
  timeZone,
  type UsageBatch,
} from '@signalbox/core/gateway'
import type { Consumer } from '../plugin-api/exchange.ts'
import { createBatchSender } from './batch-sender.ts'
import { type Counted, usualSize } from './batch-size.ts'
import { createDueRotations } from './due-rotations.ts'
import type { KeptUsage } from './kept-usage.ts'
import { spooledBatches } from './spooled-batches.ts'
import { unsentBatches } from './unsent-batches.ts'
import { type CountedRequest, createUsageCounters, type RouteUsage } from './usage-counters.ts'
import { createUsageEntries } from './usage-entries.ts'

/** Counts who uses what, and reports it to the source each second. */
export interface Usage {
  /** The counters of a route. Drafts have none. */
  of(route: CompiledRoute): RouteUsage | undefined
  /** A request has begun: something will have to be reported. */
  began(): void
  count(of: RouteUsage, consumer: Consumer | undefined, counted: CountedRequest, now: number): void
  /** Requests that are not reported yet. */
  readonly unsent: number
  /** Resolves when what earlier processes have kept is loaded. */
  readonly loaded: Promise<void>
  /** Reports what is left, with one attempt. What is not reported and not kept is lost. */
  close(): Promise<void>
}

/** What counting needs. */
export interface UsagePorts {
  /** Identifies this process among all that report. */
  readonly instance: string
  readonly deliver: (batch: UsageBatch) => Promise<void>
  readonly consumers: Pick<LiveConsumers, 'findCredential'>
  /** The IANA time zone in which hours begin. Asked when it is needed. */
  readonly zone: () => string
  /** What was used of quotas. @default nothing */
  readonly drainQuotas?: () => readonly QuotaUse[]
  /** Called with quotas whose report was accepted, or given up. @default nothing */
  readonly onQuotasDone?: (quotas: readonly QuotaUse[]) => void
  /** Keeps what is not reported yet, for the next process. @default memory alone */
  readonly kept?: KeptUsage | undefined
  readonly clock: Clock
  readonly report: Report
  /** The most entries and consumers that are counted separately. @default 100000 */
  readonly most?: number
}

const INTERVAL_MS = 1000

/** Creates the usage of a data plane. */
export function createUsage(ports: UsagePorts): Usage {
  const { instance, deliver, consumers, zone, drainQuotas = () => [], clock, report, most = 100_000 } = ports
  const { kept, onQuotasDone = () => {} } = ports
  const hour = (instant: number) => hourOf(instant, timeZone(zone()))
  const due = createDueRotations(consumers)
  const entries = createUsageEntries({ most, hourOf: hour, onMerge: merged })
  const counters = createUsageCounters({ most, onEntry: entries.add, onClient: due.saw, onMerge: merged })
  const waiting = kept && spooledBatches({ ...kept, instance, hourOf: hour, batchSize: usualSize, report })
  const sent = waiting ?? unsentBatches({ instance, size: usualSize, take })
  const sender = createBatchSender({ next: sent.next, deliver, onDone, split, report })
  /** Requests that are in no batch that waits. */
  let unsent = 0
  let isMerged = false
  let isClosed = false
  let isFailing = false
  let isDiskFailing = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function merged(): void {
    if (isMerged) return
    isMerged = true
    report(new Error(`Usage has more than ${most} entries: subscriptions of a route are counted together`))
  }

  function take(count: number): Counted | undefined {
    const counted = { entries: entries.take(count), quotas: drainQuotas(), due: due.take(clock()) }
    const isEmpty = counted.entries.length === 0 && counted.quotas.length === 0 && counted.due.length === 0
    return isEmpty ? undefined : counted
  }

  function onDone(batch: UsageBatch): void {
    if (!waiting) unsent -= requestsOf(batch)
    onQuotasDone(sent.done())
  }

  async function split(): Promise<boolean> {
    if (!sent.split()) return false
    // Sends no part before all of them are on the disk: the next process could send the whole.
    await sync()
    return true
  }

  async function load(): Promise<void> {
    if (!waiting || !kept) return
    await kept.restore(await waiting.load()).catch(report)
    if (!waiting.isEmpty) arm()
  }
  const loaded = load()

  /** Makes batches of what was counted, and keeps them before they are sent. */
  async function keep(): Promise<void> {
    if (!waiting || !kept) return
    await loaded
    const counted = take(Number.POSITIVE_INFINITY)
    if (counted) {
      unsent -= requestsOf(counted)
      waiting.add(counted)
      kept.keep(counted.quotas)
    }
    await sync()
  }

  async function sync(): Promise<void> {
    try {
      await kept?.sync()
      isDiskFailing = false
    } catch (cause) {
      if (!isDiskFailing)
        report(
          new Error(
            'Usage could not be written to the disk: it is lost if this process crashes. Check the folder of `state`',
            { cause },
          ),
        )
      isDiskFailing = true
    }
  }

  async function flush(): Promise<boolean> {
    counters.collect()
    await keep()
    return sender.send()
  }

  async function tick(): Promise<void> {
    timer = undefined
    counters.collect()
    if (waiting) {
      await keep()
      // What is counted while a batch is being sent is kept all the same.
      if (!isClosed && isAnythingLeft()) arm()
    }
    isFailing = !(await sender.send())
    if (isAnythingLeft()) arm()
    // An outage of the source does not keep the process alive.
    if (isFailing) (timer as unknown as { unref?: () => void } | undefined)?.unref?.()
  }

  const isAnythingLeft = () => isFailing || unsent > 0 || waiting?.isEmpty === false

  function arm(ms = INTERVAL_MS): void {
    if (!isClosed) timer ??= setTimeout(tick, ms)
  }

  return {
    of: (route) => (route.draft ? undefined : counters.of(route)),
    began: () => arm(),
    count(of, consumer, counted, now) {
      unsent++
      counters.count(of, consumer, counted, now)
      arm()
    },
    get unsent() {
      return unsent + (waiting?.requests ?? 0)
    },
    loaded,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await flush()
      // Another call may have been under way, which did not see the last requests.
      const isDone = await flush()
      const isLost = !isDone && (!waiting || isDiskFailing)
      if (isLost)
        report(new Error(`Usage could not be reported and is lost: ${unsent + (waiting?.requests ?? 0)} requests`))
    },
  }
}

const requestsOf = ({ entries }: Pick<UsageBatch, 'entries'>): number =>
  entries.reduce((sum, { requests }) => sum + requests, 0)

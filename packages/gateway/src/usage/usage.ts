import type { Clock, CompiledRoute, LiveConsumers, QuotaUse, Report, UsageBatch } from '@signalbox/core/gateway'
import { hourOf, timeZone } from '@signalbox/core/gateway'
import type { Consumer } from '../pipeline/exchange.ts'
import { createBatchSender } from './batch-sender.ts'
import { createDueRotations } from './due-rotations.ts'
import type { CountedRequest, RouteUsage } from './usage-counters.ts'
import { createUsageCounters } from './usage-counters.ts'
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
  /** Reports what is left, with one attempt. */
  close(): Promise<void>
}

/** What counting needs. */
export interface UsagePorts {
  /** Identifies this process among those that report. */
  readonly instance: string
  readonly deliver: (batch: UsageBatch) => Promise<void>
  readonly consumers: Pick<LiveConsumers, 'findCredential'>
  /** The IANA time zone in which hours begin. Asked when it is needed. */
  readonly zone: () => string
  /** What was used of quotas. @default nothing */
  readonly drainQuotas?: () => readonly QuotaUse[]
  readonly clock: Clock
  readonly report: Report
  /** The most entries and consumers that are counted by themselves. @default 100000 */
  readonly most?: number
}

const INTERVAL_MS = 1000
/** The most entries of a batch. */
const MOST_AT_ONCE = 10_000

/** Creates the usage of a data plane. */
export function createUsage(ports: UsagePorts): Usage {
  const { instance, deliver, consumers, zone, drainQuotas = () => [], clock, report, most = 100_000 } = ports
  const due = createDueRotations(consumers)
  const entries = createUsageEntries({ most, hourOf: (instant) => hourOf(instant, timeZone(zone())), onMerge: merged })
  const counters = createUsageCounters({ most, onEntry: entries.add, onClient: due.saw, onMerge: merged })
  const sender = createBatchSender({ next, deliver, onDone, report })
  let seq = 0
  let unsent = 0
  let isMerged = false
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function merged(): void {
    if (isMerged) return
    isMerged = true
    report(new Error(`Usage has more than ${most} entries: subscriptions of a route are counted together`))
  }

  function next(): UsageBatch | undefined {
    const batch = { entries: entries.take(MOST_AT_ONCE), quotas: drainQuotas(), due: due.take(clock()) }
    const isEmpty = batch.entries.length === 0 && batch.quotas.length === 0 && batch.due.length === 0
    return isEmpty ? undefined : { instance, seq: ++seq, ...batch }
  }

  function onDone(batch: UsageBatch): void {
    for (const { requests } of batch.entries) unsent -= requests
  }

  function flush(): Promise<boolean> {
    counters.collect()
    return sender.send()
  }

  async function tick(): Promise<void> {
    timer = undefined
    const isDone = await flush()
    if (isDone && unsent === 0) return
    arm()
    // An outage of the source does not keep the process alive.
    if (!isDone) (timer as unknown as { unref?: () => void } | undefined)?.unref?.()
  }

  function arm(): void {
    if (!isClosed) timer ??= setTimeout(tick, INTERVAL_MS)
  }

  return {
    of: (route) => (route.draft ? undefined : counters.of(route)),
    began: arm,
    count(of, consumer, counted, now) {
      unsent++
      counters.count(of, consumer, counted, now)
      arm()
    },
    get unsent() {
      return unsent
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await flush()
      // Another call may have been under way, which did not see the last requests.
      const isDone = await flush()
      if (!isDone) report(new Error(`Usage could not be reported and is lost: ${unsent} requests`))
    },
  }
}

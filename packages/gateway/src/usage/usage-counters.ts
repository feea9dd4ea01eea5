import type { UsageEntry } from '@signalbox/core/gateway'
import type { Consumer } from '../plugin-api/exchange.ts'

/** What is counted of one request. */
export interface CountedRequest {
  readonly status: number
  readonly bytesIn: number
  readonly bytesOut: number
  readonly backendMs: number
  /** Whether a limit or quota refused it. */
  readonly isLimited: boolean
}

/** The counters of a route. They belong to its plan: finding them takes no key. */
export interface RouteUsage {
  readonly api: string
  readonly route: string
  unidentified: ConsumerUsage | undefined
  readonly bySubscription: Map<string, ConsumerUsage>
  /** The counters of consumers without a subscription, and of subscriptions beyond the bound. */
  readonly byPlan: Map<string, ConsumerUsage>
}

/** The counters of a consumer on a route. */
interface ConsumerUsage {
  readonly of: RouteUsage
  readonly plan: string | undefined
  readonly subscription: string | undefined
  /** Whose credential was used last. */
  clientId: string | undefined
  /** Whether anything was counted since the last collection. */
  isTouched: boolean
  /** By class of status: requests, bytes in, bytes out, milliseconds of backends, requests refused by limits. */
  readonly counts: Float64Array
}

interface CountersOptions {
  /** The most consumers that are counted separately within a minute. */
  readonly most: number
  /** Takes what was counted. */
  readonly onEntry: (entry: UsageEntry) => void
  /** Receives the client ids of credentials that are used, at least once a minute each. */
  readonly onClient: (clientId: string) => void
  /** Is called when there are too many consumers. */
  readonly onMerge: () => void
}

const MINUTE = 60_000
const CLASSES = 5
const NUMBERS = 5

/** Creates the counters of a data plane: plain numbers, which become entries when they are collected. */
export function createUsageCounters({ most, onEntry, onClient, onMerge }: CountersOptions) {
  let touched: ConsumerUsage[] = []
  let used: RouteUsage[] = []
  let consumers = 0
  let minute = Number.NaN

  function collect(): void {
    const all = touched
    touched = []
    for (const one of all) {
      const { of, plan, subscription, counts } = one
      for (let i = 0; i < CLASSES; i++) {
        const at = i * NUMBERS
        if (counts[at] === 0) continue
        const [requests, bytesIn, bytesOut, backendMs, limited] = counts.subarray(at, at + NUMBERS) as unknown as Five
        const { api, route } = of
        const sums = { requests, bytesIn, bytesOut, backendMs: Math.round(backendMs), limited }
        onEntry({ api, route, plan, subscription, statusClass: i + 1, minute, ...sums })
      }
      counts.fill(0)
      one.isTouched = false
    }
  }

  /** Ends a minute. Its consumers are forgotten, so inactive consumers take no memory. */
  function begin(next: number): void {
    collect()
    for (const route of used) {
      route.unidentified = undefined
      route.bySubscription.clear()
      route.byPlan.clear()
    }
    used = []
    consumers = 0
    minute = next
  }

  function create(of: RouteUsage, consumer: Partial<Pick<Consumer, 'plan' | 'subscription'>>): ConsumerUsage {
    const isFirst = !of.unidentified && of.bySubscription.size === 0 && of.byPlan.size === 0
    if (isFirst) used.push(of)
    consumers++
    const { plan, subscription } = consumer
    const counts = new Float64Array(CLASSES * NUMBERS)
    return { of, plan, subscription, clientId: undefined, isTouched: false, counts }
  }

  function withoutSubscription(of: RouteUsage, plan: string | undefined): ConsumerUsage {
    const known = of.byPlan.get(plan ?? '')
    if (known) return known
    const made = create(of, { plan })
    of.byPlan.set(plan ?? '', made)
    return made
  }

  function usageOf(of: RouteUsage, consumer: Consumer | undefined): ConsumerUsage {
    if (!consumer) {
      of.unidentified ??= create(of, {})
      return of.unidentified
    }
    const { plan, subscription } = consumer
    if (subscription === undefined) return withoutSubscription(of, plan)
    const known = of.bySubscription.get(subscription)
    if (known && known.plan === plan) return known
    if (consumers >= most) {
      onMerge()
      return withoutSubscription(of, plan)
    }
    const made = create(of, consumer)
    of.bySubscription.set(subscription, made)
    return made
  }

  return {
    /** Creates the counters of a route. */
    of: (route: { readonly id: string; readonly api_ref: string }): RouteUsage => ({
      api: route.api_ref,
      route: route.id,
      unidentified: undefined,
      bySubscription: new Map(),
      byPlan: new Map(),
    }),
    /** Counts a request that ended at a time, in epoch milliseconds. */
    count(of: RouteUsage, consumer: Consumer | undefined, counted: CountedRequest, now: number): void {
      if (!(now >= minute && now < minute + MINUTE)) begin(now - (now % MINUTE))
      const one = usageOf(of, consumer)
      if (!one.isTouched) {
        one.isTouched = true
        touched.push(one)
      }
      const clientId = consumer?.clientId
      if (clientId !== undefined && clientId !== one.clientId) {
        one.clientId = clientId
        onClient(clientId)
      }
      const { counts } = one
      const at = (Math.min(Math.max(Math.floor(counted.status / 100), 1), CLASSES) - 1) * NUMBERS
      counts[at]! += 1
      counts[at + 1]! += counted.bytesIn
      counts[at + 2]! += counted.bytesOut
      counts[at + 3]! += counted.backendMs
      if (counted.isLimited) counts[at + 4]! += 1
    },
    /** Makes entries of what was counted since the last collection. */
    collect,
  }
}

type Five = readonly [number, number, number, number, number]

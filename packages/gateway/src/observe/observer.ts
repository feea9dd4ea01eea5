import type { Capture, Clock, Report, ToldDecision } from '@signalbox/core/gateway'
import { nameOf } from '../backends/target-origin.ts'
import type { Ended } from '../exchange/decided.ts'
import type { ExchangeState } from '../exchange/exchange-state.ts'
import { limitCauses, overLimit } from '../limits/refusals.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Outcome } from '../plugin-api/exchange.ts'
import type { Usage } from '../usage/usage.ts'
import type { AccessLog } from './access-log.ts'
import { backendMsOf } from './backend-ms.ts'
import type { Captures } from './captures.ts'
import { createDecisions } from './decisions.ts'
import type { Tail } from './tail.ts'

/** Sees every exchange begin and end. */
export interface Observer {
  began(): void
  ended(state: ExchangeState, ended: Ended): void
  /** How the request with this id was decided, if it is one of the last thousand. */
  decision(id: string): ToldDecision | undefined
  /** The last requests to an API that is captured, the newest first. */
  captures(api: string): Capture[]
  /** Resolves when no exchange is in progress. */
  idle(): Promise<void>
}

interface ObserverPorts {
  readonly metrics: Metrics
  readonly log: AccessLog | undefined
  readonly tail: Pick<Tail, 'isListening' | 'ended'>
  readonly captures: Captures
  /** Absent: use is not reported. */
  readonly usage?: Usage | undefined
  readonly clock: Clock
  readonly report: Report
}

/** Creates the observer of a data plane: metrics, access log, plugins, and the last decisions. */
export function createObserver({ metrics, log, tail, captures, usage, clock, report }: ObserverPorts): Observer {
  const decisions = createDecisions()
  let inProgress = 0
  const waiting: (() => void)[] = []

  function callPlugins(state: ExchangeState, outcome: Outcome): void {
    for (const { call, applies } of state.plan?.done ?? [])
      try {
        if (applies(state.path)) call(state, outcome)
      } catch (error) {
        report(error)
      }
  }

  function capture(state: ExchangeState, outcome: Parameters<Captures['add']>[1]): void {
    try {
      captures.add(state, outcome)
    } catch (error) {
      report(error)
    }
  }

  return {
    began() {
      inProgress++
      metrics.began()
      usage?.began()
    },
    ended(state, ended) {
      inProgress--
      const { status, bytesIn, bytesOut, cause = state.cause } = ended
      const { method, plan, target } = state
      const now = clock()
      const ms = now - state.now
      const backendMs = backendMsOf(ended)
      metrics.ended(plan?.counters ?? metrics.countersOf(), {
        ...{ method, status, cause, ms, backendMs },
        isOverLimit: state.remembered(overLimit) === true,
        plan: state.consumer?.plan,
      })
      // Of drafts, of requests that were refused before a backend, and of clients that left, nothing is noted.
      if (plan && !plan.route.draft && status !== 499 && (status >= 500 || state.attempts)) {
        plan.counters.outcomes.add(state, status, cause, now)
        plan.counters.ofRoute.add(state, status, cause, now)
      }
      if (plan?.usage) {
        const isLimited = cause !== undefined && limitCauses.has(cause)
        usage?.count(
          plan.usage,
          state.consumer,
          { status, bytesIn, bytesOut, backendMs: backendMs ?? 0, isLimited },
          now,
        )
      }
      decisions.add(state, { status, cause, ms })
      if (plan?.route.capture) capture(state, { status, cause, ms })
      log?.add(state, { ...ended, cause }, { now, revision: state.revision })
      if (tail.isListening) tail.ended(state, { ...ended, cause }, { ms, revision: state.revision })
      if (plan && plan.done.length > 0) {
        const attempts = state.attempts?.made
        const called = target && nameOf(target)
        callPlugins(state, { status, cause, ms, backendMs, attempts, target: called, bytesIn, bytesOut })
      }
      if (inProgress === 0) for (const resolve of waiting.splice(0)) resolve()
    },
    decision: decisions.find,
    captures: captures.of,
    idle: () => (inProgress === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  }
}

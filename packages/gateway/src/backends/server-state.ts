import type { Clock, CompiledBackend, TargetStatus } from '@signalbox/core/gateway'
import { clientSettingsOf } from '../backend/client-settings.ts'
import { wordsOf } from '../backend/failure-words.ts'
import { type Failure, isOfBackend } from '../backend/failures.ts'
import { createBreaker, noBreaker } from './health/breaker.ts'
import { createCalls } from './health/calls.ts'
import { countsOfFailure, countsOfStatus } from './health/counted.ts'
import { createEjection, noEjection, outlierOf } from './health/ejection.ts'
import { createHealth, healthCheckOf } from './health/health.ts'
import { createRest } from './health/rest.ts'
import { createResponseTime, type ResponseTime } from './response-time.ts'

/** What a server that is in service may be, the most severe first. */
export type Standing = 'open' | 'unhealthy' | 'ejected' | 'resting' | 'usable'

/**
 * A server as this gateway has come to know it. Backends whose targets are the same server with the same settings share
 * it, and it is kept when their routes are compiled again. Attempts are known by when they began. Times are milliseconds of
 * `performance.now`.
 */
export interface ServerState {
  /** Attempts in progress. */
  readonly inFlight: number
  readonly standing: Standing
  /** Why it is not usable. If it is: that its last health check failed; empty if that was good. */
  readonly why: string
  /** Since when it has this standing, in epoch milliseconds. */
  readonly since: number
  /** How often it was ejected. */
  readonly ejections: number
  /** Whether the circuit breaker lets no request through. */
  isBlocked(now: number): boolean
  /** Whether health checks failed. */
  readonly isRed: boolean
  isEjected(now: number): boolean
  /** Whether it takes no connections, so that other targets get its requests. */
  isResting(now: number): boolean
  /** When it was ejected last. */
  readonly ejectedAt: number
  /** When that may change without an event. */
  nextChange(now: number): number
  /** Begins to measure response times. Few balancers need them. */
  measure(): void
  /** Milliseconds that a response is expected to take; `undefined` before the first one that was measured. */
  responseTime(now: number): number | undefined
  began(now: number): void
  responded(status: number, startedAt: number, now: number, waitedMs?: number): void
  failed(failure: Failure, startedAt: number, now: number): void
  /** An attempt got a connection, whatever came of it. */
  connected(startedAt: number, now: number): void
  /** An attempt got no connection. */
  refused(failure: Failure, startedAt: number, now: number): void
  /** Whether an attempt that began then is the one that finds out whether the server takes connections again. */
  isProbe(startedAt: number): boolean
  ended(startedAt: number, now: number): void
  /** A health check has ended. */
  checked(isGood: boolean, why: string, now: number): void
  /** What came of the last calls. */
  calls(now: number): NonNullable<TargetStatus['calls']>
  /** Begins to tell a backend of changes. Returns a function that ends this. */
  watch(watcher: Watcher): () => void
  /** Stops the timers. */
  close(): void
}

/** A backend that has the server among its targets. */
export interface Watcher {
  /** Whether it can do without one more of its targets. Otherwise the ejection is ignored. */
  maySpare(now: number): boolean
  /** Whether it has other targets. */
  readonly hasOthers: boolean
  /** Whether the server takes requests may have changed. If `from` is set, its standing has. */
  changed(from: Standing | undefined): void
}

/** What servers need. */
export interface ServerPorts {
  readonly clock: Clock
  /** Milliseconds that only grow, such as `performance.now`. */
  readonly elapsed: () => number
}

/** A failure counts as a response that took this long, so that no balancer prefers a server because it fails fast. */
const FAILED_MS = 10_000

/** Creates the state of a server of a backend, in service. */
export function createServerState(backend: CompiledBackend, ports: ServerPorts): ServerState {
  const { clock, elapsed } = ports
  const client = clientSettingsOf(backend)
  const outlier = outlierOf(backend)
  const check = healthCheckOf(backend)
  const breaker = client.useCircuitBreaker ? createBreaker(client) : noBreaker
  const ejection = outlier ? createEjection(outlier) : noEjection
  const health = check && createHealth(check)
  const rest = createRest()
  const calls = createCalls()
  const watchers = new Set<Watcher>()
  const whys = { open: '', unhealthy: '', ejected: '', resting: '', usable: '' }
  let standing: Standing = 'usable'
  let since = clock()
  let inFlight = 0
  let time: ResponseTime | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function standingAt(now: number): Standing {
    if (breaker.isOpen) return 'open'
    if (health?.isRed) return 'unhealthy'
    if (now < ejection.until) return 'ejected'
    // A target that is the only one gets all requests.
    return rest.isOn && [...watchers].some(({ hasOthers }) => hasOthers) ? 'resting' : 'usable'
  }

  function connected(startedAt: number, now: number): void {
    if (rest.isOn && rest.connected(startedAt, now)) changed(now)
  }

  function changed(now: number): void {
    const from = standing
    standing = standingAt(now)
    if (standing !== from) since = clock()
    for (const watcher of watchers) watcher.changed(standing === from ? undefined : from)
  }

  /** Ejects the server if one of its backends can do without it. */
  function eject(why: string, now: number): void {
    if (![...watchers].some((watcher) => watcher.maySpare(now))) return
    ejection.eject(now)
    whys.ejected = `${outlier?.consecutiveFailures} failures in a row, the last one: ${why}`
    changed(now)
    returnIn(ejection.until - now)
  }

  /** Tells of the end of an ejection, also if no request asks. */
  function returnIn(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(
      () => {
        const left = ejection.until - elapsed()
        if (left > 0) returnIn(left)
        else changed(elapsed())
      },
      Math.min(Math.ceil(ms), 2 ** 31 - 1),
    )
    ;(timer as { unref?: () => void }).unref?.()
  }

  return {
    get inFlight() {
      return inFlight
    },
    get standing() {
      return standing
    },
    get why() {
      return whys[standing]
    },
    get since() {
      return since
    },
    get ejections() {
      return ejection.times
    },
    isBlocked: breaker.blocks,
    get isRed() {
      return health?.isRed === true
    },
    isEjected: (now) => now < ejection.until,
    isResting: rest.holds,
    isProbe: rest.isProbe,
    connected,
    get ejectedAt() {
      return ejection.since
    },
    nextChange: (now) => Math.min(later(breaker.opensAt, now), later(ejection.until, now), later(rest.probesAt, now)),
    measure() {
      time ??= createResponseTime()
    },
    responseTime: (now) => time?.at(now),
    began(now) {
      inFlight++
      const isProbe = breaker.isOpen && breaker.began()
      if ((rest.isOn && rest.began(now)) || isProbe) changed(now)
    },
    responded(status, startedAt, now, waitedMs = 0) {
      const counts = countsOfStatus(status)
      const took = now - startedAt - waitedMs
      if (time) time.observed(counts.ejection ? Math.max(took, FAILED_MS) : took, now)
      if (status < 500) calls.succeeded(now)
      else calls.failed(status, now)
      connected(startedAt, now)
      if (breaker.isOpen && breaker.succeeded(startedAt)) changed(now)
      if (!counts.ejection) ejection.succeeded()
      else if (ejection.failed(now)) eject(`status ${status}`, now)
    },
    failed(failure, startedAt, now) {
      const counts = countsOfFailure(failure)
      // Otherwise a balancer that prefers what it does not know would choose the server again and again.
      if (isOfBackend(failure)) {
        time?.observed(Math.max(now - startedAt, FAILED_MS), now)
        calls.failed(failure, now)
      }
      if (!counts.breaker && !counts.ejection) return
      if (counts.breaker && breaker.failed(startedAt, now)) {
        whys.open = `too many failures, the last one: ${wordsOf(failure)}`
        changed(now)
      }
      if (counts.ejection && ejection.failed(now)) eject(wordsOf(failure), now)
    },
    refused(failure, startedAt, now) {
      if (!rest.refused(startedAt, now)) return
      whys.resting = wordsOf(failure)
      changed(now)
    },
    ended(startedAt, now) {
      inFlight--
      const isProbe = breaker.isOpen && breaker.ended(startedAt)
      if ((rest.isOn && rest.ended(startedAt)) || isProbe) changed(now)
    },
    checked(isGood, why, now) {
      whys.usable = isGood ? '' : `the last check failed: ${why}`
      if (!isGood) whys.unhealthy = `${check?.unhealthyAfter} failed checks in a row, the last one: ${why}`
      if (isGood) calls.checked(now)
      if (health?.checked(isGood)) changed(now)
    },
    calls: (now) => calls.told(now, (at) => Math.round(clock() - (now - at))),
    watch(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    close: () => clearTimeout(timer),
  }
}

const later = (at: number, now: number): number => (at > now ? at : Number.POSITIVE_INFINITY)

import type { CompiledRoute } from '@signalbox/core/gateway'
import type { ExchangeState } from '../pipeline/exchange-state.ts'
import type { Ended } from '../pipeline/pipeline.ts'
import { overLimit } from '../plugins/rate-limit.ts'
import { withoutParameters } from '../request/query.ts'
import { backendMsOf } from './backend-ms.ts'
import { secretHeaders, secretHeadersOf, secretParameters } from './secrets.ts'

/** Settings of the access log. */
export interface AccessLogOptions {
  /**
   * Receives lines of JSON, several at a time. May return a promise; meanwhile lines are kept, and beyond 8 MiB
   * dropped.
   */
  readonly write: (lines: string) => unknown
  /** The share of requests with a status below 400 that is logged, from 0 to 1. @default 1 */
  readonly sample?: number
  /** Whether addresses are logged in full; otherwise IPv4 as a /24 and IPv6 as a /48. @default false */
  readonly fullAddress?: boolean
  /** Whether the query is logged, without `client_id` and parameters that are named like secrets. @default false */
  readonly query?: boolean
  /** Request headers that are logged. Those that carry credentials or cookies never are. @default none */
  readonly headers?: readonly string[]
}

/** The access log of a data plane. */
export interface AccessLog {
  /** Adds a line about an exchange. */
  add(state: ExchangeState, ended: Ended, at: { readonly now: number; readonly revision: number }): void
  /** Lines that were dropped because they were not written in time. */
  readonly dropped: number
  /** Writes what is kept. Resolves when it is written. */
  flush(): Promise<void>
}

const BATCH = 16 * 1024
const BATCH_MS = 100
const MOST_KEPT = 8 * 1024 * 1024
/** Slower requests are always logged. */
const SLOW_MS = 1000

/** Creates an access log. Lines are written in batches: at 16 KiB, or after 100 ms. */
export function createAccessLog(options: AccessLogOptions, report: (error: unknown) => void): AccessLog {
  const { write, sample = 1 } = options
  const toLine = createLines(options)
  let kept = ''
  let dropped = 0
  let share = 0
  let writing: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function isSampled(status: number, ms: number): boolean {
    if (status >= 400 || ms > SLOW_MS) return true
    share += sample
    if (share < 1) return false
    share -= 1
    return true
  }

  function writeOut(): void {
    clearTimeout(timer)
    timer = undefined
    if (kept === '' || writing) return
    const lines = kept
    kept = ''
    try {
      const result = write(lines)
      if (!(result instanceof Promise)) return
      writing = result.catch(report).then(() => {
        writing = undefined
        if (kept !== '') writeOut()
      })
    } catch (error) {
      report(error)
    }
  }

  return {
    add(state, ended, { now, revision }) {
      const ms = now - state.now
      if (!isSampled(ended.status, ms)) return
      if (kept.length > MOST_KEPT) {
        dropped++
        return
      }
      kept += toLine(state, ended, { ms, revision })
      if (kept.length >= BATCH) writeOut()
      else timer ??= setTimeout(writeOut, BATCH_MS)
    },
    get dropped() {
      return dropped
    },
    async flush() {
      writeOut()
      while (writing) await writing
    },
  }
}

/** Makes the line of an exchange. */
export type ToLine = (
  state: ExchangeState,
  ended: Ended,
  values: { readonly ms: number; readonly revision: number },
) => string

/** Makes lines. They are joined from texts, because that costs a third of what objects cost. */
export function createLines({ fullAddress = false, query = false, headers = [] }: Partial<AccessLogOptions>): ToLine {
  const shown = headers.map((name) => name.toLowerCase()).filter((name) => !secretHeaders.has(name))
  const timeOf = createTimes()

  const headersOf = (state: ExchangeState) => {
    const own = state.plan && secretHeadersOf(state.plan.route)
    const values = shown
      .filter((name) => name !== state.plan?.testingHeader && !own?.has(name))
      .map((name) => [name, state.headerValue(name)] as const)
    return Object.fromEntries(values.filter(([, value]) => value !== undefined))
  }

  return (state, ended, { ms, revision }) => {
    const { bytesIn, bytesOut, status, cause } = ended
    const { id, now, trace, method, host, path, denied, route, target, attempts, address } = state
    const consumer = state.consumer ?? denied?.consumer
    // Ids, methods, hosts and canonical paths have no character that JSON escapes.
    let line = `{"time":"${timeOf(now)}","id":"${id}"`
    if (trace !== undefined) line += `,"trace":"${trace}"`
    line += `,"method":"${method}","host":"${host}","path":"${path}"`
    if (query && state.query !== '') line += text('query', withoutParameters(state.query, secretParameters))
    line += `,"status":${status}${text('cause', cause)}${route ? namesOf(route) : ''}`
    if (consumer) line += `${text('plan', consumer.plan)}${text('consumer', consumer.id)}`
    if (denied && denied.refuse !== cause) line += text('denied', denied.refuse)
    line += `,"revision":${revision},"ms":${Math.round(ms)}`
    const backendMs = backendMsOf(ended)
    if (backendMs !== undefined) line += `,"backendMs":${Math.round(backendMs)}`
    if (target) line += `,"attempts":${attempts?.made ?? 1},"target":"${target.hostname}:${target.port}"`
    line += `,"bytesIn":${bytesIn},"bytesOut":${bytesOut}${text('address', fullAddress ? address : truncated(address))}`
    if (shown.length > 0) line += `,"headers":${JSON.stringify(headersOf(state))}`
    if (state.remembered(overLimit)) line += ',"overLimit":true'
    return `${line}${route?.draft ? ',"draft":true' : ''}}\n`
  }
}

/** The members that name a route; they are the same for all of its requests. */
function namesOf(route: CompiledRoute): string {
  const known = names.get(route)
  if (known !== undefined) return known
  const made = `${text('route', route.id)}${text('api', route.api_ref)}`
  names.set(route, made)
  return made
}

const names = new WeakMap<CompiledRoute, string>()

/** A member with a text; nothing if it is absent. */
const text = (name: string, value: string | undefined): string =>
  value === undefined ? '' : `,"${name}":${JSON.stringify(value)}`

/** Formats times as ISO 8601. Many requests come in the same second. */
function createTimes(): (time: number) => string {
  let second = Number.NaN
  let shown = ''
  return (time) => {
    const now = Math.floor(time / 1000)
    if (now !== second) {
      second = now
      // Without milliseconds and zone.
      shown = new Date(now * 1000).toISOString().slice(0, -4)
    }
    const ms = Math.floor(time) - now * 1000
    return `${shown}${ms < 10 ? '00' : ms < 100 ? '0' : ''}${ms}Z`
  }
}

/** An address without what identifies a person: a /24 of IPv4, a /48 of IPv6. */
function truncated(address: string): string {
  if (!address.includes(':')) return `${address.slice(0, address.lastIndexOf('.'))}.0`
  const [start = ''] = address.split('::', 1)
  return `${start.split(':').slice(0, 3).join(':')}::`
}

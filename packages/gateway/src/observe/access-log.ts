import type { CompiledRoute, Report } from '@signalbox/core/gateway'
import type { Ended } from '../exchange/decided.ts'
import type { ExchangeState } from '../exchange/exchange-state.ts'
import { overLimit } from '../limits/refusals.ts'
import { isoTimes } from '../log/iso-times.ts'
import { createLogWriter } from '../log/log-writer.ts'
import { createSampling } from '../log/sampling.ts'
import { truncatedAddress } from '../log/truncated-address.ts'
import { withoutParameters } from '../request/query.ts'
import { backendMsOf } from './backend-ms.ts'
import { detailsOf } from './details.ts'
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
  /** Request headers that are logged. Headers with credentials or cookies never are. @default none */
  readonly headers?: readonly string[]
}

/** The access log of a data plane. */
export interface AccessLog {
  /** Adds a line about an exchange. */
  add(state: ExchangeState, ended: Ended, at: { readonly now: number; readonly revision: number }): void
  /** Lines that were dropped because they were not written, or not in time. */
  readonly dropped: number
  /** Writes what is kept. Resolves when it is written. */
  flush(): Promise<void>
}

/** Creates an access log. Lines are written in batches: at 16 KiB, or after 100 ms. */
export function createAccessLog(options: AccessLogOptions, report: Report): AccessLog {
  const { write, sample = 1 } = options
  const toLine = createLines(options)
  const isSampled = createSampling(sample)
  const writer = createLogWriter(write, report)
  return {
    add(state, ended, { now, revision }) {
      const ms = now - state.now
      const isDetailed = state.plan?.route.export_reporting === true
      if (!isSampled(ended.status, ms) && !isDetailed) return
      if (!writer.hasRoom()) return
      const line = toLine(state, ended, { ms, revision })
      writer.add(isDetailed ? withDetails(line, state, ended) : line)
    },
    get dropped() {
      return writer.dropped
    },
    flush: writer.flush,
  }
}

/** The line of an exchange with an API that has `export_reporting`. */
const withDetails = (line: string, state: ExchangeState, ended: Ended): string =>
  `${line.slice(0, line.lastIndexOf('}'))},"details":${JSON.stringify(detailsOf(state, ended))}}\n`

/** Makes the line of an exchange. */
export type ToLine = (
  state: ExchangeState,
  ended: Ended,
  values: { readonly ms: number; readonly revision: number },
) => string

/** Makes lines. They are joined from texts, because that costs a third of what objects cost. */
export function createLines({ fullAddress = false, query = false, headers = [] }: Partial<AccessLogOptions>): ToLine {
  const shown = headers.map((name) => name.toLowerCase()).filter((name) => !secretHeaders.has(name))
  const timeOf = isoTimes()

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
    line += `,"bytesIn":${bytesIn},"bytesOut":${bytesOut}${text('address', fullAddress ? address : truncatedAddress(address))}`
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

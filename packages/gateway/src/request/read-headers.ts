import { getHeader, removeHeader } from '../headers/header-list.ts'
import type { Refused } from '../plugin-api/refused.ts'
import { framing, type HeaderRule, ruleOf, twinRule } from './header-rules.ts'
import { withoutOwnCookies } from './own-cookies.ts'
import { isRequestId } from './request-id.ts'
import type { RequestState } from './request-state.ts'
import type { RequestSettings } from './settings.ts'
import { traceIdOf, unsampled } from './trace.ts'

/** The headers that a request is read by. */
export interface Heads {
  host: string | undefined
  hosts: number
  /** `:authority` of HTTP/2. */
  authority: string | undefined
  /** Where `Cookie` is in the list. */
  cookieAt: number | undefined
  te: boolean
  /** `Client-Cert` of a trusted peer. */
  clientCert: string | undefined
  connection: string | undefined
  xForwardedFor: string | undefined
  xForwardedProto: string | undefined
  xForwardedHost: string | undefined
  xForwardedPort: string | undefined
  forwarded: string | undefined
  maxForwards: number | undefined
  traceparent: string | undefined
  tracestate: string | undefined
}

const noHeads: Heads = {
  host: undefined,
  hosts: 0,
  authority: undefined,
  cookieAt: undefined,
  te: false,
  clientCert: undefined,
  connection: undefined,
  xForwardedFor: undefined,
  xForwardedProto: undefined,
  xForwardedHost: undefined,
  xForwardedPort: undefined,
  forwarded: undefined,
  maxForwards: undefined,
  traceparent: undefined,
  tracestate: undefined,
}

/**
 * Reads the headers of a request in one pass: what is passed on goes to `state.list`, everything else is read or
 * dropped.
 */
export function readHeaders(
  state: RequestState,
  raw: readonly string[],
  { underscore, maxHeaders, maxHeaderValue, name: ownName }: RequestSettings,
): Heads | Refused {
  if (raw.length > 2 * maxHeaders) return { refuse: 'errors.headers.too.large' }
  const heads: Heads = { ...noHeads }
  const { list } = state
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i] as string
    const value = raw[i + 1] as string
    if (value.length > maxHeaderValue) return { refuse: 'errors.headers.too.large' }
    const lower = name.toLowerCase()
    const rule = ruleOf(lower)
    if (rule !== undefined) readings[rule](state, heads, { name, value })
    else if (lower === 'accept') {
      state.accept = joined(state.accept, value)
      list.push(name, value)
    } else {
      const twin = underscore === 'keep' || !lower.includes('_') ? undefined : twinRule(lower)
      if (twin === undefined) list.push(name, value)
      else if (underscore === 'refuse')
        return { refuse: 'errors.bad.request', message: `The header name ${name} is not allowed` }
      else if (twin === 'held') readings.held(state, heads, { name, value })
    }
  }
  if (heads.authority !== undefined && heads.hosts === 0) list.push('Host', heads.authority)
  if (heads.connection !== undefined && !removeNamed(state, heads.connection))
    return { refuse: 'errors.request.framing' }
  if (heads.te) takeTrailers(state)
  if (state.via !== '' && state.via.split(/[\s,]+/).includes(ownName)) return { refuse: 'errors.loop.detected' }
  state.via = state.via === '' ? `1.1 ${ownName}` : `${state.via}, 1.1 ${ownName}`
  addTrace(state, heads)
  return heads
}

interface Header {
  readonly name: string
  readonly value: string
}

type Reading = (state: RequestState, heads: Heads, header: Header) => void

/** Credentials are for the gateway. The backend gets them only if a plugin passes them on. */
const credential: Reading = (state, _, { name, value }) => {
  state.list.push(name, value)
  state.hasCredentials = true
}

const nothing: Reading = () => {}
const joined = (before: string | undefined, value: string): string =>
  before === undefined ? value : `${before}, ${value}`

/** What is done with the headers that have a rule. */
const readings: Readonly<Record<HeaderRule, Reading>> = {
  hop: nothing,
  proxy: nothing,
  held(state, _, { name, value }) {
    if (state.held) state.held.push(name, value)
    else state.held = [name, value]
  },
  'client-cert'({ isTrusted }, heads, { value }) {
    if (isTrusted) heads.clientCert = joined(heads.clientCert, value)
  },
  'gateway-client-id': credential,
  'gateway-client-secret': credential,
  connection(_, heads, { value }) {
    heads.connection = joined(heads.connection, value)
  },
  host({ list }, heads, { name, value }) {
    heads.hosts++
    heads.host = value
    list.push(name, value)
  },
  'content-length'(state, _, { name, value }) {
    state.contentLength = Number(value)
    state.hasBody = true
    state.list.push(name, value)
  },
  'transfer-encoding'(state) {
    state.hasBody = true
  },
  ':authority'(_, heads, { value }) {
    heads.authority = value
  },
  te(_, heads, { value }) {
    if (/(^|,)\s*trailers\s*(,|$)/i.test(value)) heads.te = true
  },
  expect(state, _, { value }) {
    if (value.toLowerCase() === '100-continue') state.expectsContinue = true
  },
  cookie({ list }, heads, { name, value }) {
    const left = withoutOwnCookies(value)
    if (left === '') return
    if (heads.cookieAt === undefined) {
      heads.cookieAt = list.push(name, left) - 1
      // HTTP/2 may send each cookie in its own field (RFC 9113, section 8.2.3).
    } else list[heads.cookieAt] += `; ${left}`
  },
  'x-request-id'(state, _, { value }) {
    if (state.isTrusted && isRequestId(value)) state.id = value
  },
  traceparent(_, heads, { value }) {
    heads.traceparent = heads.traceparent === undefined ? value : ''
  },
  tracestate(_, heads, { value }) {
    heads.tracestate = joined(heads.tracestate, value)
  },
  via(state, _, { value }) {
    state.via = state.via === '' ? value : `${state.via}, ${value}`
  },
  'max-forwards'({ method, list }, heads, { name, value }) {
    if (method !== 'OPTIONS' || !/^\d{1,9}$/.test(value)) list.push(name, value)
    else {
      heads.maxForwards = Number(value)
      list.push(name, String(Number(value) - 1))
    }
  },
  'x-forwarded-for'(_, heads, { value }) {
    heads.xForwardedFor = joined(heads.xForwardedFor, value)
  },
  'x-forwarded-proto'(_, heads, { value }) {
    heads.xForwardedProto = joined(heads.xForwardedProto, value)
  },
  'x-forwarded-host'(_, heads, { value }) {
    heads.xForwardedHost = joined(heads.xForwardedHost, value)
  },
  'x-forwarded-port'(_, heads, { value }) {
    heads.xForwardedPort = joined(heads.xForwardedPort, value)
  },
  forwarded(_, heads, { value }) {
    heads.forwarded = joined(heads.forwarded, value)
  },
}

/** The client takes trailers. gRPC backends insist on this header. */
function takeTrailers(state: RequestState): void {
  state.takesTrailers = true
  if (/^application\/grpc/i.test(getHeader(state.list, 'content-type') ?? '')) state.list.push('TE', 'trailers')
}

/** Removes the headers that `Connection` names. `false` if it names one that frames the message. */
function removeNamed({ list, held }: RequestState, connection: string): boolean {
  if (connection === 'keep-alive' || connection === 'close') return true
  for (const token of connection.toLowerCase().split(',')) {
    const name = token.trim()
    if (framing.has(name)) return false
    if (name === '') continue
    removeHeader(list, name)
    if (held) removeHeader(held, name)
  }
  return true
}

/** Passes on the trace context: as it is from a trusted peer; otherwise the trace continues, but is not sampled. */
function addTrace(state: RequestState, { traceparent, tracestate }: Heads): void {
  const trace = traceparent === undefined ? undefined : traceIdOf(traceparent)
  if (trace === undefined) return
  state.trace = trace
  state.list.push('traceparent', state.isTrusted ? (traceparent as string) : unsampled(traceparent as string))
  if (tracestate !== undefined) state.list.push('tracestate', tracestate)
}

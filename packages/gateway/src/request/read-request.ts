import { type CauseId, canonicalPath, isCanonical } from '@signalbox/core/gateway'
import { getHeaders } from '../headers/header-list.ts'
import type { Refused } from '../plugin-api/refused.ts'
import { checkFraming } from './framing.ts'
import { type Authority, isSameAuthority, readAuthority } from './host.ts'
import { checkHttp2 } from './http2.ts'
import type { Incoming } from './incoming.ts'
import { countPairs, MOST_PAIRS } from './query.ts'
import { type Heads, readHeaders } from './read-headers.ts'
import type { RequestState } from './request-state.ts'
import type { RequestSettings } from './settings.ts'
import { readTold, type Told } from './told-by-proxy.ts'
import { checkWebSocket } from './websocket.ts'

/**
 * Reads a request into its canonical form: version, framing, headers, host, target, path and method, in this order. The
 * first failure refuses the request; after a failure of the framing the connection must be closed.
 */
export function readRequest(state: RequestState, incoming: Incoming, settings: RequestSettings): Refused | undefined {
  const refused = readParts(state, incoming, settings)
  if (refused) state.accept = getHeaders(incoming.rawHeaders, 'accept').join(', ')
  return refused
}

function readParts(state: RequestState, incoming: Incoming, settings: RequestSettings): Refused | undefined {
  const { version, rawHeaders, target } = incoming
  if (version !== undefined) {
    const refused = version === '2' ? checkHttp2(rawHeaders) : checkFraming(version, rawHeaders)
    if (refused) {
      state.mustClose = true
      return refused
    }
  }
  state.isTrusted = settings.isTrusted(state.peer)
  const heads = readHeaders(state, rawHeaders, settings)
  if ('refuse' in heads) {
    if (heads.refuse === 'errors.request.framing') state.mustClose = true
    return heads
  }
  // HTTP/2 says where a body ends, and takes trailers always.
  if (incoming.hasBody !== undefined) state.hasBody = incoming.hasBody
  if (version === '2') state.takesTrailers = true
  const told = readClient(state, heads, settings)
  if (target.length > settings.maxTarget) return refuse('errors.target.too.long')
  return (
    readTarget(state, target, { heads, version, told }) ??
    readMethod(state, heads) ??
    (incoming.isForWebSocket ? checkWebSocket(incoming) : undefined)
  )
}

const refuse = (cause: CauseId, message?: string, headers?: readonly string[]): Refused => ({
  refuse: cause,
  message,
  headers,
})

/** Reads what a trusted peer tells about the client and its request. */
function readClient(state: RequestState, heads: Heads, settings: RequestSettings): Told | undefined {
  if (!state.isTrusted) return undefined
  const { xForwardedFor, xForwardedProto, xForwardedHost, xForwardedPort, forwarded, clientCert } = heads
  const { readClientCert } = settings
  state.hasProxyCertificate =
    readClientCert !== undefined || (xForwardedFor ?? xForwardedProto ?? forwarded) !== undefined
  if (clientCert !== undefined) state.forwardedCertificate = readClientCert?.(clientCert)
  if ((xForwardedFor ?? xForwardedProto ?? xForwardedHost ?? xForwardedPort ?? forwarded) === undefined)
    return undefined
  const told = readTold(heads, state, settings)
  // Beside X-Forwarded-For it is what the client sent: the proxy has not read it, and the gateway does not continue it.
  state.forwarded = xForwardedFor === undefined ? forwarded : undefined
  state.chain = told.chain
  state.address = told.address
  state.secure = told.secure
  return told
}

const ABSOLUTE = /^https?:\/\/([^/?#]*)/i

/** Reads host, path and query from the target and `Host`. All authorities that are given must be equal. */
function readTarget(
  state: RequestState,
  target: string,
  { heads, version, told }: { heads: Heads; version: string | undefined; told: Told | undefined },
): Refused | undefined {
  const absolute = target.startsWith('/') ? null : ABSOLUTE.exec(target)
  const refused = readHost(state, heads, { named: absolute?.[1] ?? heads.authority, version, told })
  if (refused) return refused
  // The target of CONNECT is an authority. The method is rejected next.
  if (state.method === 'CONNECT') return undefined
  if (target === '*') return state.method === 'OPTIONS' ? undefined : refuse('errors.bad.request')
  if (!absolute && !target.startsWith('/')) return refuse('errors.bad.request', 'The target of the request is invalid')
  const origin = absolute ? target.slice(absolute[0].length) : target
  const mark = origin.indexOf('?')
  const path = (mark < 0 ? origin : origin.slice(0, mark)) || '/'
  state.query = mark < 0 ? '' : origin.slice(mark)
  if (target.includes('#')) return refuse('errors.request.path.invalid', 'The target must not contain #')
  if (state.query.length > MOST_PAIRS && countPairs(state.query) > MOST_PAIRS)
    return refuse('errors.bad.request', `The query has more than ${MOST_PAIRS} parameters`)
  return readPath(state, path)
}

function readHost(
  state: RequestState,
  { host, hosts }: Heads,
  { named, version, told }: { named: string | undefined; version: string | undefined; told: Told | undefined },
): Refused | undefined {
  const invalid = refuse('errors.request.host.invalid')
  if (hosts > 1) return invalid
  const said = host === undefined ? undefined : readAuthority(host, state.secure)
  const inTarget = named === undefined ? undefined : readAuthority(named, state.secure)
  if ((host !== undefined && !said) || (named !== undefined && !inTarget)) return invalid
  if (said && inTarget && !isSameAuthority(said, inTarget)) return refuse('errors.request.authority.mismatch')
  const authority: Authority | undefined = told?.authority ?? inTarget ?? said
  state.port = told?.port ?? authority?.port ?? (state.secure ? 443 : 80)
  if (!authority) return version === '1.0' ? undefined : invalid
  state.host = authority.host
  return undefined
}

function readPath(state: RequestState, path: string): Refused | undefined {
  if (isCanonical(path)) {
    state.path = path
    return undefined
  }
  const read = canonicalPath(path)
  if ('cause' in read) return refuse(read.cause, read.rule)
  state.path = read.path
  state.keptPath = read.kept
  state.needs = read.needs
  return undefined
}

function readMethod(state: RequestState, { maxForwards }: Heads): Refused | undefined {
  const { method } = state
  // Methods are case-sensitive (RFC 9110, section 9.1), but not all servers know: rules for DELETE would miss delete.
  if (!known.has(method) && known.has(method.toUpperCase()))
    return refuse('errors.bad.request', 'Methods are written in upper case')
  if (method === 'CONNECT') state.mustClose = true
  if (method === 'TRACE' || method === 'CONNECT')
    return refuse('errors.method.not.allowed', undefined, ['Allow', USUAL])
  const isOwn = method === 'OPTIONS' && (state.path === '' || maxForwards === 0)
  if (isOwn) state.answer = { status: 204, headers: ['Allow', USUAL] }
  return undefined
}

/** The methods that routes can take. */
const USUAL = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'

const known: ReadonlySet<string> = new Set([...USUAL.split(', '), 'TRACE', 'CONNECT'])

import { type IncomingMessage, Agent as PlainAgent, request as requestPlain } from 'node:http'
import { request as requestSecure, Agent as SecureAgent } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { checkOptions } from '@signalbox/core/errors'
import { isPublicAddress } from './addresses.ts'
import { answering, locate, type ResolveHost, reasonAgainstAlways, systemResolve } from './locate.ts'
import { admitting } from './origins.ts'

/** What a guarded fetch may reach. */
export interface GuardedFetchOptions {
  /**
   * Allows requests to private addresses.
   * @default false
   */
  readonly allowPrivate?: boolean
  /**
   * Allowed origins, such as `https://api.example.com` or `https://api.example.com:8443`.
   * @default anywhere
   */
  readonly origins?: readonly string[]
  /**
   * Maximum bytes of a response body; reading more of it fails.
   * @default 1048576
   */
  readonly bodyBytes?: number
  /** Resolves a host name to addresses, all of which must be public. @default the system's resolver */
  readonly resolve?: ResolveHost
  /**
   * Returns why an address and port must not be called, even where private addresses are allowed: for ports of this
   * program that trust every caller. @default nothing more
   */
  readonly refusal?: (address: string, port: number) => string | undefined
}

const optionNames = {
  allowPrivate: true,
  origins: true,
  bodyBytes: true,
  resolve: true,
  refusal: true,
} as const satisfies Record<keyof GuardedFetchOptions, true>

/** Statuses of responses without a body (Fetch standard, 2.2.3). */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304])

/**
 * Creates a `fetch` for URLs chosen by untrusted people, such as webhook addresses. It connects only to public
 * addresses, and to exactly the addresses that it checked; connections to the same host are reused. Addresses that
 * stand for all of a machine, such as 0.0.0.0, and metadata services of clouds are never called. Redirects are
 * returned, not followed, whatever `redirect` says; compressed responses are not requested. Rejects with a message for
 * the person who chose the URL. Throws a `TypeError` for an invalid origin. Its member `refuses` returns why a URL can
 * never be reached, if the URL itself shows that.
 *
 * @example
 * ```ts
 * const fetch = guardedFetch({ origins: ['https://hooks.example.com'] })
 * const response = await fetch('https://hooks.example.com/signalbox', { method: 'POST', body: '{}' })
 * ```
 */
export function guardedFetch(options: GuardedFetchOptions = {}) {
  checkOptions('guardedFetch', options, optionNames)
  const { allowPrivate = false, origins, bodyBytes = 1024 * 1024, resolve = systemResolve, refusal } = options
  const admit = origins && admitting(origins)
  const locating = { allowPrivate, resolve, refusal }
  const lookupFor =
    (url: URL): LookupFunction =>
    (hostname, how, done) => {
      locate({ hostname, port: url.port, protocol: url.protocol }, locating).then(
        (addresses) => answering(addresses)(hostname, how, done),
        (error) => done(error, ''),
      )
    }
  const plain = { send: requestPlain, agent: new PlainAgent({ keepAlive: true }) }
  const secure = { send: requestSecure, agent: new SecureAgent({ keepAlive: true }) }

  async function fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init)
    const url = new URL(request.url)
    if (!/^https?:$/.test(url.protocol)) throw new TypeError(`${url.protocol} is not supported: use http: or https:`)
    admit?.(url)
    // Node does not call `lookup` for IP literals, so check them here.
    if (isIP(url.hostname.replace(/^\[|\]$/g, ''))) await locate(url, locating)
    const body = request.body ? new Uint8Array(await request.arrayBuffer()) : undefined
    const { send, agent } = url.protocol === 'https:' ? secure : plain
    const { method, signal } = request
    signal.throwIfAborted()
    const headers = { ...Object.fromEntries(request.headers), 'accept-encoding': 'identity' }
    return new Promise((resolve, reject) => {
      const outgoing = send(url, { method, headers, agent, signal, lookup: lookupFor(url) })
      outgoing.on('error', reject)
      outgoing.on('response', (incoming) => {
        try {
          resolve(toResponse(incoming, bodyBytes))
        } catch (error) {
          outgoing.destroy()
          reject(error)
        }
      })
      outgoing.end(body)
    })
  }

  return Object.assign(fetch, { refuses: (url: string) => reasonAgainst(url, allowPrivate) })
}

/** Returns why a host is never called, judging by the URL alone: host names other than `localhost` would have to be resolved. */
function reasonAgainst(text: string, allowPrivate: boolean): string | undefined {
  const host = URL.parse(text)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  const isPrivate = isIP(host) ? !isPublicAddress(host) : /^(.+\.)?localhost\.?$/.test(host)
  if (allowPrivate || !isPrivate) return isIP(host) ? reasonAgainstAlways(host) : undefined
  return `${host} is not a public address: use a public one, or allow private addresses (SIGNALBOX_WEBHOOK_PRIVATE=true, or allowPrivate of guardedFetch)`
}

function toResponse(incoming: IncomingMessage, mostBytes: number): Response {
  const { statusCode: status = 0, statusMessage: statusText = '' } = incoming
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(incoming.headersDistinct))
    for (const value of values) headers.append(name, value)
  // The signal may end a response that nobody reads any more.
  incoming.on('error', () => {})
  const isBodiless = bodiless.has(status)
  const response = new Response(isBodiless ? null : toStream(incoming, mostBytes), {
    status,
    statusText,
    headers,
  })
  if (isBodiless) incoming.resume()
  return response
}

function toStream(incoming: IncomingMessage, mostBytes: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks = limited(incoming, mostBytes)
  return new ReadableStream({
    async pull(to) {
      const { done, value } = await chunks.next()
      if (done) to.close()
      else to.enqueue(value)
    },
    cancel() {
      // A generator that waits for the next chunk does not return before that arrives.
      incoming.destroy()
    },
  })
}

async function* limited(incoming: IncomingMessage, mostBytes: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let bytes = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > mostBytes) throw new Error(`The response has more than ${mostBytes} bytes`)
    yield new Uint8Array(chunk)
  }
}

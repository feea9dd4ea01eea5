import type { HttpAnswer, HttpRequest } from '../messages.ts'
import { exchange } from './exchange.ts'
import { type Locating, locate } from './locate.ts'
import { admitting } from './origins.ts'
import { redirected, toRequest } from './request.ts'

type Response = Extract<HttpAnswer, { response: unknown }>['response']

/** Makes an HTTP request for a script. Rejects with a message for the script's author. */
export type ScriptFetch = (request: HttpRequest, signal: AbortSignal) => Promise<Response>

/** What scripts may reach, and the limits of a call. */
export interface ScriptFetchOptions extends Locating {
  /** Allowed origins, such as `https://api.example.com` or `https://api.example.com:8443`. */
  readonly origins: readonly string[]
  /** Maximum bytes of a response body. */
  readonly bodyBytes: number
  /** Timeout of a call including redirects, in milliseconds. */
  readonly callMs: number
}

const mostRedirects = 3
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * Creates a fetch for allowed origins on public addresses. Each redirect is checked like the first request, and
 * connections go to exactly the addresses that were checked. Throws a `TypeError` for an invalid origin.
 */
export function scriptFetch(options: ScriptFetchOptions): ScriptFetch {
  const { bodyBytes, callMs } = options
  const admit = admitting(options.origins)
  const follow = async (url: URL, request: HttpRequest, signal: AbortSignal): Promise<Response> => {
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      admit(url)
      const addresses = await locate(url, options)
      signal.throwIfAborted()
      const { status, headers, body } = await exchange({ url, request, addresses, mostBytes: bodyBytes, signal })
      if (!redirectStatuses.has(status) || !headers.location) return { status, url: url.href, headers, body }
      const next = toUrl(headers.location, url)
      request = redirected(request, { status, isElsewhere: next.origin !== url.origin })
      url = next
    }
    throw new Error(`${url} redirects too often (at most ${mostRedirects} times)`)
  }
  return async (request, signal) => {
    const checked = toRequest(request)
    const late = new Error(`${checked.url} did not respond within ${callMs} ms`)
    const timer = new AbortController()
    const timeout = setTimeout(() => timer.abort(late), callMs)
    const either = AbortSignal.any([signal, timer.signal])
    try {
      return await Promise.race([follow(toUrl(checked.url), checked, either), rejected(either)])
    } finally {
      clearTimeout(timeout)
    }
  }
}

/** Rejects when the signal aborts, because host name lookups ignore it. */
function rejected(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
}

function toUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base)
  if (!url) throw new Error(`"${text}" is not a valid URL`)
  return url
}

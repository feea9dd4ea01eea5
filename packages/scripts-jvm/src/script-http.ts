import type { HttpResponse } from './messages.ts'

/** Makes HTTP calls like `globalThis.fetch`, and decides which addresses may be reached. */
export type ScriptFetch = (url: string, init: RequestInit) => Promise<Response>

const mostRedirects = 3
/** The longest time that timers know, in milliseconds. */
const longestMs = 2 ** 31 - 1
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const credentials = ['authorization', 'cookie', 'proxy-authorization']

interface Request {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutMs?: number
}

/** What a call of a script needs. */
export interface ScriptCall {
  readonly fetch: ScriptFetch
  readonly signal: AbortSignal
  /** The trace context of the run, for the header `traceparent` unless the script sets it. */
  readonly traceparent?: string | undefined
}

/**
 * Makes the HTTP call that a script asked for, given as JSON, and follows up to three redirects, each of which `fetch`
 * checks. Credentials are not sent to other origins. Rejects with a message for the author of the script.
 */
export async function callForScript(
  text: string,
  { fetch, signal: end, traceparent }: ScriptCall,
): Promise<HttpResponse> {
  const { url, method, headers: own, body, timeoutMs }: Request = JSON.parse(text)
  const headers = new Headers({ ...(traceparent !== undefined && { traceparent }) })
  for (const [name, value] of Object.entries(own)) headers.set(name, value)
  if (!URL.canParse(url)) throw new Error(`"${url}" is not a valid URL`)
  if (!methods.has(method)) throw new Error(`${method} is not a method that scripts may use`)
  let request = { method, headers, ...(body !== undefined && method !== 'GET' && method !== 'HEAD' && { body }) }
  const signal =
    timeoutMs === undefined ? end : AbortSignal.any([end, AbortSignal.timeout(Math.min(timeoutMs, longestMs))])
  let at = new URL(url)
  for (let redirected = 0; redirected <= mostRedirects; redirected++) {
    const response = await fetch(at.href, { ...request, signal, redirect: 'manual' })
    const location = response.headers.get('location')
    if (!redirects.has(response.status) || !location) return toHttpResponse(response)
    await response.body?.cancel()
    const next = new URL(location, at)
    if (next.origin !== at.origin) for (const name of credentials) headers.delete(name)
    if (response.status < 307) request = { method: 'GET', headers }
    at = next
  }
  throw new Error(`${at} redirects too often (at most ${mostRedirects} times)`)
}

async function toHttpResponse(response: Response): Promise<HttpResponse> {
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
}

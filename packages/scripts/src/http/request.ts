import type { HttpRequest } from '../messages.ts'

/** Headers that belong to the connection, which callers may not set. */
const reserved = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Validates a request from a script, which may be any value. Throws a message for the script's author. */
export function toRequest(sent: unknown): HttpRequest {
  if (!isObject(sent) || typeof sent.url !== 'string') throw new Error('An HTTP call requires a url')
  const method = String(sent.method ?? 'GET').toUpperCase()
  if (!methods.has(method)) throw new Error(`The method ${method} is not supported: use ${[...methods].join(', ')}`)
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(isObject(sent.headers) ? sent.headers : {})) {
    if (reserved.has(name.toLowerCase())) throw new Error(`The header ${name} cannot be set by scripts`)
    headers[name.toLowerCase()] = String(value)
  }
  return { url: sent.url, method, headers, ...(typeof sent.body === 'string' && { body: sent.body }) }
}

/**
 * Returns the request that follows a redirect (Fetch standard, 4.4): without credentials for another origin, and as GET
 * after a 303, or after a 301 or 302 of a POST.
 */
export function redirected(
  { url, method, headers, body }: HttpRequest,
  { status, isElsewhere }: { status: number; isElsewhere: boolean },
): HttpRequest {
  const becomesGet = (status === 303 && method !== 'HEAD') || (status < 303 && method === 'POST')
  const lost = [...(isElsewhere ? ['authorization', 'cookie'] : []), ...(becomesGet ? bodyHeaders : [])]
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !lost.includes(name)))
  if (becomesGet) return { url, method: 'GET', headers: kept }
  return { url, method, headers: kept, ...(body !== undefined && { body }) }
}

const bodyHeaders = ['content-type', 'content-encoding', 'content-language', 'content-location']

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

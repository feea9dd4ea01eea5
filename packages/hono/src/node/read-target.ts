import type { IncomingMessage } from 'node:http'

/** The target of a request. */
export interface Target {
  /** The path as the app of `toHono` sees it. */
  readonly path: string
  /** With its question mark; empty if there is none. */
  readonly query: string
}

/** Targets that a URL has in the same form, apart from percent-encoding. */
const PLAIN = /^\/[!$&-;=?-[\]_a-z~]*$/
const ENCODED = /^\/[!$%&-;=?-[\]_a-z~]*$/
/** Hosts that a URL has in the same form. */
const HOST = /^[a-z\d._-]+(?::[1-9]\d{0,3}|:[1-5]\d{4})?$/

/** The last usual host. Most requests have the same as the one before. */
let lastHost = ''

/** Whether a host has the same form in a URL. */
function isUsualHost(host: string): boolean {
  if (host === lastHost && host !== '') return true
  const isUsual = HOST.test(host)
  if (isUsual) lastHost = host
  return isUsual
}

/**
 * Reads the target of a request; `undefined` if its URL has another form: one with dots as segments, an absolute one, or one
 * of an unusual host.
 */
export function readTarget({ url = '', headers: { host = '' } }: IncomingMessage): Target | undefined {
  if (!isUsualHost(host) || url.includes('/.')) return undefined
  const isPlain = PLAIN.test(url)
  if (!isPlain && !ENCODED.test(url)) return undefined
  const start = url.indexOf('?')
  const path = start < 0 ? url : url.slice(0, start)
  const query = start < 0 ? '' : url.slice(start)
  if (isPlain) return { path, query }
  const decoded = decode(path)
  return decoded === undefined ? undefined : { path: decoded, query }
}

/** Decodes as Hono does: all but reserved characters and the percent sign. */
function decode(path: string): string | undefined {
  if (!path.includes('%')) return path
  if (/%2e/i.test(path)) return undefined
  try {
    return decodeURI(path.replaceAll('%25', '%2525'))
  } catch {
    return undefined
  }
}

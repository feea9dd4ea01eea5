import { isObject, own } from '../../machine/json/json.ts'
import { isHostname } from '../../machine/schema/net-forms.ts'
import { below, type Warn } from '../compile/warn.ts'

/** A server of a document and its pointer. */
export interface Server {
  readonly value: unknown
  /** A JSON pointer to the address of the server. */
  readonly pointer: string
}

/** The address of a server: its path, and its target unless the address has no host. */
export interface Place {
  readonly root: string
  readonly target?: { readonly hostname: string; readonly port: number; readonly tls: boolean }
}

/** Supported protocols of servers, with their default ports. */
const protocols: Readonly<Record<string, { readonly port: number; readonly tls: boolean }>> = {
  'http:': { port: 80, tls: false },
  'https:': { port: 443, tls: true },
  'ws:': { port: 80, tls: false },
  'wss:': { port: 443, tls: true },
}

/**
 * Parses the address of a server, with the defaults of its variables. Returns `undefined` with a warning if the address
 * cannot be used.
 */
export function placeOf({ value, pointer }: Server, warn: Warn): Place | undefined {
  const server = isObject(value) ? value : {}
  const address = fillIn(server.url, server.variables, below(warn, pointer))
  if (address === undefined) return undefined
  const isRelative = address.startsWith('/') && !address.startsWith('//')
  const whole = isRelative ? `https://relative.invalid${address}` : address.replace(/^\/\//, 'https://')
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(whole) && URL.canParse(whole) ? new URL(whole) : undefined
  const protocol = url && protocols[url.protocol]
  if (!url || !protocol) {
    warn(pointer, 'The server URL is not an http, https, ws or wss URL: the server is ignored')
    return undefined
  }
  if (!isRelative && !isHostname(url.hostname)) {
    warn(pointer, 'The server URL has no valid host name: the server is ignored')
    return undefined
  }
  if (url.username || url.password || url.search || url.hash)
    warn(pointer, 'The user, password, query and fragment of the server URL are ignored')
  const root = url.pathname.replace(/\/+$/, '') || '/'
  if (isRelative) return { root }
  const { port, tls } = protocol
  return { root, target: { hostname: url.hostname, port: url.port === '' ? port : Number(url.port), tls } }
}

/** Replaces the variables in an address by their values. */
function fillIn(address: unknown, variables: unknown, warn: Warn): string | undefined {
  if (typeof address !== 'string') {
    warn('', 'The server has no URL and is ignored')
    return undefined
  }
  const missing: string[] = []
  const filled = address.trim().replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const value = presetOf(isObject(variables) ? own(variables, name) : undefined)
    if (value === undefined) missing.push(name)
    return value ?? whole
  })
  if (missing.length === 0) return filled
  warn('', `The server variable ${missing.join(', ').slice(0, 200)} has no default: the server is ignored`)
  return undefined
}

/** The default of a variable, or else its first allowed value. */
function presetOf(variable: unknown): string | undefined {
  if (!isObject(variable)) return undefined
  const { default: preset, enum: values } = variable
  const value = preset ?? (Array.isArray(values) ? values[0] : undefined)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined
}

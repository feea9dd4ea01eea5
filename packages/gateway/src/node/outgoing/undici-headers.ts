import type { Dispatcher } from 'undici'
import type { HeaderList } from '../../headers/header-list.ts'

type RawHeaders = Dispatcher.DispatchController['rawHeaders'] | Readonly<Record<string, string | string[] | undefined>>

const none: HeaderList = []

/**
 * Reads the headers of a response, or its trailers, as undici has them: in HTTP/1 as buffers in turn, in HTTP/2 as an
 * object with pseudo headers.
 */
export function toHeaderList(raw: RawHeaders): HeaderList {
  if (!raw || raw.length === 0) return none
  return Array.isArray(raw) ? fromBuffers(raw) : fromObject(raw as Record<string, string | string[]>)
}

function fromBuffers(raw: readonly (Buffer | string)[]): HeaderList {
  const list: HeaderList = []
  for (const part of raw) list.push(typeof part === 'string' ? part : part.toString('latin1'))
  return list
}

function fromObject(raw: Readonly<Record<string, string | string[]>>): HeaderList {
  const list: HeaderList = []
  for (const [name, value] of Object.entries(raw)) {
    if (name.startsWith(':')) continue
    for (const one of Array.isArray(value) ? value : [value]) list.push(name, one)
  }
  return list
}

/** Headers that a plugin may have added, and that would break a connection of HTTP/2. */
const hops = new Set(['proxy-connection', 'http2-settings'])

/** The headers of a request as HTTP/2 has them: names in lower case, none of HTTP/1 connections. */
export function forHttp2(headers: readonly string[]): HeaderList {
  const list: HeaderList = []
  for (let i = 0; i < headers.length; i += 2) {
    const name = (headers[i] as string).toLowerCase()
    const value = headers[i + 1] as string
    if (!hops.has(name) && (name !== 'te' || value === 'trailers')) list.push(name, value)
  }
  return list
}

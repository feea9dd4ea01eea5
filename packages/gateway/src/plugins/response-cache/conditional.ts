import { getHeader, type HeaderList, removeHeader, setHeader } from '../../headers/header-list.ts'
import type { HeaderView } from '../../headers/header-view.ts'
import { unweakened } from '../shared/weak-etag.ts'
import { readDate } from './freshness.ts'

/** Whether a client has this response already (RFC 9110, section 13.2.2), so that a 304 is enough. */
export function isUnmodified(request: HeaderView, stored: HeaderList): boolean {
  const matches = request.all('if-none-match')
  if (matches.length > 0) {
    const etag = getHeader(stored, 'etag')
    const all = unweakened(matches.join(','))
    if (all.trim() === '*') return true
    return etag !== undefined && (all.match(ETAG) ?? []).some((one) => opaque(one) === opaque(etag))
  }
  const since = readDate(request.get('if-modified-since'))
  const modified = readDate(getHeader(stored, 'last-modified'))
  return since !== undefined && modified !== undefined && modified <= since
}

/** The headers of a stored response that a 304 repeats (RFC 9110, section 15.4.5), and those about the cache. */
export function notModifiedHeaders(stored: HeaderList): HeaderList {
  const hasTag = getHeader(stored, 'etag') !== undefined
  return stored.filter((_, i) => {
    const name = (stored[i - (i % 2)] as string).toLowerCase()
    return repeated.has(name) || (name === 'last-modified' && !hasTag)
  })
}

/** Makes a request ask whether a stored response is still valid; without one, for a whole response. */
export function askFor(out: HeaderList, stored: HeaderList | undefined): void {
  removeHeader(out, 'if-none-match')
  removeHeader(out, 'if-modified-since')
  const etag = stored && getHeader(stored, 'etag')
  const modified = stored && getHeader(stored, 'last-modified')
  if (etag !== undefined) setHeader(out, 'If-None-Match', etag)
  if (modified !== undefined) setHeader(out, 'If-Modified-Since', modified)
}

/** Whether it can be asked if a response is still valid. */
export const hasValidator = (stored: HeaderList): boolean =>
  getHeader(stored, 'etag') !== undefined || getHeader(stored, 'last-modified') !== undefined

/** The stored headers after a 304: its own replace them, except those about the body (RFC 9111, section 3.2). */
export function updated(stored: HeaderList, fresh: HeaderList): HeaderList {
  const list = [...stored]
  const names = new Set(fresh.filter((_, i) => i % 2 === 0).map((name) => name.toLowerCase()))
  for (const name of ofBody) names.delete(name)
  for (const name of names) removeHeader(list, name)
  fresh.forEach((name, i) => {
    if (i % 2 === 0 && names.has(name.toLowerCase())) list.push(name, fresh[i + 1] as string)
  })
  // An age or a date that the validation does not repeat is past.
  for (const name of ['age', 'date']) if (!names.has(name)) removeHeader(list, name)
  return list
}

const ETAG = /(?:W\/)?"[^"]*"/g
const opaque = (etag: string): string => (etag.startsWith('W/') ? etag.slice(2) : etag)

const repeated = new Set([
  'cache-control',
  'content-location',
  'date',
  'etag',
  'expires',
  'vary',
  'age',
  'cache-status',
])
const ofBody = ['content-length', 'content-encoding', 'content-range', 'content-type', 'set-cookie']

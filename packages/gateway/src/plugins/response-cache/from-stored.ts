import { getHeaders, removeHeader } from '../../headers/header-list.ts'
import type { Exchange, ResponseHead } from '../../plugin-api/exchange.ts'
import type { Answer } from '../../plugin-api/hooks.ts'
import { isUnmodified, notModifiedHeaders } from './conditional.ts'
import type { Stored } from './entries.ts'
import { ageAt } from './freshness.ts'

/** A response from the cache; a 304 if the client has it already. `status` is a member of `Cache-Status` (RFC 9211). */
export function fromStored({ headers }: Exchange, stored: Stored, now: number, status = 'hit'): Answer {
  const list = [...stored.headers]
  removeHeader(list, 'age')
  list.push('Age', String(ageAt(stored.freshness, now)), 'Cache-Status', `signalbox; ${status}`)
  return stored.status === 200 && isUnmodified(headers, list)
    ? { status: 304, headers: notModifiedHeaders(list) }
    : { status: stored.status, headers: list, body: stored.body }
}

/** Turns the head of a response into that of a stored one. Cookies that the backend sets with it are kept. */
export function replaceHead(head: ResponseHead, { status, headers, body }: Answer): void {
  const { list } = head.headers
  const cookies = getHeaders(list, 'set-cookie').flatMap((value) => ['Set-Cookie', value])
  const length = status === 304 ? [] : ['Content-Length', String(body?.length ?? 0)]
  list.splice(0, list.length, ...headers, ...length, ...cookies)
  head.status = status
}

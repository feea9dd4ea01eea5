import { getHeader, type HeaderList, removeHeader } from '../../headers/header-list.ts'
import type { Exchange } from '../../plugin-api/exchange.ts'
import { hasCookies } from './bypass.ts'
import { updated } from './conditional.ts'
import type { Stored } from './entries.ts'
import { type FreshnessSettings, freshnessOf, type Times } from './freshness.ts'
import { selectingOf } from './selecting.ts'
import { isStorable, varyOf } from './storable.ts'

/** Which responses are stored. */
export interface StoreSettings extends FreshnessSettings {
  readonly statuses: readonly number[]
  /** Request headers that select a response beside those in its `Vary`, in lower case. */
  readonly vary: readonly string[]
}

/** A response to be judged. */
export interface Judged extends Times {
  readonly exchange: Exchange
  /** The headers of the request as the backend got them. */
  readonly sent: HeaderList
  readonly status: number
  readonly headers: HeaderList
}

/** What is stored of a response, without its body; `undefined` if it may not be stored. */
export function toStore(judged: Judged, settings: StoreSettings): Omit<Stored, 'body'> | undefined {
  const { exchange, sent, status, headers: all } = judged
  const freshness = freshnessOf(all, judged, settings)
  const about = { isAuthorized: exchange.headers.has('authorization'), hasCookies: hasCookies(exchange) }
  if (!settings.statuses.includes(status) || !isStorable({ status, headers: all, freshness, ...about }))
    return undefined
  const headers = [...all]
  removeHeader(headers, 'content-length')
  return {
    status,
    headers,
    freshness,
    selecting: selectingOf([...settings.vary, ...varyOf(all), ...codingOf(all)], sent),
  }
}

/** An encoded response is not for clients that do not accept its coding, though the backend may have forgotten to say so. */
const codingOf = (headers: HeaderList): string[] =>
  getHeader(headers, 'content-encoding') === undefined ? [] : ['accept-encoding']

/** A stored response after a 304; `undefined` if it may not be stored any more. */
export function freshened(stale: Stored, judged: Judged, settings: StoreSettings): Stored | undefined {
  const { status, body } = stale
  const made = toStore({ ...judged, status, headers: updated(stale.headers, judged.headers) }, settings)
  return made && { ...made, body }
}

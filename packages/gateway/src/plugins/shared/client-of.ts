import type { Exchange } from '../../plugin-api/exchange.ts'
import { type ClientIdOf, type ClientSource, compileClientId } from '../../request/client-id.ts'

/** The cookie by which the gateway knows clients that have no id of their own. */
export const CLIENT_COOKIE = 'signalbox-client'

/** Whether the gateway gives an id to clients that have none: only where a cookie identifies clients. */
export const givesIds = (source: ClientSource | undefined): boolean => source === undefined || source.from === 'cookie'

/** Compiles the source of client ids. Clients without the named cookie are known by that of the gateway. */
export function compileExperimentClient(source: ClientSource | undefined): ClientIdOf {
  const own = compileClientId({ from: 'cookie', name: CLIENT_COOKIE })
  if (!source) return own
  const named = compileClientId(source)
  return givesIds(source) ? (exchange) => named(exchange) ?? own(exchange) : named
}

/** Whether a request counts: it is no test of a draft, and somebody sees the response. */
export const counts = ({ draft, method, headers }: Exchange): boolean =>
  !draft &&
  method !== 'HEAD' &&
  !isPrefetch(headers.get('sec-purpose')) &&
  !isPrefetch(headers.get('purpose')) &&
  !isPrefetch(headers.get('x-moz'))

/** Whether a header says that a page is loaded which may never be shown. */
const isPrefetch = (value: string | undefined): boolean =>
  value !== undefined && /prefetch|preview|prerender/i.test(value)

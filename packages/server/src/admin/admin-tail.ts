import { type TailFilter, tailOf } from '@signalbox/core/gateway'
import { encodeResponse, SignalboxError } from '@signalbox/core/wire'
import type { ObservedGateway } from './observed-gateway.ts'

/** Streams the requests to a gateway as server-sent events, until the client leaves. */
export function tailResponse(
  gateway: Pick<ObservedGateway, 'tail'>,
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Response {
  const lines = tailOf({
    planes: new Set([gateway]),
    filter: readFilter(query),
    signal,
    show: (line) => line,
    onEnd: () => {},
  })
  return encodeResponse(tail, lines)
}

/** How the stream is written. */
const tail = {
  method: 'GET',
  path: '/tail',
  summary: 'Stream the requests as they end',
  access: 'open',
  response: { encoding: 'sse', items: {} },
} as const

/** Reads the query of a live tail. Throws INVALID. */
function readFilter({ api, route, status, sample, ...unknown }: Readonly<Record<string, string>>): TailFilter {
  const [name] = Object.keys(unknown)
  if (name !== undefined) throw invalid(`Unknown parameter ${name}: send api, route, status or sample`)
  if (status !== undefined && !/^[1-5](xx|\d\d)$/.test(status))
    throw invalid('status is invalid: expected a status, such as 502, or a class, such as 5xx')
  const share = sample === undefined ? undefined : Number(sample)
  if (share !== undefined && !(share >= 0 && share <= 1)) throw invalid('sample is invalid: expected 0 to 1')
  return { api, route, status, sample: share }
}

const invalid = (message: string) => new SignalboxError('INVALID', message)

import type { IncomingMessage, ServerResponse } from 'node:http'
import { createNote } from '../note.ts'
import type { Observer } from '../observer.ts'
import type { Families } from './families.ts'
import { serverMetrics } from './metric-table.ts'

/** A request that is being served. */
interface Served {
  readonly begin: number
  operation?: string
  /** Whether it is counted, because its response is a stream that has opened. */
  isCounted: boolean
}

/** Further methods are counted as `_other`. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The status of a request whose client left before it had the whole response. */
const CLIENT_LEFT = 499

/**
 * Counts and times requests, by operation. Requests for no operation are `_page` if they succeed, else `_unknown`;
 * requests before the server serves are `_starting`. Event streams are counted when they open, and not timed.
 */
export function measureRequests({
  counter,
  histogram,
  gauge,
}: Pick<Families, 'counter' | 'histogram' | 'gauge'>): Required<Pick<Observer, 'request' | 'call' | 'started'>> {
  const total = counter(serverMetrics.requests)
  const durations = histogram(serverMetrics.requestSeconds)
  const all = createNote<IncomingMessage, Served>('served')
  let inFlight = 0
  let isStarted = false
  gauge(serverMetrics.requestsInFlight, (it) => it.set(inFlight))

  function nameOf({ operation }: Served, status: number): string {
    if (operation !== undefined) return operation
    if (!isStarted) return '_starting'
    return status < 400 ? '_page' : '_unknown'
  }

  function count(one: Served, { method = '' }: IncomingMessage, status: number): string {
    const operation = nameOf(one, status)
    one.isCounted = true
    inFlight--
    total.inc({ operation, method: methods.has(method) ? method : '_other', status: String(status) })
    return operation
  }

  function finish(one: Served, incoming: IncomingMessage, { statusCode, writableFinished }: ServerResponse): void {
    if (one.isCounted) return
    const operation = count(one, incoming, writableFinished ? statusCode : CLIENT_LEFT)
    durations.observe({ operation }, (performance.now() - one.begin) / 1000)
  }

  return {
    request(incoming, outgoing) {
      const one: Served = { begin: performance.now(), isCounted: false }
      inFlight++
      all.set(incoming, one)
      outgoing.once('close', () => finish(one, incoming, outgoing))
    },
    async call({ operation, context: { env }, isEndless }, respond) {
      const one = all.of(env.incoming)
      if (one) one.operation = operation
      const response = await respond()
      if (one && !one.isCounted && isEndless && response.status < 400) count(one, env.incoming, response.status)
      return response
    },
    started() {
      isStarted = true
    },
  }
}

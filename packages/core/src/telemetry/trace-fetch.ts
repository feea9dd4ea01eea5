import { readTraceparent, toTraceparent } from '../machine/net/traceparent.ts'
import { type SpanTracer, spanKinds, type TracedScope, type TracingApi } from '../machine/net/tracing-api.ts'
import type { Fetch } from '../ports.ts'
import { serverAttributes, withinSpan } from './within-span.ts'

/** Settings of `traceFetch`. */
export interface TraceFetchOptions {
  /** The namespace of `@opentelemetry/api`. */
  readonly api: TracingApi
  /** @default api.trace.getTracer('signalbox') */
  readonly tracer?: SpanTracer
  /** Called with what the tracer throws; the call continues without its span. @default console.error */
  readonly report?: (error: unknown) => void
}

/**
 * Returns a fetch that makes a span of the kind client for each call, and sends its context as `traceparent`. The parent is
 * the span of the header `traceparent` of the call, or else the active one. Spans have the host and the port, and
 * neither path nor query, because both may hold secrets in webhooks.
 *
 * @example
 * const box = createSignalbox({ fetch: traceFetch(fetch, { api }) })
 */
export function traceFetch(
  fetch: Fetch,
  { api, tracer = api.trace.getTracer('signalbox'), report = console.error }: TraceFetchOptions,
): Fetch {
  function parentOf(headers: Headers): TracedScope {
    const parent = readTraceparent(headers.get('traceparent') ?? '')
    return parent ? api.trace.setSpanContext(api.ROOT_CONTEXT, { ...parent, isRemote: true }) : api.context.active()
  }

  function traced(url: string, init: RequestInit): Promise<Response> {
    const { method = 'GET' } = init
    const headers = new Headers(init.headers)
    const begin = () => ({
      ...{ name: method, kind: spanKinds.client, parent: parentOf(headers) },
      attributes: { 'http.request.method': method, ...serverAttributes(new URL(url)) },
    })
    return withinSpan({ api, tracer, report, errorFrom: 400 }, begin, (span) => {
      const own = span && toTraceparent(span.spanContext())
      if (own !== undefined && readTraceparent(own)) headers.set('traceparent', own)
      return fetch(url, { ...init, headers: Object.fromEntries(headers) })
    })
  }

  const { refuses } = fetch
  return refuses ? Object.assign(traced, { refuses }) : traced
}

import type { Fetch } from '../ports.ts'
import { readTraceparent, toTraceparent } from '../traceparent.ts'
import type { SpanTracer, TracedScope, TracingApi } from '../tracing-api.ts'
import { spanError, spanKinds } from '../tracing-api.ts'

/** Settings of `traceFetch`. */
export interface TraceFetchOptions {
  /** The namespace of `@opentelemetry/api`. */
  readonly api: TracingApi
  /** @default api.trace.getTracer('signalbox') */
  readonly tracer?: SpanTracer
}

/**
 * Returns a fetch that makes a span of the kind client for each call, and sends its context as `traceparent`. The parent is
 * the span of the header `traceparent` of the call, or else the active one. Spans have the host and the port, and
 * neither path nor query, because those of webhooks may hold secrets.
 *
 * @example
 * const box = createSignalbox({ fetch: traceFetch(fetch, { api }) })
 */
export function traceFetch(fetch: Fetch, { api, tracer = api.trace.getTracer('signalbox') }: TraceFetchOptions): Fetch {
  function parentOf(headers: Headers): TracedScope {
    const parent = readTraceparent(headers.get('traceparent') ?? '')
    return parent ? api.trace.setSpanContext(api.ROOT_CONTEXT, { ...parent, isRemote: true }) : api.context.active()
  }

  async function traced(url: string, init: RequestInit): Promise<Response> {
    const { method = 'GET' } = init
    const headers = new Headers(init.headers)
    const parent = parentOf(headers)
    const { hostname, port, protocol } = new URL(url)
    const attributes = {
      'http.request.method': method,
      'server.address': hostname,
      'server.port': port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
    }
    const span = tracer.startSpan(method, { kind: spanKinds.client, attributes }, parent)
    function fail(type: string): void {
      span.setAttribute('error.type', type)
      span.setStatus({ code: spanError })
    }
    const own = toTraceparent(span.spanContext())
    if (readTraceparent(own)) headers.set('traceparent', own)
    try {
      const sent = { ...init, headers: Object.fromEntries(headers) }
      const response = await api.context.with(api.trace.setSpan(parent, span), () => fetch(url, sent))
      span.setAttribute('http.response.status_code', response.status)
      if (response.status >= 400) fail(String(response.status))
      return response
    } catch (error) {
      fail(error instanceof Error ? error.name : '_OTHER')
      throw error
    } finally {
      span.end()
    }
  }

  const { refuses } = fetch
  return refuses ? Object.assign(traced, { refuses }) : traced
}

import {
  type SpanTracer,
  spanError,
  type TracedScope,
  type TracedSpan,
  type TracedSpanOptions,
  type TracingApi,
} from '../machine/net/tracing-api.ts'

/** What makes spans of HTTP calls. */
export interface CallTracer {
  /** The namespace of `@opentelemetry/api`. */
  readonly api: TracingApi
  readonly tracer: SpanTracer
  /** The least status of a response that is an error: 400 for outgoing calls, 500 for incoming calls. */
  readonly errorFrom: number
  /** Called with what the tracer throws. */
  readonly report: (error: unknown) => void
}

/** How the span of a call begins. */
export interface CallSpan extends Pick<TracedSpanOptions, 'kind' | 'attributes' | 'links'> {
  readonly name: string
  readonly parent: TracedScope
}

/**
 * Makes an HTTP call within a span, which ends with the head of the response. What the tracer throws is reported, and
 * the call continues without its span; what the call throws is thrown.
 */
export async function withinSpan<R extends { readonly status: number }>(
  { api, tracer, errorFrom, report }: CallTracer,
  begin: () => CallSpan,
  call: (span: TracedSpan | undefined) => Promise<R>,
): Promise<R> {
  function attempt<T>(work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      report(error)
      return undefined
    }
  }

  function start() {
    const { name, parent, ...options } = begin()
    const span = tracer.startSpan(name, options, parent)
    return { span, scope: api.trace.setSpan(parent, span) }
  }

  function end(span: TracedSpan, ended: number | string): void {
    if (typeof ended === 'number') span.setAttribute('http.response.status_code', ended)
    if (typeof ended === 'string' || ended >= errorFrom) {
      span.setAttribute('error.type', String(ended))
      span.setStatus({ code: spanError })
    }
    span.end()
  }

  const started = attempt(start)
  if (!started) return call(undefined)
  const { span, scope } = started
  /** The status of the response, or the type of the error. */
  let ended: number | string = '_OTHER'
  try {
    const response = await api.context.with(scope, () => call(span))
    ended = response.status
    return response
  } catch (error) {
    if (error instanceof Error) ended = error.name
    throw error
  } finally {
    attempt(() => end(span, ended))
  }
}

/** The attributes of a span that name the server of a URL. */
export const serverAttributes = ({ hostname, port, protocol }: URL) => ({
  'server.address': hostname,
  'server.port': port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
})

import type { SpanTracer, TracedScope, TracedSpan, TracingApi } from '@signalbox/core/opentelemetry'
import { readTraceparent, spanError, spanKinds } from '@signalbox/core/opentelemetry'
import type { Context } from 'hono'
import type { ObserveCall, ObservedCall } from './hono-options.ts'

/** Settings of `traceCalls`. */
export interface TraceCallsOptions {
  /** The namespace of `@opentelemetry/api`. */
  readonly api: TracingApi
  /** @default api.trace.getTracer('signalbox') */
  readonly tracer?: SpanTracer
  /**
   * Whose trace context is the parent of spans. `trusted`: that of requests that `isTrusted` accepts; others begin a trace
   * of their own, which is linked to theirs, so that callers do not decide what is sampled. `all`: that of every request.
   * @default 'trusted'
   */
  readonly parents?: 'trusted' | 'all'
  /** Whether a request comes from somebody whose trace it continues, such as a proxy. @default no request */
  readonly isTrusted?: (context: Context) => boolean
  /** The path that a span shows, such as one without what may be a credential. @default the path of the request */
  readonly pathOf?: (context: Context) => string
  /** Called with what the tracer throws; the call goes on without its span. @default console.error */
  readonly report?: (error: unknown) => void
}

/**
 * Creates the option `observe` of `toHono` from OpenTelemetry: a span of the kind server for each call, in its semantic
 * conventions for HTTP, with the name of the operation. It names neither callers nor queries. The call runs within its
 * span, which ends with the head of the response. Within a span that is already active, such as that of an
 * instrumentation of the HTTP server, it is internal, and a child of that span.
 *
 * @example
 * const app = toHono(box, { observe: traceCalls({ api }) })
 */
export function traceCalls({
  api,
  parents = 'trusted',
  isTrusted = () => false,
  pathOf = ({ req }) => new URL(req.url).pathname,
  report = console.error,
  ...rest
}: TraceCallsOptions): ObserveCall {
  const tracer = rest.tracer ?? api.trace.getTracer('signalbox')

  /** Where the span of a request begins: its kind, its parent, and the caller that is no parent. */
  function originOf(context: Context) {
    if (api.trace.getActiveSpan()) return { kind: INTERNAL, parent: api.context.active() }
    const read = readTraceparent(context.req.header('traceparent') ?? '')
    const state = read && context.req.header('tracestate')
    const caller = read && { ...read, ...(state && { traceState: api.createTraceState(state) }) }
    const kind = spanKinds.server
    if (!caller) return { kind, parent: api.ROOT_CONTEXT }
    if (parents !== 'all' && !isTrusted(context))
      return { kind, parent: api.ROOT_CONTEXT, links: [{ context: caller }] }
    return { kind, parent: api.trace.setSpanContext(api.ROOT_CONTEXT, { ...caller, isRemote: true }) }
  }

  function begin({ operation, path, context }: ObservedCall) {
    const { parent, ...origin } = originOf(context) as Origin
    const { method } = context.req
    const attributes = {
      ...attributesOf(context),
      'url.path': pathOf(context),
      'http.route': path,
      'signalbox.operation': operation,
    }
    const span = tracer.startSpan(`${method} ${path}`, { ...origin, attributes }, parent)
    return { span, scope: api.trace.setSpan(parent, span) }
  }

  function end(span: TracedSpan, status: number | undefined): void {
    if (status !== undefined) span.setAttribute('http.response.status_code', status)
    if (status === undefined || status >= 500) {
      span.setAttribute('error.type', status === undefined ? '_OTHER' : String(status))
      span.setStatus({ code: spanError })
    }
    span.end()
  }

  /** What a tracer throws must not fail the call. */
  function attempt<T>(work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      report(error)
      return undefined
    }
  }

  return async (call, respond) => {
    const begun = attempt(() => begin(call))
    if (!begun) return respond()
    let status: number | undefined
    try {
      const response = await api.context.with(begun.scope, respond)
      status = response.status
      return response
    } finally {
      attempt(() => end(begun.span, status))
    }
  }
}

interface Origin extends Pick<Parameters<SpanTracer['startSpan']>[1], 'kind' | 'links'> {
  readonly parent: TracedScope
}

/** The kind of a span within a process, in OpenTelemetry's `SpanKind`. */
const INTERNAL = 0

function attributesOf({ req }: Context) {
  const { hostname, port, protocol } = new URL(req.url)
  const scheme = protocol.slice(0, -1)
  return {
    'http.request.method': req.method,
    'url.scheme': scheme,
    'server.address': hostname,
    'server.port': port === '' ? (scheme === 'https' ? 443 : 80) : Number(port),
  }
}

import {
  type CallSpan,
  readTraceparent,
  type SpanTracer,
  serverAttributes,
  spanKinds,
  type TracingApi,
  withinSpan,
} from '@signalbox/core/opentelemetry'
import type { Context } from 'hono'
import type { ObservedCall, RequestContext } from './hono-options.ts'

/** Settings of `traceCalls`. */
export interface TraceCallsOptions<C = Context> {
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
  readonly isTrusted?: (context: C) => boolean
  /** The path that a span shows, such as one without what may be a credential. @default the path of the request */
  readonly pathOf?: (context: C) => string
  /** Called with what the tracer throws; the call continues without its span. @default console.error */
  readonly report?: (error: unknown) => void
}

/** Makes the response of a call within a span. Fits the option `observe` of `toHono` and of `toNode`. */
export type TraceCall<C> = <R extends { readonly status: number }>(
  call: ObservedCall<C>,
  respond: () => Promise<R>,
) => Promise<R>

/**
 * Creates the option `observe` of `toHono` from OpenTelemetry: a span of the kind server for each call, in its semantic
 * conventions for HTTP, with the name of the operation. It names neither callers nor queries. The call runs within its
 * span, which ends with the head of the response. Within a span that is already active, such as that of an
 * instrumentation of the HTTP server, it is internal, and a child of that span.
 *
 * @example
 * const app = toHono(box, { observe: traceCalls({ api }) })
 */
export function traceCalls<C extends RequestContext = Context>({
  api,
  parents = 'trusted',
  isTrusted = () => false,
  pathOf = ({ req }) => new URL(req.url).pathname,
  report = console.error,
  ...rest
}: TraceCallsOptions<C>): TraceCall<C> {
  const tracer = rest.tracer ?? api.trace.getTracer('signalbox')

  /** Where the span of a request begins: its kind, its parent, and the caller that is no parent. */
  function originOf(context: RequestContext & C): Pick<CallSpan, 'kind' | 'parent' | 'links'> {
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

  return ({ operation, path, context }, respond) => {
    const { method } = context.req
    const begin = () => {
      const attributes = {
        ...attributesOf(context),
        'url.path': pathOf(context),
        'http.route': path,
        'signalbox.operation': operation,
      }
      return { name: `${method} ${path}`, attributes, ...originOf(context) }
    }
    return withinSpan({ api, tracer, report, errorFrom: 500 }, begin, respond)
  }
}

/** The kind of a span within a process, in OpenTelemetry's `SpanKind`. */
const INTERNAL = 0

function attributesOf({ req }: RequestContext) {
  const url = new URL(req.url)
  return {
    'http.request.method': req.method,
    'url.scheme': url.protocol.slice(0, -1),
    ...serverAttributes(url),
  }
}

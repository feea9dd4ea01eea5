import type { CauseId } from '@signalbox/core/gateway'
import {
  readTraceparent,
  type SpanTracer,
  spanError,
  spanKinds,
  type TracedContext,
  type TracedSpan,
  toTraceparent,
} from '@signalbox/core/opentelemetry'
import { nameOf, portOf } from '../backends/target-origin.ts'
import type { Ended } from '../exchange/decided.ts'
import type { ExchangeState } from '../exchange/exchange-state.ts'
import type { Spans } from '../exchange/observed.ts'
import { getHeader, getHeaders } from '../headers/header-list.ts'
import type { TracingOptions } from './tracing-options.ts'

/** Traces exchanges. Nothing throws: what a tracer throws is reported. */
export interface Tracing {
  /** Begins the span of a request, when its route is known. */
  began(state: ExchangeState): void
  /** Begins the span of an attempt, and tells its context to the backend. */
  attempted(state: ExchangeState): void
  /** The backend has responded. `isOver`: the attempt is, and another one follows. */
  responded(state: ExchangeState, status: number, isOver: boolean): void
  /** The attempt has failed. */
  failed(state: ExchangeState, cause: CauseId): void
  /** The exchange is over: ends its spans. */
  ended(state: ExchangeState, ended: Pick<Ended, 'status' | 'cause'>): void
}

/** Creates what traces exchanges by OpenTelemetry, in its semantic conventions for HTTP. */
export function createTracing(options: TracingOptions, report: (error: unknown) => void): Tracing {
  const { api, parents = 'trusted' } = options
  const tracer: SpanTracer = options.tracer ?? api.trace.getTracer('signalbox')

  /** Begins the span of the request, unless it has begun. */
  function serverSpan(state: ExchangeState, startTime?: number): Spans {
    if (state.spans) return state.spans
    const caller = callerOf(state)
    const isParent = caller !== undefined && (parents === 'all' || state.isTrusted)
    const parent = isParent ? api.trace.setSpanContext(api.ROOT_CONTEXT, { ...caller, isRemote: true }) : undefined
    const server = tracer.startSpan(
      nameOfRequest(state),
      {
        kind: spanKinds.server,
        attributes: attributesOf(state),
        ...(startTime !== undefined && { startTime }),
        ...(caller && !parent && { links: [{ context: caller }] }),
      },
      parent ?? api.ROOT_CONTEXT,
    )
    state.spans = { server, attempt: undefined }
    const { traceId } = server.spanContext()
    if (!isInvalid(traceId)) state.trace = traceId
    return state.spans
  }

  /** The trace context of the request. */
  function callerOf({ trace, incoming }: ExchangeState): TracedContext | undefined {
    if (trace === undefined || !incoming) return undefined
    const read = readTraceparent(getHeader(incoming.rawHeaders, 'traceparent') ?? '')
    const traceState = getHeaders(incoming.rawHeaders, 'tracestate').join(',')
    return read && { ...read, ...(traceState !== '' && { traceState: api.createTraceState(traceState) }) }
  }

  /** Ends the span of the current attempt, if there is one. */
  function endAttempt({ spans }: ExchangeState, error?: string): void {
    const span = spans?.attempt
    if (!spans || !span) return
    spans.attempt = undefined
    if (error !== undefined) fail(span, error)
    span.end()
  }

  const guarded =
    <A extends unknown[]>(work: (state: ExchangeState, ...args: A) => void) =>
    (state: ExchangeState, ...args: A): void => {
      try {
        if (!state.isTraced) work(state, ...args)
      } catch (error) {
        report(error)
      }
    }

  return {
    began: guarded((state) => void serverSpan(state)),
    attempted: guarded((state) => {
      endAttempt(state)
      const spans = serverSpan(state)
      const context = api.trace.setSpan(api.ROOT_CONTEXT, spans.server)
      const options = { kind: spanKinds.client, attributes: attemptOf(state) }
      spans.attempt = tracer.startSpan(methodOf(state), options, context)
      tell(state, spans.attempt.spanContext())
    }),
    responded: guarded((state, status: number, isOver: boolean) => {
      const span = state.spans?.attempt
      span?.setAttribute('http.response.status_code', status)
      if (span && status >= 400) fail(span, String(status))
      if (isOver) endAttempt(state)
    }),
    failed: guarded((state, cause: CauseId) => endAttempt(state, cause)),
    ended: guarded((state, { status, cause }) => {
      const { server } = serverSpan(state, state.now)
      state.isTraced = true
      endAttempt(state, cause !== undefined && abandoned.has(cause) ? cause : undefined)
      server.setAttribute('http.response.status_code', status)
      if (cause !== undefined) server.setAttribute('signalbox.cause', cause)
      if (status >= 500) fail(server, cause ?? String(status))
      server.end()
    }),
  }
}

/** Causes by which an attempt ends without a failure of the backend. */
const abandoned: ReadonlySet<CauseId> = new Set(['errors.client.closed', 'errors.request.timeout'])

function fail(span: TracedSpan, type: string): void {
  span.setAttribute('error.type', type)
  span.setStatus({ code: spanError })
}

const isInvalid = (id: string): boolean => /^0*$/.test(id)

/** Tells the backend of the span that calls it. Without a tracer provider, spans have no valid context. */
function tell({ out, trace, list }: ExchangeState, context: TracedContext): void {
  if (isInvalid(context.traceId) || isInvalid(context.spanId)) return
  out.set('traceparent', toTraceparent(context))
  const traceState = context.traceState?.serialize() ?? ''
  if (traceState !== '') out.set('tracestate', traceState)
  else if (!getHeader(list, 'traceparent')?.includes(trace ?? '-')) out.remove('tracestate')
}

const known: ReadonlySet<string> = new Set('GET HEAD POST PUT PATCH DELETE OPTIONS CONNECT TRACE QUERY'.split(' '))

/** The name of a span: there are few, whatever clients send. */
const methodOf = ({ method }: ExchangeState): string => (known.has(method) ? method : 'HTTP')

const nameOfRequest = (state: ExchangeState): string =>
  state.plan ? `${methodOf(state)} ${pathOfRoute(state)}` : methodOf(state)

/** The path of the route, with the names of its parameters. */
function pathOfRoute({ match: { context_path: base, path } }: ExchangeState): string {
  return `${base}${path}` || '/'
}

const attributesOf = (state: ExchangeState): Record<string, string | number> => ({
  ...requestMethod(state),
  'url.path': state.path,
  'url.scheme': state.secure ? 'https' : 'http',
  ...(state.host !== '' && { 'server.address': state.host, 'server.port': state.port }),
  ...(state.plan && { 'http.route': pathOfRoute(state), 'signalbox.route': state.plan.route.id }),
  'signalbox.request_id': state.id,
})

const requestMethod = ({ method }: ExchangeState) =>
  known.has(method)
    ? { 'http.request.method': method }
    : { 'http.request.method': '_OTHER', 'http.request.method_original': method }

function attemptOf(state: ExchangeState): Record<string, string | number> {
  const { target, attempts } = state
  const made = attempts?.made ?? 1
  return {
    ...requestMethod(state),
    ...(target && { 'server.address': target.hostname, 'server.port': portOf(target) }),
    ...(target && { 'signalbox.target': nameOf(target) }),
    ...(made > 1 && { 'http.request.resend_count': made - 1 }),
  }
}

/** The id of a span and of its trace (W3C Trace Context). */
export interface TracedContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
  /** 1: sampled. */
  readonly traceFlags: number
  readonly traceState?: TracedState
}

/** The header `tracestate`. */
export interface TracedState {
  get(key: string): string | undefined
  set(key: string, value: string): TracedState
  unset(key: string): TracedState
  serialize(): string
}

/** A span of OpenTelemetry. */
export interface TracedSpan {
  spanContext(): TracedContext
  setAttribute(name: string, value: string | number): unknown
  setStatus(status: { code: number }): unknown
  end(): void
}

/** The `Context` of OpenTelemetry, such as one that holds the parent of a span. */
export interface TracedScope {
  getValue(key: symbol): unknown
  setValue(key: symbol, value: unknown): TracedScope
  deleteValue(key: symbol): TracedScope
}

/** The spans of an exchange that have not ended. */
export interface Spans {
  readonly server: TracedSpan
  attempt: TracedSpan | undefined
}

/** How a span begins. */
export interface TracedSpanOptions {
  readonly kind: number
  readonly attributes: Record<string, string | number>
  /** Epoch milliseconds. Absent: now. */
  readonly startTime?: number
  /** Spans that are related to it, but not its parents. */
  readonly links?: { readonly context: TracedContext }[]
}

/** Starts spans. The `Tracer` of OpenTelemetry fits. */
export interface GatewayTracer {
  startSpan(name: string, options: TracedSpanOptions, context: TracedScope): TracedSpan
}

/** What is used of the package `@opentelemetry/api`. Its namespace fits: `import * as api from '@opentelemetry/api'`. */
export interface TracingApi {
  readonly ROOT_CONTEXT: TracedScope
  readonly trace: {
    getTracer(name: string): GatewayTracer
    /** A context with a span, the parent of spans that start in it. */
    setSpan(context: object, span: TracedSpan): TracedScope
    /** The same for the span of another process. */
    setSpanContext(context: object, spanContext: TracedContext & { readonly isRemote: true }): TracedScope
  }
  createTraceState(rawTraceState: string): TracedState
}

/** Settings of traces. */
export interface TracingOptions {
  /** The namespace of `@opentelemetry/api`. */
  readonly api: TracingApi
  /** @default api.trace.getTracer('signalbox') */
  readonly tracer?: GatewayTracer
  /**
   * Whose trace context is the parent of the gateway's spans. `trusted`: that of trusted proxies; other requests begin a
   * trace of their own, which is linked to theirs, so that callers do not decide what is sampled. `all`: that of every
   * request. @default 'trusted'
   */
  readonly parents?: 'trusted' | 'all'
}

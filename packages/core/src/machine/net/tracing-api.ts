/** What Signalbox uses of OpenTelemetry, by shape: it depends on no package of it. */

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

/** The attributes of spans and events. */
export type TracedAttributes = Record<string, string | number | boolean>

/** A span of OpenTelemetry. */
export interface TracedSpan {
  spanContext(): TracedContext
  isRecording(): boolean
  setAttribute(name: string, value: string | number): unknown
  addEvent(name: string, attributes: TracedAttributes): unknown
  setStatus(status: { code: number }): unknown
  end(): void
}

/** The `Context` of OpenTelemetry, such as one that holds the parent of a span. */
export interface TracedScope {
  getValue(key: symbol): unknown
  setValue(key: symbol, value: unknown): TracedScope
  deleteValue(key: symbol): TracedScope
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
export interface SpanTracer {
  startSpan(name: string, options: TracedSpanOptions, context: TracedScope): TracedSpan
}

/** What is used of the package `@opentelemetry/api`. Its namespace fits: `import * as api from '@opentelemetry/api'`. */
export interface TracingApi {
  readonly ROOT_CONTEXT: TracedScope
  readonly context: {
    active(): TracedScope
    /** Runs a function within a context, which is active in everything that the function starts. */
    with<T>(context: TracedScope, work: () => T): T
  }
  readonly trace: {
    getTracer(name: string): SpanTracer
    /** The span of the active context. */
    getActiveSpan(): TracedSpan | undefined
    /** A context with a span, the parent of spans that start in it. */
    setSpan(context: TracedScope, span: TracedSpan): TracedScope
    /** The same for the span of another process. */
    setSpanContext(context: TracedScope, spanContext: TracedContext & { readonly isRemote: true }): TracedScope
  }
  createTraceState(rawTraceState: string): TracedState
}

/** An event of OpenTelemetry: a log record with a name. */
export interface TracedEvent {
  readonly eventName: string
  /** INFO. */
  readonly severityNumber: 9
  readonly attributes: TracedAttributes
}

/** Records events. The `Logger` of `@opentelemetry/api-logs` fits. */
export interface EventLogger {
  emit(event: TracedEvent): void
  /** Whether anybody would get an event. @default yes */
  enabled?(event: { readonly eventName: string }): boolean
}

/** The numbers of OpenTelemetry's `SpanKind` and `SpanStatusCode`. */
export const spanKinds = { server: 1, client: 2 } as const
export const spanError = 2

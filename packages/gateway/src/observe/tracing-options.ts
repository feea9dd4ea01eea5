import type { SpanTracer, TracingApi } from '@signalbox/core/opentelemetry'

/** Settings of traces. */
export interface TracingOptions {
  /** The namespace of `@opentelemetry/api`. */
  readonly api: TracingApi
  /** @default api.trace.getTracer('signalbox') */
  readonly tracer?: SpanTracer
  /**
   * Whose trace context is the parent of the gateway's spans. `trusted`: that of trusted proxies; other requests begin a
   * trace of their own, which is linked to theirs, so that callers do not decide what is sampled. `all`: that of every
   * request. @default 'trusted'
   */
  readonly parents?: 'trusted' | 'all'
}

/** Traces and events of OpenTelemetry, by the shape of its API: Signalbox depends on no package of it. */

export { readTraceparent, toTraceparent } from '../machine/net/traceparent.ts'
export {
  type EventLogger,
  type SpanTracer,
  spanError,
  spanKinds,
  type TracedAttributes,
  type TracedContext,
  type TracedEvent,
  type TracedScope,
  type TracedSpan,
  type TracedSpanOptions,
  type TracedState,
  type TracingApi,
} from '../machine/net/tracing-api.ts'
export { type OpenTelemetryOptions, openTelemetry } from '../telemetry/open-telemetry.ts'
export { type TraceFetchOptions, traceFetch } from '../telemetry/trace-fetch.ts'
export { type CallSpan, type CallTracer, serverAttributes, withinSpan } from '../telemetry/within-span.ts'

import { readTraceparent } from '@signalbox/core/opentelemetry'

/** The trace id of a `traceparent` (W3C Trace Context); `undefined` if the header is invalid. */
export const traceIdOf = (traceparent: string): string | undefined => readTraceparent(traceparent)?.traceId

/** The same `traceparent`, not sampled: callers that are not trusted do not decide what is sampled. */
export const unsampled = (traceparent: string): string =>
  `${traceparent.slice(0, 53)}${(Number.parseInt(traceparent.slice(53, 55), 16) & 0xfe).toString(16).padStart(2, '0')}`

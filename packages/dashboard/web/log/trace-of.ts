const FORM = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/

/** The id of the trace in a `traceparent` (W3C), by which tracing tools find it; `undefined` if it has none. */
export const traceOf = (traceparent: string | undefined): string | undefined => traceparent?.match(FORM)?.[1]

const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})/

/** The trace id of a `traceparent` (W3C Trace Context); `undefined` if the header is invalid. */
export const traceIdOf = (traceparent: string): string | undefined => TRACEPARENT.exec(traceparent)?.[1]

/** The same `traceparent`, not sampled: callers that are not trusted do not decide what is sampled. */
export const unsampled = (traceparent: string): string =>
  `${traceparent.slice(0, 53)}${(Number.parseInt(traceparent.slice(53, 55), 16) & 0xfe).toString(16).padStart(2, '0')}`

/** What a `traceparent` says; `undefined` if it is invalid. */
export function readTraceparent(traceparent: string) {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1 }
}

/** The `traceparent` of a span. */
export const toTraceparent = ({
  traceId,
  spanId,
  traceFlags,
}: NonNullable<ReturnType<typeof readTraceparent>>): string =>
  `00-${traceId}-${spanId}-${(traceFlags & 0xff).toString(16).padStart(2, '0')}`

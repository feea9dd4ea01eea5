import type { TracedContext } from './tracing-api.ts'

/** Knows the trace of the current work. */
export interface TraceContext {
  /**
   * Returns the trace context of the current work, as in the header `traceparent` of W3C Trace Context; `undefined` if it
   * is not traced. Events keep it, and scripts, workflows and webhooks pass it on with their calls.
   */
  traceparent?(): string | undefined
}

/** What `traceparent` says of a span. */
type Traced = Pick<TracedContext, 'traceId' | 'spanId' | 'traceFlags'>

const TRACEPARENT = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/

/**
 * Reads a header `traceparent` (W3C Trace Context, any version); `undefined` for an invalid value. Of the flags, only
 * `sampled` is read.
 *
 * @example
 * readTraceparent('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01')?.traceId // '0af7651916cd43dd8448eb211c80319c'
 */
export function readTraceparent(text: string): Traced | undefined {
  const [, version, traceId = '', spanId = '', flags = '', further] = TRACEPARENT.exec(text) ?? []
  if (version === undefined || (version === '00' && further !== undefined)) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1 }
}

/** A valid `traceparent` in the form in which it is passed on; `undefined` for an invalid one. */
export function passedOn(text: string): string | undefined {
  const read = readTraceparent(text)
  return read && toTraceparent(read)
}

/** Writes the header `traceparent` of a span. */
export const toTraceparent = ({ traceId, spanId, traceFlags }: Traced): string =>
  `00-${traceId}-${spanId}-${(traceFlags & 0xff).toString(16).padStart(2, '0')}`

/** A trace context as an optional member of options. */
export const traced = (traceparent: string | undefined): { readonly traceparent?: string } =>
  traceparent === undefined ? {} : { traceparent }

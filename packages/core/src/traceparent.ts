/** Knows the trace of the current work. */
export interface TraceContext {
  /**
   * Returns the trace context of the current work, as in the header `traceparent` of W3C Trace Context; `undefined` if it
   * is not traced. Events keep it, and scripts, workflows and webhooks pass it on with their calls.
   */
  traceparent?(): string | undefined
}

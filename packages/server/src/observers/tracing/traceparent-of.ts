import type { IncomingMessage } from 'node:http'

const known = new WeakMap<IncomingMessage, string>()

/** The trace context of the span of a request; `undefined` if it has none. */
export const traceparentOf = (incoming: IncomingMessage): string | undefined => known.get(incoming)

/** Keeps the trace context of a request. */
export const keepTraceparent = (incoming: IncomingMessage, traceparent: string): void =>
  void known.set(incoming, traceparent)

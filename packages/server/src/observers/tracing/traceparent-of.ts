import type { IncomingMessage } from 'node:http'
import { createNote } from '../note.ts'

const known = createNote<IncomingMessage, string>('traceparent')

/** The trace context of the span of a request; `undefined` if it has none. */
export const traceparentOf = (incoming: IncomingMessage): string | undefined => known.of(incoming)

/** Keeps the trace context of a request. */
export const keepTraceparent = (incoming: IncomingMessage, traceparent: string): void =>
  void known.set(incoming, traceparent)

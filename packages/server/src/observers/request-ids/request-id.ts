import type { IncomingMessage } from 'node:http'
import { createNote } from '../note.ts'

/** The header that carries the id of a request. */
export const REQUEST_ID = 'X-Request-Id'

const known = createNote<IncomingMessage, string>('request id')

/** The id of a request; `undefined` if requests get none. */
export const requestIdOf = (incoming: IncomingMessage): string | undefined => known.of(incoming)

/** Keeps the id of a request. */
export const keepRequestId = (incoming: IncomingMessage, id: string): void => void known.set(incoming, id)

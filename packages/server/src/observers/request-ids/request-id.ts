import type { IncomingMessage } from 'node:http'

/** The header that carries the id of a request. */
export const REQUEST_ID = 'X-Request-Id'

const known = new WeakMap<IncomingMessage, string>()

/** The id of a request; `undefined` if requests get none. */
export const requestIdOf = (incoming: IncomingMessage): string | undefined => known.get(incoming)

/** Keeps the id of a request. */
export const keepRequestId = (incoming: IncomingMessage, id: string): void => void known.set(incoming, id)

import type { ServerResponse } from 'node:http'

const statuses = new WeakMap<ServerResponse, number>()

/** Notes that a request was answered by writing to its socket, whatever is made of its response. */
export const noteSocketAnswer = (outgoing: ServerResponse, status: number): void => void statuses.set(outgoing, status)

/** The status that was written to the socket; `undefined` if the response was not replaced. */
export const socketAnswerOf = (outgoing: ServerResponse): number | undefined => statuses.get(outgoing)

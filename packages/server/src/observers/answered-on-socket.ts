import type { ServerResponse } from 'node:http'
import { createNote } from './note.ts'

const statuses = createNote<ServerResponse, number>('status')

/** Notes that a request was answered by writing to its socket, whatever is made of its response. */
export const noteSocketAnswer = (outgoing: ServerResponse, status: number): void => void statuses.set(outgoing, status)

/** The status that was written to the socket; `undefined` if the response was not replaced. */
export const socketAnswerOf = (outgoing: ServerResponse): number | undefined => statuses.of(outgoing)

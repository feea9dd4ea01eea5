import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { HeaderList } from '../../headers/header-list.ts'

/** What differs between the versions of HTTP that clients speak. Shared by all requests of a version. */
export interface Wire {
  /** The connection. It knows the address of the client and its certificate. */
  socket(request: IncomingMessage): Socket
  /** The version, as `Incoming` names it. */
  version(request: IncomingMessage): string
  /** Whether a body follows. `undefined`: the headers tell. */
  hasBody(request: IncomingMessage): boolean | undefined
  /** Tells when the client has left, if nothing else does. */
  onGone(request: IncomingMessage, response: ServerResponse, gone: { closed(): void }): void
  /** The connection ends with this response. */
  closeAfter(response: ServerResponse): void
  /** Whether the connection ends with this response. */
  isLast(response: ServerResponse): boolean
  /** Throws if no header can carry one of the values. */
  writeHead(response: ServerResponse, status: number, headers: HeaderList): void
  /** Sends a head that waits for the first bytes of its body. */
  flushHead(response: ServerResponse): void
  /** Bytes in the form in which they leave in one piece with the head: a text is Latin-1. */
  toLast(bytes: Uint8Array): string | Uint8Array
  addTrailers(response: ServerResponse, trailers: readonly [name: string, value: string][]): void
  /** The response emits `timeout` after so many milliseconds without bytes either way. 0: never. */
  limitSilence(request: IncomingMessage, ms: number): void
  /** Whether the client has not yet taken all that was written. */
  isUntaken(request: IncomingMessage, response: ServerResponse): boolean
  /** Bytes that the connection has sent, where it says so in the middle of a large write; else 0. */
  sent(request: IncomingMessage): number
  /** Bytes that may have been sent although the connection does not say so yet. Infinity: others come before them. */
  unsure(request: IncomingMessage, response: ServerResponse): number
  /** Whether the response was sent to its end. */
  isWhole(response: ServerResponse): boolean
  /** Ends a request so that the client does not take its response for whole. */
  cut(request: IncomingMessage): void
  /** Ends a response while the client still sends its body. `last`: its last bytes; a text is Latin-1. */
  endBeforeBody(request: IncomingMessage, response: ServerResponse, last?: string | Uint8Array): void
}

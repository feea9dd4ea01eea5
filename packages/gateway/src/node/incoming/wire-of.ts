import type { IncomingMessage } from 'node:http'
import type { Wire } from './wire.ts'
import { http1 } from './wire-http1.ts'
import { http2 } from './wire-http2.ts'

/** How to speak with the client of a request. */
export const wireOf = (request: IncomingMessage): Wire =>
  request.httpVersionMajor === 2 && 'stream' in request ? http2 : http1

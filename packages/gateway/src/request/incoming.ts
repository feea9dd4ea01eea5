import type { ClientCertificate, Codings } from '../plugin-api/connection.ts'

/** A request as a transport received it. */
export interface Incoming {
  readonly method: string
  /** The target as sent: a path with a query, an absolute URL, or `*`. */
  readonly target: string
  /** The version of HTTP: `1.1`, or `2` with pseudo headers in `rawHeaders`. Absent: the host has parsed and checked the framing of the request. */
  readonly version?: string
  /** Whether a body follows. Absent: the headers tell. */
  readonly hasBody?: boolean | undefined
  /** The headers as sent: names and values in turn. */
  readonly rawHeaders: readonly string[]
  /** The address of the peer, or an empty text if the host does not tell. */
  readonly address: string
  /** Whether the connection is encrypted. */
  readonly secure: boolean
  readonly certificate?: ClientCertificate | undefined
  /** Whether the TLS certificate of the connection covers a host. Absent: every host. */
  readonly covers?: (host: string) => boolean
  /** The codings for its response. Absent: none. */
  readonly codings?: Codings | undefined
  /** Whether the request asks for a WebSocket, and the transport can open one. */
  readonly isForWebSocket?: boolean
  /**
   * The id of the subscription as which this process itself sends the request. Only `gateway.send` sets it: nothing that a client
   * sends is read for it. Absent: the request identifies its consumer.
   */
  readonly as?: string | undefined
  /** Aborts when the client leaves, or after the response. Absent: the host does not tell. */
  readonly signal?: AbortSignal | undefined
  /** Reads the whole body. Rejects with a `TooLarge` beyond `limit` bytes, and with a `BodyLostError`. */
  readonly readBody?: (limit: number) => Promise<Uint8Array>
}

/** Thrown by `readBody` if the body is larger than allowed. */
export class TooLarge extends Error {}

/** Thrown by `readBody` if the client leaves before the end of its body, or is too slow. */
export class BodyLostError extends Error {
  /** The id of the cause. */
  readonly refuse: 'errors.client.closed' | 'errors.request.timeout'
  constructor(refuse: BodyLostError['refuse']) {
    super('The body has no end')
    this.refuse = refuse
  }
}

import type { ClientCertificate } from './incoming.ts'

/** A header by which proxies tell about a request. */
export type ProxyHeader =
  | 'X-Forwarded-For'
  | 'X-Forwarded-Proto'
  | 'X-Forwarded-Host'
  | 'X-Forwarded-Port'
  | 'Forwarded'

/** How requests are read. */
export interface RequestSettings {
  /** Whether a peer is a trusted proxy. */
  readonly isTrusted: (address: string) => boolean
  /** Called with a value of a trusted peer that cannot be read, and is ignored. */
  readonly unreadable: (header: ProxyHeader, value: string, peer: string) => void
  /**
   * Reads `Client-Cert` (RFC 9440) of a trusted proxy; returns `undefined` for a value that is no certificate. Absent: the
   * header is dropped.
   */
  readonly readClientCert?: ((value: string) => ClientCertificate | undefined) | undefined
  /** What becomes of headers whose names with `-` for `_` have a meaning to the gateway. */
  readonly underscore: 'twins' | 'keep' | 'refuse'
  /** The name of the gateway in `Via`. */
  readonly name: string
  readonly maxHeaders: number
  readonly maxHeaderValue: number
  readonly maxTarget: number
}

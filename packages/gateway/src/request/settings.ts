import type { ClientCertificate } from '../plugin-api/connection.ts'

/** A header by which proxies tell about a request. */
export type ProxyHeader =
  | 'X-Forwarded-For'
  | 'X-Forwarded-Proto'
  | 'X-Forwarded-Host'
  | 'X-Forwarded-Port'
  | 'Forwarded'

/** How a gateway reads requests. */
export interface RequestOptions {
  /**
   * Which peers are proxies whose forwarding headers count: `X-Forwarded-For`, `-Proto`, `-Host` and `-Port`, or
   * `Forwarded`. Other headers about the client, such as `X-Forwarded-User`, need `pass_headers` of the API. @default none
   */
  readonly trust?: {
    /** Addresses and ranges, such as `10.0.0.0/8`. */
    readonly proxies: readonly string[]
    /**
     * Whether `Client-Cert` (RFC 9440) of these proxies is the certificate of the client. The gateway does not verify it:
     * the proxies must do so, and must replace or remove the header of clients. @default false
     */
    readonly clientCert?: boolean
  }
  /**
   * How to treat headers such as `Content_Length`, which some servers treat like `Content-Length`: `twins` drops
   * headers that the gateway reads with `-`, `keep` passes all on, `refuse` rejects requests with twins. @default
   * 'twins'
   */
  readonly underscore?: 'twins' | 'keep' | 'refuse'
  /**
   * The name of the gateway in `Via`, by which it detects loops. Must differ between gateways that call each other.
   * @default 'signalbox-' and six random characters
   */
  readonly name?: string
}

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
  /** How to treat headers whose names with `-` for `_` have a meaning to the gateway. */
  readonly underscore: 'twins' | 'keep' | 'refuse'
  /** The name of the gateway in `Via`. */
  readonly name: string
  readonly maxHeaders: number
  readonly maxHeaderValue: number
  readonly maxTarget: number
}

/** The client certificate of a TLS connection. */
export interface ClientCertificate {
  /** The subject as text of RFC 4514. */
  readonly subject: string
  /** The issuer as text of RFC 4514. */
  readonly issuer: string
  readonly serialNumber: string
  /** Epoch milliseconds. */
  readonly validFrom: number
  /** Epoch milliseconds. */
  readonly validTo: number
}

/** The content codings that a transport can apply to responses. */
export interface Codings {
  readonly names: ReadonlySet<string>
  /** Whether the bytes of each chunk can leave at once. */
  readonly canFlush: boolean
}

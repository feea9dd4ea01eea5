import type { ClientCertificate } from '../plugin-api/connection.ts'

/** What a host knows about a request that `gateway.fetch` cannot see. */
export interface RequestInfo {
  /** The address of the peer. */
  readonly address?: string | undefined
  /** Whether the connection is encrypted. @default from the URL */
  readonly secure?: boolean | undefined
  readonly certificate?: ClientCertificate | undefined
}

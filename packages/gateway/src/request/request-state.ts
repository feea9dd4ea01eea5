import type { HeaderList } from '../headers/header-list.ts'
import type { ClientCertificate } from '../plugin-api/connection.ts'
import type { Answer } from '../plugin-api/hooks.ts'

/** What is read of a request: the part of an exchange that reading fills in. */
export interface RequestState {
  id: string
  readonly method: string
  host: string
  /** The port that the client called, if known. */
  port: number
  /** The canonical path. */
  path: string
  /** The canonical path with its empty segments, if it has any. */
  keptPath: string | undefined
  needs: number
  query: string
  address: string
  /** The address of the peer, which may be a proxy. */
  readonly peer: string
  isTrusted: boolean
  secure: boolean
  /** The headers of the request that are passed on. */
  readonly list: HeaderList
  /** The headers that backends may take as proof of who calls: they are passed on only if the API says so. */
  held: HeaderList | undefined
  /** Whether the list has credentials for the gateway, which the backend does not get. */
  hasCredentials: boolean
  hasBody: boolean
  contentLength: number | undefined
  takesTrailers: boolean
  expectsContinue: boolean
  mustClose: boolean
  /** The addresses of `X-Forwarded-For`, from a trusted peer. */
  chain: string
  /** The header `Forwarded` of a trusted peer. */
  forwarded: string | undefined
  /** Whether the certificate of the connection is that of a proxy, and not of the client. */
  hasProxyCertificate: boolean
  /** The certificate of the client, as a trusted peer tells it. */
  forwardedCertificate: ClientCertificate | undefined
  /** The header `Via` for the backend. */
  via: string
  trace: string | undefined
  /** The `Accept` header, for error pages. */
  accept: string | undefined
  answer: Answer | undefined
}

import type { CompiledBackend } from '@signalbox/core/gateway'
import type { Exchange } from './exchange.ts'

/** A call of a backend beside a request: a copy of the request, or to refresh what is remembered. */
export interface SideRequest {
  /** The request that leads to the call. The path for the backend and its query are made from it. */
  readonly exchange: Exchange
  readonly backend: CompiledBackend
  readonly method: string
  /** Names and values in turn, such as `exchange.out`. */
  readonly headers: readonly string[]
  readonly body?: Uint8Array | undefined
  /** The most bytes of the response body that are read. */
  readonly most: number
}

/** The response to a call beside a request. */
export interface SideResponse {
  readonly status: number
  /** Names and values in turn. */
  readonly headers: readonly string[]
  /** `undefined`: the body is larger than the call wanted. */
  readonly body: Uint8Array | undefined
}

/** Calls a backend once, within the time limits of its client settings. Rejects if no response arrives. */
export type SideCall = (request: SideRequest) => Promise<SideResponse>

/** A request to a URL. All members are optional. */
export interface UrlRequest {
  /** @default 'GET' */
  readonly method?: string
  /** Names and values in turn. @default none */
  readonly headers?: readonly string[]
  readonly body?: Uint8Array
}

/**
 * Prepares calls to an http(s) URL outside of the backends, such as an identity provider's. The rules for targets apply to
 * it. Redirects are not followed. `timeoutMs` limits the whole call, `most` the bytes of the response body. A call rejects
 * if there is no response.
 */
export type PrepareCall = (
  url: string,
  limits: { readonly timeoutMs: number; readonly most: number },
) => (request?: UrlRequest) => Promise<SideResponse>

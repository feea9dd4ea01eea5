import type { CauseId, CompiledBackend, CompiledRoute, CompiledSlot, LiveCredential } from '@signalbox/core/gateway'
import type { HeaderEdits, HeaderView } from '../headers/header-view.ts'
import type { Charge } from '../limits/charges.ts'
import type { ClientCertificate, Codings } from './connection.ts'
import type { Refused } from './refused.ts'

/** Who calls, as found out by a plugin of the stage `identify`. */
export interface Consumer {
  /** The owner of the subscription, or the claim or subject that identifies the caller. */
  readonly id: string
  readonly plan?: string | undefined
  /** The id of the subscription. */
  readonly subscription?: string | undefined
  readonly clientId?: string | undefined
  /** The credential that proved the identity, if it is one of a subscription. */
  readonly credential?: LiveCredential | undefined
}

/** Why credentials are refused. */
export interface Denied<Id extends string = CauseId> extends Refused<Id> {
  /** Whom they prove all the same, for the log: the consumer of a subscription that is paused, for instance. */
  readonly consumer?: Consumer | undefined
  /** The error of a bearer token (RFC 6750, section 3.1). Absent: the credentials were no bearer token. */
  readonly bearer?: { readonly error: 'invalid_token' | 'insufficient_scope'; readonly scope?: string } | undefined
}

/** One request on its way through the gateway, as plugins see it. */
export interface Exchange {
  /** The request id: on the request to the backend, the response, the error page and in the log. */
  readonly id: string
  /** When the request came, in epoch milliseconds. Read once. */
  readonly now: number
  readonly route: CompiledRoute
  /** The path parameters, decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly method: string
  /** The host, in lower case and without port. Empty: HTTP/1.0 without `Host`. */
  readonly host: string
  /** The canonical path: what was matched is what plugins see, what is forwarded, and what is logged. */
  readonly path: string
  /** The query with its `?`; empty if there is none. As sent, until a plugin of the stage `identify` removes credentials. */
  query: string
  /** The address of the client. */
  readonly address: string
  /** Whether the client uses https. */
  readonly secure: boolean
  readonly certificate: ClientCertificate | undefined
  /** Whether the route is a draft, for testing. */
  readonly draft: boolean
  /** The headers of the request, without headers of the connection and headers that only proxies may send. */
  readonly headers: HeaderView
  /** Whether the headers say that a body follows. */
  readonly hasBody: boolean
  /** The whole body, if a plugin of the route asks for it. */
  readonly body: Uint8Array | undefined
  /** Aborts when the client leaves. Absent: the host does not tell. */
  readonly signal: AbortSignal | undefined
  /** The content codings that can be applied to the response. */
  readonly codings: Codings
  /**
   * The id of the subscription as which the process of the gateway itself sends the request (`gateway.send`). Absent: the request
   * is one of a client.
   */
  readonly as?: string | undefined
  /** Set by plugins of the stage `identify`. */
  consumer: Consumer | undefined
  /** The slot whose plugin identified the consumer. */
  identifiedBy: CompiledSlot | undefined
  /** Why the first credentials that were found did not identify anybody. */
  denied: Denied | undefined
  /** What limits said about the request so far. */
  charges: Charge[] | undefined
  /** What features and experiments decided about the request, for explanations. Plugins add to it with `noteRelease`. */
  releases: ReleaseNote[] | undefined
  /** The headers that the backend gets. Changes of `Via` have no effect: by it, backends learn that a gateway calls. */
  readonly out: HeaderEdits
  /** The backend that is called. Plugins of the stages `choose` and `request` may set it. */
  backend: CompiledBackend
  /** The path for the backend, without query. Plugins of the stage `request` may set it. */
  forwardPath: string
  /** What plugins remember for this request, each under a symbol of its own. */
  readonly state: Map<symbol, unknown>
}

/** What a feature or an experiment decided about a request. `active` is absent if nothing was decided. */
export type ReleaseNote =
  | { readonly feature: string; readonly active?: boolean | undefined; readonly reason?: string | undefined }
  | { readonly experiment: string; readonly variant?: string | undefined; readonly backend?: string | undefined }

/** Notes a decision for explanations. */
export function noteRelease(exchange: Pick<Exchange, 'releases'>, note: ReleaseNote): void {
  if (exchange.releases) exchange.releases.push(note)
  else exchange.releases = [note]
}

/** The head of a response. */
export interface ResponseHead {
  status: number
  readonly headers: HeaderEdits
  /** The length of the body in bytes, if the gateway responds itself. */
  readonly length?: number | undefined
}

/** How an exchange ended. */
export interface Outcome {
  /** The status that the client got; 499 if it left before. */
  readonly status: number
  /** The cause, if the gateway responded with an error or the exchange failed. */
  readonly cause?: string | undefined
  /** Milliseconds from the request to the last byte. */
  readonly ms: number
  /** Milliseconds from the call of the backend to the head of its response. */
  readonly backendMs?: number | undefined
  /** How often the backend was called. */
  readonly attempts?: number | undefined
  /** The target that was called last, as `host:port`. */
  readonly target?: string | undefined
  /** Bytes of the request body that were read. */
  readonly bytesIn: number
  /** Bytes of the response body that were sent. */
  readonly bytesOut: number
}

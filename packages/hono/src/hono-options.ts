import type { Identity } from '@signalbox/core'
import type { AuthInfo } from '@signalbox/core/access'
import type { Context } from 'hono'
import type { CredentialHeaders } from './answering/credentials.ts'
import type { DocsOptions } from './docs/docs.ts'

/** Identifies the sender of a request; `undefined` leads to a 401 response. */
export type Authenticate = (request: Request) => Identity | undefined | Promise<Identity | undefined>

/** What options see of a request. Hono's `Context` is one. */
export interface RequestContext {
  /** What the host passes with a request; on Node.js `incoming` and `outgoing` of `node:http`. */
  readonly env: unknown
  readonly req: {
    readonly method: string
    readonly url: string
    header(name: string): string | undefined
  }
}

/** A call of an operation, while it is made. */
export interface ObservedCall<C = Context> {
  /** The name of the operation in the API, such as `features.check`. */
  readonly operation: string
  readonly method: string
  /** The path with the names of its parameters, such as `/api/features/{id}/check`. */
  readonly path: string
  /** Whether its response, unless it is an error, is an event stream, which ends when the caller leaves. */
  readonly isEndless: boolean
  readonly context: C
  /** Who calls. Absent until the caller is identified, for open operations, and for access without names. */
  caller?: AuthInfo
}

/** Makes the response of a call by calling `respond`, once. */
export type ObserveCall<C = Context, R = Response> = (call: ObservedCall<C>, respond: () => Promise<R>) => Promise<R>

/** Options of `toHono`, and of `toNode` with its own context and response. */
export interface HonoOptions<C = Context, R = Response> extends CredentialHeaders {
  /**
   * How callers are identified. By default, by the API keys and sessions of the box; pass a function to identify them
   * yourself, or `'open'` to let anyone do anything.
   */
  readonly access?: 'open' | Authenticate
  /** The maximum size of a JSON body, and of one nd-json line, in bytes. @default 1048576 */
  readonly bodyLimit?: number
  /** The maximum size of a gateway API's JSON in bytes, without its deployments. @default 16777216 */
  readonly apiBodyLimit?: number
  /** Other origins whose pages may call the API; `['*']` allows all. @default none */
  readonly corsOrigins?: readonly string[]
  /** Returns the caller's address, by which failed logins are throttled. @default the address of the socket, on Node */
  readonly addressOf?: (c: C) => string
  /** Whether the caller's connection is encrypted, and the session cookie with it. @default whether the URL is https */
  readonly isSecure?: (c: C) => boolean
  /** Called with failures that are answered by a 500 without details. @default console.error */
  readonly report?: (error: unknown, context: C) => void
  /** Returns the id of a request. Responses of status 500 have it as `requestId`. @default no id */
  readonly requestIdOf?: (context: C) => string | undefined
  /**
   * Called before an event stream opens, for a caller who may read it. Throw a `SignalboxError` to reject the stream, such as
   * UNAVAILABLE if too many are open. @default every stream opens
   */
  readonly admitStream?: (context: C) => void
  /** Sees every call of an operation, for logs, metrics and traces. @default nothing */
  readonly observe?: ObserveCall<C, R>
  /** The descriptions of the service below `/apis`. @default public, without the reference page */
  readonly docs?: DocsOptions
}

/** The names of the options, to find unknown ones. */
export const optionNames = {
  clientIdHeader: true,
  clientSecretHeader: true,
  access: true,
  bodyLimit: true,
  apiBodyLimit: true,
  corsOrigins: true,
  addressOf: true,
  isSecure: true,
  report: true,
  requestIdOf: true,
  admitStream: true,
  observe: true,
  docs: true,
} as const satisfies Record<keyof HonoOptions, true>

import type { Problems } from '../machine/errors/errors.ts'

/** An error to render for a client. */
export interface GatewayError {
  /** HTTP status. @default the status of the cause, or 500 */
  readonly status?: number | undefined
  /** The id of the cause: one of `causes`, or an id of the host's own. */
  readonly cause: string
  /** The message of the gateway. @default the message of the cause */
  readonly message?: string | undefined
  /** A unique id of this occurrence, which clients quote and operators search for. */
  readonly errorId: string
  /** The names of the limits that the request is beyond, for clients that prefer RFC 9457. @default none */
  readonly violated?: readonly string[] | undefined
  /** What is wrong with members of the request, by JSON pointer; only JSON forms show it. @default none */
  readonly fieldErrors?: Problems['fieldErrors'] | undefined
  /** The `Accept` header of the request. */
  readonly accept?: string | null | undefined
  /** The method of the request. The response to `HEAD` has no body. @default a method other than HEAD */
  readonly method?: string | undefined
}

/** A response, ready to be sent. */
export interface ErrorPage {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

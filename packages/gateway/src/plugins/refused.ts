import type { Problems } from '@signalbox/core/gateway'

/** A refusal: the gateway responds with the error page of the cause. */
export interface Refused {
  /** The id of the cause. */
  readonly refuse: string
  /** @default the status of the cause */
  readonly status?: number | undefined
  /** @default the message of the cause */
  readonly message?: string | undefined
  /** The names of the limits that the request is beyond, as in `RateLimit-Policy`. @default none */
  readonly violated?: readonly string[] | undefined
  /** What is wrong with members of the request, by JSON pointer, for clients that prefer JSON. @default none */
  readonly fieldErrors?: Problems['fieldErrors'] | undefined
  /** Headers of the response, names and values in turn. @default none */
  readonly headers?: readonly string[] | undefined
}

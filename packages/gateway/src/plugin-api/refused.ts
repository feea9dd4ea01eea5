import type { CauseId, Problems } from '@signalbox/core/gateway'

/** The id of a cause: one of `causes`, or an id of the program's own, for which its error pages may have a template. */
export type AnyCause = CauseId | (string & {})

/**
 * A refusal: the gateway responds with the error page of the cause. The code of this package refuses with the causes of the
 * table, so that a misspelled one does not compile; programs may have causes of their own.
 */
export interface Refused<Id extends string = CauseId> {
  /** The id of the cause. */
  readonly refuse: Id
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

/** Thrown by a body transform or a hook `response` to refuse a request. */
export class RefusedError extends Error {
  readonly refused: Refused
  constructor(refused: Refused) {
    super(refused.message ?? refused.refuse)
    this.refused = refused
  }
}

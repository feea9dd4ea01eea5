import { SignalboxError } from '@signalbox/core/errors'
import type { Moment } from '../numbers.ts'
import type { Outcome } from '../request.ts'

/** The time of a group, and the schema to which it is written. */
export interface Writing extends Moment {
  readonly schema: string
}

/** What a group of requests did. */
export interface Written {
  /** The outcome of each request. */
  readonly outcomes: readonly Outcome[]
  /** The id of the newest event before the group, if the function returns it: no event lies between. */
  readonly before?: number
}

/** The error for a commit function that someone else replaced. */
export const unknownFunction = (schema: string, name: string): SignalboxError =>
  new SignalboxError(
    'UNAVAILABLE',
    `The function ${schema}.${name} was not created by this version of Signalbox: do not change the schema by hand`,
  )

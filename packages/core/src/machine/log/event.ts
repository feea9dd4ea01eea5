import type { Domains } from '../callers/domains.ts'
import { choice, object, type Static, Type } from '../schema/schema.ts'

/** The schema of a committed change, as listeners get it. */
export const changeEventSchema = <const D extends string, const T extends string>({ names }: Domains<D, T>) =>
  object({
    _id: Type.Integer({ description: 'Unique; later events have greater ids' }),
    type: Type.Unsafe<T>({ type: 'string' }),
    key: Type.String({ description: 'The key of the changed record' }),
    domain: choice(names),
    payload: Type.Unknown({ description: 'The record after the change; the deleted record for deletions' }),
    oldValue: Type.Optional(Type.Unknown({ description: 'The record before the change; only for updates' })),
    authInfo: Type.Optional(
      object({ id: Type.String(), name: Type.String(), kind: Type.String() }, { description: 'The author' }),
    ),
    reason: Type.Optional(Type.String({ description: 'Why, in the words of the author' })),
    traceparent: Type.Optional(Type.String({ description: 'The trace context of the change (W3C), if it was traced' })),
    timestamp: Type.String({ description: 'A local date and time with milliseconds, without a zone' }),
  })

/** One committed change: its id, what happened to which object, and when. */
export type ChangeEvent<D extends string = string, T extends string = string> = Static<
  ReturnType<typeof changeEventSchema<D, T>>
>

/** An event before its commit gives it an id. */
export type EventDraft = Omit<ChangeEvent, '_id'>

/** An event as a store reads it. */
export interface LoggedEvent extends ChangeEvent {
  /** The payload as JSON text. Only if the reader asked for texts; `payload` is then undefined. */
  readonly text?: string
  /** The old value as JSON text, if the payload is. */
  readonly oldText?: string
}

/** The event with its values. */
export function whole(logged: LoggedEvent): ChangeEvent {
  const { text, oldText, ...event } = logged
  if (text === undefined) return logged
  const { _id, type, key, domain, timestamp, payload: _, oldValue: __, ...origin } = event
  const values = { payload: JSON.parse(text), ...(oldText !== undefined && { oldValue: JSON.parse(oldText) }) }
  return { _id, type, key, domain, timestamp, ...values, ...origin }
}

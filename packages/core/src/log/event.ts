import type { Domains } from '../callers/domains.ts'
import type { Static } from '../schema.ts'
import { choice, object, Type } from '../schema.ts'

/** The schema of a committed change, as listeners get it. */
export const changeEventSchema = <const D extends string, const T extends string>({ names }: Domains<D, T>) =>
  object({
    _id: Type.Integer({ description: 'Unique; a more recent event has a greater id' }),
    type: Type.Unsafe<T>({ type: 'string' }),
    key: Type.String({ description: 'Key of the modified object' }),
    domain: choice(names),
    payload: Type.Unknown({ description: 'The updated object' }),
    oldValue: Type.Optional(Type.Unknown({ description: 'What it was before; on updates only' })),
    authInfo: Type.Optional(object({ id: Type.String(), name: Type.String(), kind: Type.String() })),
    timestamp: Type.String({ description: 'Local date-time with milliseconds, no zone' }),
  })

/** One committed change: its id, what happened to which object, and when. */
export type ChangeEvent<D extends string = string, T extends string = string> = Static<
  ReturnType<typeof changeEventSchema<D, T>>
>

/** An event before its commit gives it an id. */
export type EventDraft = Omit<ChangeEvent, '_id'>

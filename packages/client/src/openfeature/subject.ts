import { type Context, clientOf } from '@signalbox/core/evaluate'

/** A client of an experiment, and what is known of it, for the audience. */
export interface Subject {
  readonly clientId: string
  /** Its `id` is the client's, as text. */
  readonly context: Context
}

/** The client that a context is about; `undefined` if it names none. */
export function subjectOf(context: Context): Subject | undefined {
  const clientId = clientOf(context)
  return clientId === undefined ? undefined : { clientId, context: { ...context, id: clientId } }
}

import { keySchema } from '../../machine/keys/key.ts'
import { choice, object, type Static, Type } from '../../machine/schema/schema.ts'
import { clientIdSchema, contextSchema } from '../experiment.ts'

/** What happened to one client of an experiment. */
export const recordSchema = object({
  kind: choice(['bound', 'displayed', 'won'], {
    description: 'All kinds bind the client to a variant if it is unbound; `bound` counts nothing',
  }),
  experiment: keySchema,
  clientId: clientIdSchema,
  context: Type.Optional(contextSchema),
  idempotencyKey: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 256,
      description: 'Repeating a record with the same key within a day counts nothing twice',
    }),
  ),
  ifDisplayed: Type.Optional(
    Type.Boolean({ default: false, description: 'Records nothing for a client that was never displayed' }),
  ),
})
/** What happened to one client of an experiment. */
export type ExperimentRecord = Static<typeof recordSchema>

/** Records to write with one call. */
export const batchSchema = object({ records: Type.Array(recordSchema, { maxItems: 1000 }) })

/** The outcome of one record: the variant of the client, or why nothing was recorded. */
export const recordResultSchema = object({
  variant: Type.Optional(Type.String({ description: 'The variant to which the client is bound' })),
  code: Type.Optional(
    Type.String({
      description:
        '`NOT_FOUND`, `FORBIDDEN`, `INVALID` for a context that names another client, or `CONFLICT` for a new client that is not eligible or whose experiment is disabled, or one that was never displayed',
    }),
  ),
  message: Type.Optional(Type.String()),
})
/** The outcome of one record: the variant of the client, or why nothing was recorded. */
export type RecordResult = Static<typeof recordResultSchema>

/** The outcomes of a batch, in the order of its records. */
export const batchResultSchema = object({ results: Type.Array(recordResultSchema) })

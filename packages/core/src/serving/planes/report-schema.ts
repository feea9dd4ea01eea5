import { pattern } from '../../machine/errors/in-words.ts'
import { anyObject, object, type Static, Type } from '../../machine/schema/schema.ts'
import type { UsageBatch } from '../../usage/usage-batch.ts'
import { apiOutcomesSchema } from '../outcomes.ts'
import { planeStatusSchema } from './data-plane.ts'

const count = Type.Integer({ minimum: 0 })

/** The state of a data plane in another process. */
const reportedPlaneSchema = object({
  ...planeStatusSchema.properties,
  id: Type.String({
    pattern: pattern('^[\\w@.:-]{1,200}$', 'must consist of at most 200 letters, digits and _@.:-'),
    description: 'Unique among the data planes of the gateway key',
  }),
  revision: count,
  routes: count,
  since: count,
  notes: Type.Array(Type.String({ maxLength: 500 }), { maxItems: 100 }),
  outcomes: Type.Optional(
    Type.Array(apiOutcomesSchema, {
      maxItems: 100,
      description: 'The APIs whose requests fail at the moment, the first 100',
    }),
  ),
  version: Type.String({ maxLength: 100, description: 'The version of its program' }),
})
/** The state of a data plane in another process. */
export type ReportedPlane = Static<typeof reportedPlaneSchema>

/** What a data plane in another process reports: at least every 5 seconds, and each second if there is usage. */
export const gatewayReportSchema = object({
  plane: Type.Optional(reportedPlaneSchema),
  usage: Type.Optional(
    Type.Unsafe<UsageBatch>(
      anyObject({
        description: 'What it has counted since its last batch: `instance`, `seq`, `entries`, `quotas` and `due`',
      }),
    ),
  ),
})

import { planStatuses } from '../../plans/plan.ts'
import type { Static, TSchema } from '../../schema.ts'
import { choice, object, Type } from '../../schema.ts'

const memberChange = object({
  pointer: Type.String({ description: 'Where it is: in the newer definition, or in the older for what is taken away' }),
  from: Type.Optional(Type.Unknown({ description: 'Absent for what is new' })),
  to: Type.Optional(Type.Unknown({ description: 'Absent for what is taken away' })),
})
/** A changed value; secrets are masked. */
export type MemberChange = Static<typeof memberChange>

/** The change of one part of an API, such as a route or a plan. */
export const apiChangeSchema = object({
  what: choice(['api', 'route', 'backend', 'flow', 'client settings', 'plan', 'documentation', 'client']),
  id: Type.String({ description: 'Of documentation: the name of its part' }),
  change: choice(['added', 'removed', 'changed']),
  members: Type.Array(memberChange),
  text: Type.String({ description: 'The same, for a person' }),
})
/** The change of one part of an API, such as a route or a plan. */
export type ApiChange = Static<typeof apiChangeSchema>

/** The differences of two definitions of an API. */
export const apiDiffSchema = object({ changes: Type.Array(apiChangeSchema) })

/** A lint problem of an API. */
export const lintProblemSchema = object({
  severity: choice(['error', 'warning', 'info']),
  pointer: Type.String({ description: 'A JSON pointer into the API; below `/draft` into its draft' }),
  code: Type.Optional(
    Type.String({ description: 'Of what the compiler says: stays the same while the message may change' }),
  ),
  message: Type.String(),
})

/** A count, and some of the items. */
const counted = <S extends TSchema>(items: S) => object({ count: Type.Integer(), results: Type.Array(items) })

/** The subscriptions and credentials that a status change of a plan would stop. */
export const impactSchema = object({
  from: choice(planStatuses),
  to: choice(planStatuses),
  isAllowed: Type.Boolean({ description: 'Whether the plan may go there at all' }),
  subscriptions: counted(
    object({ id: Type.String(), name: Type.Optional(Type.String()), owner_ref: Type.Optional(Type.String()) }),
  ),
  credentials: counted(Type.String({ description: 'A client id; for admins' })),
})

import { choice, object, type Static, type TSchema, Type } from '../../machine/schema/schema.ts'
import { planStatuses } from '../../plans/plan.ts'

const memberChange = object({
  pointer: Type.String({ description: 'The place in the newer definition, or in the older one if it was removed' }),
  from: Type.Optional(Type.Unknown({ description: 'Absent if it is new' })),
  to: Type.Optional(Type.Unknown({ description: 'Absent if it was removed' })),
})
/** A changed value; secrets are masked. */
export type MemberChange = Static<typeof memberChange>

/** The change of one part of an API, such as a route or a plan. */
export const apiChangeSchema = object({
  what: choice(['api', 'route', 'backend', 'flow', 'client settings', 'plan', 'documentation', 'client']),
  id: Type.String({ description: 'For documentation: the name of the part' }),
  change: choice(['added', 'removed', 'changed']),
  members: Type.Array(memberChange),
  text: Type.String({ description: 'The change as a sentence' }),
})
/** The change of one part of an API, such as a route or a plan. */
export type ApiChange = Static<typeof apiChangeSchema>

/** The differences of two definitions of an API. */
export const apiDiffSchema = object({ changes: Type.Array(apiChangeSchema) })

/** A lint problem of an API. */
export const lintProblemSchema = object({
  severity: choice(['error', 'warning', 'info']),
  pointer: Type.String({ description: 'A JSON pointer into the API, or below `/draft` into its draft' }),
  code: Type.Optional(Type.String({ description: 'For warnings of the compiler: a stable code; messages may change' })),
  message: Type.String(),
})

/** A count, and some of the items. */
const counted = <S extends TSchema>(items: S) => object({ count: Type.Integer(), results: Type.Array(items) })

/** The subscriptions and credentials that a status change of a plan would stop. */
export const impactSchema = object({
  from: choice(planStatuses),
  to: choice(planStatuses),
  isAllowed: Type.Boolean({ description: 'Whether the plan can get this status' }),
  subscriptions: counted(
    object({ id: Type.String(), name: Type.Optional(Type.String()), owner_ref: Type.Optional(Type.String()) }),
  ),
  credentials: counted(Type.String({ description: 'The client id; only for admins' })),
})

import { planStatuses } from '../plans/plan.ts'
import type { Static, TSchema } from '../schema.ts'
import { choice, object, Type } from '../schema.ts'

const memberChange = object({
  pointer: Type.String({ description: 'Where it is: in the newer definition, or in the older for what is taken away' }),
  from: Type.Optional(Type.Unknown({ description: 'Absent for what is new' })),
  to: Type.Optional(Type.Unknown({ description: 'Absent for what is taken away' })),
})
/** One value that changes; secrets are masked. */
export type MemberChange = Static<typeof memberChange>

/** What changes about one thing of an API. */
export const apiChangeSchema = object({
  what: choice(['api', 'route', 'backend', 'flow', 'client settings', 'plan', 'documentation', 'client']),
  id: Type.String({ description: 'Of documentation: the name of its part' }),
  change: choice(['added', 'removed', 'changed']),
  members: Type.Array(memberChange),
  text: Type.String({ description: 'The same, for a person' }),
})
/** What changes about one thing of an API. */
export type ApiChange = Static<typeof apiChangeSchema>

/** What changes from one definition of an API to another. */
export const apiDiffSchema = object({ changes: Type.Array(apiChangeSchema) })

/** One thing that is odd about an API. */
export const lintProblemSchema = object({
  severity: choice(['error', 'warning', 'info']),
  pointer: Type.String({ description: 'A JSON pointer into the API; below `/draft` into its draft' }),
  code: Type.Optional(
    Type.String({ description: 'Of what the compiler says: stays the same while the message may change' }),
  ),
  message: Type.String(),
})

/** How many there are, and some of them by name. */
const counted = <S extends TSchema>(items: S) => object({ count: Type.Integer(), results: Type.Array(items) })

/** What a change of a plan would stop (decisions 8.5). */
export const impactSchema = object({
  from: choice(planStatuses),
  to: choice(planStatuses),
  isAllowed: Type.Boolean({ description: 'Whether the plan may go there at all' }),
  subscriptions: counted(
    object({ id: Type.String(), name: Type.Optional(Type.String()), owner_ref: Type.Optional(Type.String()) }),
  ),
  credentials: counted(Type.String({ description: 'A client id; for admins' })),
})

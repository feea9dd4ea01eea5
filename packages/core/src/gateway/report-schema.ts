import { Type } from 'typebox'
import type { Static } from '../schema.ts'
import { choice, object } from '../schema.ts'

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
  message: Type.String(),
})

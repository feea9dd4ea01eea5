import { Type } from 'typebox'
import { segmentSchema } from '../access/api-key.ts'
import { defineResource } from '../records/resource.ts'
import type { Static } from '../schema.ts'
import { anyObject, object } from '../schema.ts'

const members = {
  name: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  config: anyObject({ description: 'The node that a run begins with; the reference of workflows tells of all' }),
}

/** A program in the language of workflows, and its names (decisions 10.4). */
export const workflowSchema = object({ id: Type.Optional(segmentSchema), ...members })
/** A program in the language of workflows, and its names (decisions 10.4). */
export type Workflow = Static<typeof workflowSchema>

/** Workflows, as records; only admins write them. */
export const workflows = defineResource({
  name: 'workflow',
  plural: 'workflows',
  path: '/api/workflows',
  domain: 'Workflow',
  schema: workflowSchema,
  id: segmentSchema,
  fixedId: true,
  access: (right) => (right === 'R' ? { domain: 'Workflow', right } : 'admin'),
  lines: object({ id: segmentSchema, ...members }),
})

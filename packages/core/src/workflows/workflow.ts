import { pattern } from '../in-words.ts'
import { defineResource } from '../records/resource.ts'
import type { Static } from '../schema.ts'
import { anyObject, note, object, Type } from '../schema.ts'

/** The id of a workflow: any of one segment but the name of the stream beside `/api/workflows/{id}`. */
export const workflowIdSchema = Type.String({
  pattern: pattern('^(?!\\.{1,2}$|store\\.ndjson$)[A-Za-z0-9_@.-]+$', 'must consist of letters, digits and _@.-'),
  maxLength: 512,
  description: 'Letters, digits and _@.-',
})

const members = {
  name: note,
  description: note,
  config: anyObject({ description: 'The node that a run begins with; the reference of workflows tells of all' }),
}

/** A program in the language of workflows, and its names (decisions 10.4). */
export const workflowSchema = object({ id: Type.Optional(workflowIdSchema), ...members })
/** A program in the language of workflows, and its names (decisions 10.4). */
export type Workflow = Static<typeof workflowSchema>

/** Workflows, as records; only admins write them. */
export const workflows = defineResource({
  name: 'workflow',
  plural: 'workflows',
  path: '/api/workflows',
  domain: 'Workflow',
  events: 'WORKFLOW',
  schema: workflowSchema,
  id: workflowIdSchema,
  fixedId: true,
  isCompleted: true,
  indexes: ['name'],
  access: (right) => (right === 'R' ? { domain: 'Workflow', right } : 'admin'),
  lines: object({ id: workflowIdSchema, ...members }),
})

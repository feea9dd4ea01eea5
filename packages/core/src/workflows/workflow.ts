import { pattern } from '../machine/errors/in-words.ts'
import { defineResource } from '../machine/records/resource.ts'
import { anyObject, note, object, type Static, Type } from '../machine/schema/schema.ts'

/** The id of a workflow: one segment, except the name of the stream at `/api/workflows/{id}`. */
export const workflowIdSchema = Type.String({
  pattern: pattern('^(?!\\.{1,2}$|store\\.ndjson$)[A-Za-z0-9_@.-]+$', 'must consist of letters, digits and _@.-'),
  maxLength: 512,
  description: 'Letters, digits and _@.-',
})

const members = {
  name: note,
  description: note,
  config: anyObject({ description: 'The node with which a run starts; the reference of workflows lists all nodes' }),
}

/** A stored workflow: a program in the workflow language, with its id and name. */
export const workflowSchema = object({ id: Type.Optional(workflowIdSchema), ...members })
/** A stored workflow: a program in the workflow language, with its id and name. */
export type Workflow = Static<typeof workflowSchema>

/** The resource of workflows; only admins write them. */
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

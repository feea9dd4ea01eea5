import { keySchema } from '../keys/key.ts'
import { ndjson, operation } from '../operation.ts'
import { bulk, crud, importResult, patchable, selectable, uploadQuery } from '../records/contract.ts'
import type { Static } from '../schema.ts'
import { anyObject, object, patterns, Type } from '../schema.ts'
import { budgetsSchema } from './runs/budget.ts'
import { journalEntrySchema } from './runs/journal.ts'
import { workflowIdSchema, workflows } from './workflow.ts'

const { deleteMany: _many, ...records } = crud(workflows)

const asked = {
  input: Type.Optional(Type.Unknown({ description: 'What the workflow finds as `input`. Absent: null' })),
  budgets: Type.Optional(budgetsSchema),
}

const outcome = object({
  result: Type.Unknown({ description: 'What the workflow comes to' }),
  journal: Type.Array(journalEntrySchema, { description: 'What was done, in the order in which it began' }),
  omitted: Type.Integer({ description: 'How many entries the journal has no room for, behind its first ones' }),
  logs: Type.Array(Type.String(), { description: 'What `core.log` told' }),
})

/** A key and its stored value, as a line of nd-json. */
export const keptLineSchema = object({ key: keySchema, value: Type.Unknown() })
/** A key and its stored value, as a line of nd-json. */
export type KeptLine = Static<typeof keptLineSchema>

/** The operations on workflows. */
export const workflowContract = {
  ...records,
  ...selectable(workflows),
  ...patchable(workflows),
  ...bulk(workflows),
  run: operation({
    method: 'POST',
    path: '/api/workflows/{id}/_run',
    summary: 'Run a workflow as the caller, who waits for its result; budgets can only be lowered',
    access: { domain: 'Workflow', right: 'R' },
    params: { id: workflowIdSchema },
    body: object(asked),
    response: outcome,
    abortable: true,
  }),
  test: operation({
    method: 'POST',
    path: '/api/workflows/_test',
    summary: 'Run a workflow that is not saved; what it does is done',
    access: 'admin',
    body: object({ config: anyObject({ description: 'The node that the run begins with' }), ...asked }),
    response: outcome,
    fails: ['NOT_FOUND'],
    abortable: true,
  }),
  store: {
    export: operation({
      method: 'GET',
      path: '/api/workflows/store.ndjson',
      summary: 'Download what workflows keep between runs, a key and its value a line',
      access: { domain: 'Workflow', right: 'R' },
      query: object({ pattern: Type.Optional(patterns) }),
      response: ndjson(keptLineSchema),
      filename: 'workflows_store.ndjson',
    }),
    import: operation({
      method: 'POST',
      path: '/api/workflows/store.ndjson',
      summary: 'Upload what workflows keep between runs, a key and its value a line',
      access: { domain: 'Workflow', right: 'U' },
      query: uploadQuery,
      body: ndjson(keptLineSchema),
      response: importResult,
    }),
  },
}

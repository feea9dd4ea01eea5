import { keySchema } from '../machine/keys/key.ts'
import { bulk, crud, importResult, patchable, selectable, uploadQuery } from '../machine/records/contract.ts'
import { anyObject, object, patterns, type Static, Type } from '../machine/schema/schema.ts'
import { ndjson, operation } from '../operation.ts'
import { budgetsSchema } from './runs/budget.ts'
import { journalEntrySchema } from './runs/journal.ts'
import { workflowRunSchema } from './runs/run-schema.ts'
import { workflowIdSchema, workflows } from './workflow.ts'

const { deleteMany: _many, ...records } = crud(workflows)

const asked = {
  input: Type.Optional(Type.Unknown({ description: 'The value of `input` in the workflow. Absent: null' })),
  budgets: Type.Optional(budgetsSchema),
}

const outcome = object({
  result: Type.Unknown({ description: 'The result of the workflow' }),
  journal: Type.Array(journalEntrySchema, { description: 'The executed nodes, in the order in which they started' }),
  omitted: Type.Integer({ description: 'Number of further journal entries that were dropped' }),
  logs: Type.Array(Type.String(), { description: 'The lines of `core.log`' }),
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
    summary: 'Run a workflow with the rights of the caller, and wait for the result; budgets can only be lowered',
    access: { domain: 'Workflow', right: 'R', gateway: true },
    params: { id: workflowIdSchema },
    body: object(asked),
    response: outcome,
    abortable: true,
  }),
  runs: operation({
    method: 'GET',
    path: '/api/workflows/{id}/runs',
    summary:
      'List the last 50 runs of a workflow from the memory of this process, the newest first; details need the right U',
    access: { domain: 'Workflow', right: 'R' },
    params: { id: workflowIdSchema },
    response: object({ results: Type.Array(workflowRunSchema) }),
  }),
  test: operation({
    method: 'POST',
    path: '/api/workflows/_test',
    summary: 'Run a workflow without saving it; its effects are real',
    access: 'admin',
    body: object({ config: anyObject({ description: 'The node with which the run starts' }), ...asked }),
    response: outcome,
    fails: ['NOT_FOUND'],
    abortable: true,
  }),
  store: {
    export: operation({
      method: 'GET',
      path: '/api/workflows/store.ndjson',
      summary: 'Download the values that workflows store between runs, one a line',
      access: { domain: 'Workflow', right: 'R' },
      query: object({ pattern: Type.Optional(patterns) }),
      response: ndjson(keptLineSchema),
      filename: 'workflows_store.ndjson',
    }),
    import: operation({
      method: 'POST',
      path: '/api/workflows/store.ndjson',
      summary: 'Upload values that workflows store between runs, one a line',
      access: { domain: 'Workflow', right: 'U' },
      query: uploadQuery,
      body: ndjson(keptLineSchema),
      restored: { formerly: ['workflow-values'] },
      response: importResult,
    }),
  },
}

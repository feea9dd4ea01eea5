import { Type } from 'typebox'
import { segmentSchema } from '../access/api-key.ts'
import { operation } from '../operation.ts'
import { bulk, crud, mergePatchable, selectable } from '../records/contract.ts'
import { anyObject, object } from '../schema.ts'
import { budgetsSchema } from './budget.ts'
import { journalEntrySchema } from './journal.ts'
import { workflows } from './workflow.ts'

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

/** What can be asked of workflows. */
export const workflowContract = {
  ...records,
  ...selectable(workflows),
  ...mergePatchable(workflows),
  ...bulk(workflows),
  run: operation({
    method: 'POST',
    path: '/api/workflows/{id}/_run',
    summary: 'Run a workflow as the caller, who waits for its result; budgets can only be lowered',
    access: { domain: 'Workflow', right: 'R' },
    params: { id: segmentSchema },
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
}

import { errorCodes } from '../../machine/errors/error-codes.ts'
import type { ErrorCode } from '../../machine/errors/errors.ts'
import { choice, object, type Static, Type } from '../../machine/schema/schema.ts'
import { journalEntrySchema } from './journal.ts'

const detailsSchema = object(
  {
    input: Type.Unknown({ description: 'The input; null if there was none' }),
    result: Type.Optional(Type.Unknown({ description: 'The result. Absent after a failure' })),
    message: Type.Optional(Type.String({ description: 'Why the run failed, in a sentence' })),
    node: Type.Optional(Type.String({ description: 'The node that failed' })),
    journal: Type.Array(journalEntrySchema, { description: 'The journal, as the response of the run had it' }),
    omitted: Type.Integer({ description: 'Number of further journal entries that were dropped' }),
    logs: Type.Array(Type.String(), { description: 'The lines of `core.log`' }),
  },
  {
    description:
      'What the run was given and did; values with secret names are masked, and the input and the result are truncated. Absent without the right `U` on the workflow, and for older runs: the details of all runs of a workflow together have at most 1,048,576 characters of JSON, of all workflows at most 16,777,216',
  },
)
/** What a run was given and did. */
export type RunDetails = Static<typeof detailsSchema>

/** A run of a stored workflow that has ended. */
export const workflowRunSchema = object({
  id: Type.String(),
  at: Type.Integer({ description: 'When it began, in epoch milliseconds' }),
  ms: Type.Number({ description: 'How long it took, in milliseconds' }),
  by: Type.Optional(
    object(
      { id: Type.String(), name: Type.String(), kind: Type.String() },
      { description: 'Who ran it; the kind of gateways is `Gateway`. Absent: the program itself, or access is open' },
    ),
  ),
  steps: Type.Integer({ description: 'How much of the budget `steps` it has used' }),
  error: Type.Optional(
    choice(Object.keys(errorCodes) as ErrorCode[], { description: 'The code of its failure. Absent: it succeeded' }),
  ),
  details: Type.Optional(detailsSchema),
})
/** A run of a stored workflow that has ended. */
export type WorkflowRun = Static<typeof workflowRunSchema>

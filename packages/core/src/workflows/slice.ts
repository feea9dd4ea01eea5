import { object, Type } from '../machine/schema/schema.ts'
import { defineSlice, type Named } from '../slice.ts'
import { workflowContract } from './contract.ts'
import type { WorkflowParts } from './handlers.ts'
import { languageDescribed } from './reference/described.ts'
import { journalEntrySchema } from './runs/journal.ts'
import { workflowRunSchema } from './runs/run-schema.ts'
import { workflowSchema, workflows } from './workflow.ts'

const journalEntry = { node: '/steps/0', kind: 'value', attempt: 1, output: 'Hello Ann', duration: 0 }

const slice = defineSlice({
  name: 'workflows',
  contract: { workflows: workflowContract },
  kinds: [workflows],
  emits: { WORKFLOW_EVENT_EMITTED: object({ name: Type.String(), payload: Type.Unknown() }) },
  tags: {
    workflows: 'Small programs over features, configs, experiments and other services; written by admins',
  },
  named: { Workflow: workflowSchema, WorkflowRun: workflowRunSchema, JournalEntry: journalEntrySchema },
  examples: {
    WorkflowRun: {
      ...{ id: 'run_6f1c1a58-3c1f-4b52-9d57-9d0a1c7e2a11', at: 1_767_225_600_000, ms: 3, steps: 4 },
      by: { id: 'ann', name: 'Ann', kind: 'User' },
      details: {
        ...{ input: { name: 'Ann' }, result: 'Hello Ann', omitted: 0, logs: [] },
        journal: [journalEntry],
      },
    },
    JournalEntry: journalEntry,
    Workflow: {
      id: 'greet',
      name: 'Greet the caller',
      config: { kind: 'workflow', steps: [{ kind: 'value', value: 'Hello ${input.name}' }] },
    },
  },
  described: [languageDescribed],
  open: async (parts: WorkflowParts) => (await import('./handlers.ts')).workflowHandlers(parts),
})

/** The slice as a named type, which keeps generated declarations short. */
export interface WorkflowSlice extends Named<typeof slice> {}

/** The slice of workflows: small programs that call the rest of the API. */
export const workflowSlice: WorkflowSlice = slice

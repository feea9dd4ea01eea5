import { object, Type } from '../schema.ts'
import type { Named } from '../slice.ts'
import { defineSlice } from '../slice.ts'
import { workflowContract } from './contract.ts'
import type { WorkflowParts } from './handlers.ts'
import { languageDescribed } from './reference/described.ts'
import { workflowSchema, workflows } from './workflow.ts'

const slice = defineSlice({
  name: 'workflows',
  contract: { workflows: workflowContract },
  kinds: [workflows],
  emits: { WORKFLOW_EVENT_EMITTED: object({ name: Type.String(), payload: Type.Unknown() }) },
  tags: {
    workflows: 'Small programs over features, configs, experiments and other services; written by admins',
  },
  named: { Workflow: workflowSchema },
  examples: {
    Workflow: {
      id: 'greet',
      name: 'Greet whoever asks',
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

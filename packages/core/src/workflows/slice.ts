import { defineSlice } from '../slice.ts'
import { workflowContract } from './contract.ts'
import type { WorkflowParts } from './handlers.ts'
import { languageDescribed } from './reference/described.ts'
import { workflowSchema } from './workflow.ts'

/** Small programs over the rest. */
export const workflowSlice = defineSlice({
  name: 'workflows',
  contract: { workflows: workflowContract },
  tags: {
    workflows: 'Small programs over features, configs, experiments and calls elsewhere; written by admins',
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

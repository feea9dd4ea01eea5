import { defineSlice } from '../slice.ts'
import { experimentContract } from './contract.ts'
import { experimentSchema } from './experiment.ts'
import type { ExperimentParts } from './handlers.ts'

/** A/B experiments. */
export const experimentSlice = defineSlice({
  name: 'experiments',
  contract: { experiments: experimentContract },
  tags: { experiments: 'A/B experiments: variants, bindings, events and results' },
  named: { Experiment: experimentSchema },
  examples: {
    Experiment: {
      id: 'shop:button',
      name: 'The colour of the button',
      enabled: true,
      variants: [
        { id: 'A', name: 'Blue', traffic: 0.5 },
        { id: 'B', name: 'Green', traffic: 0.5 },
      ],
    },
  },
  open: async (parts: ExperimentParts) => (await import('./handlers.ts')).experimentHandlers(parts),
})

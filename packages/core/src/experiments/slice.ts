import { object, Type } from '../machine/schema/schema.ts'
import { defineSlice, type Named } from '../slice.ts'
import { experimentContract } from './contract.ts'
import { clientErasedSchema } from './erasure/contract.ts'
import { bindingSchema, experimentSchema, experiments, variantEventSchema } from './experiment.ts'
import type { ExperimentParts } from './handlers.ts'

const slice = defineSlice({
  name: 'experiments',
  contract: { experiments: experimentContract },
  kinds: [experiments],
  isServed: true,
  emits: {
    VARIANT_BINDING_CREATED: bindingSchema,
    EXPERIMENT_VARIANT_EVENT_CREATED: variantEventSchema,
    EXPERIMENT_CLIENT_ERASED: clientErasedSchema,
    EXPERIMENT_VARIANT_EVENT_DELETED: object({ experimentId: Type.String(), count: Type.Integer() }),
  },
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

/** The slice as a named type, which keeps generated declarations short. */
export interface ExperimentSlice extends Named<typeof slice> {}

/** The slice of A/B experiments. */
export const experimentSlice: ExperimentSlice = slice

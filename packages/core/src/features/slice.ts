import { defineSlice, type Named } from '../slice.ts'
import { featureContract } from './contract.ts'
import { featureSchema, features } from './feature.ts'
import type { FeatureParts } from './handlers.ts'

const slice = defineSlice({
  name: 'features',
  contract: { features: featureContract },
  kinds: [features],
  tags: { features: 'Feature flags: create, change and check them' },
  named: { Feature: featureSchema },
  examples: {
    Feature: { id: 'shop:express', enabled: true, activationStrategy: 'PERCENTAGE', parameters: { percentage: 20 } },
  },
  open: async (parts: FeatureParts) => (await import('./handlers.ts')).featureHandlers(parts),
})

/** The type of the slice, which declarations refer to by name. */
export interface FeatureSlice extends Named<typeof slice> {}

/** The slice of feature flags and their evaluation. */
export const featureSlice: FeatureSlice = slice

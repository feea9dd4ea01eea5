import { defineSlice } from '../slice.ts'
import { featureContract } from './contract.ts'
import { featureSchema } from './feature.ts'
import type { FeatureParts } from './handlers.ts'

/** Feature flags, and whether they are active. */
export const featureSlice = defineSlice({
  name: 'features',
  contract: { features: featureContract },
  tags: { features: 'Feature flags with activation strategies, and whether they are active' },
  named: { Feature: featureSchema },
  examples: {
    Feature: { id: 'shop:express', enabled: true, activationStrategy: 'PERCENTAGE', parameters: { percentage: 20 } },
  },
  open: async (parts: FeatureParts) => (await import('./handlers.ts')).featureHandlers(parts),
})

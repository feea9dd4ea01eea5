import { defineSlice } from '../slice.ts'
import { ofrepContract } from './contract.ts'
import type { OfrepParts } from './handlers.ts'

/** Features as OpenFeature asks for them. */
export const ofrepSlice = defineSlice({
  name: 'ofrep',
  contract: { ofrep: ofrepContract },
  tags: { ofrep: 'Features by the OpenFeature Remote Evaluation Protocol' },
  open: async (parts: OfrepParts) => (await import('./handlers.ts')).ofrepHandlers(parts),
})

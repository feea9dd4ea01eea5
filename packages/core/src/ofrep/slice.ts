import { defineSlice } from '../slice.ts'
import { ofrepContract } from './contract.ts'
import type { OfrepParts } from './handlers.ts'

/** The slice of OFREP, which serves features and typed configs as OpenFeature flags. */
export const ofrepSlice = defineSlice({
  name: 'ofrep',
  contract: { ofrep: ofrepContract },
  tags: { ofrep: 'Evaluation by the OpenFeature Remote Evaluation Protocol' },
  open: async (parts: OfrepParts) => (await import('./handlers.ts')).ofrepHandlers(parts),
})

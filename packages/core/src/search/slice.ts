import { defineSlice } from '../slice.ts'
import { searchContract } from './contract.ts'
import type { SearchParts } from './handlers.ts'

/** Finding records of all kinds. */
export const searchSlice = defineSlice({
  name: 'search',
  contract: searchContract,
  tags: { service: 'The service as a whole' },
  named: {},
  examples: {},
  open: async (parts: SearchParts) => (await import('./handlers.ts')).searchHandlers(parts),
})

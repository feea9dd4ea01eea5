import { defineSlice } from '../slice.ts'
import { healthContract } from './contract.ts'
import type { HealthParts } from './handlers.ts'

/** The slice of health checks. */
export const healthSlice = defineSlice({
  name: 'health',
  contract: healthContract,
  tags: { service: 'Health and search' },
  open: async (parts: HealthParts) => (await import('./handlers.ts')).healthHandlers(parts),
})

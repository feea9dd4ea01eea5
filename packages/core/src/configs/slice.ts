import { defineSlice } from '../slice.ts'
import { configSchema } from './config.ts'
import { configContract } from './contract.ts'
import type { ConfigParts } from './handlers.ts'

/** Configuration. */
export const configSlice = defineSlice({
  name: 'configs',
  contract: { configs: configContract },
  tags: { configs: 'Configuration: any JSON, by id' },
  named: { Config: configSchema },
  examples: { Config: { id: 'shop:limits', value: { items: 20, currency: 'EUR' } } },
  open: async (parts: ConfigParts) => (await import('./handlers.ts')).configHandlers(parts),
})

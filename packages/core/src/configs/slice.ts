import { defineSlice, type Named } from '../slice.ts'
import { configSchema, configs } from './config.ts'
import { configContract } from './contract.ts'
import type { ConfigParts } from './handlers.ts'

const slice = defineSlice({
  name: 'configs',
  contract: { configs: configContract },
  kinds: [configs],
  tags: { configs: 'Configuration: any JSON value under a key' },
  named: { Config: configSchema },
  examples: { Config: { id: 'shop:limits', value: { items: 20, currency: 'EUR' } } },
  open: async (parts: ConfigParts) => (await import('./handlers.ts')).configHandlers(parts),
})

/** The type of the slice, which declarations refer to by name. */
export interface ConfigSlice extends Named<typeof slice> {}

/** The slice of configs. */
export const configSlice: ConfigSlice = slice

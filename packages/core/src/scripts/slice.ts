import { defineSlice, type Named } from '../slice.ts'
import { scriptContract } from './contract.ts'
import type { ScriptParts } from './handlers.ts'
import { scriptSchema, scripts } from './script.ts'

const slice = defineSlice({
  name: 'scripts',
  contract: { scripts: scriptContract },
  kinds: [scripts],
  tags: { scripts: 'Scripts that several features can share' },
  named: { Script: scriptSchema },
  examples: {
    Script: {
      id: 'shop:staff',
      name: 'Staff only',
      source: {
        type: 'javascript',
        script: "function enabled(context, enabled, disabled) { context.team === 'staff' ? enabled() : disabled() }",
      },
    },
  },
  open: async (parts: ScriptParts) => (await import('./handlers.ts')).scriptHandlers(parts),
})

/** The type of the slice, which declarations refer to by name. */
export interface ScriptSlice extends Named<typeof slice> {}

/** The slice of global scripts. */
export const scriptSlice: ScriptSlice = slice

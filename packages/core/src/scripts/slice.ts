import { defineSlice } from '../slice.ts'
import { scriptContract } from './contract.ts'
import type { ScriptParts } from './handlers.ts'
import { scriptSchema } from './script.ts'

/** Scripts that features share. */
export const scriptSlice = defineSlice({
  name: 'scripts',
  contract: { scripts: scriptContract },
  tags: { scripts: 'Scripts that features share' },
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

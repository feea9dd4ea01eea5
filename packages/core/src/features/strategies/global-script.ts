import { defineStrategy, matched } from './strategy.ts'

/** Decided by a script that several features share. The script may be created later. */
export const globalScript = defineStrategy({
  parameters: {
    type: 'object',
    required: ['ref'],
    properties: { ref: { type: 'string', minLength: 1, maxLength: 512 } },
    additionalProperties: false,
  },
  needsContext: true,
  reason: matched,
})

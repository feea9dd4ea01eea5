import { defineStrategy, matched } from './strategy.ts'

/** Decided by a script that features share; it need not be there yet. */
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

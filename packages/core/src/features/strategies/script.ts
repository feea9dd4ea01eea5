import { defineStrategy, matched } from './strategy.ts'

/** Decided by a script in the feature itself. */
export const script = defineStrategy({
  parameters: {
    type: 'object',
    required: ['type', 'script'],
    properties: { type: { type: 'string', enum: ['javascript', 'kotlin', 'scala'] }, script: { type: 'string' } },
    additionalProperties: false,
  },
  needsContext: true,
  reason: matched,
})

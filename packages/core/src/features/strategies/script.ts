import { defineStrategy, matched } from './strategy.ts'

/** Decided by a script of the feature's own. */
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

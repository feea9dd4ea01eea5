import { failure } from '../../errors.ts'
import type { TUnsafe } from '../../schema.ts'
import type { RulesParameters } from './rule.ts'
import type { Environment, TargetingEngine } from './strategy.ts'
import { defineStrategy, matched } from './strategy.ts'

/** The most rules of a feature. */
const MOST_RULES = 1000

const parameters: object = {
  type: 'object',
  required: ['rules'],
  properties: {
    rules: {
      type: 'array',
      maxItems: MOST_RULES,
      description: 'The first rule whose condition is true decides',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 512, description: 'Names the rule in explanations' },
          when: { type: 'object', description: 'The condition; without it, the rule is for everybody' },
          percentage: {
            type: 'number',
            minimum: 0,
            maximum: 100,
            default: 100,
            description: 'The share that gets `active`, in steps of 0.001; the others get the opposite',
          },
          by: {
            type: 'string',
            minLength: 1,
            maxLength: 512,
            default: 'id',
            description: 'The attribute whose value is hashed for the share: text or a number',
          },
          salt: { type: 'string', description: 'Takes the place of the feature id in the hash' },
          active: { type: 'boolean', default: true },
        },
        additionalProperties: false,
      },
    },
    otherwise: { type: 'boolean', default: false, description: 'The result if no rule decides' },
  },
  additionalProperties: false,
}

/**
 * Active by rules over attributes, segments, other features and time, each for all or for a share of clients. The code
 * that decides is large, so it is loaded with the first feature that needs it (`loadTargeting`).
 */
export const rules = defineStrategy({
  parameters: parameters as TUnsafe<RulesParameters>,
  needsContext: false,
  reason: matched,
  compile: (parameters, environment, id) => engineOf(environment).compileRules(parameters, environment, id),
  explain: (parameters, environment, id, context) =>
    engineOf(environment).explainRules(parameters, environment, id, context),
})

function engineOf({ targeting }: Environment): TargetingEngine {
  if (targeting) return targeting
  throw failure('INVALID', 'Features with rules need the environment to have `targeting`: pass `await loadTargeting()`')
}

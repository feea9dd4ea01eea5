import { failure } from '../../machine/errors/errors.ts'
import type { TUnsafe } from '../../machine/schema/schema.ts'
import type { RulesParameters } from './rule.ts'
import { defineStrategy, type Environment, matched, type TargetingEngine } from './strategy.ts'

/**
 * Active by rules over attributes, segments, other features and time, each for all or for a share of clients. The code
 * that decides is large, so it is loaded with the first feature that needs it (`loadTargeting`). The schema of the
 * parameters is apart (`rules-parameters.ts`), because clients do not need it.
 */
export const rules = defineStrategy<TUnsafe<RulesParameters>>({
  needsContext: false,
  needsTargeting: true,
  reason: matched,
  compile: (parameters, environment, id) => engineOf(environment).compileRules(parameters, environment, id),
  explain: (parameters, environment, id, context) =>
    engineOf(environment).explainRules(parameters, environment, id, context),
})

function engineOf({ targeting }: Environment): TargetingEngine {
  if (targeting) return targeting
  throw failure('INVALID', 'Features with rules need the environment to have `targeting`: pass `await loadTargeting()`')
}

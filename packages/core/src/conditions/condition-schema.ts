import { Type } from '../machine/schema/schema.ts'
import { type Condition, MOST_LEVELS } from './condition.ts'

/** Describes conditions in documents. */
export const description =
  'A condition on the context of an evaluation: {"attribute", "operator", "value" or "values"}, {"segment": id}, ' +
  '{"feature": id, "active"}, {"time": {from, to, startTime, endTime, days, timezone}}, {"all": […]}, {"any": […]} ' +
  `or {"not": condition}, nested at most ${MOST_LEVELS} levels deep`

/**
 * The schema of a condition inside a record: an object. A schema of all forms would refer to itself and could not tell
 * what is wrong with which one; `problemsOfCondition` does.
 */
export const conditionSchema = Type.Unsafe<Condition>({ type: 'object', description })

import type { Condition } from '@signalbox/core'
import { escapePointer } from '@signalbox/core/wire'
import { isJson, type Json } from '../../otoroshi/findings.ts'
import { itemsOf } from '../plans/items.ts'
import { allOf, always, anyOf, lost, never, not } from '../plans/logic.ts'
import { valueCondition } from './operators.ts'
import type { ConditionScope } from './scope.ts'

/** Converts a condition: an object of attributes with values or operators, and of `$and`, `$or`, `$nor`, `$not`. */
export function toCondition(condition: Json, scope: ConditionScope): Condition {
  let isLost = false
  const watched: ConditionScope = {
    ...scope,
    onLost(what) {
      isLost = true
      scope.onLost(what)
    },
  }
  const converted = convert(condition, watched, 0)
  return isLost ? lost : converted
}

/** Deeper conditions exceed the limit of conditions anyway. */
const MOST_LEVELS = 50

function convert(condition: Json, scope: ConditionScope, level: number): Condition {
  if (level > MOST_LEVELS) {
    scope.onLost('A condition is nested too deeply')
    return never
  }
  const part = (one: Json | undefined): Condition => {
    if (one) return convert(one, scope, level + 1)
    scope.onLost('A condition is malformed')
    return lost
  }
  const each = (value: unknown) => itemsOf(value ?? '').map(part)
  return allOf(
    Object.entries(condition).map(([key, value]) => {
      switch (key) {
        case '$or':
          return orOf(each(value))
        case '$nor':
          return not(orOf(each(value)))
        case '$and':
          return allOf(each(value))
        case '$not':
          return not(part(isJson(value) ? value : undefined))
        case '$savedGroup':
          return scope.savedGroup(value)
        default:
          return valueCondition(attributeAt(key), value, { ...scope, isItem: false })
      }
    }),
  )
}

/** Any condition is true; true without conditions. */
const orOf = (conditions: readonly Condition[]): Condition => (conditions.length === 0 ? always : anyOf(conditions))

/** A path with dots is a JSON pointer here. `/id` is the id as it is, and `id` as text. */
export function attributeAt(path: string): string {
  const steps = path.split('.')
  if (steps.length === 1 && path !== '' && path !== 'id' && !path.startsWith('/')) return path
  return steps.map((step) => `/${escapePointer(step)}`).join('')
}

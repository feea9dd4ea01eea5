import { compileCondition } from '../conditions/compile.ts'
import { clientOf, type Test } from '../conditions/context.ts'
import type { CompiledCondition, ConditionEnvironment } from '../conditions/environment.ts'
import type { Segment } from './segment.ts'

/**
 * Compiles a segment: `excluded` wins over `included`, and `included` over `when`. A segment whose condition contains an
 * unresolved reference is unresolved for clients in neither list.
 *
 * @example
 * const { isTrue } = compileSegment({ id: 'staff', included: ['ann'] }, environment)
 * isTrue({ id: 'ann' }) // true
 */
export function compileSegment(segment: Segment, environment: ConditionEnvironment): CompiledCondition {
  const { when, included = [], excluded = [] } = segment
  const condition = when && compileCondition(when, environment)
  const [inside, outside] = [new Set(included), new Set(excluded)]
  const { isUnresolved } = condition ?? {}
  const isListed: Test = (context) => {
    const client = clientOf(context)
    return client !== undefined && (inside.has(client) || outside.has(client))
  }
  return {
    isTrue(context) {
      const client = clientOf(context)
      if (client !== undefined && outside.has(client)) return false
      if (client !== undefined && inside.has(client)) return true
      return condition?.isTrue(context) ?? false
    },
    ...(isUnresolved && { isUnresolved: (context) => !isListed(context) && isUnresolved(context) }),
  }
}

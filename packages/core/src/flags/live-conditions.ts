import type { Condition } from '../conditions/condition.ts'
import type { Context } from '../conditions/context.ts'
import type { CompiledCondition } from '../conditions/environment.ts'
import { loadPatterns } from '../conditions/load-patterns.ts'
import { usesPatterns } from '../conditions/uses.ts'
import type { FlagsParts } from './parts.ts'

/** Whether a condition is true in a context; `undefined` while it cannot be evaluated. */
export type IsTrue = (condition: Condition, context?: Context) => boolean | undefined

/** Creates what evaluates conditions that are no part of a record. A condition is compiled once per object. */
export function createIsTrue({ live, report }: Pick<FlagsParts, 'live' | 'report'>): IsTrue {
  const compiled = new WeakMap<Condition, CompiledCondition | undefined>()

  async function load(condition: Condition): Promise<void> {
    await live.ready()
    const { compileAlone } = await import('../conditions/compile-alone.ts')
    const patterns = usesPatterns(condition) ? await loadPatterns() : undefined
    compiled.set(condition, compileAlone(condition, { ...live.environment, patterns }))
  }

  return (condition, context) => {
    const found = compiled.get(condition)
    if (found) return found.isTrue(context)
    if (compiled.has(condition)) return undefined
    compiled.set(condition, undefined)
    load(condition).catch(report)
    return undefined
  }
}

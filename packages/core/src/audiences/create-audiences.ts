import type { LiveConditionEnvironment } from '../conditions/compile-alone.ts'
import type { Condition } from '../conditions/condition.ts'
import type { Context } from '../conditions/context.ts'
import { loadPatterns } from '../conditions/load-patterns.ts'
import { usesPatterns } from '../conditions/uses.ts'
import type { Report } from '../ports.ts'
import { type ConsumerFacts, contextOf } from './consumer.ts'
import type { IsInAudience } from './visible-to.ts'

/** The segments and features in memory, which audiences refer to. */
export interface LiveAudiences {
  readonly environment: LiveConditionEnvironment
  ready(): Promise<void>
}

/** Judges who belongs to the audiences of APIs and plans. */
export interface Audiences {
  /**
   * Resolves with a function that judges these audiences for a consumer, each audience by its object. It follows changes of
   * segments and features. Other audiences, and audiences that cannot be evaluated, contain nobody.
   */
  judgeOf(audiences: Iterable<Condition>): Promise<(consumer: ConsumerFacts | undefined) => IsInAudience>
}

type IsTrue = (context: Context) => boolean

/** Creates what judges audiences by the segments and features in memory. An audience is compiled once for each object. */
export function createAudiences({ environment, ready }: LiveAudiences, report: Report): Audiences {
  const compiled = new WeakMap<Condition, IsTrue>()

  async function compile(audience: Condition): Promise<IsTrue> {
    try {
      const { compileAlone } = await import('../conditions/compile-alone.ts')
      const patterns = usesPatterns(audience) ? await loadPatterns() : undefined
      const { isTrue } = compileAlone(audience, { ...environment, patterns })
      return (context) => isTrue(context)
    } catch (cause) {
      report(new Error('An audience cannot be evaluated: the API or plan that has it is hidden', { cause }))
      return () => false
    }
  }

  return {
    async judgeOf(audiences) {
      const asked = [...audiences]
      if (asked.length > 0) await ready()
      for (const one of asked) if (!compiled.has(one)) compiled.set(one, await compile(one))
      return (consumer) => {
        const context = contextOf(consumer)
        return (audience) => compiled.get(audience)?.(context) ?? false
      }
    },
  }
}

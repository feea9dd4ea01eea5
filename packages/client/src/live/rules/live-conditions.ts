import type { Feature } from '@signalbox/core/contract'
import type { Condition, Context, Environment } from '@signalbox/core/evaluate'
import type { HeldFeature } from '../records/held.ts'
import type { Rules } from './rules-port.ts'

interface ConditionPorts {
  /** What evaluates rules; `undefined` until it is loaded, which this starts. */
  readonly rules: () => Rules | undefined
  readonly environment: () => Environment
}

/** Whether a condition is true in a context; `undefined` if only the server can tell. */
export type IsTrue = (condition: Condition, context?: Context) => boolean | undefined

/**
 * Creates what evaluates conditions that are no part of a feature, each as the only rule of a feature: so it follows the
 * records in memory, and loads what it needs.
 */
export function createIsTrue({ rules, environment }: ConditionPorts): IsTrue {
  const known = new WeakMap<Condition, { readonly held: HeldFeature; readonly compiledFor: Environment }>()
  return (condition, context) => {
    const engine = rules()
    if (!engine) return undefined
    const compiledFor = environment()
    const found = known.get(condition)
    const held = found?.compiledFor === compiledFor ? found.held : engine.hold(toFeature(condition), compiledFor)
    if (held !== found?.held) known.set(condition, { held, compiledFor })
    return held.script || held.problem ? undefined : held.isActive(context)
  }
}

const toFeature = (condition: Condition): Feature => ({
  id: 'condition',
  enabled: true,
  activationStrategy: 'RULES',
  parameters: { rules: [{ when: condition }] },
})

import type { ScriptOutcome } from '../ports.ts'
import type { LiveScripts } from '../scripts/live.ts'
import type { ScriptRunner } from '../scripts/runner.ts'
import type { Source } from '../scripts/script.ts'
import type { CompiledFeature, Context, Environment, Explanation } from './evaluate.ts'
import { explain, explanation, needsScript } from './evaluate.ts'
import type { Feature } from './feature.ts'

/** Decides features of all strategies, those with scripts together. */
export interface Decider {
  /** Whether each is active, in their order. */
  areActive(features: readonly CompiledFeature[], context: Context | undefined): Promise<readonly boolean[]>
  /** Whether one is active, and why. */
  explain(
    feature: CompiledFeature,
    context: Context | undefined,
  ): Promise<{ active: boolean; explanation: Explanation }>
}

interface DeciderPorts {
  readonly environment: Environment
  readonly runner: ScriptRunner
  readonly scripts: LiveScripts
}

/** A decider that asks scripts only where nothing else can tell, and for none without a context. */
export function createDecider({ environment, runner, scripts }: DeciderPorts): Decider {
  /** What scripts say of features that need one; a missing script fails, saying so. */
  async function ask(features: readonly Feature[], context: Context): Promise<readonly ScriptOutcome[]> {
    const sources = await Promise.all(features.map((feature) => sourceOf(feature, scripts)))
    const there = sources.filter((source) => typeof source !== 'string')
    const outcomes = [...(await runner.run(there, context))]
    return sources.map((source) => (typeof source === 'string' ? missing(source) : (outcomes.shift() as ScriptOutcome)))
  }

  return {
    async areActive(features, context) {
      const scripted = context ? features.filter(needsScript) : []
      if (scripted.length === 0 || !context) return features.map(({ isActive }) => isActive(context))
      const outcomes = await ask(
        scripted.map(({ feature }) => feature),
        context,
      )
      const said = new Map(scripted.map((one, i) => [one, outcomes[i]]))
      return features.map((one) => {
        const outcome = said.get(one)
        return outcome ? outcome.active : one.isActive(context)
      })
    },
    async explain(one, context) {
      const { feature } = one
      if (!needsScript(one)) return { active: one.isActive(context), explanation: explain(one, environment, context) }
      if (!context)
        return failed(feature, { errorCode: 'TARGETING_KEY_MISSING', message: 'The script needs a context' })
      const [outcome] = await ask([feature], context)
      const { active = false, logs = [], error } = outcome ?? {}
      if (error) return failed(feature, { errorCode: 'GENERAL', message: error.message, script: error.code, logs })
      return { active, explanation: explanation(feature, active ? 'TARGETING_MATCH' : 'DEFAULT', { logs }) }
    },
  }
}

/** The script that decides a feature, or a sentence that there is none. */
async function sourceOf(feature: Feature, scripts: LiveScripts): Promise<Source | string> {
  if (feature.activationStrategy === 'SCRIPT') return feature.parameters
  const ref = feature.activationStrategy === 'GLOBAL_SCRIPT' ? feature.parameters.ref : ''
  return (await scripts.find(ref)) ?? `The global script ${ref} does not exist`
}

/** What comes of a script that is not there. */
const missing = (message: string): ScriptOutcome => ({
  active: false,
  logs: [],
  error: { code: 'UNAVAILABLE', message },
})

const failed = (feature: Feature, details: Readonly<Record<string, unknown>>) => ({
  active: false,
  explanation: explanation(feature, 'ERROR', details),
})

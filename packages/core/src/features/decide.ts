import type { ScriptOutcome } from '../ports.ts'
import type { LiveScripts } from '../scripts/live.ts'
import type { ScriptRunner } from '../scripts/runner.ts'
import type { Source } from '../scripts/script.ts'
import type { CompiledFeature, Context, Environment, Explanation } from './evaluate.ts'
import { explain, explanation, needsScript, scriptNeedsContext } from './evaluate.ts'
import type { Feature } from './feature.ts'

/** Decides features of all strategies, those with scripts together. */
export interface Decider {
  /** Whether each is active, in their order. */
  areActive(features: readonly CompiledFeature[], context: Context | undefined): Promise<readonly boolean[]>
  /** Whether each is active, and why, in their order. */
  explain(features: readonly CompiledFeature[], context: Context | undefined): Promise<readonly Decided[]>
}

/** Whether a feature is active, and why. */
export interface Decided {
  readonly active: boolean
  readonly explanation: Explanation
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

  /** The outcomes of those that a script decides, all asked together. */
  async function outcomesOf(features: readonly CompiledFeature[], context: Context | undefined) {
    const scripted = context ? features.filter(needsScript) : []
    if (scripted.length === 0 || !context) return undefined
    const outcomes = await ask(
      scripted.map(({ feature }) => feature),
      context,
    )
    return new Map(scripted.map((one, i) => [one, outcomes[i]]))
  }

  return {
    async areActive(features, context) {
      const said = await outcomesOf(features, context)
      return features.map((one) => said?.get(one)?.active ?? one.isActive(context))
    },
    async explain(features, context) {
      const said = await outcomesOf(features, context)
      return features.map((one) =>
        needsScript(one)
          ? decided(one.feature, said?.get(one))
          : { active: one.isActive(context), explanation: explain(one, environment, context) },
      )
    },
  }
}

/** What a script's outcome says of its feature; no outcome: there was no context to ask it in. */
function decided(feature: Feature, outcome: ScriptOutcome | undefined): Decided {
  if (!outcome) return failed(feature, scriptNeedsContext)
  const { active, logs, error } = outcome
  if (error) return failed(feature, { errorCode: 'GENERAL', message: error.message, script: error.code, logs })
  return { active, explanation: explanation(feature, active ? 'TARGETING_MATCH' : 'DEFAULT', { logs }) }
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

const failed = (feature: Feature, details: Readonly<Record<string, unknown>>): Decided => ({
  active: false,
  explanation: explanation(feature, 'ERROR', details),
})

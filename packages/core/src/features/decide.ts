import type { Context } from '../conditions/context.ts'
import type { ReferenceKind } from '../conditions/references.ts'
import { askerOf, type Caller, may } from '../machine/callers/caller.ts'
import { traced } from '../machine/net/traceparent.ts'
import type { CallContext } from '../operation.ts'
import type { ScriptOutcome } from '../ports.ts'
import type { LiveScripts } from '../scripts/live.ts'
import type { Marks } from '../scripts/marks.ts'
import type { ScriptRunner } from '../scripts/runner.ts'
import type { Source } from '../scripts/script.ts'
import { kinds } from '../targeting/target.ts'
import type { Authors } from './authors.ts'
import { type CompiledFeature, explainResult, explanation, needsScript, scriptNeedsContext } from './evaluate.ts'
import type { Explanation } from './explanation.ts'
import type { Feature } from './feature.ts'
import type { Environment } from './strategies/strategy.ts'
import type { FeatureTelemetry } from './telemetry.ts'

/**
 * Evaluates features with any strategy for one call. Runs scripts together, none twice, and at most as many as a call
 * may.
 */
export interface Decider {
  /** Whether each feature is active, in the same order. */
  areActive(features: readonly CompiledFeature[]): Promise<readonly boolean[]>
  /** Whether each feature is active, and why, in the same order. */
  explain(features: readonly CompiledFeature[]): Promise<readonly Decided[]>
}

/** Creates a decider for a call, in an optional context. Without a context, scripts are not run. */
export type Decide = (context: Context | undefined, call: Pick<CallContext, 'caller' | 'traceparent'>) => Decider

/** Whether a feature is active, and why. */
export interface Decided {
  readonly active: boolean
  readonly explanation: Explanation
}

/** The parts that evaluation needs. */
export interface DecideParts {
  readonly environment: Environment
  readonly runner: ScriptRunner
  readonly scripts: LiveScripts
  readonly authors: Authors
  readonly marks: Marks
  /** The most scripts that a call runs. */
  readonly mostScripts: number
  readonly telemetry: FeatureTelemetry
}

/** Creates deciders, which run scripts only for features that have one. */
export function createDecide(parts: DecideParts): Decide {
  const { environment, runner, authors, mostScripts, telemetry } = parts
  const quietly = <T>(run: () => T): T => (environment.lacking ? environment.lacking.quietly(run) : run())
  const scriptOf = async (feature: Feature): Promise<Owned> => {
    const [source, owner] = await Promise.all([runnable(feature, parts), authors.ownerOf(feature)])
    return { source, owner }
  }

  return (context, { caller, traceparent }) => {
    const mayRead = (kind: ReferenceKind, id: string) => may(caller, 'R', kinds[kind].domain, id)
    const asked = new Map<string, Promise<ScriptOutcome>>()

    /** Runs a script. In one call, the same script of the same owner runs once, because it gets the same context. */
    function ask({ source, owner }: Owned, inContext: Context): Promise<ScriptOutcome> | ScriptOutcome {
      if (typeof source === 'string') return notRun('UNAVAILABLE', source)
      const key = `${owner}\n${source.type}\n${source.script}`
      const known = asked.get(key)
      if (known) return known
      if (asked.size >= mostScripts) return notRun('BUSY', tooMany(mostScripts))
      const outcome = runner.run({ ...source, context: inContext, owner, ...askerOf(caller), ...traced(traceparent) })
      asked.set(key, outcome)
      return outcome
    }

    /** The outcomes of the features with scripts, which run together. */
    async function outcomesOf(features: readonly CompiledFeature[]) {
      const scripted = context ? features.filter(needsScript) : []
      if (scripted.length === 0 || !context) return undefined
      const owned = await Promise.all(scripted.map(({ feature }) => scriptOf(feature)))
      const outcomes = await Promise.all(owned.map((one) => ask(one, context)))
      return new Map(scripted.map((one, i) => [one, outcomes[i]]))
    }

    /** Whether a feature is active, by the outcome of its script if it has one. */
    function isActive(one: CompiledFeature, outcome: ScriptOutcome | undefined): boolean {
      if (!needsScript(one)) return one.isActive(context)
      const { feature } = one
      const active = outcome?.active ?? false
      telemetry.featureEvaluated?.(feature, active, context, () => decided(feature, outcome).explanation)
      return active
    }

    return {
      async areActive(features) {
        const said = await outcomesOf(features)
        return quietly(() => features.map((one) => isActive(one, said?.get(one))))
      },
      async explain(features) {
        const said = await outcomesOf(features)
        const shown = { ...environment, mayRead }
        const decideOne = (one: CompiledFeature): Decided => {
          const { feature } = one
          const outcome = said?.get(one)
          const active = isActive(one, outcome)
          return needsScript(one)
            ? decided(feature, forCaller(caller, feature, outcome))
            : { active, explanation: explainResult(one, shown)(active, context) }
        }
        return quietly(() => features.map(decideOne))
      },
    }
  }
}

/** The script of a feature with its owner, or a message that it is missing. */
interface Owned {
  readonly source: Source | string
  readonly owner: string
}

/** The result of a feature from the outcome of its script. Without a context there is no outcome. */
function decided(feature: Feature, outcome: ScriptOutcome | undefined): Decided {
  if (!outcome) return failed(feature, scriptNeedsContext)
  const { active, logs, error } = outcome
  if (error) return failed(feature, { errorCode: 'GENERAL', message: error.message, script: error.code, logs })
  return { active, explanation: explanation(feature, active ? 'TARGETING_MATCH' : 'DEFAULT', { logs }) }
}

/** The codes of errors whose message is written by the script. */
const codesFromScript: readonly string[] = ['EXCEPTION', 'SYNTAX']

/**
 * The part of an outcome that a caller may see: the log and errors of a global script are for callers who may read it.
 */
function forCaller(caller: Caller, feature: Feature, outcome: ScriptOutcome | undefined): ScriptOutcome | undefined {
  if (!outcome || feature.activationStrategy !== 'GLOBAL_SCRIPT') return outcome
  const { ref } = feature.parameters
  if (may(caller, 'R', 'Script', ref)) return outcome
  const { error } = outcome
  const message = `The global script ${ref} failed; callers with the right R (read) on it see the reason`
  return {
    ...outcome,
    logs: [],
    ...(error && codesFromScript.includes(error.code) && { error: { code: error.code, message } }),
  }
}

/** The script of a feature, or a message why it is not run. */
async function runnable(feature: Feature, { scripts, marks, runner }: DecideParts): Promise<Source | string> {
  const source = await sourceOf(feature, scripts)
  if (typeof source === 'string' || source.type === 'javascript' || !runner.runs(source.type)) return source
  const isGlobal = feature.activationStrategy === 'GLOBAL_SCRIPT'
  const place = isGlobal
    ? ({ kind: 'Script', id: feature.parameters.ref } as const)
    : ({ kind: 'Feature', id: feature.id } as const)
  if (await marks.isMarked({ ...place, source })) return source
  return `The script in ${source.type} is not marked as written by an admin: save it as an admin, or run signalbox jvm trust`
}

/** The script of a feature, or a message that it is missing. */
async function sourceOf(feature: Feature, scripts: LiveScripts): Promise<Source | string> {
  if (feature.activationStrategy === 'SCRIPT') return feature.parameters
  const ref = feature.activationStrategy === 'GLOBAL_SCRIPT' ? feature.parameters.ref : ''
  return (await scripts.find(ref)) ?? `The global script ${ref} does not exist`
}

const tooMany = (most: number) =>
  `This call needs more than ${most} different scripts: evaluate fewer features at a time, or raise the option "scriptsPerCall"`

/** The outcome of a script that was not run. */
const notRun = (code: 'UNAVAILABLE' | 'BUSY', message: string): ScriptOutcome => ({
  active: false,
  logs: [],
  error: { code, message },
})

const failed = (feature: Feature, details: Readonly<Record<string, unknown>>): Decided => ({
  active: false,
  explanation: explanation(feature, 'ERROR', details),
})

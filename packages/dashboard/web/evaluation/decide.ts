import type { Feature, Segment } from '@signalbox/core/contract'
import type { Context, Environment, Explanation } from '@signalbox/core/evaluate'
import { compileFeature, explain, timeZone } from '@signalbox/core/evaluate'
import type { BoxSettings } from '../box.ts'
import type { Find } from './found.ts'
import type { RulesEngine } from './rules-engine.ts'

/** What a feature is for a context. */
export type Decision =
  | { readonly state: 'decided'; readonly active: boolean; readonly explanation: Explanation }
  /** Only the service can decide; `why` says why. */
  | { readonly state: 'asks'; readonly why: string }
  /** Something that it needs is being loaded. */
  | { readonly state: 'waits' }
  /** The feature cannot be evaluated. */
  | { readonly state: 'invalid'; readonly why: string }

/** What decisions need. */
export interface DecideParts {
  readonly settings: BoxSettings
  /** The time of the evaluation, in epoch milliseconds. */
  readonly instant: number
  readonly find: Find
  /** What evaluates rules; `undefined` until it is loaded, which a call starts. */
  rules(): RulesEngine | undefined
}

/** Evaluates a feature in the page, as the service would, and explains the result. */
export function decide(feature: Feature, context: Context | undefined, parts: DecideParts): Decision {
  const { settings, instant } = parts
  const plain: Environment = {
    clock: () => instant,
    zone: timeZone(settings.timeZone),
    bucketing: settings.bucketing,
  }
  try {
    if (feature.enabled && isScripted(feature)) return { state: 'asks', why: 'Its script runs on the server.' }
    const environment = needsRules(feature) ? environmentFor(feature, plain, parts) : plain
    if ('state' in environment) return environment
    const compiled = compileFeature(feature, environment)
    return {
      state: 'decided',
      active: compiled.isActive(context),
      explanation: explain(compiled, environment, context),
    }
  } catch (error) {
    return { state: 'invalid', why: error instanceof Error ? error.message : String(error) }
  }
}

/** Whether only a script can decide a feature. */
export const isScripted = ({ activationStrategy: name }: Feature): boolean =>
  name === 'SCRIPT' || name === 'GLOBAL_SCRIPT'

const needsRules = ({ enabled, activationStrategy }: Feature): boolean => enabled && activationStrategy === 'RULES'

/** What a record with conditions is evaluated with, or why it is not evaluated here. */
export function environmentFor(
  record: Feature | Segment,
  plain: Environment,
  { find, rules }: Pick<DecideParts, 'find' | 'rules'>,
): Environment | Exclude<Decision, { state: 'decided' | 'invalid' }> {
  const engine = rules()
  if (!engine) return { state: 'waits' }
  const prepared = engine.prepare(record, plain, find)
  if (prepared === 'loading') return { state: 'waits' }
  if (!('unreadable' in prepared)) return prepared
  const { kind, id } = prepared.unreadable
  return { state: 'asks', why: `Its conditions refer to the ${kind} ${id}, which you may not read.` }
}

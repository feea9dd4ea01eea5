import type { Config, Feature, Segment } from '@signalbox/core/contract'
import {
  type CompiledFeature,
  type Context,
  compileFeature,
  decidedBy,
  type Environment,
  type Explanation,
  explain,
  timeZone,
} from '@signalbox/core/evaluate'
import type { BoxSettings } from '../calls/box.ts'
import type { Find } from './found.ts'
import type { RulesEngine } from './rules-engine.ts'

/** What a feature is for a context. */
export type Decision =
  | { readonly state: 'decided'; readonly active: boolean; readonly explanation: Explanation }
  | Undecided

/** Why a feature or a segment is not evaluated in the page. */
export type Undecided =
  /** Only the service can decide; `why` says why. */
  | { readonly state: 'asks'; readonly why: string }
  /** Something that it needs is being loaded. */
  | { readonly state: 'waits' }
  /** Something that it needs could not be read; `retry` reads it again. */
  | { readonly state: 'unread'; readonly why: string; retry(): void }
  /** It cannot be evaluated. */
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

/** A feature that is ready to be evaluated for any number of contexts. */
export interface Ready {
  readonly state: 'ready'
  readonly compiled: CompiledFeature
  readonly environment: Environment
}

/** Evaluates a feature in the page, as the service would, and explains the result. */
export function decide(feature: Feature, context: Context | undefined, parts: DecideParts): Decision {
  const made = compile(feature, parts)
  if (made.state !== 'ready') return made
  const { compiled, environment } = made
  return orInvalid(() => ({
    state: 'decided',
    active: compiled.isActive(context),
    explanation: explain(compiled, environment, context),
  }))
}

/** Compiles a feature, or says why it cannot be evaluated in the page. */
export function compile(feature: Feature, parts: DecideParts): Ready | Undecided {
  const { settings, instant } = parts
  const decider = feature.enabled ? decidedBy(feature.activationStrategy) : undefined
  if (decider === 'script') return { state: 'asks', why: 'Its script runs on the server.' }
  return orInvalid(() => {
    const plain: Environment = {
      clock: () => instant,
      zone: timeZone(settings.timeZone),
      bucketing: settings.bucketing,
    }
    const environment = decider === 'targeting' ? environmentFor(feature, plain, parts) : plain
    if ('state' in environment) return environment
    return { state: 'ready', compiled: compileFeature(feature, environment), environment }
  })
}

/** The result of a call, or the sentence of its failure. */
export function orInvalid<T>(call: () => T): T | Extract<Undecided, { state: 'invalid' }> {
  try {
    return call()
  } catch (error) {
    return { state: 'invalid', why: error instanceof Error ? error.message : String(error) }
  }
}

/** What a record with conditions is evaluated with, or why it is not evaluated here. */
export function environmentFor(
  record: Feature | Segment | Config,
  plain: Environment,
  { find, rules }: Pick<DecideParts, 'find' | 'rules'>,
): Environment | Undecided {
  const engine = rules()
  if (!engine) return { state: 'waits' }
  const prepared = engine.prepare(record, plain, find)
  if (prepared === 'loading') return { state: 'waits' }
  if (!('target' in prepared)) return prepared
  const { target, reason } = prepared
  if (reason === 'unchosen') return { state: 'invalid', why: `Choose a ${target.kind} for its condition.` }
  const refers = `Its conditions refer to the ${target.kind} ${target.id}, which`
  return reason === 'forbidden'
    ? { state: 'asks', why: `${refers} you can’t read.` }
    : { state: 'unread', why: `${refers} could not be read.`, retry: () => reason.retry() }
}

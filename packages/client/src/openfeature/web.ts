import {
  type EvaluationContext,
  type JsonValue,
  OpenFeatureEventEmitter,
  type Provider,
  ProviderEvents,
  type ResolutionDetails,
} from '@openfeature/web-sdk'
import { decidedBy, toContext } from '@signalbox/core/evaluate'
import type { Flags } from './flags.ts'
import { createLife, emitsOf } from './life.ts'
import { broken, type Question, resolve } from './resolve.ts'
import { track } from './track.ts'

export type { Flags } from './flags.ts'

/** Options of the web provider. */
export interface WebProviderOptions {
  /**
   * The experiments whose variants the page may use: a list of patterns. The client is bound in all of them.
   * @default '*'
   */
  readonly experiments?: string
}

/**
 * Creates an OpenFeature provider for web pages, over flags in memory. Flags mean the same as in the provider for
 * servers. Evaluation is synchronous: scripts and variants, which only a server can tell, are fetched for all flags at
 * the start, when the context changes, and when a script changes.
 *
 * @example
 * ```ts
 * await OpenFeature.setProviderAndWait(createWebProvider(live(client)), { targetingKey: 'ann' })
 * const isActive = OpenFeature.getClient().getBooleanValue('shop:express', false)
 * ```
 */
export function createWebProvider(flags: Flags, { experiments = '*' }: WebProviderOptions = {}): Provider {
  const events = new OpenFeatureEventEmitter()
  const life = createLife(flags, emitsOf({ events, names: ProviderEvents }), {
    ask: (context) => flags.prepare(toContext(context), experiments),
    /** What only the server can decide has no answer yet after a change; its default applies until the server is asked. */
    concerns: ({ features, configs }) => features.some(mayNeedServer) || configs.some(hasRules),
  })

  function ask<T>(
    type: Question<T>['type'],
    key: string,
    otherwise: T,
    evaluation: EvaluationContext,
  ): ResolutionDetails<T> {
    try {
      return resolve(flags, { key, type, otherwise, context: toContext(evaluation) })
    } catch (error) {
      return broken(otherwise, error)
    }
  }

  /** Also true for a strategy that this version does not know. */
  function mayNeedServer(key: string): boolean {
    const feature = flags.feature(key)
    return feature?.enabled === true && decidedBy(feature.activationStrategy) !== 'parameters'
  }

  const hasRules = (key: string): boolean => flags.configRecord(key)?.rules !== undefined

  return {
    metadata: { name: 'signalbox' },
    runsOn: 'client',
    events,
    ...life,
    resolveBooleanEvaluation: (key, otherwise, context) => ask('boolean', key, otherwise, context),
    resolveStringEvaluation: (key, otherwise, context) => ask('string', key, otherwise, context),
    resolveNumberEvaluation: (key, otherwise, context) => ask('number', key, otherwise, context),
    resolveObjectEvaluation: <T extends JsonValue>(key: string, otherwise: T, context: EvaluationContext) =>
      ask('object', key, otherwise, context),
    track: (name, context, details) => track(flags, name, context, details),
  }
}

import type { EvaluationContext, JsonValue, Provider, ResolutionDetails } from '@openfeature/web-sdk'
import { OpenFeatureEventEmitter, ProviderEvents } from '@openfeature/web-sdk'
import { isScripted, toContext } from '@signalbox/core/evaluate'
import type { Flags } from './flags.ts'
import { follow } from './follow.ts'
import type { Question } from './resolve.ts'
import { failed, resolve } from './resolve.ts'
import { track } from './track.ts'

export type { Flags } from './flags.ts'

/** How the provider for pages behaves. */
export interface WebProviderOptions {
  /** The experiments whose variants the page may ask for, a list of patterns: its client is bound in all of them. @default '*' */
  readonly experiments?: string
}

/**
 * The provider of OpenFeature for pages, over flags in memory: `await OpenFeature.setProviderAndWait(createWebProvider(live(client)), context)`.
 * Flags are as in the provider for servers. Evaluation is synchronous: what only a server can tell, scripts and variants, is fetched for all
 * flags at once at the beginning, when the context changes, and when a script does.
 */
export function createWebProvider(flags: Flags, { experiments = '*' }: WebProviderOptions = {}): Provider {
  const events = new OpenFeatureEventEmitter()
  const emits = {
    ready: () => events.emit(ProviderEvents.Ready),
    stale: () => events.emit(ProviderEvents.Stale),
    changed: (flagsChanged: string[]) => events.emit(ProviderEvents.ConfigurationChanged, { flagsChanged }),
  }
  let unfollow = () => {}
  let current: EvaluationContext = {}
  let isDue = false

  function ask<T>(
    type: Question<T>['type'],
    key: string,
    otherwise: T,
    evaluation: EvaluationContext,
  ): ResolutionDetails<T> {
    try {
      return resolve(flags, { key, type, otherwise, context: toContext(evaluation) })
    } catch (error) {
      return failed(otherwise, 'GENERAL', error instanceof Error ? error.message : String(error))
    }
  }

  async function prepare(context: EvaluationContext): Promise<void> {
    current = context
    isDue = true
    if (flags.status === 'fresh') await flags.prepare(toContext(context), experiments)
    isDue = false
  }

  /** A script that has changed has not said anything yet; until it is asked, its default counts. */
  const concerns = (features: readonly string[]): boolean =>
    features.some((key) => {
      const feature = flags.feature(key)
      return feature !== undefined && isScripted(feature)
    })

  return {
    metadata: { name: 'signalbox' },
    runsOn: 'client',
    events,
    async initialize(context = {}) {
      unfollow()
      current = context
      try {
        await flags.ready()
        await prepare(context)
      } finally {
        unfollow = follow(flags, emits, { concerns, again: () => prepare(current), isDue })
      }
    },
    onContextChange: (_, context) => prepare(context),
    async onClose() {
      unfollow()
      await flags.close()
    },
    resolveBooleanEvaluation: (key, otherwise, context) => ask('boolean', key, otherwise, context),
    resolveStringEvaluation: (key, otherwise, context) => ask('string', key, otherwise, context),
    resolveNumberEvaluation: (key, otherwise, context) => ask('number', key, otherwise, context),
    resolveObjectEvaluation: <T extends JsonValue>(key: string, otherwise: T, context: EvaluationContext) =>
      ask('object', key, otherwise, context),
    track: (name, context, details) => track(flags, name, context, details),
  }
}

import {
  type EvaluationContext,
  type JsonValue,
  OpenFeatureEventEmitter,
  type Provider,
  ProviderEvents,
  type ResolutionDetails,
} from '@openfeature/server-sdk'
import { toContext } from '@signalbox/core/evaluate'
import { isRefusal } from '../live/failures.ts'
import type { Flags } from './flags.ts'
import { createLife, emitsOf } from './life.ts'
import { broken, type Question, resolve, type Told, typedConfig } from './resolve.ts'
import { subjectOf } from './subject.ts'
import { track } from './track.ts'

export type { Flags } from './flags.ts'

/**
 * Creates an OpenFeature provider for servers, over flags in memory. A flag is a feature, or a config with a `type`.
 * Features are booleans, and may name outcomes of other types; texts may also be variants of experiments. Only scripts,
 * unknown variants, and what this client cannot evaluate wait for the server. Closing the provider closes the flags.
 *
 * @example
 * ```ts
 * await OpenFeature.setProviderAndWait(createProvider(live(client)))
 * const isActive = await OpenFeature.getClient().getBooleanValue('shop:express', false)
 * ```
 */
export function createProvider(flags: Flags): Provider {
  const events = new OpenFeatureEventEmitter()
  const { initialize, onClose } = createLife(flags, emitsOf({ events, names: ProviderEvents }))

  async function ask<T>(
    type: Question<T>['type'],
    key: string,
    otherwise: T,
    evaluation: EvaluationContext,
  ): Promise<ResolutionDetails<T>> {
    try {
      const question = { key, type, otherwise, context: toContext(evaluation) }
      return resolve(flags, question, await tell(flags, question))
    } catch (error) {
      return broken(otherwise, error)
    }
  }

  return {
    metadata: { name: 'signalbox' },
    runsOn: 'server',
    events,
    initialize,
    onClose,
    resolveBooleanEvaluation: (key, otherwise, context) => ask('boolean', key, otherwise, context),
    resolveStringEvaluation: (key, otherwise, context) => ask('string', key, otherwise, context),
    resolveNumberEvaluation: (key, otherwise, context) => ask('number', key, otherwise, context),
    resolveObjectEvaluation: <T extends JsonValue>(key: string, otherwise: T, context: EvaluationContext) =>
      ask('object', key, otherwise, context),
    track: (name, context, details) => track(flags, name, context, details),
  }
}

/** Asks the server for what is needed to resolve a flag, mostly nothing. Rejects if the server cannot be asked. */
async function tell(flags: Flags, { key, type, context }: Question<unknown>): Promise<Told> {
  const feature = flags.feature(key)
  if (feature) return { decision: await flags.decide(key, context) }
  if (typedConfig(flags, key)) return { evaluation: await flags.decideValue(key, context) }
  const subject = subjectOf(context)
  if (type !== 'string' || !subject || flags.status !== 'fresh') return {}
  try {
    return { variant: await flags.variant(key, subject.clientId, { onError: 'throw', context: subject.context }) }
  } catch (error) {
    if (isRefusal(error)) return {}
    throw error
  }
}

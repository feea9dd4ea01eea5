import type { TrackingEventDetails } from '@openfeature/core'
import type { EvaluationContext } from '@signalbox/core/evaluate'
import { clientOf, toContext } from '@signalbox/core/evaluate'
import type { Flags } from './flags.ts'

/**
 * Records that a client did what an experiment hopes for: the name of the event is that of the experiment (OpenFeature specification,
 * section 6). With the detail `kind: 'displayed'`, that the client saw their variant. Throws a `TypeError` for a context that names nobody.
 */
export function track(
  flags: Flags,
  experiment: string,
  context: EvaluationContext = {},
  { kind = 'won' }: TrackingEventDetails = {},
): void {
  const clientId = clientOf(toContext(context))
  if (clientId === undefined)
    throw new TypeError(`Nothing is recorded of ${experiment}: the context needs a targetingKey that names the client`)
  if (kind === 'displayed') flags.displayed(experiment, clientId)
  else flags.won(experiment, clientId)
}

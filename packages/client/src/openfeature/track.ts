import type { TrackingEventDetails } from '@openfeature/core'
import { type EvaluationContext, toContext } from '@signalbox/core/evaluate'
import type { Flags } from './flags.ts'
import { subjectOf } from './subject.ts'

/**
 * Records that a client reached the goal of an experiment; the event name is the experiment's id (OpenFeature
 * specification, section 6). With the detail `kind: 'displayed'`, records that the client saw its variant. Throws a
 * `TypeError` for a context without a client.
 */
export function track(
  flags: Flags,
  experiment: string,
  context: EvaluationContext = {},
  { kind = 'won' }: TrackingEventDetails = {},
): void {
  const subject = subjectOf(toContext(context))
  if (!subject)
    throw new TypeError(
      `Nothing was recorded for experiment ${experiment}: the context requires a targetingKey, the id of the client`,
    )
  if (kind === 'displayed') flags.displayed(experiment, subject.clientId, subject.context)
  else flags.won(experiment, subject.clientId, subject.context)
}

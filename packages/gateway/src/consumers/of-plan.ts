import type { CompiledRoute } from '@signalbox/core/gateway'
import type { Exchange } from '../plugin-api/exchange.ts'

/** Tells whether the consumer of a request is one of a plan of its route. */
export type IsOfPlan = (exchange: Pick<Exchange, 'consumer' | 'identifiedBy'>) => boolean

/**
 * Compiles the test whether a consumer is one of a plan: identified by a slot with a plan, or by a plugin of the embedding
 * program that names a plan of the route. A slot of a flow without a plan identifies consumers of no plan.
 */
export function ofPlan({ plugins }: CompiledRoute): IsOfPlan {
  const plans = new Set<unknown>(plugins.flatMap(({ enabled, config }) => (enabled ? (config.plan_ref ?? []) : [])))
  return ({ consumer, identifiedBy }) =>
    consumer !== undefined && plans.has(identifiedBy ? identifiedBy.config.plan_ref : consumer.plan)
}

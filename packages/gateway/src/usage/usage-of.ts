import type { GatewaySource } from '@signalbox/core/gateway'
import type { StaticRoutes } from '../gateway.ts'
import type { CalendarUse } from '../limits/calendar-use.ts'
import type { GatewayState } from '../state/state.ts'
import { isStatic } from '../static-routes.ts'
import { keptUsage } from './kept-usage.ts'
import type { Usage, UsagePorts } from './usage.ts'
import { createUsage } from './usage.ts'

/** Counts usage for a source; `undefined` if the source does not take it. */
export const usageOf = (
  source: GatewaySource | StaticRoutes,
  {
    state,
    use,
    ...ports
  }: Omit<UsagePorts, 'deliver' | 'kept'> & {
    readonly state: GatewayState | undefined
    readonly use: CalendarUse
  },
): Usage | undefined =>
  isStatic(source) || !source.report
    ? undefined
    : createUsage({
        ...ports,
        drainQuotas: use.drain,
        onQuotasDone: use.delivered,
        kept: state && keptUsage(state, use),
        deliver: (batch) => (source.report as NonNullable<GatewaySource['report']>)(batch),
      })

import type { GatewaySource } from '@signalbox/core/gateway'
import type { CalendarUse } from '../limits/calendar-use.ts'
import type { GatewayState } from '../state/state.ts'
import { keptUsage } from './kept-usage.ts'
import { createUsage, type Usage, type UsagePorts } from './usage.ts'

/** Counts usage for a source that takes it by `report`; `undefined` for others. */
export const usageOf = (
  report: GatewaySource['report'],
  {
    state,
    use,
    ...ports
  }: Omit<UsagePorts, 'deliver' | 'kept'> & {
    readonly state: GatewayState | undefined
    readonly use: CalendarUse
  },
): Usage | undefined =>
  report &&
  createUsage({
    ...ports,
    drainQuotas: use.drain,
    onQuotasDone: use.delivered,
    kept: state && keptUsage(state, use),
    deliver: report,
  })

import type { QuotaUse } from '@signalbox/core/gateway'
import type { CalendarUse } from '../limits/calendar-use.ts'
import { keepQuotas } from '../limits/kept-quotas.ts'
import type { GatewayState, Spool } from '../state/state.ts'

/** Keeps usage and quotas until they are reported, and what is known of quotas. */
export interface KeptUsage {
  /** The batches that are not reported. */
  readonly spool: Spool
  /** Restores quotas. Takes what earlier processes have used and not reported. */
  restore(undelivered: readonly QuotaUse[]): Promise<void>
  /** Keeps what is known of these quotas. */
  keep(uses: readonly QuotaUse[]): void
  /** Resolves when everything is on the disk. */
  sync(): Promise<void>
}

/** Keeps usage in the spools of a state. */
export function keptUsage(state: GatewayState, use: CalendarUse): KeptUsage {
  const spool = state.spool('usage')
  const totals = state.spool('quotas')
  const quotas = keepQuotas(totals, use)
  return {
    spool,
    async restore(undelivered) {
      use.restore({ totals: await quotas.load(), undelivered })
    },
    keep: quotas.keep,
    async sync() {
      await Promise.all([spool.sync(), totals.sync()])
    },
  }
}

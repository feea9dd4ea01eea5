import type { GatewayLimits } from '@signalbox/gateway'
import { sharedLimits } from '@signalbox/gateway'
import type { SharingStore } from './open-postgres.ts'
import type { Settings } from './settings.ts'

/**
 * Returns how the gateway counts requests; `undefined` for each process by itself. Throws an `Error` that names the setting
 * if the store cannot share limits.
 */
export function limitsOf(
  { gatewayLimits }: Pick<Settings, 'gatewayLimits'>,
  { limits }: Pick<SharingStore, 'limits'>,
): GatewayLimits | undefined {
  if (gatewayLimits === 'local') return undefined
  if (limits) return sharedLimits(limits)
  throw new Error(
    'SIGNALBOX_GATEWAY_LIMITS is store, and only a PostgreSQL store shares limits: set SIGNALBOX_STORE to postgres://…, or SIGNALBOX_GATEWAY_LIMITS to local',
  )
}

import type { LimitCarrier } from '@signalbox/gateway'
import { readRedisUrl } from '../redis/redis-url.ts'
import type { Settings } from '../settings/settings.ts'
import type { SharingStore } from '../stores/open-postgres.ts'

/**
 * Opens what keeps the units of limits that processes share; `undefined` if each process counts for itself. Throws an
 * `Error` that names the setting if the store cannot share limits, or a package is missing.
 */
export async function openCarrier(
  { gatewayLimits }: Pick<Settings, 'gatewayLimits'>,
  { limits }: Pick<SharingStore, 'limits'>,
): Promise<LimitCarrier | undefined> {
  if (gatewayLimits === 'local') return undefined
  const address = readRedisUrl(gatewayLimits)
  // Loaded here so that only programs that use Redis load the driver.
  if (address) return (await import('../redis/redis-carrier.ts')).openRedisCarrier(address)
  if (limits) return limits
  throw new Error(
    'SIGNALBOX_GATEWAY_LIMITS is store, and only a PostgreSQL store shares limits: set SIGNALBOX_STORE to postgres://…, or SIGNALBOX_GATEWAY_LIMITS to local or redis://…',
  )
}

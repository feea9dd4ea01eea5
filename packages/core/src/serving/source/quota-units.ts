import type { GatewayInstance } from '../../gateway/instance.ts'
import { dayOf, monthOf } from '../../usage/usage-hours.ts'
import { QUOTAS } from '../../usage/usage-keys.ts'
import type { GatewayUnit } from './source.ts'

/** What consumers have used of their quotas in the current month and day, for a data plane that starts. */
export async function* quotaUnits(
  { store, clock, zone }: Pick<GatewayInstance, 'store' | 'clock' | 'zone'>,
  revision: number,
): AsyncGenerator<GatewayUnit> {
  const day = dayOf(clock(), zone)
  for (const period of [monthOf(day), day])
    for await (const { key, value } of store.scan(QUOTAS, { where: [`${period}/*`] }))
      yield { kind: 'quota', key: key.slice(period.length + 1), revision, value: [{ period, used: value as number }] }
}

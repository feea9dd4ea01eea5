import type { GatewayUnit, LiveConsumers, SigningKey } from '@signalbox/core/gateway'
import { createLiveConsumers } from '@signalbox/core/gateway'
import type { Consumers } from './consumers.ts'

/** Creates what plugins know about consumers: nobody, until units are applied. `zone` is an IANA time zone. */
export function createConsumers(zone = 'UTC'): Consumers & Pick<LiveConsumers, 'apply'> {
  const live = createLiveConsumers()
  const signingKeys = new Map<string, SigningKey>()
  return {
    ...live,
    zone,
    signingKeys,
    apply(unit: GatewayUnit) {
      if (unit.kind !== 'signing-key') live.apply(unit)
      else if (unit.value) signingKeys.set(unit.key, unit.value)
      else signingKeys.delete(unit.key)
    },
  }
}

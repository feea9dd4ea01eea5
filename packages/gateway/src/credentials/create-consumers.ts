import { createLiveConsumers, type GatewayUnit, type LiveConsumers, type Random } from '@signalbox/core/gateway'
import type { Consumers } from './consumers.ts'
import { createFailedAttempts } from './failed-attempts.ts'
import { createLoneIds } from './lone-ids.ts'
import { createProofs } from './proofs.ts'
import { createSigningKeys } from './signing-keys.ts'

interface ConsumersOptions {
  readonly random: Random
  /** The IANA time zone. Asked when it is needed. @default UTC */
  readonly zone?: () => string
}

/** Creates what plugins know about consumers: nobody, until units are applied. */
export function createConsumers({
  random,
  zone = () => 'UTC',
}: ConsumersOptions): Consumers & Pick<LiveConsumers, 'apply'> {
  const live = createLiveConsumers()
  const signingKeys = createSigningKeys()
  const loneIds = createLoneIds()
  return {
    ...live,
    get zone() {
      return zone()
    },
    signingKeys,
    loneIds,
    proofs: createProofs({ random }),
    failures: createFailedAttempts(),
    apply(unit: GatewayUnit) {
      loneIds.apply(unit)
      if (unit.kind === 'signing-key') signingKeys.set(unit.key, unit.value)
      else live.apply(unit)
    },
  }
}

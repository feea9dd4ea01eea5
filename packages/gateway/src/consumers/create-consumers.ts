import type { GatewayUnit, LiveConsumers, Random, SigningKey } from '@signalbox/core/gateway'
import { createLiveConsumers } from '@signalbox/core/gateway'
import type { Consumers } from './consumers.ts'
import { createFailedAttempts } from './failed-attempts.ts'
import { createProofs } from './proofs.ts'

interface ConsumersOptions {
  readonly random: Random
  /** An IANA time zone. @default UTC */
  readonly zone?: string | undefined
}

/** Creates what plugins know about consumers: nobody, until units are applied. */
export function createConsumers({ random, zone = 'UTC' }: ConsumersOptions): Consumers & Pick<LiveConsumers, 'apply'> {
  const live = createLiveConsumers()
  const signingKeys = new Map<string, SigningKey>()
  return {
    ...live,
    zone,
    signingKeys,
    proofs: createProofs({ random }),
    failures: createFailedAttempts(),
    apply(unit: GatewayUnit) {
      if (unit.kind !== 'signing-key') live.apply(unit)
      else if (unit.value) signingKeys.set(unit.key, unit.value)
      else signingKeys.delete(unit.key)
    },
  }
}

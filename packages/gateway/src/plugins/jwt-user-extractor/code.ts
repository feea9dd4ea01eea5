import { own } from '@signalbox/core/gateway'
import { type ClaimAdmission, claimConsumer } from '../../consumers/claim-consumer.ts'
import { twinDropper } from '../../consumers/drop-twins.ts'
import { type Admission, identifying } from '../../consumers/identify.ts'
import { sharedByPlan } from '../../consumers/shared-by-plan.ts'
import { algorithmsFor } from '../../consumers/tokens/algorithms.ts'
import { bearerToken } from '../../consumers/tokens/bearer-token.ts'
import { jwksAt } from '../../consumers/tokens/jwks-at.ts'
import { publicKey, secretKey } from '../../consumers/tokens/static-keys.ts'
import { invalidToken } from '../../consumers/tokens/token-refusals.ts'
import { createTokenVerifier } from '../../consumers/tokens/verify-token.ts'
import { defineCode } from '../../plugin-api/define-code.ts'
import type { Consumer, Denied } from '../../plugin-api/exchange.ts'
import type { SlotContext } from '../../plugin-api/plugin.ts'

interface Config extends Admission, ClaimAdmission {
  readonly secret?: string
  readonly publicKey?: string
  readonly jwksUrl?: string
  readonly algorithms?: readonly string[]
  readonly issuer?: string
  readonly audience?: string
  readonly header: string
  readonly id_claim: string
  readonly clock_skew: number
}

/** Identifies consumers by a JSON Web Token. */
export const jwtUserExtractor = defineCode<Config>({
  stage: 'identify',
  compile(config, slot) {
    const verify = sharedByPlan(slot, () => verifierOf(config, slot))
    const admit = claimConsumer(config, slot)
    const settle = (found: Denied | Verified): Denied | Consumer => ('refuse' in found ? found : admit(found.id))
    const header = config.header.toLowerCase()
    const hooks = identifying(
      config,
      ({ headers, now }) => {
        const token = bearerToken(headers, header)
        if (typeof token !== 'string') return token
        const found = verify(token, now)
        return found instanceof Promise ? found.then(settle) : settle(found)
      },
      slot,
    )
    const dropTwins = twinDropper([header])
    if (!dropTwins) return { ...hooks, waits: true }
    return {
      ...hooks,
      request(exchange) {
        dropTwins(exchange)
        return hooks.request?.(exchange)
      },
      waits: true,
    }
  },
})

interface Verified {
  readonly id: string
}

function verifierOf(config: Config, slot: SlotContext) {
  const { secret, issuer, audience, id_claim, clock_skew } = config
  const algorithms = algorithmsFor(secret === undefined ? 'publicKey' : 'secret', config.algorithms)
  return createTokenVerifier<Verified>({
    keys: keysOf(config, algorithms, slot),
    algorithms,
    issuer,
    audience,
    clockSkew: clock_skew,
    read(claims) {
      const id = own(claims, id_claim)
      return typeof id === 'string' && id !== '' ? { id } : invalidToken
    },
  })
}

function keysOf({ secret, publicKey: text, jwksUrl }: Config, algorithms: readonly string[], slot: SlotContext) {
  if (secret !== undefined) return secretKey(secret)
  if (text !== undefined) return publicKey(text, algorithms, slot.report)
  return jwksAt(jwksUrl as string, slot)
}

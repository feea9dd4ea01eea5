import { type JsonObject, own } from '@signalbox/core/gateway'
import { type ClaimAdmission, claimConsumer } from '../../consumers/claim-consumer.ts'
import { type Admission, identifying } from '../../consumers/identify.ts'
import { sharedByPlan } from '../../consumers/shared-by-plan.ts'
import { algorithmsFor } from '../../consumers/tokens/algorithms.ts'
import { bearerToken } from '../../consumers/tokens/bearer-token.ts'
import { createIntrospection, type Introspection } from '../../consumers/tokens/introspection.ts'
import { introspectionAt, type ProviderClient } from '../../consumers/tokens/introspection-at.ts'
import { jwksAt } from '../../consumers/tokens/jwks-at.ts'
import { isCompact } from '../../consumers/tokens/read-compact.ts'
import { invalidToken } from '../../consumers/tokens/token-refusals.ts'
import { createTokenVerifier, type TokenVerifier } from '../../consumers/tokens/verify-token.ts'
import { defineCode } from '../../plugin-api/define-code.ts'
import type { Consumer, Denied } from '../../plugin-api/exchange.ts'
import type { SlotContext } from '../../plugin-api/plugin.ts'

interface Config extends Admission, ClaimAdmission, ProviderClient {
  readonly issuer?: string
  readonly jwksUrl?: string
  readonly introspectionUrl?: string
  readonly audience?: string
  readonly scopes?: readonly string[]
  /** Seconds. */
  readonly cache: number
}

/** What is kept of a token. */
interface Verified {
  readonly id: string
  /** Whether it lacks a scope that is required. */
  readonly isShort: boolean
}

/** By how many seconds clocks may differ. */
const SKEW = 5

/** Identifies consumers by tokens of an identity provider: by its keys, or by asking it. */
export const oidcJwtVerifier = defineCode<Config>({
  stage: 'identify',
  compile(config, slot) {
    const { verify, done } = sharedByPlan(slot, () => verifierOf(config, slot))
    const admit = claimConsumer(config, slot)
    const bearer = { error: 'insufficient_scope', scope: (config.scopes ?? []).join(' ') } as const

    function settle(found: Denied | Verified): Denied | Consumer {
      if ('refuse' in found) return found
      const consumer = admit(found.id)
      if (!found.isShort) return consumer
      const who = 'refuse' in consumer ? consumer.consumer : consumer
      return { refuse: 'errors.scope.insufficient', bearer, consumer: who }
    }

    return {
      ...identifying(
        config,
        (exchange) => {
          const token = bearerToken(exchange.headers, 'authorization')
          if (typeof token !== 'string') return token
          const found = verify(token, exchange)
          return found instanceof Promise ? found.then(settle) : settle(found)
        },
        slot,
      ),
      waits: true,
      ...(done && { done }),
    }
  },
})

/** Tokens that are signed are verified by the keys, if these are known; all others by introspection. */
function verifierOf(config: Config, slot: SlotContext): Verifier {
  const byKeys = config.jwksUrl === undefined ? undefined : keysVerifier(config, config.jwksUrl, slot)
  const byServer =
    config.introspectionUrl === undefined ? undefined : serverVerifier(config, config.introspectionUrl, slot)
  return {
    verify(token, exchange) {
      if (byKeys && (!byServer || isCompact(token))) return byKeys(token, exchange.now)
      return byServer ? byServer.verify(token, exchange) : invalidToken
    },
    done: byServer?.done,
  }
}

interface Verifier extends Pick<Introspection<Verified>, 'verify'> {
  readonly done: Introspection<Verified>['done'] | undefined
}

function keysVerifier({ issuer, audience, scopes }: Config, url: string, slot: SlotContext): TokenVerifier<Verified> {
  return createTokenVerifier({
    keys: jwksAt(url, slot),
    algorithms: algorithmsFor('publicKey'),
    issuer,
    audience,
    clockSkew: SKEW,
    read: (claims) => toVerified(claims, scopes),
  })
}

function serverVerifier(config: Config, url: string, slot: SlotContext): Introspection<Verified> {
  const { issuer, audience, scopes, cache } = config
  const { clock, report, consumers } = slot
  const ask = introspectionAt(url, config, slot)
  return createIntrospection({
    ...{ url, ask, clock, report, failures: consumers.failures, keepMs: cache * 1000 },
    read(claims, now) {
      const { nbf, iss, aud, token_type } = claims
      const isEarly = nbf !== undefined && !(typeof nbf === 'number' && nbf <= now / 1000 + SKEW)
      // The server is the issuer: it may leave out its name.
      const isOther = issuer !== undefined && iss !== undefined && iss !== issuer
      const isForOthers = audience !== undefined && !listOf(aud).includes(audience)
      // Servers are asked about access tokens, but some answer about any token.
      const isToRefresh = typeof token_type === 'string' && token_type.toLowerCase() === 'refresh_token'
      return isEarly || isOther || isForOthers || isToRefresh ? invalidToken : toVerified(claims, scopes)
    },
  })
}

function toVerified(claims: JsonObject, required: readonly string[] = []): Verified | Denied {
  const id = idOf(claims)
  if (id === undefined) return invalidToken
  const scopes = listOf(own(claims, 'scope') ?? own(claims, 'scp')).flatMap((one) => one.split(' '))
  return { id, isShort: !required.every((scope) => scopes.includes(scope)) }
}

/**
 * The subject. Tokens of clients that act for themselves may have none: these are `client:<client_id>`. A choice of
 * client ids must not be a choice of subjects, nor the other way round, so subjects that begin like this are refused.
 */
function idOf(claims: JsonObject): string | undefined {
  const sub = own(claims, 'sub')
  const client = own(claims, 'client_id')
  if (sub === undefined) return typeof client === 'string' && client !== '' ? CLIENT + client : undefined
  return typeof sub === 'string' && sub !== '' && !sub.startsWith(CLIENT) ? sub : undefined
}

const CLIENT = 'client:'

/** A claim that is a text or a list of texts, as a list. */
const listOf = (claim: unknown): readonly string[] =>
  typeof claim === 'string'
    ? [claim]
    : Array.isArray(claim)
      ? claim.filter((one): one is string => typeof one === 'string')
      : []

import { type LiveCredential, type SigningKey, toHex } from '@signalbox/core/gateway'
import { SignJWT } from 'jose'
import { basicChallengeOf } from '../../consumers/challenges.ts'
import { createClientJudge } from '../../consumers/token-endpoint/judge-client.ts'
import { readClient, usesHeader } from '../../consumers/token-endpoint/read-client.ts'
import { MOST_BYTES, readParameters } from '../../consumers/token-endpoint/read-parameters.ts'
import { scopesFor } from '../../consumers/token-endpoint/scopes.ts'
import { errorAnswer, jsonAnswer, type TokenError, tokenError } from '../../consumers/token-endpoint/token-error.ts'
import { countsSince } from '../../consumers/tokens/counts-since.ts'
import { issuerOf } from '../../consumers/tokens/issuer.ts'
import { defineCode } from '../../plugin-api/define-code.ts'
import type { Exchange } from '../../plugin-api/exchange.ts'
import type { Hooks, Verdict } from '../../plugin-api/hooks.ts'
import type { SlotContext } from '../../plugin-api/plugin.ts'

interface Config {
  readonly publishes: 'tokens' | 'keys'
  readonly plans: readonly TokenPlan[]
}

interface TokenPlan {
  readonly plan_ref: string
  readonly expiresIn?: number
  readonly scopes?: readonly string[]
}

/** Issues tokens for client credentials (RFC 6749, section 4.4), or publishes the keys that verify them. */
export const tokenEndpoint = defineCode<Config>({
  stage: 'backend',
  compile: (config, context) => (config.publishes === 'keys' ? publishing(context) : issuing(config, context)),
})

/** Seconds for which clients may keep the keys. */
const KEYS_MAX_AGE = 300

function publishing({ consumers: { signingKeys } }: SlotContext): Hooks {
  return {
    request() {
      const keys = [...signingKeys.all.values()].map(publicPart)
      const headers = ['Content-Type', 'application/jwk-set+json', 'Cache-Control', `public, max-age=${KEYS_MAX_AGE}`]
      return { answer: { status: 200, headers, body: JSON.stringify({ keys }) } }
    },
  }
}

/** Names each member, so that no private one can slip through. */
const publicPart = ({ id, publicJwk: { kty, crv, x, y } }: SigningKey): object => ({
  ...{ kty, crv, x, y },
  ...{ kid: id, alg: 'ES256', use: 'sig' },
})

/** Lifetime of a token in seconds, if the plan has none. */
const LIFETIME = 3600

function issuing({ plans }: Config, context: SlotContext): Hooks {
  const { route, consumers, random, report } = context
  const judge = createClientJudge(context)
  const challenge = basicChallengeOf(route)

  async function issue(exchange: Exchange, bound: LiveCredential, asked: string | undefined): Promise<Verdict> {
    const { credential } = bound
    const plan = plans.find(({ plan_ref }) => plan_ref === credential.plan_ref)
    if (!plan) return fail(tokenError('unauthorized_client', 'The plan of the client issues no tokens'))
    const scopes = scopesFor(asked, plan.scopes ?? [])
    if ('error' in scopes) return fail(scopes)
    const key = consumers.signingKeys.signing(exchange.now)
    if (!key) {
      report(new Error(`There is no key that signs tokens of the API ${route.api_ref} yet`))
      return { refuse: 'errors.gateway.cold', headers: ['Retry-After', '1'] }
    }
    const now = Math.floor(exchange.now / 1000)
    const left = Math.floor(((credential.validUntil ?? Number.POSITIVE_INFINITY) - exchange.now) / 1000)
    const expiresIn = Math.max(1, Math.min(plan.expiresIn ?? LIFETIME, left))
    const scope = scopes.length > 0 ? { scope: scopes.join(' ') } : {}
    const token = await new SignJWT({ client_id: credential.clientId, plan: plan.plan_ref, ...scope })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key.id })
      .setIssuer(issuerOf(route, exchange.host))
      .setSubject(credential.clientId)
      .setAudience(route.api_ref)
      // The clock may be behind the clock of the process that revoked the previous secret.
      .setIssuedAt(Math.max(now, countsSince(credential)))
      .setExpirationTime(now + expiresIn)
      .setJti(toHex(random(16)))
      .sign(await consumers.signingKeys.privateKey(key))
    return { answer: jsonAnswer(200, { access_token: token, token_type: 'Bearer', expires_in: expiresIn, ...scope }) }
  }

  const fail = (problem: TokenError, isHeader = false): Verdict => ({
    answer: errorAnswer(problem, isHeader ? challenge : undefined),
  })

  return {
    body: 'whole',
    mostBody: MOST_BYTES,
    request(exchange) {
      const { headers, body } = exchange
      const parameters = readParameters(body, headers.get('content-type'))
      if ('error' in parameters) return fail(parameters)
      const grant = parameters.get('grant_type')
      if (grant === undefined) return fail(tokenError('invalid_request', 'The parameter grant_type is missing'))
      if (grant !== 'client_credentials')
        return fail(tokenError('unsupported_grant_type', 'Only client_credentials is supported'))
      const client = readClient(headers, parameters)
      if ('error' in client) return fail(client, usesHeader(headers))
      const judged = judge(client, exchange)
      if ('error' in judged) return fail(judged, usesHeader(headers))
      if ('refuse' in judged) return judged
      return issue(exchange, judged, parameters.get('scope'))
    },
  }
}

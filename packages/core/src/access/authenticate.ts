import { promised } from '../machine/answers/sync-variant.ts'
import type { Identity } from '../machine/callers/caller.ts'
import { createJudge } from '../machine/guessing/judge.ts'
import type { Follower } from '../machine/log/follower.ts'
import { processDigest } from '../machine/secrets/process-digest.ts'
import type { Clock, Random } from '../ports.ts'
import { apiKeyDomain, type StoredApiKey } from './api-key.ts'
import { gatewayKeyDomain, type StoredGatewayKey } from './gateway-key.ts'
import { idOfGatewayKey, toGatewayIdentity } from './issue-gateway-key.ts'
import type { Sessions } from './sessions.ts'
import { type SecretKind, verifySecrets } from './verify-secrets.ts'

/** The credentials of a call: a client id with a secret, a gateway key, or a session. */
export interface Credentials {
  readonly clientId?: string
  readonly clientSecret?: string
  /** The key of a data plane: `sbxg_…`. */
  readonly gatewayKey?: string
  readonly session?: string
  /** The network address of the caller, used to throttle guessing. */
  readonly address?: string
  /**
   * What a caller's calls have in common, such as their connection. A key that was verified for it is recognized sooner, as
   * long as its record does not change.
   */
  readonly connection?: object | undefined
}

/**
 * Finds the caller, or `undefined`. An unknown id and a wrong secret take the same time. Throws TOO_MANY_REQUESTS for
 * wrong credentials after too many failures; correct ones are always accepted.
 */
export type Identify = (credentials: Credentials) => Promise<Identity | undefined>

interface AuthenticationPorts {
  readonly findKey: SecretKind<StoredApiKey>['find']
  readonly findGatewayKey: SecretKind<StoredGatewayKey>['find']
  readonly sessions: Pick<Sessions<never>, 'find'>
  readonly follower: Follower
  readonly random: Random
  readonly clock: Clock
}

/** Authenticates callers by API key, gateway key or session. */
export function createIdentify(ports: AuthenticationPorts): Identify {
  const { findKey, findGatewayKey, sessions, follower, random, clock } = ports
  const shared = { follower, judge: createJudge(clock), digestOf: processDigest(random) }
  const byApiKey = verifySecrets<StoredApiKey>(
    {
      domain: apiKeyDomain.domain,
      find: findKey,
      hashOf: ({ clientSecretHash }) => clientSecretHash,
      toIdentity: (record, { version }) => toIdentity(record, version),
    },
    shared,
  )
  const byGatewayKey = verifySecrets<StoredGatewayKey>(
    {
      domain: gatewayKeyDomain.domain,
      find: findGatewayKey,
      hashOf: ({ keyHash }) => keyHash,
      toIdentity: toGatewayIdentity,
    },
    shared,
  )

  return promised(({ clientId, clientSecret, gatewayKey, session, address, connection }: Credentials) => {
    if (gatewayKey !== undefined)
      return byGatewayKey({ id: idOfGatewayKey(gatewayKey), secret: gatewayKey, address, connection })
    if (clientId !== undefined || clientSecret !== undefined)
      return byApiKey({ id: clientId ?? '', secret: clientSecret ?? '', address, connection })
    return session === undefined ? undefined : sessions.find(session)
  })
}

const toIdentity = ({ clientId = '', name, admin, authorizedPatterns }: StoredApiKey, version: string): Identity => ({
  id: clientId,
  name,
  kind: 'ApiKey',
  ...(admin && { admin }),
  ...(authorizedPatterns && { authorizedPatterns }),
  version,
})

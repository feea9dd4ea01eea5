import type { Identity } from '../callers/caller.ts'
import { createJudge } from '../guessing/judge.ts'
import type { Follower } from '../log/follower.ts'
import type { Clock, Random } from '../ports.ts'
import { isEqual, isSecret, keyedDigest, noSecret, toHex } from '../secret.ts'
import type { StoredApiKey } from './api-key.ts'
import type { Sessions } from './sessions.ts'

/** The credentials of a call: a client id with a secret, or a session. */
export interface Credentials {
  readonly clientId?: string
  readonly clientSecret?: string
  readonly session?: string
  /** The network address of the caller, used to throttle guessing. */
  readonly address?: string
}

/**
 * Finds the caller, or `undefined`. An unknown id and a wrong secret take the same time. Throws TOO_MANY_REQUESTS for
 * wrong credentials after too many failures; correct ones are always accepted.
 */
export type Identify = (credentials: Credentials) => Promise<Identity | undefined>

interface Verified {
  readonly digest: Uint8Array
  readonly identity: Identity
  /** The key has changed since, so the next use reads it again. */
  readonly isStale?: true
}

interface AuthenticationPorts {
  readonly findKey: (clientId: string) => Promise<{ record: StoredApiKey; version: string } | undefined>
  readonly sessions: Sessions
  readonly follower: Follower
  readonly random: Random
  readonly clock: Clock
}

const MOST_REMEMBERED = 10_000

/**
 * Authenticates callers by API key or session. Verified credentials are cached as a digest keyed with a secret of this
 * process, and verified again as soon as the key changes in any process.
 */
export function createIdentify({ findKey, sessions, follower, random, clock }: AuthenticationPorts): Identify {
  const verified = new Map<string, Verified>()
  const digestOf = keyedDigest(random)
  const judge = createJudge(clock)
  let changes = 0
  follower.on(({ domain, key }) => {
    if (domain !== 'ApiKey') return
    changes++
    const known = verified.get(key)
    if (known) verified.set(key, { ...known, isStale: true })
  })

  async function look(clientId: string, secret: string, digest: Uint8Array): Promise<Identity | undefined> {
    await follower.start()
    const before = changes
    const found = await findKey(clientId)
    if (!isSecret(secret, found?.record.clientSecretHash ?? noSecret) || !found) return undefined
    const identity = toIdentity(found.record, found.version)
    if (verified.size >= MOST_REMEMBERED) verified.clear()
    if (changes === before) verified.set(clientId, { digest, identity })
    return identity
  }

  return async ({ clientId, clientSecret, session, address }) => {
    if (clientId === undefined && clientSecret === undefined)
      return session === undefined ? undefined : sessions.find(session)
    const [id, secret] = [clientId ?? '', clientSecret ?? '']
    const digest = digestOf(`${id}:${secret}`)
    const known = verified.get(id)
    const isKnown = known !== undefined && isEqual(known.digest, digest)
    if (isKnown && !known.isStale) return known.identity
    if (isKnown) {
      const again = await look(id, secret, digest)
      if (again) return again
      verified.delete(id)
    }
    return judge({ id, fingerprint: toHex(digest), address }, () => look(id, secret, digest))
  }
}

const toIdentity = ({ clientId = '', name, admin, authorizedPatterns }: StoredApiKey, version: string): Identity => ({
  id: clientId,
  name,
  kind: 'ApiKey',
  ...(admin && { admin }),
  ...(authorizedPatterns && { authorizedPatterns }),
  version,
})

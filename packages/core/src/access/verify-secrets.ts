import type { Identity } from '../machine/callers/caller.ts'
import type { createJudge } from '../machine/guessing/judge.ts'
import type { Follower } from '../machine/log/follower.ts'
import { isEqual, isSecret, noSecret } from '../machine/secrets/secret.ts'

/** A record of callers that have a secret, by which they are identified. */
export interface SecretKind<T> {
  /** The domain of their events. */
  readonly domain: string
  readonly find: (id: string) => Promise<{ record: T; version: string } | undefined>
  readonly hashOf: (record: T) => string | undefined
  readonly toIdentity: (record: T, verified: { version: string; key: string }) => Identity | Promise<Identity>
}

/** What kinds of secrets share: failures count together. */
interface Shared {
  readonly follower: Follower
  readonly judge: ReturnType<typeof createJudge>
  /** A digest with a key of this process. */
  readonly digestOf: (text: string) => string
}

/** An id with a secret that claims it. */
interface Claim {
  readonly id: string
  readonly secret: string
  readonly address?: string | undefined
  readonly connection?: object | undefined
}

interface Verified {
  readonly digest: string
  readonly identity: Identity
  /** The record has changed since, so the next use reads it again. */
  readonly isStale?: true
}

/** The last claim of a connection that was found to be right. Kept only as long as the connection is there. */
interface Last {
  readonly id: string
  readonly secret: string
  readonly known: Verified
}

const MOST_REMEMBERED = 10_000

/**
 * Verifies secrets of one kind of record. Verified ones are cached as a digest, for which nobody has to wait, and verified
 * again as soon as the record changes in any process. The last one of a connection is also kept as it is, as long as the
 * connection lives: comparing it takes less time than its digest.
 */
export function verifySecrets<T>(
  { domain, find, hashOf, toIdentity }: SecretKind<T>,
  { follower, judge, digestOf }: Shared,
): (claim: Claim) => Identity | undefined | Promise<Identity | undefined> {
  const verified = new Map<string, Verified>()
  let changes = 0
  follower.on((event) => {
    if (event.domain !== domain) return
    changes++
    const known = verified.get(event.key)
    if (known) verified.set(event.key, { ...known, isStale: true })
  })

  async function look(id: string, secret: string, digest: string): Promise<Identity | undefined> {
    await follower.start()
    const before = changes
    const found = await find(id)
    if (!isSecret(secret, (found && hashOf(found.record)) ?? noSecret) || !found) return undefined
    const identity = await toIdentity(found.record, { version: found.version, key: secret })
    if (verified.size >= MOST_REMEMBERED) verified.clear()
    if (changes === before) verified.set(id, { digest, identity })
    return identity
  }

  async function verify({ id, secret, address }: Claim, digest: string, isStale: boolean) {
    if (isStale) {
      const again = await look(id, secret, digest)
      if (again) return again
      verified.delete(id)
    }
    return judge({ id: `${domain}:${id}`, fingerprint: digest, address }, () => look(id, secret, digest))
  }

  /** Most calls of a connection bring the same secret, whose digest takes longer than all other steps here. */
  const lasts = new WeakMap<object, Last>()

  return (claim) => {
    const { id, secret, connection } = claim
    const known = verified.get(id)
    const last = connection && lasts.get(connection)
    if (last && last.known === known && last.id === id && isEqual(last.secret, secret)) return known.identity
    const digest = digestOf(`${domain}:${id}:${secret}`)
    const isKnown = known !== undefined && isEqual(known.digest, digest)
    if (!isKnown || known.isStale) return verify(claim, digest, isKnown)
    if (connection) lasts.set(connection, { id, secret, known })
    return known.identity
  }
}

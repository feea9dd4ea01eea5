import type { Clock, Random, Store } from '../ports.ts'
import type { Identity } from './caller.ts'
import { digest, randomText } from './secret.ts'
import type { StoredUser } from './user.ts'

/** How long a session lives behind its last use, in milliseconds. */
export const SESSION_LIFE = 12 * 60 * 60_000
const RENEW_AFTER = 10 * 60_000
const COLLECTION = 'sessions'

interface Session {
  readonly userId: string
  /** Tells the password the session was opened under: another one ends it. */
  readonly proof: string
  readonly expires: number
}

/** Sessions of users of the dashboard: random tokens, stored as digests. */
export interface Sessions {
  open(user: StoredUser): Promise<string>
  /** Who a token stands for; `undefined` when it ended, or its user or their password is no more. */
  find(token: string): Promise<Identity | undefined>
  close(token: string): Promise<void>
  /** Calls back when a session is closed in this process. */
  onClose(listener: (token: string) => void): () => void
}

interface SessionPorts {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  readonly findUser: (id: string) => Promise<StoredUser | undefined>
}

/** Sessions in a store. */
export function createSessions({ store, clock, random, findUser }: SessionPorts): Sessions {
  const listeners = new Set<(token: string) => void>()

  const keep = (token: string, session: Session, expected: string | null) =>
    store.commit([{ op: 'put', collection: COLLECTION, key: digest(token), value: session, expected }], [])

  async function forgetExpired(): Promise<void> {
    for await (const { key, value, version } of store.scan(COLLECTION))
      if ((value as Session).expires <= clock())
        await store.commit([{ op: 'delete', collection: COLLECTION, key, expected: version }], [])
  }

  return {
    async open(user) {
      await forgetExpired()
      const token = randomText(random, 52)
      await keep(token, { userId: user.id, proof: proofOf(user), expires: clock() + SESSION_LIFE }, null)
      return token
    },
    async find(token) {
      const entry = await store.get(COLLECTION, digest(token))
      const session = entry?.value as Session | undefined
      if (!entry || !session || session.expires <= clock()) return undefined
      const user = await findUser(session.userId)
      if (!user || proofOf(user) !== session.proof) return undefined
      const expires = clock() + SESSION_LIFE
      if (expires - session.expires > RENEW_AFTER) await keep(token, { ...session, expires }, entry.version)
      return toIdentity(user, token)
    },
    async close(token) {
      await store.commit([{ op: 'delete', collection: COLLECTION, key: digest(token) }], [])
      for (const listener of listeners) listener(token)
    },
    onClose(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const proofOf = ({ passwordHash = '' }: StoredUser): string => digest(passwordHash)

/** A user as a caller, with the session they came by. */
export const toIdentity = ({ id, name, admin, authorizedPatterns }: StoredUser, session?: string): Identity => ({
  id,
  name,
  kind: 'User',
  ...(admin && { admin }),
  ...(authorizedPatterns && { authorizedPatterns }),
  ...(session && { session }),
})

import type { Identity } from '../callers/caller.ts'
import { renewed } from '../callers/session-of.ts'
import type { Clock, Random, Store, Wait } from '../ports.ts'
import { digest, randomText } from '../secret.ts'
import { SESSION_LIFE } from './session-life.ts'
import type { StoredUser } from './user.ts'

/** How often a stream checks whether its session is still open, in milliseconds. Another process may have closed it. */
export const SESSION_CHECK = 15_000
const RENEW_AFTER = 10 * 60_000
const COLLECTION = 'sessions'

interface Session {
  readonly userId: string
  /** Identifies the password at login. When the password changes, the session ends. */
  readonly passwordId: string
  readonly expires: number
}

/** Dashboard sessions of users: random tokens, stored as digests. */
export interface Sessions {
  open(user: StoredUser): Promise<string>
  /**
   * The user of a token; `undefined` if the session has expired, or its user or password no longer exists. If this use
   * extends the session, `sessionOf` of the result is the token, so that the cookie can be extended, too.
   */
  find(token: string): Promise<Identity | undefined>
  close(token: string): Promise<void>
  /** Resolves when a session has ended: closed by any process, expired, or without its user; or when aborted. */
  untilOver(token: string, signal: AbortSignal): Promise<void>
}

interface SessionPorts {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  readonly wait: Wait
  /** Whether a user without an identity provider may have sessions. */
  readonly mayUsePassword: (id: string) => boolean
  readonly findUser: (id: string) => Promise<{ record: StoredUser; version: string } | undefined>
}

/** Creates sessions that are kept in a store. */
export function createSessions({ store, clock, random, wait, mayUsePassword, findUser }: SessionPorts): Sessions {
  const listeners = new Set<(token: string) => void>()

  const keep = (token: string, session: Session, expected: string | null) =>
    store.commit([{ op: 'put', collection: COLLECTION, key: digest(token), value: session, expected }], [])

  async function forgetExpired(): Promise<void> {
    for await (const { key, value, version } of store.scan(COLLECTION))
      if ((value as Session).expires <= clock())
        await store.commit([{ op: 'delete', collection: COLLECTION, key, expected: version }], [])
  }

  async function look(token: string) {
    const entry = await store.get(COLLECTION, digest(token))
    const session = entry?.value as Session | undefined
    if (!entry || !session || session.expires <= clock()) return undefined
    const user = await findUser(session.userId)
    const isAllowed = user?.record.identity !== undefined || mayUsePassword(session.userId)
    return isAllowed && user?.record.passwordId === session.passwordId
      ? { session, version: entry.version, user }
      : undefined
  }

  return {
    async open({ id, passwordId = '' }) {
      await forgetExpired()
      const token = randomText(random, 52)
      await keep(token, { userId: id, passwordId, expires: clock() + SESSION_LIFE }, null)
      return token
    },
    async find(token) {
      const found = await look(token)
      if (!found) return undefined
      const { session, version, user } = found
      const identity = toIdentity(user.record, user.version, token)
      const expires = clock() + SESSION_LIFE
      if (expires - session.expires <= RENEW_AFTER) return identity
      await keep(token, { ...session, expires }, version)
      return { ...identity, [renewed]: token }
    },
    async close(token) {
      await store.commit([{ op: 'delete', collection: COLLECTION, key: digest(token) }], [])
      for (const listener of listeners) listener(token)
    },
    async untilOver(token, signal) {
      const closed = new AbortController()
      const listener = (one: string) => one === token && closed.abort()
      listeners.add(listener)
      const over = AbortSignal.any([signal, closed.signal])
      try {
        while (!over.aborted && (await look(token))) await wait(SESSION_CHECK, over)
      } finally {
        listeners.delete(listener)
      }
    },
  }
}

const toIdentity = (
  { id, name, admin, authorizedPatterns }: StoredUser,
  version: string,
  session: string,
): Identity => ({
  id,
  name,
  kind: 'User',
  ...(admin && { admin }),
  ...(authorizedPatterns && { authorizedPatterns }),
  session,
  version,
})

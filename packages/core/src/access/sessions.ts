import type { Identity } from '../machine/callers/caller.ts'
import { renewed } from '../machine/callers/session-of.ts'
import { randomText } from '../machine/secrets/random-text.ts'
import { digest } from '../machine/secrets/secret.ts'
import type { Change, Clock, Entry, Note, Random, Reads, Wait } from '../ports.ts'
import { SESSION_LIFE } from './session-life.ts'
import type { StoredUser } from './user.ts'

/** How often a stream checks whether its session is still open, in milliseconds. Another process may have closed it. */
export const SESSION_CHECK = 15_000
const RENEW_AFTER = 10 * 60_000
const COLLECTION = 'sessions'
/** How many sessions a login looks at to delete the expired ones. */
const LOOKED_AT = 20

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
  readonly store: Reads
  readonly note: Note
  readonly clock: Clock
  readonly random: Random
  readonly wait: Wait
  /** Whether a user without an identity provider may have sessions. */
  readonly mayUsePassword: (id: string) => boolean
  readonly findUser: (id: string) => Promise<{ record: StoredUser; version: string } | undefined>
}

/** The deletions of all sessions of a user. Reads every session. */
export async function sessionsOf(store: Reads, userId: string): Promise<Change[]> {
  const found: Change[] = []
  for await (const { key, value } of store.scan(COLLECTION))
    if ((value as Session).userId === userId) found.push({ op: 'delete', collection: COLLECTION, key })
  return found
}

/** Creates sessions that are kept in a store. */
export function createSessions({ store, note, clock, random, wait, mayUsePassword, findUser }: SessionPorts): Sessions {
  const listeners = new Set<(token: string) => void>()

  const putOf = (token: string, session: Session, expected: string | null): Change => ({
    op: 'put',
    collection: COLLECTION,
    key: digest(token),
    value: session,
    expected,
  })

  /**
   * Deletes expired sessions among the sessions that follow a key. Keys are digests, so any new key is a random place:
   * at most one of `LOOKED_AT` sessions stays expired for long, however many there are, and a login reads no others.
   */
  async function expiredAfter(place: string): Promise<Change[]> {
    const found: Entry[] = []
    for await (const entry of store.scan(COLLECTION, { after: place, limit: LOOKED_AT })) found.push(entry)
    const left = LOOKED_AT - found.length
    if (left > 0) for await (const entry of store.scan(COLLECTION, { limit: left })) found.push(entry)
    const expired = new Map(
      found.filter(({ value }) => (value as Session).expires <= clock()).map((one) => [one.key, one]),
    )
    return [...expired.values()].map(({ key }) => ({ op: 'delete', collection: COLLECTION, key }))
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
      const token = randomText(random, 52)
      const session = { userId: id, passwordId, expires: clock() + SESSION_LIFE }
      await note([putOf(token, session, null), ...(await expiredAfter(digest(token)))])
      return token
    },
    async find(token) {
      const found = await look(token)
      if (!found) return undefined
      const { session, version, user } = found
      const identity = toIdentity(user.record, user.version, token)
      const expires = clock() + SESSION_LIFE
      if (expires - session.expires <= RENEW_AFTER) return identity
      await note([putOf(token, { ...session, expires }, version)])
      return { ...identity, [renewed]: token }
    },
    async close(token) {
      await note([{ op: 'delete', collection: COLLECTION, key: digest(token) }])
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

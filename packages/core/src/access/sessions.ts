import type { Identity } from '../machine/callers/caller.ts'
import { renewed } from '../machine/callers/session-of.ts'
import { randomText } from '../machine/secrets/random-text.ts'
import { digest } from '../machine/secrets/secret.ts'
import type { Change, Clock, Note, Random, Reads, Wait } from '../ports.ts'
import { expiredAfter } from './expired.ts'
import { SESSION_LIFE } from './session-life.ts'

/** How often a stream checks whether its session is still open, in milliseconds. Another process may have closed it. */
export const SESSION_CHECK = 15_000
const RENEW_AFTER = 10 * 60_000

interface Session {
  /** The id of the account. */
  readonly userId: string
  /** Identifies what the session relies on, such as the password at login. When it changes, the session ends. */
  readonly passwordId: string
  readonly expires: number
}

/** Sessions of accounts: random tokens, stored as digests. */
export interface Sessions<T> {
  open(account: T): Promise<string>
  /**
   * The caller of a token; `undefined` if the session has expired, or its account or what it relies on no longer exists. If this
   * use extends the session, `sessionOf` of the result is the token, so that the cookie can be extended, too.
   */
  find(token: string): Promise<Identity | undefined>
  close(token: string): Promise<void>
  /** Resolves when a session has ended: closed by any process, expired, or without its account; or when aborted. */
  untilOver(token: string, signal: AbortSignal): Promise<void>
}

interface SessionPorts {
  readonly store: Reads
  readonly note: Note
  readonly clock: Clock
  readonly random: Random
  readonly wait: Wait
}

/** The accounts that have sessions. */
export interface SessionKind<T> {
  /** Where the sessions are stored. */
  readonly collection: string
  readonly find: (id: string) => Promise<{ record: T; version: string } | undefined>
  /** Identifies what sessions rely on: they end when it changes. `undefined` for accounts that may have none. */
  readonly reliesOn: (record: T) => string | undefined
  readonly toIdentity: (record: T, session: { readonly version: string; readonly token: string }) => Identity
}

/** Creates sessions that are kept in a store. */
export function createSessions<T extends { readonly id: string }>(
  { store, note, clock, random, wait }: SessionPorts,
  { collection, find: findAccount, reliesOn, toIdentity }: SessionKind<T>,
): Sessions<T> {
  const listeners = new Set<(token: string) => void>()

  const putOf = (token: string, session: Session, expected: string | null): Change => ({
    op: 'put',
    collection,
    key: digest(token),
    value: session,
    expected,
  })

  async function look(token: string) {
    const entry = await store.get(collection, digest(token))
    const session = entry?.value as Session | undefined
    if (!entry || !session || session.expires <= clock()) return undefined
    const account = await findAccount(session.userId)
    const relied = account && reliesOn(account.record)
    return account && relied !== undefined && relied === session.passwordId
      ? { session, version: entry.version, account }
      : undefined
  }

  return {
    async open(account) {
      const token = randomText(random, 52)
      const session = { userId: account.id, passwordId: reliesOn(account) ?? '', expires: clock() + SESSION_LIFE }
      const expired = await expiredAfter(store, { collection, place: digest(token), now: clock() })
      await note([putOf(token, session, null), ...expired])
      return token
    },
    async find(token) {
      const found = await look(token)
      if (!found) return undefined
      const { session, version, account } = found
      const identity = toIdentity(account.record, { version: account.version, token })
      const expires = clock() + SESSION_LIFE
      if (expires - session.expires <= RENEW_AFTER) return identity
      await note([putOf(token, { ...session, expires }, version)])
      return { ...identity, [renewed]: token }
    },
    async close(token) {
      await note([{ op: 'delete', collection, key: digest(token) }])
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

import { expiredAfter } from '../../access/expired.ts'
import { randomText } from '../../machine/secrets/random-text.ts'
import { digest } from '../../machine/secrets/secret.ts'
import type { Change, Clock, Note, Random, Reads } from '../../ports.ts'
import type { Role } from '../application.ts'

/** Collection of one record for each link that was given out and not used, by the digest of its token. */
const TOKENS = 'developer-tokens'

const HOUR = 60 * 60_000

/** An invitation to create an account, to join an application, or both. */
export interface Invitation {
  readonly kind: 'invite'
  readonly email?: string
  readonly name?: string
  readonly application?: string
  readonly role?: Role
  /** The consumer who made the invitation, an owner of the application. Absent if people with grants made it. */
  readonly inviter?: string
}

/** Permits to choose a new password, or to confirm the address of an account. */
export interface AccountToken {
  readonly kind: 'reset' | 'confirm'
  readonly developer: string
  /** The account has neither another password nor another status since. */
  readonly sessionsId: string
  /** The address that the account had: links to an account end when its address changes. */
  readonly email?: string
  /** The token was sent to that address only: anyone who has it can read the messages of the address. */
  readonly isSent?: true
  /** The address that the account gets, to which the token was sent instead. */
  readonly moveTo?: string
}

type TokenContent = Invitation | AccountToken

/** How long tokens are valid, in milliseconds. */
const lives = {
  invite: 7 * 24 * HOUR,
  reset: 24 * HOUR,
  confirm: 7 * 24 * HOUR,
} as const satisfies Record<TokenContent['kind'], number>

/** A token as it is given out. */
export interface IssuedToken {
  readonly token: string
  /** Epoch milliseconds. */
  readonly until: number
}

/** A valid token, and the change that uses it up: the commit fails if somebody else has used it meanwhile. */
export interface FoundToken<T extends TokenContent> {
  readonly content: T
  readonly use: Change
}

/** Tokens in links: random texts that work once, and are stored as digests. */
export interface Tokens {
  issue(content: TokenContent): Promise<IssuedToken>
  /** Finds a token of a kind that is neither used nor expired. */
  find<K extends TokenContent['kind']>(
    kind: K,
    token: string,
  ): Promise<FoundToken<Extract<TokenContent, { readonly kind: K }>> | undefined>
}

interface TokenPorts {
  readonly store: Reads
  readonly note: Note
  readonly clock: Clock
  readonly random: Random
}

/** Creates tokens that are kept in a store. */
export function createTokens({ store, note, clock, random }: TokenPorts): Tokens {
  return {
    async issue(content) {
      const token = randomText(random, 52)
      const until = clock() + lives[content.kind]
      const key = digest(token)
      const value = { ...content, expires: until }
      await note([
        { op: 'put', collection: TOKENS, key, value, expected: null },
        ...(await expiredAfter(store, { collection: TOKENS, place: key, now: clock() })),
      ])
      return { token, until }
    },
    async find(kind, token) {
      const key = digest(token)
      const entry = await store.get(TOKENS, key)
      const found = entry?.value as (TokenContent & { readonly expires: number }) | undefined
      if (!entry || !found || found.kind !== kind || found.expires <= clock()) return undefined
      const { expires: _until, ...content } = found
      return {
        content: content as never,
        use: { op: 'delete', collection: TOKENS, key, expected: entry.version },
      }
    },
  }
}

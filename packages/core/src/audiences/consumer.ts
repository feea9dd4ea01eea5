import type { Context } from '../conditions/context.ts'

/** A consumer of APIs, as audiences see one. */
export interface Consumer {
  readonly id: string
  /** @default none */
  readonly groups?: readonly string[]
  /** @default none */
  readonly tags?: readonly string[]
  readonly email?: string
  /** Whether somebody vouches for the address. Audiences see no other addresses, since anybody could type them. @default false */
  readonly email_verified?: boolean
}

/**
 * The context in which an audience is judged: `id`, `groups`, `tags`, and `email` and `emailDomain` of a verified address.
 * A domain is in lower case. Without a consumer it is `{}`.
 *
 * @example
 * contextOf({ id: 'ann', email: 'ann@example.com', email_verified: true }).emailDomain // example.com
 */
export function contextOf(consumer: Consumer | undefined): Context {
  if (!consumer) return {}
  const { id, groups = [], tags = [], email, email_verified: isVerified = false } = consumer
  const [, domain] = /@([^@]+)$/.exec(email ?? '') ?? []
  return { id, groups, tags, ...(isVerified && domain !== undefined && { email, emailDomain: domain.toLowerCase() }) }
}

import type { Passwords } from '../ports.ts'
import type { StoredUser } from './user.ts'

/** Whether a user of this instance can sign in. */
export type CanSignIn = (user: StoredUser) => boolean

/** How users of an instance sign in. */
export interface SignInRules extends Pick<Passwords, 'isHash'> {
  /** Issuers of the identity providers whose users can sign in. @default any */
  readonly issuers?: readonly string[] | undefined
}

/**
 * Tells who can sign in: users with an account of a known identity provider, and users with a password whom the instance lets
 * use it. Temporary passwords count. A stored text that is not a hash does not, and neither does a session, because it ends. Whether the
 * provider still has the account is not known here.
 */
export const createCanSignIn =
  (mayUsePassword: (id: string) => boolean, { issuers, isHash = isAnyText }: SignInRules = {}): CanSignIn =>
  ({ id, identity, passwordHash = '' }) =>
    identity
      ? (issuers?.some((one) => isSameIssuer(one, identity.issuer)) ?? true)
      : passwordHash !== '' && isHash(passwordHash) && mayUsePassword(id)

const isAnyText = (): boolean => true

/** Issuers are written with and without a slash at the end. */
const isSameIssuer = (a: string, b: string): boolean => a.replace(/\/$/, '') === b.replace(/\/$/, '')

/** Creates the check whether a user can use a password: only these users can, or everybody. */
export const passwordsFor =
  (passwordUsers: readonly string[] | undefined) =>
  (id: string): boolean =>
    passwordUsers?.includes(id) ?? true

/** The most users and issuers that the message names. */
const MOST_NAMED = 5

/** What to do before the admins `taken` are taken away: names who could sign in here. */
export function adviceToKeep(
  taken: ReadonlySet<string>,
  { passwordUsers, issuers }: Pick<SignInRules, 'issuers'> & { readonly passwordUsers?: readonly string[] | undefined },
): string {
  const named = (names: readonly string[]) => names.slice(0, MOST_NAMED).join(' or ')
  const others = passwordUsers?.filter((id) => !taken.has(id))
  const ways = [
    ...(others === undefined ? ['another user with a password'] : []),
    ...(others && others.length > 0 ? [`${named(others)}, with a password,`] : []),
    ...(others && issuers === undefined ? ['another user of an identity provider'] : []),
    ...(issuers && issuers.length > 0 ? [`another user of ${named(issuers)}`] : []),
  ]
  return ways.length > 0
    ? `make ${ways.join(' or ')} an admin first`
    : 'nobody else can sign in here, because only this user may use a password and there is no identity provider: let others sign in first'
}

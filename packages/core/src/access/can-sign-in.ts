import type { StoredUser } from './user.ts'

/** Whether a user of this instance can sign in. */
export type CanSignIn = (user: StoredUser) => boolean

/**
 * Tells who can sign in: users with an account of an identity provider, and users with a password whom the instance lets use
 * it. Temporary passwords count. Sessions do not: they end. Whether the provider still knows the account is not known here.
 */
export const createCanSignIn =
  (mayUsePassword: (id: string) => boolean): CanSignIn =>
  ({ id, identity, passwordHash = '' }) =>
    identity !== undefined || (passwordHash !== '' && mayUsePassword(id))

/** Tells who may use a password: these users, or everybody. */
export const passwordsFor =
  (passwordUsers: readonly string[] | undefined) =>
  (id: string): boolean =>
    passwordUsers?.includes(id) ?? true

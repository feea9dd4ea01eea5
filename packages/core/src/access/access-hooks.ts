import { problem, SignalboxError } from '../machine/errors/errors.ts'
import type { Hooks, Writing } from '../machine/records/hooks.ts'
import { randomText } from '../machine/secrets/random-text.ts'
import { hashSecret, isSecret } from '../machine/secrets/secret.ts'
import type { Passwords, Random } from '../ports.ts'
import type { ApiKey, StoredApiKey } from './api-key.ts'
import { type StoredUser, showUser, type User } from './user.ts'

/** Generates missing ids and secrets. The secret is stored as a hash and shown once. */
export const apiKeyHooks = (random: Random): Hooks<ApiKey> => ({
  async prepare({ next: { clientSecret: sent, ...next }, current }: Writing<ApiKey & StoredApiKey>) {
    const kept = next.clientSecretHash ?? current?.clientSecretHash
    const secret = sent ?? (kept === undefined ? randomText(random, 64) : undefined)
    const record: StoredApiKey = {
      clientId: next.clientId ?? current?.clientId ?? randomText(random, 16),
      name: next.name,
      authorizedPatterns: next.authorizedPatterns ?? [],
      admin: next.admin ?? false,
      clientSecretHash:
        secret === undefined || (kept && isSecret(secret, kept)) ? (kept as string) : hashSecret(secret, random),
    }
    return { record, ...(secret !== undefined && { shown: { clientSecret: secret } }) }
  },
  present: ({ clientSecretHash: _hidden, ...shown }: StoredApiKey) => shown,
})

/** Stores passwords as hashes and never shows them. */
export const userHooks = (passwords: Passwords, random: Random): Hooks<User> => ({
  async prepare({ next: { password, passwordHash: sent, ...next }, current }: Writing<User & StoredUser>) {
    const identity = next.identity ?? current?.identity
    if (identity && password !== undefined) throw noPassword(next.id)
    const kept = identity ? undefined : (sent ?? current?.passwordHash)
    const isKept = password === undefined || (kept !== undefined && (await passwords.verify(password, kept)))
    const passwordHash = isKept ? kept : await passwords.hash(password)
    const isSame = current?.id === next.id && current.passwordHash === passwordHash
    const record: StoredUser = {
      ...next,
      admin: next.admin ?? false,
      temporary: next.temporary ?? false,
      authorizedPatterns: next.authorizedPatterns ?? [],
      ...(identity && { identity }),
      ...(passwordHash !== undefined && { passwordHash }),
      passwordId: (isSame && current.passwordId) || randomText(random, 16),
    }
    return { record }
  },
  present: showUser,
})

const noPassword = (id: string) =>
  new SignalboxError(
    'INVALID',
    `The user ${id} signs in with an identity provider and has no password: omit the password`,
    {
      fieldErrors: { '/password': [problem('error.password.identity')] },
    },
  )

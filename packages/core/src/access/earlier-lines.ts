import { isObject } from '../machine/json/json.ts'

/** The login types of users in the previous feature service. */
const userTypes: readonly unknown[] = ['Izanami', 'OAuth', 'Otoroshi']

/** A SHA-512 in hexadecimal, which the previous feature service exports as the password of a user. */
const HASH = /^[0-9a-f]{128}$/i

/**
 * Converts a user line of the previous feature service. Drops a known `type`: it says where the user logged in, which has no
 * meaning here. Drops a `password` that is a hash: taken as a password, it would admit everyone who has seen the
 * export. Such a user has no password until an admin sets one.
 */
export function earlierUser(line: unknown): unknown {
  if (!isObject(line)) return line
  const { type, password, ...user } = line
  const isHash = typeof password === 'string' && HASH.test(password)
  return {
    ...user,
    ...(type !== undefined && !userTypes.includes(type) && { type }),
    ...(isHash ? { temporary: true } : password !== undefined && { password }),
  }
}

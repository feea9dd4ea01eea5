import { isObject } from '../json.ts'

/** Where users of the earlier system log in. */
const userTypes: readonly unknown[] = ['Izanami', 'OAuth', 'Otoroshi']

/** A SHA-512 in hexadecimal: what the earlier system exports as the password of a user. */
const HASH = /^[0-9a-f]{128}$/i

/**
 * A line of a user as the earlier system writes it. Its `type` says where the user logged in, which means nothing here. Its `password` is a
 * hash: taken for a password, it would let in whoever has seen the export. The user comes without one and has yet to be given one.
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

import type { Signalbox } from '@signalbox/core'
import { scryptPasswords } from './scrypt-passwords.ts'

/** A user as exported in nd-json, with the hash of the password. */
type UserLine = ReturnType<Signalbox['users']['export']> extends AsyncIterable<infer Line> ? Line : never

/** A new password, and whether the user must change it. */
export interface NewPassword {
  readonly password: string
  readonly temporary: boolean
}

const LEAST_CHARACTERS = 12
const MOST_CHARACTERS = 1024
/** Maximum number of users that a message lists. */
const MOST_NAMED = 10

/**
 * Sets the password of a user and ends the user's sessions, even if the password stays the same. Throws an `Error` that
 * says what to do if the user does not exist, or the password is too short or too long.
 */
export async function setPassword(box: Signalbox, userId: string, { password, temporary }: NewPassword): Promise<void> {
  const { length } = [...password]
  if (length < LEAST_CHARACTERS || length > MOST_CHARACTERS)
    throw new Error(`The password has ${length} characters: use ${LEAST_CHARACTERS} to ${MOST_CHARACTERS} characters`)
  const user = await findUser(box, userId)
  if (!user) throw new Error(await nobodySentence(box, userId))
  // A new hash invalidates the sessions opened under the previous one, even for the same password.
  const line = { ...user, passwordHash: await scryptPasswords.hash(password), temporary }
  const { errors } = await box.users.import({ body: [line], strategy: 'Replace' })
  if (errors.errors.length > 0) throw new Error(`User ${userId} cannot be changed: ${errors.errors[0]?.args[1]}`)
}

/** Returns a user with the hash of the password; `undefined` if the id does not exist. */
export async function findUser(box: Signalbox, userId: string): Promise<UserLine | undefined> {
  for await (const line of box.users.export({ pattern: userId })) if (line.id === userId) return line
  return undefined
}

/** Returns a message that a user does not exist, with the users that do. */
export async function nobodySentence(box: Signalbox, userId: string): Promise<string> {
  const { results, metadata } = await box.users.list({ pageSize: MOST_NAMED })
  if (results.length === 0) return `There are no users yet: start the server once to create the first admin`
  const more = metadata.count - results.length
  const names = results.map(({ id }) => id).join(', ') + (more > 0 ? ` and ${more} more` : '')
  return `User ${userId} does not exist: the users are ${names}`
}

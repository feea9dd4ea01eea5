import type { Signalbox } from '@signalbox/core'
import { scryptPasswords } from './scrypt-passwords.ts'

/** A user as nd-json carries them, with the hash of the password. */
type UserLine = ReturnType<Signalbox['users']['export']> extends AsyncIterable<infer Line> ? Line : never

/** A new password, and whether the user has to change it. */
export interface NewPassword {
  readonly password: string
  readonly temporary: boolean
}

const SHORTEST = 12
const LONGEST = 1024
/** How many users a sentence names. */
const MOST_NAMED = 10

/**
 * Gives a user another password and ends the user's sessions, also when the password is the same as before. Throws an `Error` whose
 * sentence says what to do: for a user that does not exist, and for a password that is too short or too long.
 */
export async function setPassword(box: Signalbox, userId: string, { password, temporary }: NewPassword): Promise<void> {
  const { length } = [...password]
  if (length < SHORTEST || length > LONGEST)
    throw new Error(`The password has ${length} characters: it needs ${SHORTEST} at least, and ${LONGEST} at most`)
  const user = await findUser(box, userId)
  if (!user) throw new Error(await nobodySentence(box, userId))
  // A new hash, of whatever password, makes the sessions void that were opened under the one before.
  const line = { ...user, passwordHash: await scryptPasswords.hash(password), temporary }
  const { errors } = await box.users.import({ body: [line], strategy: 'Replace' })
  if (errors.errors.length > 0) throw new Error(`User ${userId} cannot be changed: ${errors.errors[0]?.args[1]}`)
}

/** A user with the hash of the password; `undefined` when there is none with this id. */
export async function findUser(box: Signalbox, userId: string): Promise<UserLine | undefined> {
  for await (const line of box.users.export({ pattern: userId })) if (line.id === userId) return line
  return undefined
}

/** Says that a user does not exist, and who does. */
export async function nobodySentence(box: Signalbox, userId: string): Promise<string> {
  const { results, metadata } = await box.users.list({ pageSize: MOST_NAMED })
  if (results.length === 0) return `There are no users yet: start the server once, and it creates the first admin`
  const more = metadata.count - results.length
  const names = results.map(({ id }) => id).join(', ') + (more > 0 ? ` and ${more} more` : '')
  return `User ${userId} does not exist; there are ${names}`
}

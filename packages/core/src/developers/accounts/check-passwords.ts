import { createJudge } from '../../machine/guessing/judge.ts'
import { networkOf } from '../../machine/guessing/network-of.ts'
import { createOneByOne } from '../../machine/guessing/one-by-one.ts'
import { processDigest } from '../../machine/secrets/process-digest.ts'
import type { Clock, Passwords, Random, Reads } from '../../ports.ts'
import { findDeveloper, type LoadedDeveloper } from '../consumer.ts'
import type { StoredDeveloper } from '../developer.ts'
import { findByEmail, sameEmail } from '../emails.ts'

/** The most passwords hashed at a time. Each occupies a thread for at least a tenth of a second. */
const AT_ONCE = 2

interface PasswordPorts {
  readonly store: Reads
  readonly clock: Clock
  readonly random: Random
  readonly passwords: Passwords
}

/** Creates what hashes and checks the passwords of consumers, few at a time. */
export function createPasswordChecks({ store, clock, random, passwords }: PasswordPorts) {
  const judge = createJudge(clock)
  const digestOf = processDigest(random)
  const inTurn = createOneByOne(AT_ONCE)
  let nobody: Promise<string> | undefined

  const found = async (email: string): Promise<LoadedDeveloper | undefined> => {
    const id = await findByEmail(store, email)
    return id === undefined ? undefined : findDeveloper(store, id)
  }

  return {
    /**
     * The consumer with an address and a password; `undefined` if there is none, in the same time. Throws TOO_MANY_REQUESTS
     * for wrong passwords after too many failures; the right one is always accepted.
     */
    check(email: string, password: string, address = ''): Promise<LoadedDeveloper | undefined> {
      const fingerprint = digestOf(`${sameEmail(email)} ${password}`)
      return judge({ id: sameEmail(email), fingerprint, address }, () =>
        inTurn(networkOf(address), async () => {
          const one = await found(email)
          const hash = one?.record.passwordHash
          nobody ??= passwords.hash('nobody has this password')
          const fits = await passwords.verify(password, hash ?? (await nobody))
          return fits && hash !== undefined ? one : undefined
        }),
      )
    },
    /** Whether a consumer who is signed in knows their password. Throws as `check` does. */
    async isOwn({ id, passwordHash }: StoredDeveloper, password: string, address = ''): Promise<boolean> {
      const fingerprint = digestOf(`${id} ${password}`)
      const fits = async () =>
        passwordHash !== undefined && (await passwords.verify(password, passwordHash)) ? true : undefined
      const right = await judge({ id: `/${id}`, fingerprint, address }, () => inTurn(networkOf(address), fits))
      return right === true
    },
    /** Looks up a token, whose wrong guesses count like wrong passwords. */
    judged: <T>(
      token: string,
      address: string | undefined,
      look: () => Promise<T | undefined>,
    ): Promise<T | undefined> => judge({ id: '/token', fingerprint: digestOf(token), address }, look),
    /** Hashes a new password, when it is the turn of its network. */
    hash: (password: string, address = ''): Promise<string> =>
      inTurn(networkOf(address), () => passwords.hash(password)),
  }
}

/** What hashes and checks the passwords of consumers. */
export type PasswordChecks = ReturnType<typeof createPasswordChecks>

import { failure, problem } from '../machine/errors/errors.ts'
import { networkOf } from '../machine/guessing/network-of.ts'
import { createOneByOne } from '../machine/guessing/one-by-one.ts'
import { createThrottle, QUARTER_HOUR } from '../machine/guessing/throttle.ts'
import type { Clock, Passwords, Wait } from '../ports.ts'
import type { StoredUser } from './user.ts'

/**
 * Returns the user with this id and password. Throws UNAUTHENTICATED if there is none, TOO_MANY_REQUESTS after too many
 * failures.
 */
export type Login = (userId: string, password: string, address?: string) => Promise<StoredUser>

interface LoginPorts {
  readonly clock: Clock
  readonly wait: Wait
  readonly passwords: Passwords
  /** Whether a user may log in with a password. */
  readonly mayUsePassword: (id: string) => boolean
  readonly findUser: (id: string) => Promise<{ record: StoredUser } | undefined>
}

const SLOW_AFTER = 10
const STEP = 250
const SLOWEST = 3000

/** The most passwords hashed at a time. Each occupies a thread for at least a tenth of a second. */
const AT_ONCE = 2

/**
 * Checks passwords: in the same time for an unknown user, more slowly for a user under attack, and not at all for an
 * address that guesses. Each address has one password checked at a time, so parallel guesses are no faster than
 * sequential ones.
 */
export function createLogin({ clock, wait, passwords, mayUsePassword, findUser }: LoginPorts): Login {
  const pairs = createThrottle(clock, { failures: 5, window: QUARTER_HOUR })
  const networks = createThrottle(clock, { failures: 50, window: QUARTER_HOUR })
  const attacked = createThrottle(clock, { failures: SLOW_AFTER, window: QUARTER_HOUR })
  const inTurn = createOneByOne(AT_ONCE)
  let nobody: Promise<string> | undefined

  return async (userId, password, address = '') => {
    const network = networkOf(address)
    const pair = JSON.stringify([userId, network])
    const refuse = () => {
      pairs.refuse(pair)
      networks.refuse(network)
    }
    refuse()
    const excess = attacked.count(userId) - SLOW_AFTER
    if (excess >= 0) await wait(Math.min(SLOWEST, STEP * (excess + 1)))
    return inTurn(network, async () => {
      refuse() // again, because others may have failed meanwhile
      const user = mayUsePassword(userId) ? (await findUser(userId))?.record : undefined
      nobody ??= passwords.hash('nobody has this password')
      const fits = await passwords.verify(password, user?.passwordHash ?? (await nobody))
      if (fits && user?.passwordHash !== undefined) {
        pairs.forget(pair)
        return user
      }
      pairs.fail(pair)
      networks.fail(network)
      attacked.fail(userId)
      throw failure('UNAUTHENTICATED', 'The user or the password is wrong', problem('error.credentials'))
    })
  }
}

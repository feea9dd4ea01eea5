import type { Clock, Passwords, Wait } from '../ports.ts'
import { unauthenticated } from './caller.ts'
import { createThrottle, QUARTER_HOUR } from './throttle.ts'
import type { StoredUser } from './user.ts'

/** Tells which user has this password. UNAUTHENTICATED for none, TOO_MANY_REQUESTS for who guesses. */
export type Login = (userId: string, password: string, address?: string) => Promise<StoredUser>

interface LoginPorts {
  readonly clock: Clock
  readonly wait: Wait
  readonly passwords: Passwords
  readonly findUser: (id: string) => Promise<{ record: StoredUser } | undefined>
}

const SLOW_AFTER = 10
const STEP = 250
const SLOWEST = 3000

/** Checks passwords: as slowly for an unknown user, slower for a user under attack, never for an address that guesses. */
export function createLogin({ clock, wait, passwords, findUser }: LoginPorts): Login {
  const pairs = createThrottle(clock, { failures: 5, window: QUARTER_HOUR })
  const addresses = createThrottle(clock, { failures: 50, window: QUARTER_HOUR })
  const attacked = createThrottle(clock, { failures: SLOW_AFTER, window: QUARTER_HOUR })
  let nobody: Promise<string> | undefined

  return async (userId, password, address = '') => {
    const pair = JSON.stringify([userId, address])
    const refuse = () => {
      pairs.refuse(pair)
      addresses.refuse(address)
    }
    refuse()
    const excess = attacked.count(userId) - SLOW_AFTER
    if (excess >= 0) await wait(Math.min(SLOWEST, STEP * (excess + 1)))
    const user = (await findUser(userId))?.record
    nobody ??= passwords.hash('nobody has this password')
    const fits = await passwords.verify(password, user?.passwordHash ?? (await nobody))
    // Again, for others may have failed meanwhile: guesses made at once are no more than guesses one by one.
    refuse()
    if (fits && user?.passwordHash !== undefined) {
      pairs.forget(pair)
      return user
    }
    pairs.fail(pair)
    addresses.fail(address)
    attacked.fail(userId)
    throw unauthenticated()
  }
}

import { failure, problem } from '../errors.ts'
import type { Follower } from '../events/follower.ts'
import type { CallContext, Handlers } from '../operation.ts'
import type { Ports } from '../ports.ts'
import type { Collection, Instance } from '../records/collection.ts'
import { collection } from '../records/collection.ts'
import { bulkHandlers, crudHandlers, patchHandler } from '../records/handlers.ts'
import type { Resource } from '../records/resource.ts'
import { apiKeys } from './api-key.ts'
import { createIdentify } from './authenticate.ts'
import { owner, unauthenticated } from './caller.ts'
import type { apiKeyContract, sessionContract, userContract } from './contract.ts'
import { apiKeyHooks, userHooks } from './keep.ts'
import { withSession } from './session-of.ts'
import { createSessions } from './sessions.ts'
import { createThrottle, QUARTER_HOUR } from './throttle.ts'
import type { StoredUser, User } from './user.ts'
import { users } from './user.ts'

interface AccessPorts extends Pick<Ports, 'random' | 'passwords'> {
  readonly instance: Instance
  readonly follower: Follower
}

/** Api keys, users and sessions, and the door that tells who calls. */
export function accessHandlers({ instance, follower, random, passwords }: AccessPorts) {
  const keys = collection(apiKeys, instance, apiKeyHooks(random))
  const people = collection(users, instance, userHooks(passwords))
  const findUser = async (id: string) => (await people.find(id))?.record as StoredUser | undefined
  const sessions = createSessions({ ...instance, random, findUser })
  const logIn = createLogin({ instance, passwords, findUser })

  const sessionHandlers: Handlers<typeof sessionContract> = {
    async login({ body: { userId, password } }, { address }) {
      const user = await logIn(userId, password, address)
      return withSession(userHooks(passwords).present!(user), await sessions.open(user))
    },
    async logout(_input, { caller: { session } }) {
      if (session !== undefined) await sessions.close(session)
      return withSession({}, '')
    },
    async me(_input, { caller }) {
      const { id, name, kind } = caller.authInfo ?? { id: '', name: '', kind: 'Owner' }
      return { id, name, kind, admin: caller.isAdmin, authorizedPatterns: [...caller.grants] }
    },
    async changePassword({ body: { currentPassword, newPassword } }, call) {
      const { authInfo, session } = call.caller
      if (authInfo?.kind !== 'User')
        throw failure('INVALID', 'Only a user has a password', problem('error.caller.kind', 'User'))
      await logIn(authInfo.id, currentPassword, call.address)
      if (session !== undefined) await sessions.close(session)
      const changed = (user: User) => ({ ...user, password: newPassword, temporary: false })
      const answer = await people.update(authInfo.id, changed, call)
      return withSession(answer, await sessions.open((await findUser(authInfo.id)) as StoredUser))
    },
  }

  return {
    apiKeys: recordHandlers(keys) as Handlers<typeof apiKeyContract>,
    users: recordHandlers(people, () => lastAdmin(people)) as Handlers<typeof userContract>,
    sessions: sessionHandlers,
    onSessionClose: sessions.onClose,
    identify: createIdentify({
      ...instance,
      random,
      follower,
      sessions,
      findKey: async (id) => (await keys.find(id))?.record,
    }),
  }
}

/** What all records have; deleting many never deletes who calls, nor the last admin. */
function recordHandlers<R extends Resource>(
  records: Collection<R>,
  lastOne = async (): Promise<string | undefined> => undefined,
) {
  return {
    ...crudHandlers(records),
    ...patchHandler(records),
    ...bulkHandlers(records),
    async deleteMany({ pattern }: { pattern: string }, call: CallContext) {
      const kept = new Set([call.caller.authInfo?.id, await lastOne()])
      return { count: await records.removeMany(pattern, call, (id) => kept.has(id)) }
    },
  }
}

/** The admin who stays when all are to go: the last in order. */
async function lastAdmin(people: Collection<typeof users>): Promise<string | undefined> {
  let last: string | undefined
  for await (const { id, admin } of people.scan('*', { caller: owner })) if (admin) last = id
  return last
}

interface LoginPorts extends Pick<Ports, 'passwords'> {
  readonly instance: Instance
  readonly findUser: (id: string) => Promise<StoredUser | undefined>
}

const SLOW_AFTER = 10
const SLOWEST = 3000

/** Checks a password: as slowly for an unknown user, slower for a user under attack, never for an address that guesses. */
function createLogin({ instance: { clock }, passwords, findUser }: LoginPorts) {
  const pairs = createThrottle(clock, { failures: 5, window: QUARTER_HOUR })
  const addresses = createThrottle(clock, { failures: 50, window: QUARTER_HOUR })
  const attacked = createThrottle(clock, { failures: SLOW_AFTER, window: QUARTER_HOUR })
  let nobody: Promise<string> | undefined

  return async (userId: string, password: string, address = ''): Promise<StoredUser> => {
    const pair = JSON.stringify([userId, address])
    pairs.refuse(pair)
    addresses.refuse(address)
    const excess = attacked.count(userId) - SLOW_AFTER
    if (excess >= 0) await new Promise((resolve) => setTimeout(resolve, Math.min(SLOWEST, 250 * (excess + 1))))
    const user = await findUser(userId)
    nobody ??= passwords.hash('nobody has this password')
    const fits = await passwords.verify(password, user?.passwordHash ?? (await nobody))
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

import { answered } from '../machine/answers/answer.ts'
import { type Caller, unauthenticated } from '../machine/callers/caller.ts'
import { failure, problem, SignalboxError } from '../machine/errors/errors.ts'
import type { Follower } from '../machine/log/follower.ts'
import { type Collection, collection } from '../machine/records/collection.ts'
import { bulkHandlers, crudHandlers, patchHandler } from '../machine/records/handlers.ts'
import type { Instance } from '../machine/records/hooks.ts'
import type { Resource } from '../machine/records/resource.ts'
import type { CallContext, Handlers } from '../operation.ts'
import type { Ports } from '../ports.ts'
import { apiKeyHooks, userHooks } from './access-hooks.ts'
import type { StoredApiKey } from './api-key.ts'
import { createIdentify } from './authenticate.ts'
import { type CanSignIn, passwordsFor } from './can-sign-in.ts'
import type { accessContract, accessKinds } from './contract.ts'
import { gatewayKeys, type StoredGatewayKey } from './gateway-key.ts'
import { gatewayKeyHooks } from './issue-gateway-key.ts'
import { adminToKeep } from './last-admin.ts'
import { createLogin } from './login.ts'
import { type OwnGatewayKey, ownGatewayKeys } from './own-gateway-keys.ts'
import { createSessions } from './sessions.ts'
import { createSignIn } from './sign-in.ts'
import { type StoredUser, showUser, type User } from './user.ts'
import { userSessions } from './user-sessions.ts'

/** The parts that access needs. */
export interface AccessParts extends Pick<Ports, 'random' | 'passwords' | 'wait'> {
  readonly instance: Instance
  readonly follower: Follower
  /** The gateway keys of data planes that this program starts. */
  readonly ownGatewayKeys: readonly OwnGatewayKey[]
  /** Who may log in with a password; `undefined`: all users. */
  readonly passwordUsers: readonly string[] | undefined
  readonly canSignIn: CanSignIn
}

/** The kinds of records of callers: API keys, users and gateway keys. */
export type AccessKinds = ReturnType<typeof accessKinds<string>>
type AccessHandlers = Handlers<ReturnType<typeof accessContract<string>>>

/** Handlers for API keys, users, gateway keys and sessions, and the functions that authenticate callers. */
export function accessHandlers(parts: AccessParts, { apiKeys, users }: AccessKinds) {
  const { instance, follower, random, passwords, wait } = parts
  const keys = collection(apiKeys, instance, apiKeyHooks(random))
  const people = collection(users, instance, userHooks(passwords, random))
  const planes = collection(gatewayKeys, instance, gatewayKeyHooks(random))
  const findKey = keys.find as (id: string) => Promise<Found<StoredApiKey>>
  const findUser = people.find as (id: string) => Promise<Found<StoredUser>>
  const findOwn = ownGatewayKeys(parts.ownGatewayKeys, random)
  const findStored = planes.find as (id: string) => Promise<Found<StoredGatewayKey>>
  const findGatewayKey = async (id: string): Promise<Found<StoredGatewayKey>> => findOwn(id) ?? findStored(id)
  const mayUsePassword = passwordsFor(parts.passwordUsers)
  const sessions = createSessions({ ...instance, random, wait }, userSessions({ mayUsePassword, findUser }))
  const logIn = createLogin({ ...instance, wait, passwords, mayUsePassword, findUser })

  const sessionHandlers: Omit<AccessHandlers, 'apiKeys' | 'users' | 'gatewayKeys'> = {
    async login({ body: { userId, password } }, { address }) {
      const user = await logIn(userId, password, address)
      return answered(showUser(user), { session: await sessions.open(user) })
    },
    async logout(_input, { caller: { session } }) {
      if (session !== undefined) await sessions.close(session)
      return answered({}, { session: '' })
    },
    async me(_input, { caller }) {
      const { id, name, kind } = caller.authInfo ?? { id: '', name: '', kind: 'Owner' }
      const user = kind === 'User' ? await findUser(id) : undefined
      return {
        id,
        name,
        kind,
        admin: caller.isAdmin,
        ...(user && { temporary: user.record.temporary ?? false }),
        authorizedPatterns: [...caller.grants],
      }
    },
    async changePassword({ body: { currentPassword, newPassword } }, call) {
      const { authInfo, session } = call.caller
      if (authInfo?.kind !== 'User')
        throw failure(
          'INVALID',
          'Only users have a password: sign in as a user to change it',
          problem('error.caller.kind', 'User'),
        )
      await logIn(authInfo.id, currentPassword, call.address)
      if (newPassword === currentPassword) throw samePassword()
      if (session !== undefined) await sessions.close(session)
      const changed = (user: User) => ({ ...user, password: newPassword, temporary: false })
      const answer = await people.update(authInfo.id, changed, { call })
      const found = await findUser(authInfo.id)
      if (!found) throw unauthenticated()
      return { ...answer, session: await sessions.open(found.record) }
    },
  }

  const finders = { User: findUser, ApiKey: findKey, GatewayKey: findGatewayKey }

  /** Whether the caller's user or key is unchanged since authentication, according to the store itself. */
  async function isCurrent({ authInfo, version }: Caller): Promise<boolean> {
    if (!authInfo || version === undefined) return true
    const find = finders[authInfo.kind as keyof typeof finders] ?? findKey
    const found = await find(authInfo.id)
    return found?.version === version
  }

  return {
    handlers: {
      apiKeys: recordHandlers(keys) as AccessHandlers['apiKeys'],
      users: recordHandlers(people, (pattern, callerId) =>
        adminToKeep(instance.store, parts.canSignIn, { pattern, callerId }),
      ) as AccessHandlers['users'],
      gatewayKeys: { ...crudHandlers(planes), ...bulkHandlers(planes) } as AccessHandlers['gatewayKeys'],
      ...sessionHandlers,
    },
    isCurrent,
    untilOver: sessions.untilOver,
    signIn: createSignIn({ schema: users.schema, store: instance.store, people, sessions, findUser }),
    identify: createIdentify({ ...instance, random, follower, sessions, findKey, findGatewayKey }),
  }
}

type Found<T> = { record: T; version: string } | undefined

const samePassword = () =>
  new SignalboxError('INVALID', 'The new password must differ from the current one', {
    fieldErrors: { '/newPassword': [problem('error.password.same')] },
  })

/** Handlers for records. Bulk deletes spare the caller and the last admin. */
function recordHandlers<R extends Resource>(
  records: Collection<R>,
  lastOne = async (_pattern: string, _callerId: string | undefined): Promise<string | undefined> => undefined,
) {
  return {
    ...crudHandlers(records),
    ...patchHandler(records),
    ...bulkHandlers(records),
    async deleteMany({ pattern }: { pattern: string }, call: CallContext) {
      const { authInfo } = call.caller
      const callerId = authInfo?.kind === records.resource.domain ? authInfo.id : undefined
      const kept = new Set([callerId, await lastOne(pattern, callerId)])
      return { count: await records.removeMany(pattern, { call }, (id) => kept.has(id)) }
    },
  }
}

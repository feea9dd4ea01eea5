import type { Domains } from '../machine/callers/domains.ts'
import { grantsSchema } from '../machine/callers/grants-schema.ts'
import { bulk, crud, patchable } from '../machine/records/contract.ts'
import { object, Type } from '../machine/schema/schema.ts'
import { operation } from '../operation.ts'
import { apiKeysOf } from './api-key.ts'
import { gatewayKeyContract, gatewayKeys } from './gateway-key.ts'
import { passwordSchema, userSchema, usersOf } from './user.ts'

/** The kinds of records of callers: API keys and users with grants over these domains, and gateway keys. */
export const accessKinds = <const D extends string>(domains: Domains<D>) =>
  ({ apiKeys: apiKeysOf(domains), users: usersOf(domains), gatewayKeys }) as const

/** The operations on API keys, users and gateway keys, for admins, and on sessions. */
export const accessContract = <const D extends string>(
  { apiKeys, users }: ReturnType<typeof accessKinds<D>>,
  domains: Domains<D>,
) => ({
  apiKeys: { ...crud(apiKeys), ...patchable(apiKeys), ...bulk(apiKeys) },
  users: { ...crud(users), ...patchable(users), ...bulk(users) },
  gatewayKeys: gatewayKeyContract,
  ...sessionContract(domains),
})

/** The operations on dashboard sessions and on the caller's own account. */
const sessionContract = <const D extends string>(domains: Domains<D>) => ({
  login: operation({
    method: 'POST',
    path: '/api/login',
    summary: 'Log in: the response sets the cookie signalbox_session, or __Host-signalbox_session under https',
    access: 'open',
    body: object({
      userId: Type.String({ maxLength: 512 }),
      password: Type.String({ maxLength: 1024, writeOnly: true }),
    }),
    limit: 8192, // enough for the longest password in any notation, and cheap: anyone may send it
    response: userSchema(domains),
  }),
  logout: operation({
    method: 'POST',
    path: '/api/logout',
    summary: 'Log out: end the session',
    access: 'authenticated',
    response: object({}),
  }),
  me: operation({
    method: 'GET',
    path: '/api/me',
    summary: 'Get the caller and its grants',
    access: 'authenticated',
    isPersonal: true,
    response: object({
      id: Type.String(),
      name: Type.String(),
      kind: Type.String({ description: 'ApiKey, User, or a name that the embedding program chooses' }),
      admin: Type.Boolean(),
      temporary: Type.Optional(
        Type.Boolean({ description: 'Whether a user must change the password; only for users' }),
      ),
      authorizedPatterns: grantsSchema(domains),
    }),
  }),
  changePassword: operation({
    method: 'POST',
    path: '/api/me/password',
    summary: 'Change the password of the calling user; ends all sessions of the user and opens a new one',
    access: 'authenticated',
    body: object({ currentPassword: Type.String({ maxLength: 1024, writeOnly: true }), newPassword: passwordSchema }),
    response: userSchema(domains),
  }),
})

import { operation } from '../operation.ts'
import { bulk, crud, patchable } from '../records/contract.ts'
import { object, Type } from '../schema.ts'
import { apiKeys } from './api-key.ts'
import { grantsSchema } from './grants-schema.ts'
import { passwordSchema, userSchema, users } from './user.ts'

/** What can be asked of api keys; by admins. */
export const apiKeyContract = { ...crud(apiKeys), ...patchable(apiKeys), ...bulk(apiKeys) }

/** What can be asked of users; by admins. */
export const userContract = { ...crud(users), ...patchable(users), ...bulk(users) }

/** Sessions of the dashboard, and who the caller is. */
export const sessionContract = {
  login: operation({
    method: 'POST',
    path: '/api/login',
    summary: 'Open a session: the answer sets the cookie signalbox_session, under https __Host-signalbox_session',
    access: 'open',
    body: object({
      userId: Type.String({ maxLength: 512 }),
      password: Type.String({ maxLength: 1024, writeOnly: true }),
    }),
    limit: 8192, // anyone may send it: it holds the longest password in any notation, and costs nothing to read
    response: userSchema,
  }),
  logout: operation({
    method: 'POST',
    path: '/api/logout',
    summary: 'End the session',
    access: 'authenticated',
    response: object({}),
  }),
  me: operation({
    method: 'GET',
    path: '/api/me',
    summary: 'Who calls, and what they may do',
    access: 'authenticated',
    response: object({
      id: Type.String(),
      name: Type.String(),
      kind: Type.String({ description: 'ApiKey, User, or what the embedding program says' }),
      admin: Type.Boolean(),
      authorizedPatterns: grantsSchema,
    }),
  }),
  changePassword: operation({
    method: 'POST',
    path: '/api/me/password',
    summary: 'Change the password of the user who calls; ends their sessions and opens a new one',
    access: 'authenticated',
    body: object({ currentPassword: Type.String({ maxLength: 1024, writeOnly: true }), newPassword: passwordSchema }),
    response: userSchema,
  }),
}

import { segmentSchema } from '../machine/keys/key.ts'
import { object, type Static, Type } from '../machine/schema/schema.ts'
import { portalOperation } from '../operation.ts'
import { trialSchema, triedSchema } from '../serving/trying/try-schema.ts'
import { linkSchema } from './accounts/link.ts'
import { applicationSchema, roleSchema } from './application.ts'
import { consumerPasswordSchema, developerSchema, emailSchema, nameSchema } from './developer.ts'
import { ownSubscriptionContract } from './subscriptions/own-subscription.ts'

const { id: _id, password: _password, tags: _tags, metadata: _metadata, ...shown } = developerSchema.properties

/** The schema of the calling consumer: without what only the people of an API see. */
export const consumerSchema = object({ id: Type.String(), ...shown })
/** The calling consumer. */
export type Consumer = Static<typeof consumerSchema>

/** The schema of an application as its members see it: with their names, and without addresses. */
export const ownApplicationSchema = object({
  id: Type.String(),
  name: applicationSchema.properties.name,
  description: applicationSchema.properties.description,
  members: Type.Array(object({ developer: Type.String(), name: Type.String(), role: roleSchema })),
})
/** An application as its members see it. */
export type OwnApplication = Static<typeof ownApplicationSchema>

const params = { id: segmentSchema }

/** A password that may be wrong. */
const givenPassword = Type.String({ maxLength: 1024, writeOnly: true })
const givenEmail = Type.String({ maxLength: 254 })
/** A token of a link. */
const tokenSchema = Type.String({ minLength: 1, maxLength: 200, writeOnly: true })
/** Enough for the longest password in any notation, and cheap: anyone may send it. */
const limit = 16_384

/** The operations of consumers on what is theirs. Only a portal serves them over HTTP. */
export const mineContract = {
  get: portalOperation({
    method: 'GET',
    path: '/api/mine',
    summary: 'Get the account of the calling consumer',
    access: 'developer',
    isPersonal: true,
    response: consumerSchema,
  }),
  try: portalOperation({
    method: 'POST',
    path: '/api/mine/_try',
    summary:
      'Try an operation of an API as a subscription of the calling consumer, through a data plane of this process',
    access: 'developer',
    isPersonal: true,
    body: triedSchema,
    response: trialSchema,
    // A body of 256 KiB whose characters are escaped.
    limit: 2 * 1024 * 1024,
    fails: ['CONFLICT', 'NOT_FOUND', 'TOO_LARGE', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
  }),
  signUp: portalOperation({
    method: 'POST',
    path: '/api/mine/_sign-up',
    summary: 'Create an account: the response sets the cookie, unless the account waits until its address is confirmed',
    access: 'open',
    body: object({
      name: nameSchema,
      email: emailSchema,
      password: consumerPasswordSchema,
      invitation: Type.Optional(tokenSchema),
    }),
    limit,
    response: consumerSchema,
    status: 201,
    fails: ['FORBIDDEN', 'CONFLICT', 'TOO_MANY_REQUESTS'],
  }),
  signIn: portalOperation({
    method: 'POST',
    path: '/api/mine/_sign-in',
    summary: 'Sign in: the response sets the cookie',
    access: 'open',
    body: object({
      email: givenEmail,
      password: givenPassword,
      confirmation: Type.Optional(
        Type.String({ ...tokenSchema, description: 'The token of the message that confirms the address' }),
      ),
    }),
    limit,
    response: consumerSchema,
    fails: ['UNAUTHENTICATED', 'FORBIDDEN', 'TOO_MANY_REQUESTS'],
  }),
  signOut: portalOperation({
    method: 'POST',
    path: '/api/mine/_sign-out',
    summary: 'Sign out: end the session',
    access: 'developer',
    response: object({}),
  }),
  resetPassword: portalOperation({
    method: 'POST',
    path: '/api/mine/_reset',
    summary: 'Choose a new password with a link; ends all sessions and opens a new one',
    access: 'open',
    body: object({ token: tokenSchema, password: consumerPasswordSchema }),
    limit,
    response: consumerSchema,
    fails: ['UNAUTHENTICATED', 'FORBIDDEN', 'TOO_MANY_REQUESTS'],
  }),
  update: portalOperation({
    method: 'PATCH',
    path: '/api/mine',
    summary:
      'Change the name, the e-mail address or the password; a new address or password requires the current password. A new password ends all sessions and opens a new one',
    access: 'developer',
    isPersonal: true,
    body: object({
      name: Type.Optional(nameSchema),
      email: Type.Optional(emailSchema),
      password: Type.Optional(consumerPasswordSchema),
      currentPassword: Type.Optional(givenPassword),
    }),
    limit,
    response: consumerSchema,
    fails: ['CONFLICT', 'TOO_MANY_REQUESTS'],
  }),
  delete: portalOperation({
    method: 'DELETE',
    path: '/api/mine',
    summary:
      'Delete the account of the calling consumer; refused while it is the only owner of an application with other members or open subscriptions',
    access: 'developer',
    response: object({}),
    fails: ['CONFLICT'],
  }),
  applications: {
    list: portalOperation({
      method: 'GET',
      path: '/api/mine/applications',
      summary: 'List the applications of the calling consumer, by name',
      access: 'developer',
      isPersonal: true,
      response: object({ results: Type.Array(ownApplicationSchema) }),
    }),
    get: portalOperation({
      method: 'GET',
      path: '/api/mine/applications/{id}',
      summary: 'Get an application of the calling consumer',
      access: 'developer',
      isPersonal: true,
      params,
      response: ownApplicationSchema,
    }),
    create: portalOperation({
      method: 'POST',
      path: '/api/mine/applications',
      summary: 'Create an application, whose owner is the calling consumer',
      access: 'developer',
      body: object({ name: nameSchema, description: applicationSchema.properties.description }),
      response: ownApplicationSchema,
      status: 201,
      fails: ['CONFLICT'],
    }),
    update: portalOperation({
      method: 'PATCH',
      path: '/api/mine/applications/{id}',
      summary: 'Change the name or the description of an application; only for its owners',
      access: 'developer',
      params,
      body: object({
        name: Type.Optional(nameSchema),
        description: Type.Optional(Type.String({ maxLength: 10_000 })),
      }),
      response: ownApplicationSchema,
    }),
    delete: portalOperation({
      method: 'DELETE',
      path: '/api/mine/applications/{id}',
      summary: 'Delete an application without open subscriptions; only for its owners',
      access: 'developer',
      params,
      response: object({}),
      fails: ['CONFLICT'],
    }),
    invite: portalOperation({
      method: 'POST',
      path: '/api/mine/applications/{id}/_invite',
      summary: 'Create a link that invites somebody to an application; only for its owners. It works once, for 7 days',
      access: 'developer',
      isPersonal: true,
      params,
      body: object({ role: Type.Optional(roleSchema) }),
      response: linkSchema,
      status: 201,
      fails: ['TOO_MANY_REQUESTS'],
    }),
    join: portalOperation({
      method: 'POST',
      path: '/api/mine/applications/{id}/_join',
      summary: 'Join an application with an invitation',
      access: 'developer',
      params,
      body: object({ token: tokenSchema }),
      response: ownApplicationSchema,
      fails: ['CONFLICT'],
    }),
    removeMember: portalOperation({
      method: 'DELETE',
      path: '/api/mine/applications/{id}/members/{developer}',
      summary: 'Remove a member of an application: owners can remove anyone, members themselves; the last owner stays',
      access: 'developer',
      params: { ...params, developer: segmentSchema },
      response: ownApplicationSchema,
      fails: ['CONFLICT'],
    }),
  },
  subscriptions: ownSubscriptionContract,
}

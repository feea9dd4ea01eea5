import { segmentSchema } from '../machine/keys/key.ts'
import { object, type Static, Type } from '../machine/schema/schema.ts'
import { portalOperation } from '../operation.ts'
import { trialSchema, triedSchema } from '../serving/trying/try-schema.ts'
import { applicationSchema, roleSchema } from './application.ts'
import { developerSchema } from './developer.ts'

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
  },
}

import { problem } from '../machine/errors/errors.ts'
import { copyJson, isObject, own } from '../machine/json/json.ts'
import { segmentSchema } from '../machine/keys/key.ts'
import { defineResource } from '../machine/records/resource.ts'
import { choice, metadata, note, object, type Static, Type, texts } from '../machine/schema/schema.ts'
import { APPLICATIONS } from '../subscriptions/subscribers.ts'
import { nameSchema } from './developer.ts'

/** The most members of an application. */
export const MOST_MEMBERS = 50

/**
 * What a member may do. An `owner` also invites and removes members, closes subscriptions and deletes the application.
 */
export const roleSchema = choice(['owner', 'member'])
/** What a member of an application may do. */
export type Role = Static<typeof roleSchema>

const memberSchema = object({
  developer: Type.String({ ...segmentSchema, description: 'The id of a consumer' }),
  role: roleSchema,
})

const members = {
  name: nameSchema,
  description: note,
  members: Type.Optional(
    Type.Array(memberSchema, {
      default: [],
      maxItems: MOST_MEMBERS,
      description: 'The consumers who share the application, each once',
    }),
  ),
  tags: texts,
  metadata,
}

/** The schema of applications, which subscribe to APIs. */
export const applicationSchema = object({ id: Type.Optional(segmentSchema), ...members })
/** An application of consumers. Subscriptions name it in `owner_ref`. */
export type Application = Static<typeof applicationSchema>

/** An application as it is stored. */
export type StoredApplication = Application &
  Required<Pick<Application, 'id' | 'members'>> & {
    /** When a consumer last subscribed with it. Subscribing writes it, so that only one of two equal requests succeeds. */
    readonly requested_at?: number
  }

/** The record kind of applications. */
export const applications = defineResource({
  name: 'application',
  plural: APPLICATIONS,
  after: ['developers'],
  path: '/api/applications',
  domain: 'Application',
  events: 'APPLICATION',
  schema: applicationSchema,
  id: segmentSchema,
  fixedId: true,
  isCompleted: true,
  indexes: ['name'],
  lines: object({
    id: segmentSchema,
    ...members,
    requested_at: Type.Optional(Type.Number({ description: 'Epoch milliseconds: when it last subscribed' })),
  }),
  rules: { check: problemsOfApplication },
})

/** Reports developers who are listed twice. */
function problemsOfApplication(application: unknown) {
  const list = isObject(application) ? own(application, 'members') : undefined
  if (!Array.isArray(list)) return {}
  const ids = list.map((one) => (isObject(one) ? own(one, 'developer') : undefined))
  const twice = ids.findIndex((id, i) => id !== undefined && ids.indexOf(id) < i)
  return twice < 0 ? {} : { [`/members/${twice}/developer`]: [problem('error.unique', ids[twice])] }
}

/** Sorts the members as in the schema, so that saving an unchanged application writes nothing. */
export const applicationInOrder = (application: StoredApplication): StoredApplication =>
  copyJson(application, applications.lines) as StoredApplication

/** An application without what only this service needs. */
export function showApplication(application: Application): Application {
  const { requested_at: _at, ...shown } = application as StoredApplication
  return shown
}

/** The role of a consumer in an application; `undefined` if the consumer is not a member. */
export const roleOf = ({ members = [] }: Pick<Application, 'members'>, developer: string): Role | undefined =>
  members.find((one) => one.developer === developer)?.role

import { DEVELOPER } from '../machine/callers/sealing-of.ts'
import { pattern } from '../machine/errors/in-words.ts'
import { copyJson } from '../machine/json/json.ts'
import { segmentSchema } from '../machine/keys/key.ts'
import { defineResource } from '../machine/records/resource.ts'
import { choice, metadata, object, output, type Static, Type, texts } from '../machine/schema/schema.ts'

/** The name of a consumer or of an application: what other people see. */
export const nameSchema = Type.String({ minLength: 1, maxLength: 200 })

const lengths = { minLength: 3, maxLength: 254 }

/** An e-mail address as it is stored: one `@`, no spaces. Earlier releases have taken more characters than `emailSchema`. */
const storedEmailSchema = Type.String({
  ...lengths,
  pattern: pattern(
    '^[^@\\s\\u0000-\\u001f\\u007f]+@[^@\\s\\u0000-\\u001f\\u007f]+$',
    'must be an e-mail address: one @, and no spaces',
  ),
})

/** What a mail program could read as the end of an address or as a second one, and what nobody sees. */
const ofAddress = '[^@\\s<>",;\\u0000-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f]+'

/** A new e-mail address: one `@`, no spaces, quotes, angle brackets, commas, semicolons and control characters. */
export const emailSchema = Type.String({
  ...lengths,
  pattern: pattern(
    `^${ofAddress}@${ofAddress}$`,
    'must be an e-mail address: one @, and no spaces, quotes, angle brackets, commas, semicolons and control characters',
  ),
})

/** A password of a consumer: 12 to 1024 characters. */
export const consumerPasswordSchema = Type.String({ minLength: 12, maxLength: 1024, writeOnly: true })

/** The standings of a consumer. Only active ones can sign in. */
export const developerStatuses = ['active', 'waiting', 'blocked'] as const

const before = {
  id: Type.Optional(segmentSchema),
  name: nameSchema,
  email: Type.Optional(
    Type.String({ ...storedEmailSchema, description: 'Unique, without regard to upper and lower case' }),
  ),
  email_verified: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether the address is verified. A changed address makes it false',
    }),
  ),
  password: Type.Optional(consumerPasswordSchema),
  status: Type.Optional(
    choice(developerStatuses, {
      default: 'active',
      description:
        '`waiting` until the address is confirmed. `blocked` ends all sessions; the keys of applications stay valid',
    }),
  ),
  groups: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      default: [],
      maxItems: 100,
      description: 'Groups that audiences of APIs and plans may require',
    }),
  ),
}
const set = {
  source: choice(['password', 'sso', 'embedder', 'api'], { description: 'Who created the account' }),
  created_at: Type.Number({ description: 'Epoch milliseconds: when the account was created' }),
}
const after = { tags: texts, metadata }

/** The schema of consumers of APIs. */
export const developerSchema = object({
  ...before,
  source: output(set.source),
  created_at: output(set.created_at),
  ...after,
})
/** A consumer: a person who uses APIs. Not a user: no grants, and no dashboard. */
export type Developer = Static<typeof developerSchema>

/** A consumer as stored and in nd-json. Without a hash the consumer has no password here. */
export type StoredDeveloper = Omit<Developer, 'password'> &
  Required<Pick<Developer, 'id' | 'status' | 'source' | 'created_at'>> & {
    readonly passwordHash?: string
    readonly sessionsId?: string
  }

/** The record kind of consumers. */
export const developers = defineResource({
  name: 'developer',
  plural: 'developers',
  path: '/api/developers',
  domain: DEVELOPER,
  events: 'DEVELOPER',
  areEventsForAdmins: true,
  schema: developerSchema,
  id: segmentSchema,
  fixedId: true,
  isCompleted: true,
  kept: ['source', 'created_at'],
  indexes: ['name', 'email', 'status'],
  hashes: true,
  lines: object({
    ...before,
    id: segmentSchema,
    source: Type.Optional(set.source),
    created_at: Type.Optional(set.created_at),
    ...after,
    passwordHash: Type.Optional(Type.String({ maxLength: 1024 })),
    sessionsId: output(
      Type.String({ description: 'Changes with the password and the status, which ends all sessions of the consumer' }),
    ),
  }),
})

/** Sorts the members as in the schema, so that saving an unchanged consumer writes nothing. */
export const developerInOrder = ({ sessionsId, ...developer }: StoredDeveloper): StoredDeveloper => ({
  ...(copyJson(developer, developers.lines) as StoredDeveloper),
  ...(sessionsId !== undefined && { sessionsId }),
})

/** A consumer without the members that prove the password or identify sessions. */
export const showDeveloper = <T extends StoredDeveloper | Developer>(developer: T) => {
  const { passwordHash: _hash, sessionsId: _id, ...shown } = developer as StoredDeveloper
  return shown as Developer
}

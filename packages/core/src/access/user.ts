import { forAdmins } from '../machine/callers/access.ts'
import type { Domains } from '../machine/callers/domains.ts'
import { grantsAsSent, withNormalGrants } from '../machine/callers/grants.ts'
import { grantsSchema } from '../machine/callers/grants-schema.ts'
import { segmentSchema } from '../machine/keys/key.ts'
import { defineResource } from '../machine/records/resource.ts'
import { object, output, type Static, Type } from '../machine/schema/schema.ts'
import { earlierUser } from './earlier-lines.ts'

/** A password of 12 to 1024 characters. */
export const passwordSchema = Type.String({ minLength: 12, maxLength: 1024, writeOnly: true })

/** An account at an identity provider. */
const identitySchema = object({ issuer: Type.String({ maxLength: 1024 }), subject: Type.String({ maxLength: 1024 }) })

const members = <const D extends string>(domains: Domains<D>) => ({
  id: segmentSchema,
  name: Type.String({ minLength: 1 }),
  email: Type.Optional(Type.String({ maxLength: 512 })),
  password: Type.Optional(passwordSchema),
  admin: Type.Optional(Type.Boolean({ default: false })),
  temporary: Type.Optional(Type.Boolean({ default: false, description: 'Whether the user must change the password' })),
  authorizedPatterns: Type.Optional(grantsSchema(domains)),
  identity: output({
    ...identitySchema,
    description:
      'The account at an identity provider with which the user signs in, instead of a password. Each sign-in replaces the name, the e-mail address and the rights',
  }),
})

/** The schema of a dashboard user. */
export const userSchema = <const D extends string>(domains: Domains<D>) => object(members(domains))
/** A user of the dashboard. */
export type User = Static<ReturnType<typeof userSchema<string>>>

/** A user as stored and in nd-json. Without a hash the user cannot log in. */
export type StoredUser = Omit<User, 'password'> & { readonly passwordHash?: string; readonly passwordId?: string }

/** The domain of users. */
export const userDomain = { domain: 'User', events: 'USER', isStreamedByDefault: true, access: forAdmins } as const

/** Users as a kind of record, with grants over these domains. */
export const usersOf = <const D extends string>(domains: Domains<D>) =>
  defineResource({
    ...userDomain,
    name: 'user',
    plural: 'users',
    path: '/api/users',
    schema: userSchema(domains),
    id: segmentSchema,
    hashes: true,
    earlier: earlierUser,
    lines: object({
      ...members(domains),
      identity: Type.Optional(identitySchema),
      passwordHash: Type.Optional(Type.String({ maxLength: 1024 })),
      passwordId: output(
        Type.String({ description: 'Changes whenever the password is set, which ends all sessions of the user' }),
      ),
    }),
    rules: { normalize: withNormalGrants, placeAsSent: grantsAsSent },
  })

/** A user without the members that prove or identify the password. */
export const showUser = ({ passwordHash: _hash, passwordId: _id, ...shown }: StoredUser): User => shown

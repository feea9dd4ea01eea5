import fc from 'fast-check'
import { goodId, json } from './arbitraries.fixture.ts'

/** Passwords from a small set, so that they match each other; sometimes too short, or missing. */
export const password = fc.oneof(
  { arbitrary: fc.constantFrom('a long password', 'another password', 'short') as fc.Arbitrary<unknown>, weight: 8 },
  { arbitrary: json, weight: 1 },
)

const grants = fc.oneof(
  { arbitrary: fc.constantFrom('*', 'a:*$$$RU,b', ['a*', 'b$$$C']) as fc.Arbitrary<unknown>, weight: 2 },
  {
    arbitrary: fc.constantFrom([{ pattern: 'a:*' }], [{ pattern: 'a', rights: ['R'], domains: ['Feature'] }]),
    weight: 2,
  },
  { arbitrary: json, weight: 1 },
)

const members = { name: fc.constantFrom('one', 'other', ''), authorizedPatterns: grants, admin: fc.boolean() }
const secret = fc.constantFrom('a-secret-of-tests', 'another-secret-of-tests', 'short')

/** `goodId` also yields ids of several segments, which API keys reject. */
const key = { clientId: goodId, ...members, clientSecret: secret }

/** API keys with and without ids and secrets, some of them invalid. */
export const maybeApiKey = maybe(fc.record(key, { requiredKeys: ['name'] }))

/** nd-json lines of API keys, which may carry a hash. */
export const apiKeyLine = maybe(
  fc.record(
    { ...key, clientSecretHash: fc.constantFrom(`hmac-sha256$${'a'.repeat(32)}$${'b'.repeat(64)}`, 'none') },
    { requiredKeys: ['clientId', 'name'] },
  ),
)

const user = { id: goodId, ...members, email: fc.string({ unit: 'binary' }), temporary: fc.boolean(), password }

/** Users, some of them invalid. */
export const maybeUser = maybe(fc.record(user, { requiredKeys: ['id', 'name'] }))

/** nd-json lines of users, which may carry a hash. */
export const userLine = maybe(
  fc.record({ ...user, passwordHash: fc.constant('plain a long password') }, { requiredKeys: ['id', 'name'] }),
)

function maybe(record: fc.Arbitrary<object>): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: record as fc.Arbitrary<unknown>, weight: 6 }, { arbitrary: json, weight: 1 })
}

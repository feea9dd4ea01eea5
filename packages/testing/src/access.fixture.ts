import fc from 'fast-check'
import { goodId, json } from './arbitraries.fixture.ts'

/** Passwords that meet; sometimes one that is too short, or none. */
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

/** Ids of more than one segment, as `goodId` has them, are refused here. */
const key = { clientId: goodId, ...members, clientSecret: secret }

/** Api keys, with and without ids and secrets, some of them wrong. */
export const maybeApiKey = maybe(fc.record(key, { requiredKeys: ['name'] }))

/** Lines of api keys: they may have a hash, too. */
export const apiKeyLine = maybe(
  fc.record(
    { ...key, clientSecretHash: fc.constantFrom(`hmac-sha256$${'a'.repeat(32)}$${'b'.repeat(64)}`, 'none') },
    { requiredKeys: ['clientId', 'name'] },
  ),
)

const user = { id: goodId, ...members, email: fc.string({ unit: 'binary' }), temporary: fc.boolean(), password }

/** Users, some of them wrong. */
export const maybeUser = maybe(fc.record(user, { requiredKeys: ['id', 'name'] }))

/** Lines of users: they may have a hash, too. */
export const userLine = maybe(
  fc.record({ ...user, passwordHash: fc.constant('plain a long password') }, { requiredKeys: ['id', 'name'] }),
)

function maybe(record: fc.Arbitrary<object>): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: record as fc.Arbitrary<unknown>, weight: 6 }, { arbitrary: json, weight: 1 })
}

import fc from 'fast-check'
import { password } from './access.fixture.ts'
import { json } from './arbitraries.fixture.ts'
import { gatewayId } from './gateway.fixture.ts'

const maybe = (record: fc.Arbitrary<object>): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: record as fc.Arbitrary<unknown>, weight: 6 }, { arbitrary: json, weight: 1 })

/** Consumers from a small set of addresses, so that they take each other's; some of them invalid. */
export const maybeDeveloper = maybe(
  fc.record(
    {
      id: gatewayId,
      name: fc.constantFrom('Ann', 'Bob', ''),
      email: fc.constantFrom('ann@b.de', 'ANN@b.de', 'bob@b.de', 'no address'),
      email_verified: fc.boolean(),
      status: fc.constantFrom('active', 'waiting', 'blocked', 'other'),
      password,
      groups: fc.constantFrom([], ['partners'], ['']),
      passwordHash: fc.constantFrom('plain a long password'),
    },
    { requiredKeys: ['id', 'name'] },
  ),
)

/** Applications whose members may exist; some of them invalid. */
export const maybeApplication = maybe(
  fc.record(
    {
      id: gatewayId,
      name: fc.constantFrom('Shop', ''),
      members: fc.array(fc.record({ developer: gatewayId, role: fc.constantFrom('owner', 'member', 'other') }), {
        maxLength: 2,
      }),
    },
    { requiredKeys: ['id', 'name'] },
  ),
)

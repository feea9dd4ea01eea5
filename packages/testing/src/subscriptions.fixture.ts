import fc from 'fast-check'
import { json } from './arbitraries.fixture.ts'
import { gatewayId } from './gateway.fixture.ts'

const optional = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(model, { requiredKeys: [] })
const tags = fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 })
const metadata = fc.dictionary(fc.constantFrom('a', '__proto__'), json, { maxKeys: 2 })

/** Subscriptions; some name plans that do not exist, some are forged or invalid. */
export const maybeSubscription: fc.Arbitrary<unknown> = fc.oneof(
  {
    arbitrary: fc.record(
      {
        id: gatewayId,
        name: fc.constantFrom('one', 'other'),
        enabled: fc.boolean(),
        api_ref: fc.constantFrom('a', 'b'),
        plan_ref: fc.constantFrom('a', 'b'),
        owner_ref: fc.constantFrom('ann', 'bob'),
        subject: fc.constantFrom('ann', 'x/y', ''),
        approval: fc.constantFrom('waiting', 'approved', 'refused', 'other'),
        form: fc.constantFrom({ why: 'x' }, { why: 1 }),
        accepted: fc.constant({ version: '1', at: 1, by: 'ann' }),
        subscription_kind: fc.constantFrom('apikey', 'keyless'),
        token_refs: fc.constantFrom(['a'], ['b'], []),
        status: fc.constant('closed'),
        tags,
        metadata,
      },
      { requiredKeys: ['api_ref', 'plan_ref'] },
    ),
    weight: 8,
  },
  { arbitrary: json, weight: 1 },
)

/** Merge patches of subscriptions. */
export const subscriptionMerge = fc.oneof(
  optional({
    name: fc.constantFrom('one', null),
    enabled: fc.boolean(),
    plan_ref: fc.constantFrom('a', 'b'),
    owner_ref: fc.constantFrom('ann', 'bob'),
    subject: fc.constantFrom('ann', null),
    approval: fc.constantFrom('approved', null),
    dates: fc.constant({ created_at: 1 }),
  }),
  json,
)

/** Credentials as nd-json lines have them and as clients send them; some invalid. */
export const maybeCredential: fc.Arbitrary<unknown> = fc.oneof(
  {
    arbitrary: fc.record(
      {
        clientId: gatewayId,
        subscription_ref: gatewayId,
        api_ref: fc.constantFrom('a', 'b'),
        plan_ref: fc.constantFrom('a', 'b'),
        enabled: fc.boolean(),
        validUntil: fc.constantFrom(0, 1e15),
        rotation: fc.constantFrom({ enabled: true, rotationEvery: 1, gracePeriod: 1 }, {}),
        tags,
        metadata,
        secrets: fc.constantFrom(
          { current: { hash: `hmac-sha256$${'0'.repeat(32)}$${'0'.repeat(64)}`, since: 0 } },
          { current: { hash: 'none', since: 0 } },
        ),
      },
      { requiredKeys: ['clientId', 'subscription_ref', 'api_ref', 'plan_ref'] },
    ),
    weight: 6,
  },
  { arbitrary: json, weight: 1 },
)

/** Merge patches of credentials. */
export const credentialMerge = fc.oneof(
  optional({
    enabled: fc.boolean(),
    validUntil: fc.constantFrom(0, 1e15, null),
    subscription_ref: gatewayId,
    rotationDue: fc.boolean(),
    rotation: fc.constantFrom({ enabled: true, rotationEvery: 1 }, null),
  }),
  json,
)

/** A well-formed secret that is valid nowhere, and a malformed one. */
export const heldSecret = fc.constantFrom(`sbx_${'0'.repeat(38)}`, 'x')

/** Selections for lists of subscriptions. */
export const subscriptionSelection = {
  filter: fc.dictionary(
    fc.constantFrom('api_ref', 'owner_ref', 'approval', 'tags', 'enabled', 'colour', 'dates'),
    fc.constantFrom('a', 'ann', 'x', 'true', 'waiting'),
    {
      maxKeys: 2,
    },
  ),
  sorted: fc.constantFrom('owner_ref', 'name:desc', 'colour'),
}

import fc from 'fast-check'
import { goodId, json } from './arbitraries.fixture.ts'

const hook = {
  clientId: goodId,
  callbackUrl: fc.constantFrom('https://receiver.invalid', 'http://receiver.invalid/a?b', 'receiver'),
  domains: fc.constantFrom([], ['Feature'], ['Webhook', 'Config'], ['Other']),
  patterns: fc.constantFrom([], ['a:*'], ['!b', '*']),
  types: fc.constantFrom([], ['FEATURE_CREATED']),
  headers: fc.constantFrom({}, { 'X-A': 'one' }, { 'X-A': '********' }, { Host: 'x' }),
  isBanned: fc.boolean(),
  secret: fc.constantFrom(`whsec_${'A'.repeat(32)}`, `whsec_${'B'.repeat(43)}=`, '********', 'whsec_short'),
}

/** Webhooks, some of them invalid. */
export const maybeWebhook = fc.oneof(
  { arbitrary: fc.record(hook, { requiredKeys: ['clientId', 'callbackUrl'] }) as fc.Arbitrary<unknown>, weight: 6 },
  { arbitrary: json, weight: 1 },
)

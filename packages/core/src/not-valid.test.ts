import { describe, expect, it } from 'vitest'
import { createSignalbox } from './index.ts'

const { features, configs, experiments, webhooks, users, apis } = createSignalbox()
const feature = { id: 'a', enabled: true, activationStrategy: 'NO_STRATEGY' }
const variant = { id: 'A', name: 'A', traffic: 0.5 }
const experiment = { id: 'e', name: 'e', enabled: true, variants: [variant, { ...variant, id: 'B' }] }
const hook = { clientId: 'h', callbackUrl: 'https://example.com', isBanned: false }
const range = { from: '2026-01-02 00:00:00', to: '2026-01-01 00:00:00' }
const create = (kind: { create: (input: never) => Promise<unknown> }, body: unknown) => () =>
  kind.create({ body } as never)
const percentage = (value: unknown) =>
  create(features, { ...feature, activationStrategy: 'PERCENTAGE', parameters: { percentage: value } })

describe('the message of a refusal says what is wrong, in words', () => {
  it.each<[what: string, call: () => Promise<unknown>, says: string]>([
    ['a missing member', create(configs, { id: 'c' }), 'The body is not valid: see /value (is missing)'],
    ['a member of none', create(features, { ...feature, enabeld: 1 }), 'see /enabeld (is no member of it)'],
    ['a type', create(features, { ...feature, enabled: 'yes' }), 'see /enabled (must be of the type boolean)'],
    [
      'a strategy',
      create(features, { ...feature, activationStrategy: 'X' }),
      '/activationStrategy (must be NO_STRATEGY or REL',
    ],
    ['a minimum', percentage(-1), 'see /parameters/percentage (must be at least 0)'],
    ['a maximum', percentage(101), 'see /parameters/percentage (must be at most 100)'],
    ['a pattern', create(features, { ...feature, id: 'a b' }), 'see /id (must match ^'],
    [
      'an order of dates',
      create(features, { ...feature, activationStrategy: 'DATE_RANGE', parameters: range }),
      '/parameters/from (2026-01-02 00:00:00 is after 2026-01-01 00:00:00)',
    ],
    [
      'shares',
      create(experiments, { ...experiment, variants: [variant] }),
      '(the shares of traffic add up to 0.5, not',
    ],
    [
      'two variants with one id',
      create(experiments, { ...experiment, variants: [variant, variant] }),
      '/variants/1/id (another has the id A)',
    ],
    ['a short password', create(users, { id: 'ann', name: 'Ann', password: 'hunter2' }), '(must have at least 12 char'],
    [
      'a dangling reference',
      create(apis, { id: 'x', name: 'x', routes: [{ id: 'r', flow_ref: 'no' }] }),
      'there is no no',
    ],
  ])('of %s', async (_, call, says) => {
    await expect(call()).rejects.toMatchObject({ code: 'INVALID', message: expect.stringContaining(says) })
  })

  it('of no more than five places, each by its own', async () => {
    const extra = Object.fromEntries(Array.from('pqrstuv', (name) => [name, 1]))
    await expect(create(features, { ...feature, ...extra })()).rejects.toThrow(
      /^The body .* \/t \(is no member of it\) and 2 more$/,
    )
  })
})

it.each([
  ['a password', create(users, { id: 'ann', name: 'Ann', password: 'hunter2' })],
  ['a secret of a web hook', create(webhooks, { ...hook, secret: 'hunter2' })],
  ['a header of a web hook', create(webhooks, { ...hook, headers: { Authorization: 'hunter2\u0000' } })],
])('the message never tells %s that is not valid', async (_, call) => {
  const failure = await call().then(String, ({ message }: Error) => message)
  expect(failure).toContain('is not valid')
  expect(failure).not.toContain('hunter2')
})

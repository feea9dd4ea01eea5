import { describe, expect, it } from 'vitest'
import { createSignalbox } from '../../index.ts'

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

describe('the message of an invalid value describes the problem', () => {
  it.each<[what: string, call: () => Promise<unknown>, says: string]>([
    ['a missing member', create(configs, { id: 'c' }), 'The body is invalid: /value is missing'],
    ['an unknown field', create(features, { ...feature, colour: 1 }), ': /colour is an unknown field'],
    [
      'a mistyped field',
      create(features, { ...feature, enabeld: 1 }),
      '/enabeld is an unknown field (did you mean enabled?)',
    ],
    [
      'a mistyped field of a strategy',
      create(features, { ...feature, activationStrategy: 'PERCENTAGE', parameters: { percent: 1 } }),
      '/parameters/percent is an unknown field (did you mean percentage?)',
    ],
    [
      'a mistyped field of an item',
      create(experiments, { ...experiment, variants: [{ ...variant, trafic: 1 }, variant] }),
      '/variants/0/trafic is an unknown field (did you mean traffic?)',
    ],
    ['nothing', create(features, undefined), 'The body is missing'],
    [
      'an OpenAPI document in place of records',
      () => apis.import({ body: { openapi: '3.1.0', info: {}, paths: {} } as never }),
      'The body is an OpenAPI document: pass it to apis.importOpenApi',
    ],
    ['a list', create(features, []), 'The body must be an object'],
    [
      'a context that is a list',
      () => features.checkWith({ id: 'a', body: [] as never }),
      'The body must be an object',
    ],
    [
      'a slash in an id',
      create(features, { ...feature, id: 'a/b' }),
      'parts joined by single colons, such as shop:express',
    ],
    ['a type', create(features, { ...feature, enabled: 'yes' }), ': /enabled must be a boolean'],
    [
      'a strategy',
      create(features, { ...feature, activationStrategy: 'X' }),
      '/activationStrategy must be one of NO_STRATEGY, REL',
    ],
    [
      'an access mode',
      create(apis, {
        id: 'x',
        name: 'x',
        documentation: { plans: [{ id: 'p', access_mode_configuration_type: 'key' }] },
      }),
      '/access_mode_configuration_type must be one of keyless, apikey, jwt',
    ],
    [
      'an operation of a patch',
      () => features.patch({ id: 'a', body: [{ op: 'set', path: '/enabled' }] as never }),
      '/0/op must be one of add, remove, replace, move, copy, test',
    ],
    ['an empty list', create(experiments, { ...experiment, variants: [] }), '/variants must not be empty'],
    [
      'an address',
      create(apis, { id: 'x', name: 'x', domain: 'a b' }),
      '/domain must be a host name with an optional port, such as shop.example',
    ],
    [
      'a right',
      create(users, {
        id: 'ann',
        name: 'Ann',
        password: 'a password of Ann',
        authorizedPatterns: [{ pattern: 'a/*' }],
      }),
      '/authorizedPatterns/0/pattern must consist of letters, digits and _@.:*,-',
    ],
    ['a minimum', percentage(-1), ': /parameters/percentage must be at least 0'],
    ['a maximum', percentage(101), ': /parameters/percentage must be at most 100'],
    [
      'a pattern',
      create(features, { ...feature, id: 'a b' }),
      ': /id must consist of letters, digits and _@.- in parts joined by',
    ],
    [
      'an order of dates',
      create(features, { ...feature, activationStrategy: 'DATE_RANGE', parameters: range }),
      '/parameters/from is 2026-01-02 00:00:00, which is after 2026-01-01 00:00:00',
    ],
    [
      'shares',
      create(experiments, { ...experiment, variants: [variant] }),
      '/variants has shares of traffic that add up to 0.5, not',
    ],
    [
      'two variants with one id',
      create(experiments, { ...experiment, variants: [variant, variant] }),
      '/variants/1/id repeats the id A',
    ],
    [
      'a short password',
      create(users, { id: 'ann', name: 'Ann', password: 'hunter2' }),
      '/password must have at least 12 char',
    ],
    [
      'a dangling reference',
      create(apis, { id: 'x', name: 'x', routes: [{ id: 'r', flow_ref: 'no' }] }),
      '/routes/0/flow_ref refers to no, which does not exist',
    ],
  ])('of %s', async (_, call, says) => {
    await expect(call()).rejects.toMatchObject({ code: 'INVALID', message: expect.stringContaining(says) })
  })

  it('for at most five places', async () => {
    const extra = Object.fromEntries(Array.from('pqrstuv', (name) => [name, 1]))
    await expect(create(features, { ...feature, ...extra })()).rejects.toThrow(
      /^The body .* \/t is an unknown field; and 2 more$/,
    )
  })
})

it.each([
  ['a password', create(users, { id: 'ann', name: 'Ann', password: 'hunter2' })],
  ['a secret of a webhook', create(webhooks, { ...hook, secret: 'hunter2' })],
  ['a header of a webhook', create(webhooks, { ...hook, headers: { Authorization: 'hunter2\u0000' } })],
])('the message never contains %s that is invalid', async (_, call) => {
  const failure = await call().then(String, ({ message }: Error) => message)
  expect(failure).toContain('is invalid')
  expect(failure).not.toContain('hunter2')
})

import type { Feature } from '@signalbox/core'
import type { SignalboxApi } from '@signalbox/core/contract'
import { describe, expect } from 'vitest'
import { type ApiTest, problem, START } from '../api-test.ts'

/** A feature without its id. */
type Body = Feature extends infer F ? Omit<F, 'id'> : never

const always = { enabled: true, activationStrategy: 'NO_STRATEGY' } as const
const share = (percentage: number) =>
  ({ enabled: true, activationStrategy: 'PERCENTAGE', parameters: { percentage } }) as const
const script = {
  enabled: true,
  activationStrategy: 'SCRIPT',
  parameters: { type: 'javascript', script: 'function enabled(context, enabled) { enabled() }' },
} as const
const listed: Body = { enabled: true, activationStrategy: 'CUSTOMERS_LIST', parameters: { customers: ['ann'] } }
const released = {
  enabled: true,
  activationStrategy: 'RELEASE_DATE',
  parameters: { releaseDate: '01/01/2026 00:00:00' },
} as const

/** Explanations: the feature, the context (`undefined` means GET), and the members beside strategy and enabled. */
const reasons: readonly (readonly [what: string, Body, context: object | undefined, active: boolean, object])[] = [
  ['a plain feature', always, undefined, true, { reason: 'STATIC' }],
  ['a disabled feature', { ...always, enabled: false }, {}, false, { reason: 'DISABLED' }],
  ['a disabled script', { ...script, enabled: false }, {}, false, { reason: 'DISABLED' }],
  ['a share without a context', share(100), undefined, false, { reason: 'ERROR', errorCode: 'TARGETING_KEY_MISSING' }],
  [
    'a share without an id',
    share(100),
    { name: 'ann' },
    false,
    { reason: 'ERROR', errorCode: 'TARGETING_KEY_MISSING' },
  ],
  [
    'a share with an id that is none',
    share(100),
    { id: [1] },
    false,
    { reason: 'ERROR', errorCode: 'INVALID_CONTEXT' },
  ],
  ['a share', share(100), { id: 'ann' }, true, { reason: 'SPLIT', bound: 100_000, bucket: expect.any(Number) }],
  ['a script without a context', script, undefined, false, { reason: 'ERROR', errorCode: 'TARGETING_KEY_MISSING' }],
  ['a list without a context', listed, undefined, false, { reason: 'ERROR', errorCode: 'TARGETING_KEY_MISSING' }],
  ['a list that has the client', listed, { id: 'ann' }, true, { reason: 'TARGETING_MATCH', listed: true }],
  ['a list that has not', listed, { id: 'bob' }, false, { reason: 'DEFAULT', listed: false }],
  [
    'a date to come',
    released,
    undefined,
    false,
    { reason: 'DEFAULT', now: '2026-01-01T00:00:00.000', timezone: 'UTC' },
  ],
]

/** Checks: whether one or many features are active. */
export function describeChecks(test: ApiTest): void {
  const create = (api: SignalboxApi, id: string, body: Body) =>
    api.features.create({ body: { id, ...body } as Feature })

  describe('check and checkWith', () => {
    test('return whether the feature is active', async ({ api }) => {
      await create(api, 'a', share(100))
      expect(await api.features.check({ id: 'a' })).toStrictEqual({ active: false })
      expect(await api.features.checkWith({ id: 'a', body: { id: 'u' } })).toStrictEqual({ active: true })
      expect(await api.features.checkWith({ id: 'a', body: { id: 'u' }, explain: false })).toStrictEqual({
        active: true,
      })
    })

    test('follow every change at once', async ({ api, clock }) => {
      await create(api, 'a', released)
      expect(await api.features.check({ id: 'a' })).toEqual({ active: false })
      clock.advance(1)
      expect(await api.features.check({ id: 'a' })).toEqual({ active: true })
      await api.features.replace({ id: 'a', body: { id: 'b', ...released } })
      expect(await api.features.check({ id: 'b' })).toEqual({ active: true })
      await expect(api.features.check({ id: 'a' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      clock.set(START)
      expect(await api.features.check({ id: 'b' })).toEqual({ active: false })
      await api.features.deleteMany({ pattern: '*' })
      await expect(api.features.check({ id: 'b' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await api.features.import({ body: [{ id: 'b', ...always }] })
      expect(await api.features.check({ id: 'b' })).toEqual({ active: true })
    })

    test('of an unknown feature are NOT_FOUND, of no id INVALID', async ({ api }) => {
      const unknown = { code: 'NOT_FOUND', errors: [problem('error.data.missing', 'a')] }
      await expect(api.features.check({ id: 'a' })).rejects.toMatchObject(unknown)
      await expect(api.features.checkWith({ id: 'a', body: {} })).rejects.toMatchObject(unknown)
      const invalid = { code: 'INVALID', fieldErrors: { id: [expect.anything()] } }
      await expect(api.features.check({ id: 'a b' })).rejects.toMatchObject(invalid)
      await expect(api.features.checkWith({ id: 'a b', body: {} })).rejects.toMatchObject(invalid)
    })

    test.for([[], 'text', 1, null])('reject %j as a context', async (context, { api }) => {
      await create(api, 'a', always)
      const failure = { code: 'INVALID', fieldErrors: { '': [problem('error.type', 'object')] } }
      const body = context as never
      await expect(api.features.checkWith({ id: 'a', body })).rejects.toMatchObject(failure)
      await expect(api.features.checkMany({ body })).rejects.toMatchObject(failure)
      await expect(api.features.treeWith({ body })).rejects.toMatchObject(failure)
    })

    test.for(reasons)('explain %s', async ([, feature, context, active, expected], { api }) => {
      await create(api, 'a', feature)
      const answer = context
        ? await api.features.checkWith({ id: 'a', body: { ...context }, explain: true })
        : await api.features.check({ id: 'a', explain: true })
      expect(answer).toMatchObject({ active, explanation: expected })
      const { activationStrategy: strategy, enabled } = feature
      expect(answer.explanation).toMatchObject({ strategy, enabled })
    })
  })

  describe('askers', () => {
    test('are the API keys that asked: the embedding program is none, and unknown features are NOT_FOUND', async ({
      api,
    }) => {
      await create(api, 'a', always)
      await api.features.check({ id: 'a' })
      const { askers } = await api.features.askers({ id: 'a' })
      expect(askers.every(({ at }) => at > 0)).toBe(true)
      await expect(api.features.askers({ id: 'missing' })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        errors: [problem('error.data.missing', 'missing')],
      })
    })
  })

  describe('checkMany', () => {
    test('adds active to each feature of the page', async ({ api }) => {
      for (const id of ['a:1', 'a:2', 'a:3', 'b']) await create(api, id, id === 'a:2' ? share(0) : share(100))
      expect(await api.features.checkMany({ pattern: 'a:*', page: 1, pageSize: 2, body: { id: 'u' } })).toEqual({
        results: [
          { id: 'a:1', ...share(100), active: true },
          { id: 'a:2', ...share(0), active: false },
        ],
        metadata: { page: 1, pageSize: 2, count: 3, nbPages: 2 },
      })
      expect(await api.features.checkMany({ pattern: 'a:*', page: 2, pageSize: 2, body: {} })).toEqual({
        results: [{ id: 'a:3', ...share(100), active: false }],
        metadata: { page: 2, pageSize: 2, count: 3, nbPages: 2 },
      })
    })

    test('rejects wrong pages as a list does', async ({ api }) => {
      await expect(api.features.checkMany({ pageSize: 1001, body: {} })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { pageSize: [problem('error.maximum', '1000')] },
      })
    })
  })

  describe('a list', () => {
    test('has active on request, evaluated without a context', async ({ api, clock }) => {
      clock.advance(1)
      await create(api, 'a', released)
      await create(api, 'b', share(100))
      await create(api, 'c', script)
      const answer = await api.features.list({ active: true })
      expect(answer.results.map(({ id, active }) => [id, active])).toEqual([
        ['a', true],
        ['b', false],
        ['c', false],
      ])
      for (const query of [{}, { active: false }]) {
        const { results } = await api.features.list(query)
        expect(results.filter((feature) => 'active' in feature)).toEqual([])
      }
    })

    test('rejects an invalid active', async ({ api }) => {
      await expect(api.features.list({ active: 'yes' as never })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { active: [problem('error.type', 'boolean')] },
      })
    })
  })
}

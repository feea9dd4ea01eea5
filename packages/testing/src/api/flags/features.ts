import type { Feature } from '@signalbox/core'
import { describe, expect } from 'vitest'
import { type ApiTest, emitted } from '../api-test.ts'
import { leniently } from '../documented.ts'

const plain = { id: 'a', enabled: true, activationStrategy: 'NO_STRATEGY' } as const

/** Parameters in an alternative spelling, and in the spelling in which they are stored. */
const normalized: readonly (readonly [strategy: string, sent: object | undefined, kept: object | undefined])[] = [
  ['NO_STRATEGY', undefined, undefined],
  ['NO_STRATEGY', {}, undefined],
  ['RELEASE_DATE', { releaseDate: '31/12/2026 23:59:58' }, { releaseDate: '31/12/2026 23:59:58' }],
  ['RELEASE_DATE', { releaseDate: '31/12/2026 23:59' }, { releaseDate: '31/12/2026 23:59:00' }],
  ['RELEASE_DATE', { releaseDate: '2026-12-31 23:59:58' }, { releaseDate: '31/12/2026 23:59:58' }],
  ['RELEASE_DATE', { releaseDate: '29/02/2028 00:00:00' }, { releaseDate: '29/02/2028 00:00:00' }],
  [
    'DATE_RANGE',
    { from: '2026-01-01 00:00:00', to: '2026-01-01 00:00:00', timezone: 'Europe/Paris' },
    { from: '2026-01-01 00:00:00', to: '2026-01-01 00:00:00', timezone: 'Europe/Paris' },
  ],
  ['RELEASE_DATE', { releaseDate: '2026-12-31T23:59:58' }, { releaseDate: '31/12/2026 23:59:58' }],
  ['RELEASE_DATE', { releaseDate: '2026-12-31T23:59:58.999+02:00' }, { releaseDate: '31/12/2026 21:59:58' }],
  [
    'DATE_RANGE',
    { from: '2026-01-01T00:00:00Z', to: '2026-06-30T22:00Z', timezone: 'Europe/Paris' },
    { from: '2026-01-01 01:00:00', to: '2026-07-01 00:00:00', timezone: 'Europe/Paris' },
  ],
  ['HOUR_RANGE', { startDate: '9:05', endDate: '17:00' }, { startDate: '09:05', endDate: '17:00' }],
  ['HOUR_RANGE', { startAt: '22:00', endAt: '6:00' }, { startDate: '22:00', endDate: '06:00' }],
  [
    'SCRIPT',
    { type: 'javascript', script: 'function enabled() {}' },
    { type: 'javascript', script: 'function enabled() {}' },
  ],
  ['GLOBAL_SCRIPT', { ref: 'not:there:yet' }, { ref: 'not:there:yet' }],
  ['PERCENTAGE', { percentage: 12.345 }, { percentage: 12.345 }],
  ['PERCENTAGE', { percentage: 0, salt: 'pepper' }, { percentage: 0, salt: 'pepper' }],
  ['CUSTOMERS_LIST', { customers: ['b', 'a'] }, { customers: ['b', 'a'] }],
]

/** What features have in addition to other records: normalized parameters, merge patches, copies. */
export function describeFeatures(test: ApiTest): void {
  describe('a feature', () => {
    test.for(normalized)('%s with %j is kept with %j', async ([activationStrategy, sent, kept], { api }) => {
      const body = leniently({ ...plain, activationStrategy, ...(sent && { parameters: sent }) }) as never
      const expected = { ...plain, activationStrategy, ...(kept && { parameters: kept }) }
      expect(await api.features.create({ body })).toStrictEqual(expected)
      expect(await api.features.get({ id: 'a' })).toStrictEqual(expected)
      const events = await emitted(api, () => api.features.replace({ id: 'a', body }))
      expect(events).toEqual([])
    })

    test('ignores the computed member active in every input', async ({ api }) => {
      const body = { ...plain, active: true }
      expect(await api.features.create({ body })).toStrictEqual(plain)
      expect(await api.features.replace({ id: 'a', body: { ...body, enabled: false } })).toStrictEqual({
        ...plain,
        enabled: false,
      })
      expect(
        await api.features.patch({
          id: 'a',
          body: [
            { op: 'add', path: '/active', value: 'anything' },
            { op: 'replace', path: '/enabled', value: true },
          ],
        }),
      ).toStrictEqual(plain)
      await api.features.import({ body: [{ ...body, id: 'b' }] })
      expect(await api.features.get({ id: 'b' })).toStrictEqual({ ...plain, id: 'b' })
    })

    test('has its members in the contract’s order', async ({ api }) => {
      const body: Feature = {
        metadata: { z: 1 },
        tags: ['t'],
        parameters: { percentage: 100 },
        activationStrategy: 'PERCENTAGE',
        description: 'text',
        enabled: true,
        id: 'a',
      }
      await api.features.create({ body })
      const order = ['id', 'enabled', 'description', 'activationStrategy', 'parameters', 'tags', 'metadata']
      expect(Object.keys(await api.features.get({ id: 'a' }))).toEqual(order)
      const { results } = await api.features.list({ active: true })
      expect(Object.keys(results[0] ?? {})).toEqual([...order, 'active'])
    })

    test('changes its strategy and parameters by a patch', async ({ api }) => {
      await api.features.create({ body: plain })
      const body = [
        { op: 'replace', path: 'activationStrategy', value: 'HOUR_RANGE' },
        { op: 'add', path: 'parameters', value: { startAt: '8:00', endAt: '9:00' } },
      ] as const
      expect(await api.features.patch({ id: 'a', body: [...body] })).toStrictEqual({
        ...plain,
        activationStrategy: 'HOUR_RANGE',
        parameters: { startDate: '08:00', endDate: '09:00' },
      })
    })
  })

  describe('a merge patch', () => {
    const rollout = { percentage: 5, salt: 'pepper' }
    const feature = { ...plain, activationStrategy: 'PERCENTAGE', parameters: rollout } as const

    test('switches a feature off and leaves the rest', async ({ api }) => {
      await api.features.create({ body: feature })
      expect(await api.features.patch({ id: 'a', body: { enabled: false } })).toEqual({ ...feature, enabled: false })
    })

    test('changes some parameters of the same strategy', async ({ api }) => {
      await api.features.create({ body: feature })
      const expected = { ...feature, parameters: { percentage: 10, salt: 'pepper' } }
      expect(await api.features.patch({ id: 'a', body: { parameters: { percentage: 10 } } })).toEqual(expected)
      const same = { activationStrategy: 'PERCENTAGE', parameters: { salt: null } } as const
      const { salt: _, ...parameters } = expected.parameters
      expect(await api.features.patch({ id: 'a', body: same })).toEqual({ ...feature, parameters })
    })

    test('of the strategy replaces the parameters that belonged to the other', async ({ api }) => {
      await api.features.create({ body: feature })
      const customers = { activationStrategy: 'CUSTOMERS_LIST' as const, parameters: { customers: ['ann'] } }
      expect(await api.features.patch({ id: 'a', body: customers })).toEqual({ ...plain, ...customers })
      await expect(api.features.patch({ id: 'a', body: { activationStrategy: 'PERCENTAGE' } })).rejects.toMatchObject({
        fieldErrors: { '/parameters': [{ message: 'error.required' }] },
      })
      expect(await api.features.patch({ id: 'a', body: { activationStrategy: 'NO_STRATEGY' } })).toEqual(plain)
    })

    test('can use other spellings of the current strategy', async ({ api }) => {
      const parameters = { startDate: '08:00', endDate: '17:00' }
      await api.features.create({ body: { ...plain, activationStrategy: 'HOUR_RANGE', parameters } })
      const body = { parameters: { startAt: '9:00' } } as never
      expect(await api.features.patch({ id: 'a', body })).toMatchObject({
        parameters: { startDate: '09:00', endDate: '17:00' },
      })
    })
  })

  describe('copy', () => {
    const ids = ['a', 'a:b', 'a:b:c', 'a-not', 'ab']
    const fill = (api: Parameters<typeof emitted>[0]) =>
      api.features.import({ body: ids.map((id) => ({ ...plain, id, description: id })) })

    test('copies a feature and all features below it, enabled or not', async ({ api }) => {
      await fill(api)
      const events = await emitted(api, async () => {
        const { features } = await api.features.copy({ body: { from: 'a', to: 'x:y', default: false } })
        expect(features).toEqual(
          ['a', 'a:b', 'a:b:c'].map((id) => ({ ...plain, id: `x:y${id.slice(1)}`, enabled: false, description: id })),
        )
      })
      expect(events.map(({ type, key }) => [type, key])).toEqual([
        ['FEATURE_CREATED', 'x:y'],
        ['FEATURE_CREATED', 'x:y:b'],
        ['FEATURE_CREATED', 'x:y:b:c'],
      ])
      expect(await api.features.count()).toEqual({ count: 8 })
    })

    test('copies features below an id without a feature', async ({ api }) => {
      await api.features.create({ body: { ...plain, id: 'a:b' } })
      const { features } = await api.features.copy({ body: { from: 'a', to: 'c', default: true } })
      expect(features).toEqual([{ ...plain, id: 'c:b' }])
    })

    test('does not change existing features', async ({ api }) => {
      await fill(api)
      await api.features.create({ body: { ...plain, id: 'x:b', description: 'mine' } })
      const { features } = await api.features.copy({ body: { from: 'a', to: 'x', default: true } })
      expect(features.map(({ id }) => id)).toEqual(['x', 'x:b:c'])
      expect(await api.features.get({ id: 'x:b' })).toMatchObject({ description: 'mine' })
    })

    test('into itself copies each feature once', async ({ api }) => {
      await fill(api)
      const { features } = await api.features.copy({ body: { from: 'a', to: 'a:b', default: true } })
      expect(features.map(({ id }) => id)).toEqual(['a:b:b', 'a:b:b:c'])
    })

    test('of nothing is NOT_FOUND, and to an invalid id INVALID', async ({ api }) => {
      await fill(api)
      const copy = (body: object) => api.features.copy({ body: body as never })
      await expect(copy({ from: 'b', to: 'c', default: true })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(copy({ from: 'a', to: 'c d', defualt: true })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { '/to': [expect.anything()], '/default': [expect.anything()], '/defualt': [expect.anything()] },
      })
      await expect(copy({ from: 'a', to: 'x'.repeat(510), default: true })).rejects.toMatchObject({ code: 'INVALID' })
      expect(await api.features.count()).toEqual({ count: ids.length })
    })
  })
}

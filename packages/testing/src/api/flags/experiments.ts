import type { SignalboxApi, VariantEvent } from '@signalbox/core/contract'
import { describe, expect } from 'vitest'
import { collect } from '../../collect.ts'
import { type ApiTest, emitted, problem } from '../api-test.ts'
import { experimentKind, summary } from '../records/kinds.ts'

/** An experiment with two variants, as sent and as events show it. */
export const experiment = (id: string, traffic = 0.5, enabled = true) => ({
  id,
  name: id,
  enabled,
  variants: [
    { id: 'A', name: 'A', traffic },
    { id: 'B', name: 'B', traffic: 1 - traffic },
  ],
})

/** Creates experiments with these ids. */
export async function begin(api: SignalboxApi, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) await api.experiments.create({ body: experiment(id) })
}

/** Records a display of the experiment `e` for all these clients at once. */
export const display = (api: SignalboxApi, clientIds: readonly string[]): Promise<VariantEvent[]> =>
  Promise.all(clientIds.map((clientId) => api.experiments.displayed({ id: 'e', clientId })))

/** The number of clients bound to each variant. */
export const populations = async (api: SignalboxApi, id: string) =>
  (await api.experiments.get({ id })).variants.map(({ currentPopulation }) => currentPopulation)

/** The same experiment as responses show it, with populations. */
const shown = (id: string, populations: readonly number[] = [0, 0]) => {
  const { variants, ...rest } = experiment(id)
  return { ...rest, variants: variants.map((one, i) => ({ ...one, currentPopulation: populations[i] })) }
}

/** Experiments as records. */
export function describeExperiments(test: ApiTest): void {
  describe('an experiment', () => {
    test('is created, read, replaced and deleted with its populations, which events omit', async ({ api }) => {
      const events = await emitted(api, async () => {
        expect(await api.experiments.create({ body: experiment('a:b') })).toEqual(shown('a:b'))
        expect(await api.experiments.get({ id: 'a:b' })).toEqual(shown('a:b'))
        const renamed = { ...experiment('a:b'), name: 'other' }
        expect(await api.experiments.replace({ id: 'a:b', body: renamed })).toEqual({ ...shown('a:b'), name: 'other' })
        expect(await api.experiments.delete({ id: 'a:b' })).toEqual({ ...shown('a:b'), name: 'other' })
      })
      const other = { ...experiment('a:b'), name: 'other' }
      expect(events.map(summary)).toEqual([
        ['EXPERIMENT_CREATED', 'a:b', experiment('a:b')],
        ['EXPERIMENT_UPDATED', 'a:b', other, experiment('a:b')],
        ['EXPERIMENT_DELETED', 'a:b', other],
        ['EXPERIMENT_VARIANT_EVENT_DELETED', 'a:b', { experimentId: 'a:b', count: 0 }],
      ])
      await expect(api.experiments.get({ id: 'a:b' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    test('is patched', async ({ api }) => {
      await api.experiments.create({ body: experiment('a') })
      const body = [{ op: 'replace' as const, path: '/variants/1/name', value: 'other' }]
      expect((await api.experiments.patch({ id: 'a', body })).variants[1]).toMatchObject({ id: 'B', name: 'other' })
    })

    test('with an existing id is CONFLICT', async ({ api }) => {
      await api.experiments.create({ body: experiment('a') })
      await expect(api.experiments.create({ body: experiment('a') })).rejects.toMatchObject({
        code: 'CONFLICT',
        errors: [problem('error.data.exists', 'a')],
      })
    })

    test('cannot be renamed', async ({ api }) => {
      await api.experiments.create({ body: experiment('a') })
      await expect(api.experiments.replace({ id: 'a', body: experiment('b') })).rejects.toMatchObject({
        code: 'INVALID',
        errors: [problem('error.id.fixed', 'a')],
      })
    })

    test.for<[what: string, change: object, pointer: string]>([
      ['no variants', { variants: [] }, '/variants'],
      ['two variants of one id', { variants: [0, 1].map(() => experiment('a').variants[0]) }, '/variants/1/id'],
      ['traffic that is not 1 in all', { variants: experiment('a', 0.5).variants.slice(1) }, '/variants'],
      ['an id that nd-json has', { id: 'bindings.ndjson' }, '/id'],
    ])('is rejected with %s', async ([, change, pointer], { api }) => {
      await expect(api.experiments.create({ body: { ...experiment('a'), ...change } })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { [pointer]: [expect.anything()] },
      })
    })

    test('has the populations of its variants in every response', async ({ api }) => {
      await api.experiments.create({ body: experiment('a') })
      await api.experiments.displayed({ id: 'a', clientId: 'c' })
      const bound = shown('a', [1, 0])
      expect(await api.experiments.get({ id: 'a' })).toEqual(bound)
      expect((await api.experiments.list()).results).toEqual([bound])
      expect(await collect(await api.experiments.export())).toEqual([bound])
      expect(await api.experiments.delete({ id: 'a' })).toEqual(bound)
    })
  })

  describe('many experiments', () => {
    const ids = ['a', 'a:b', 'b']

    test('are listed, counted and deleted by patterns', async ({ api }) => {
      for (const id of ids) await api.experiments.create({ body: experiment(id) })
      expect(await api.experiments.list({ pattern: 'a*', page: 2, pageSize: 1 })).toEqual({
        results: [shown('a:b')],
        metadata: { page: 2, pageSize: 1, count: 2, nbPages: 2 },
      })
      expect(await api.experiments.count()).toEqual({ count: 3 })
      expect(await api.experiments.deleteMany({ pattern: 'a*' })).toEqual({ count: 2 })
      expect((await api.experiments.list()).results).toEqual([shown('b')])
    })

    test('are uploaded as they were downloaded', async ({ api }) => {
      const { of, sample } = experimentKind
      for (const id of ids) await of(api).create({ body: sample(id) })
      const lines = await collect(await of(api).export())
      expect(lines).toEqual(ids.map((id) => sample(id)))
      await of(api).deleteMany({ pattern: '*' })
      expect(await of(api).import({ body: lines })).toMatchObject({ success: 3 })
      expect(await collect(await of(api).export())).toEqual(lines)
    })
  })

  describe('a variant that clients are bound to', () => {
    const onlyB = { ...experiment('a'), variants: [{ id: 'B', name: 'B', traffic: 1 }] }
    const withoutA = [
      { op: 'remove' as const, path: '/variants/0' },
      { op: 'replace' as const, path: '/variants/0/traffic', value: 1 },
    ]

    test('can only be removed with force, and its clients are bound again', async ({ api }) => {
      await api.experiments.create({ body: experiment('a') })
      await api.experiments.displayed({ id: 'a', clientId: 'c' })
      const bound = { code: 'CONFLICT', errors: [problem('error.variant.bound', 'A')] }
      await expect(api.experiments.replace({ id: 'a', body: onlyB })).rejects.toMatchObject(bound)
      await expect(api.experiments.patch({ id: 'a', body: withoutA })).rejects.toMatchObject(bound)
      expect(await api.experiments.get({ id: 'a' })).toEqual(shown('a', [1, 0]))
      await api.experiments.patch({ id: 'a', body: withoutA, force: true })
      await expect(api.experiments.variant({ id: 'a', clientId: 'c' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      expect(await api.experiments.displayed({ id: 'a', clientId: 'c' })).toMatchObject({ variantId: 'B' })
    })

    test('can be removed by PUT with force, too', async ({ api }) => {
      await api.experiments.create({ body: experiment('a') })
      await api.experiments.displayed({ id: 'a', clientId: 'c' })
      const { variants } = await api.experiments.replace({ id: 'a', body: onlyB, force: true })
      expect(variants).toEqual([{ id: 'B', name: 'B', traffic: 1, currentPopulation: 0 }])
    })
  })
}

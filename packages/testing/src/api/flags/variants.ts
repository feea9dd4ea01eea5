import { etagOf } from '@signalbox/core'
import { describe, expect } from 'vitest'
import { collect } from '../../collect.ts'
import { type ApiTest, emitted, problem } from '../api-test.ts'
import { begin, display, experiment, populations } from './experiments.ts'

/** Experiments as their clients use them: bindings, events and results. */
export function describeVariants(test: ApiTest): void {
  const clients = (count: number, name = 'c') => Array.from({ length: count }, (_, n) => `${name}${n}`)

  describe('an experiment with an audience', () => {
    const audience = { attribute: 'country', operator: 'is', value: 'FR' } as const
    const [ann, bob] = [
      { clientId: 'ann', body: { country: 'FR' } },
      { clientId: 'bob', body: { country: 'DE' } },
    ]

    test('binds the clients in whose context it is true, and no other', async ({ api }) => {
      await api.experiments.create({ body: { ...experiment('e'), audience } })
      const failure = { code: 'CONFLICT', errors: [{ message: 'error.not.eligible' }] }
      for (const call of ['displayed', 'won', 'bindVariant'] as const)
        await expect(api.experiments[call]({ id: 'e', ...bob })).rejects.toMatchObject(failure)
      expect(await api.experiments.treeWith(bob)).toEqual({})
      expect(await api.experiments.treeWith(ann)).toEqual({ e: { variant: 'A' } })
      expect(await api.experiments.bindVariant({ id: 'e', clientId: 'ann' })).toMatchObject({ id: 'A' })
      expect(await populations(api, 'e')).toEqual([1, 0])
    })
  })

  describe('displayed and won', () => {
    test('count step by step, with the rate of the moment on each event', async ({ api }) => {
      await begin(api, 'e')
      const rates: Record<string, number[]> = { A: [], B: [] }
      const steps = {
        c1: ['displayed', 'displayed', 'won'],
        c2: ['displayed', 'won'],
        c3: ['displayed', 'won'],
      } as const
      for (const [clientId, kinds] of Object.entries({ ...steps, c4: ['displayed'] as const }))
        for (const kind of kinds) {
          const { variantId, transformation } = await api.experiments[kind]({ id: 'e', clientId })
          rates[variantId]!.push(transformation)
        }
      expect(rates).toEqual({ A: [0, 0, 50, 33.333333333333336, 66.66666666666667], B: [0, 100, 50] })
      const { results, sampleRatioMismatch, series } = await api.experiments.results({ id: 'e' })
      expect(results).toMatchObject([
        { variant: { id: 'A', currentPopulation: 2 }, displayed: 3, won: 2, transformation: 66.66666666666667 },
        { variant: { id: 'B', currentPopulation: 2 }, displayed: 2, won: 1, transformation: 50 },
      ])
      expect(results.map(({ users, converted, rate }) => [users, converted, rate])).toEqual([
        [2, 2, 1],
        [2, 1, 0.5],
      ])
      expect(sampleRatioMismatch).toMatchObject({ p: 1, alarm: false })
      expect(series.map(({ variants }) => variants)).toEqual([
        { A: { displayed: 3, won: 2 }, B: { displayed: 2, won: 1 } },
      ])
    })

    test('return the event, and emit the binding before it', async ({ api, clock }) => {
      clock.set(Date.UTC(2026, 1, 3, 4, 5, 6, 7))
      await begin(api, 'e')
      const events = await emitted(api, async () => {
        expect(await api.experiments.displayed({ id: 'e', clientId: 'c' })).toEqual({
          id: expect.any(String),
          experimentId: 'e',
          clientId: 'c',
          variant: { id: 'A', name: 'A', traffic: 0.5, currentPopulation: 1 },
          variantId: 'A',
          date: '2026-02-03T04:05:06.007',
          transformation: 0,
          '@type': 'VariantDisplayedEvent',
        })
        expect(await api.experiments.won({ id: 'e', clientId: 'c' })).toMatchObject({ '@type': 'VariantWonEvent' })
      })
      expect(events.map(({ type }) => type)).toEqual([
        'VARIANT_BINDING_CREATED',
        'EXPERIMENT_VARIANT_EVENT_CREATED',
        'EXPERIMENT_VARIANT_EVENT_CREATED',
      ])
    })

    test('of a hundred concurrent clients split them exactly', async ({ api }) => {
      await begin(api, 'e')
      await display(api, clients(100))
      expect(await populations(api, 'e')).toEqual([50, 50])
    })

    test('of one client, called concurrently, bind once and count each', async ({ api }) => {
      await begin(api, 'e')
      const events = await display(api, Array<string>(40).fill('c'))
      expect(new Set(events.map(({ variantId }) => variantId)).size).toBe(1)
      expect(new Set(events.map(({ id }) => id)).size).toBe(40)
      expect(await populations(api, 'e')).toEqual([1, 0])
    })

    test('apply changed traffic to later clients', async ({ api }) => {
      await begin(api, 'e')
      await display(api, clients(10, 'before'))
      await api.experiments.replace({ id: 'e', body: experiment('e', 0.9) })
      const events = await display(api, clients(20))
      expect(events.filter(({ variantId }) => variantId === 'A')).toHaveLength(18)
      expect(await populations(api, 'e')).toEqual([23, 7])
    })

    test('count a repeat under the same key once', async ({ api }) => {
      await begin(api, 'e')
      const call = () => api.experiments.displayed({ id: 'e', clientId: 'c' }, { idempotencyKey: 'one' })
      expect(await call()).toEqual(await call())
      expect((await api.experiments.results({ id: 'e' })).results[0]).toMatchObject({ displayed: 1 })
    })

    test('count a repeat under the same key again when a day has passed', async ({ api, clock }) => {
      await begin(api, 'e')
      const call = () => api.experiments.won({ id: 'e', clientId: 'c' }, { idempotencyKey: 'one' })
      const ids: string[] = []
      for (let day = 0; day < 4; day++) {
        ids.push((await call()).id)
        clock.advance(24 * 60 * 60_000 - 1)
        expect((await call()).id).toBe(ids.at(-1))
        clock.advance(1)
      }
      expect(new Set(ids).size).toBe(4)
      expect((await api.experiments.results({ id: 'e' })).results[0]).toMatchObject({ won: 4 })
    })

    test('reject a key of more than 256 characters', async ({ api }) => {
      await begin(api, 'e')
      const call = { id: 'e', clientId: 'c' }
      await api.experiments.displayed(call, { idempotencyKey: 'k'.repeat(256) })
      await expect(api.experiments.displayed(call, { idempotencyKey: 'k'.repeat(257) })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { 'Idempotency-Key': [problem('error.length.maximum', '256')] },
      })
    })

    test('change neither the version of the experiment nor emit an update of it', async ({ api }) => {
      await begin(api, 'e')
      const before = etagOf(await api.experiments.get({ id: 'e' }))
      const events = await emitted(api, () => display(api, ['c', 'd']))
      expect(events.map(({ type }) => type)).not.toContain('EXPERIMENT_UPDATED')
      expect(etagOf(await api.experiments.get({ id: 'e' }))).toBe(before)
    })

    test('continue for bound clients of a disabled experiment, which binds no new ones', async ({ api }) => {
      await begin(api, 'e')
      await display(api, ['old'])
      await api.experiments.replace({ id: 'e', body: experiment('e', 0.5, false) })
      expect(await api.experiments.won({ id: 'e', clientId: 'old' })).toMatchObject({ variantId: 'A' })
      await expect(api.experiments.won({ id: 'e', clientId: 'new' })).rejects.toMatchObject({
        code: 'CONFLICT',
        errors: [problem('error.experiment.disabled', 'e')],
      })
    })

    test.for(['', 'a\u0000b', 'x'.repeat(257)])('reject the client id %j', async (clientId, { api }) => {
      await begin(api, 'e')
      await expect(api.experiments.displayed({ id: 'e', clientId })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { clientId: expect.arrayContaining([expect.anything()]) },
      })
    })

    test('of an unknown experiment are NOT_FOUND', async ({ api }) => {
      for (const call of ['displayed', 'won', 'variant'] as const)
        await expect(api.experiments[call]({ id: 'none', clientId: 'c' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(api.experiments.results({ id: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })
  })

  describe('summaries', () => {
    test('have the same figures as the results, page by page', async ({ api }) => {
      await begin(api, 'e', 'f')
      await api.experiments.create({ body: experiment('g', 0.5, false) })
      for (const clientId of ['c1', 'c2', 'c3']) await api.experiments.displayed({ id: 'e', clientId })
      await api.experiments.won({ id: 'e', clientId: 'c2' })
      await api.experiments.tree({ pattern: 'f', clientId: 'c1' })
      const { results, sampleRatioMismatch } = await api.experiments.results({ id: 'e' })
      const { variant, rate, interval, probabilityBest } = results[1]!
      const none = { users: 0, converted: 0, sampleRatioMismatch: { p: 1, alarm: false } }
      const { p, alarm } = sampleRatioMismatch
      expect(await api.experiments.summary()).toEqual({
        results: [
          {
            ...{ id: 'e', name: 'e', enabled: true, state: 'running', bound: 3, users: 3, converted: 1 },
            leader: { id: variant.id, name: 'B', rate, interval, probabilityBest },
            sampleRatioMismatch: { p, alarm },
          },
          {
            ...none,
            id: 'f',
            name: 'f',
            enabled: true,
            state: 'waiting',
            bound: 1,
            sampleRatioMismatch: expect.anything(),
          },
          { ...none, id: 'g', name: 'g', enabled: false, state: 'disabled', bound: 0 },
        ],
        metadata: { page: 1, pageSize: 15, count: 3, nbPages: 1 },
      })
      const { results: second, metadata } = await api.experiments.summary({ pattern: '*', page: 2, pageSize: 2 })
      expect(second.map(({ id }) => id)).toEqual(['g'])
      expect(metadata).toEqual({ page: 2, pageSize: 2, count: 3, nbPages: 2 })
    })

    test('raise the alarm when users are missing in one variant', async ({ api }) => {
      await begin(api, 'e')
      const lines = clients(200).map((client, n) => ({
        variantBindingKey: `e:${client}`,
        variantId: n < 100 ? 'A' : 'B',
      }))
      await api.experiments.importBindings({ body: lines })
      const [waiting] = (await api.experiments.summary({ pattern: 'e' })).results
      expect(waiting).toMatchObject({ state: 'waiting', bound: 200, sampleRatioMismatch: { alarm: false } })
      expect(waiting).not.toHaveProperty('leader')
      const records = clients(140).map((clientId) => ({ kind: 'displayed' as const, experiment: 'e', clientId }))
      await api.experiments.record({ body: { records } })
      const [summary] = (await api.experiments.summary({ pattern: 'e' })).results
      expect(summary).toMatchObject({ state: 'running', users: 140, sampleRatioMismatch: { alarm: true } })
    })
  })

  describe('a batch of records', () => {
    const counted = async (api: Parameters<typeof begin>[0], id: string) =>
      (await api.experiments.results({ id })).results.map(({ displayed, won }) => [displayed, won])

    test('binds and counts like single calls, in order', async ({ api }) => {
      await begin(api, 'e')
      const of = (kind: 'bound' | 'displayed' | 'won', clientId: string) => ({ kind, experiment: 'e', clientId })
      const records = [of('bound', 'a'), of('displayed', 'b'), of('won', 'b'), of('displayed', 'a'), of('won', 'c')]
      expect(await api.experiments.record({ body: { records } })).toEqual({
        results: ['A', 'B', 'B', 'A', 'A'].map((variant) => ({ variant })),
      })
      expect(await counted(api, 'e')).toEqual([
        [1, 1],
        [1, 1],
      ])
      expect(await populations(api, 'e')).toEqual([2, 1])
    })

    test('counts nothing twice when it is sent again with the same keys', async ({ api }) => {
      await begin(api, 'e')
      const records = clients(20).map((clientId) => ({
        ...{ kind: 'displayed' as const, experiment: 'e', clientId },
        idempotencyKey: clientId,
      }))
      const first = await api.experiments.record({ body: { records } })
      expect(await api.experiments.record({ body: { records: [...records, ...records] } })).toEqual({
        results: [...first.results, ...first.results],
      })
      expect(await counted(api, 'e')).toEqual([
        [10, 0],
        [10, 0],
      ])
    })

    test('writes the other records if one is refused', async ({ api }) => {
      await begin(api, 'e', 'off')
      await api.experiments.replace({ id: 'off', body: experiment('off', 0.5, false) })
      const records = ['none', 'e', 'off'].map((one) => ({ kind: 'won' as const, experiment: one, clientId: 'c' }))
      expect(await api.experiments.record({ body: { records } })).toEqual({
        results: [
          { code: 'NOT_FOUND', message: expect.stringContaining('none') },
          { variant: 'A' },
          { code: 'CONFLICT', message: expect.stringContaining('off') },
        ],
      })
    })

    test('is INVALID as a whole if a record is malformed, or with more than a thousand', async ({ api }) => {
      await begin(api, 'e')
      const record = { kind: 'displayed' as const, experiment: 'e', clientId: 'c' }
      const malformed: readonly object[] = [
        { ...record, clientId: '' },
        { ...record, clientId: 'a\nb' },
        { ...record, kind: 'seen' },
        { ...record, experiment: 'a b' },
        { ...record, idempotencyKey: 'x'.repeat(257) },
        { ...record, other: 1 },
      ]
      for (const one of malformed)
        await expect(api.experiments.record({ body: { records: [record, one] as never } })).rejects.toMatchObject({
          code: 'INVALID',
          fieldErrors: { [`/records/1/${nameOf(one, record)}`]: expect.anything() },
        })
      const body = { records: Array.from({ length: 1001 }, () => record) }
      await expect(api.experiments.record({ body })).rejects.toMatchObject({ code: 'INVALID' })
      expect(await counted(api, 'e')).toEqual([
        [0, 0],
        [0, 0],
      ])
    })
  })

  describe('variant and tree', () => {
    test('return the variant of a client; the tree binds, without a variant event', async ({ api }) => {
      await begin(api, 'a', 'a:b', 'c')
      await expect(api.experiments.variant({ id: 'a', clientId: 'c' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      expect(await populations(api, 'a')).toEqual([0, 0])
      const tree = await api.experiments.tree({ clientId: 'c', pattern: 'a*' })
      expect(tree).toEqual({ a: { variant: 'A', b: { variant: 'A' } } })
      expect(await api.experiments.variant({ id: 'a', clientId: 'c' })).toMatchObject({ id: 'A', currentPopulation: 1 })
      expect(await populations(api, 'c')).toEqual([0, 0])
      expect(await collect(await api.experiments.exportEvents())).toEqual([])
    })

    test('include disabled experiments for bound clients', async ({ api }) => {
      await begin(api, 'off')
      await api.experiments.displayed({ id: 'off', clientId: 'bound' })
      await api.experiments.replace({ id: 'off', body: experiment('off', 0.5, false) })
      expect(await api.experiments.tree({ clientId: 'c' })).toEqual({})
      expect(await api.experiments.tree({ clientId: 'bound' })).toEqual({ off: { variant: 'A' } })
      expect(await api.experiments.variant({ id: 'off', clientId: 'bound' })).toMatchObject({ id: 'A' })
    })
  })
}

/** The member in which an object differs from another. */
const nameOf = (one: object, other: object): string | undefined =>
  Object.entries(one).find(([name, value]) => (other as Record<string, unknown>)[name] !== value)?.[0]

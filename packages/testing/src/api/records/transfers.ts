import { describe, expect } from 'vitest'
import { collect } from '../../collect.ts'
import { type ApiTest, problem } from '../api-test.ts'
import { begin, display, populations } from '../flags/experiments.ts'

/** Uploading and downloading the phases, bindings and events of experiments. */
export function describeTransfers(test: ApiTest): void {
  describe('phases', () => {
    test('are uploaded as they were downloaded, so that shares of traffic are judged as before', async ({ api }) => {
      await begin(api, 'e')
      await display(api, ['a', 'b', 'c'])
      const { variants, ...rest } = await api.experiments.get({ id: 'e' })
      const [first, second] = variants.map(({ currentPopulation: _none, ...variant }) => variant)
      const changed = {
        ...rest,
        variants: [
          { ...first!, traffic: 0.25 },
          { ...second!, traffic: 0.75 },
        ],
      }
      await api.experiments.replace({ id: 'e', body: changed })
      await display(api, ['d'])
      const all = async () => ({
        phases: await collect(await api.experiments.exportPhases()),
        results: await api.experiments.results({ id: 'e' }),
      })
      const before = await all()
      expect(before.phases).toMatchObject([{ experimentId: 'e', phases: [{}, { traffic: { A: 0.25, B: 0.75 } }] }])
      const [bindings, events] = [
        await collect(await api.experiments.exportBindings()),
        await collect(await api.experiments.exportEvents()),
      ]
      await api.experiments.delete({ id: 'e' })
      await api.experiments.create({ body: changed })
      await api.experiments.importBindings({ body: bindings })
      await api.experiments.importEvents({ body: events })
      expect(await collect(await api.experiments.exportPhases())).not.toEqual(before.phases)
      expect(await api.experiments.importPhases({ body: before.phases })).toMatchObject({ success: 1 })
      expect(await all()).toEqual(before)
      const body = [{ ...before.phases[0]!, experimentId: 'none' }, { experimentId: 'e' } as never]
      const refused = await api.experiments.importPhases({ body })
      expect([refused.success, Object.keys(refused.errors.fieldErrors)]).toEqual([0, ['/2/phases', '/1/experimentId']])
    })
  })

  describe('bindings and events', () => {
    test('are uploaded as they were downloaded, and count the same', async ({ api }) => {
      await begin(api, 'e', 'e:f')
      await display(api, ['f:c', 'd'])
      await api.experiments.won({ id: 'e', clientId: 'd' })
      await api.experiments.displayed({ id: 'e:f', clientId: 'c' })
      const all = async () => ({
        bindings: await collect(await api.experiments.exportBindings()),
        events: await collect(await api.experiments.exportEvents()),
        results: [await api.experiments.results({ id: 'e' }), await api.experiments.results({ id: 'e:f' })],
      })
      const before = await all()
      expect(before.bindings).toHaveLength(3)
      expect(before.events).toHaveLength(4)
      await api.experiments.deleteMany({ pattern: '*' })
      await begin(api, 'e', 'e:f')
      expect(await api.experiments.importBindings({ body: before.bindings })).toMatchObject({ success: 3 })
      for (const _ of ['first', 'again'])
        expect(await api.experiments.importEvents({ body: before.events })).toMatchObject({ success: 4 })
      expect(await all()).toEqual(before)
    })

    test('never mix, with any ids', async ({ api }) => {
      await begin(api, 'a', 'a:b', 'a:bc')
      for (const [id, clientId] of [
        ['a', 'b:c'],
        ['a:b', 'c'],
        ['a', 'bc:x'],
        ['a:bc', 'x'],
      ] as const)
        await api.experiments.displayed({ id, clientId })
      const bindings = async () => collect(await api.experiments.exportBindings())
      const events = async () =>
        (await collect(await api.experiments.exportEvents())).map((event) => [event.experimentId, event.clientId])
      const before = await bindings()
      expect(before).toEqual([
        { variantBindingKey: 'a:b:c', variantId: 'A', experimentId: 'a', clientId: 'b:c' },
        { variantBindingKey: 'a:bc:x', variantId: 'B', experimentId: 'a', clientId: 'bc:x' },
        { variantBindingKey: 'a:b:c', variantId: 'A' },
        { variantBindingKey: 'a:bc:x', variantId: 'A' },
      ])
      await api.experiments.delete({ id: 'a:b' })
      expect(await events()).toEqual(
        expect.arrayContaining([
          ['a', 'b:c'],
          ['a', 'bc:x'],
          ['a:bc', 'x'],
        ]),
      )
      expect(await events()).toHaveLength(3)
      await begin(api, 'a:b')
      await expect(api.experiments.variant({ id: 'a:b', clientId: 'c' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      expect(await api.experiments.importBindings({ body: before })).toMatchObject({ success: 4 })
      expect(await bindings()).toEqual(before)
      for (const [id, bound] of [
        ['a', [1, 1]],
        ['a:b', [1, 0]],
        ['a:bc', [1, 0]],
      ] as const)
        expect(await populations(api, id)).toEqual(bound)
    })

    test('are downloaded by the ids of experiments', async ({ api }) => {
      await begin(api, 'a', 'b')
      for (const id of ['a', 'b']) await api.experiments.displayed({ id, clientId: 'c' })
      const pattern = 'b*'
      expect(await collect(await api.experiments.exportBindings({ pattern }))).toEqual([
        { variantBindingKey: 'b:c', variantId: 'A' },
      ])
      expect(await collect(await api.experiments.exportEvents({ pattern }))).toMatchObject([{ experimentId: 'b' }])
    })

    test('of unknown experiments are rejected by line', async ({ api }) => {
      await begin(api, 'e')
      const [displayed] = await display(api, ['c'])
      const refused = {
        success: 1,
        errors: { errors: [{ args: ['2', expect.any(String)] }, { args: ['3', expect.any(String)] }] },
      }
      const body = [
        ['e:d', 'A'],
        ['e:d', 'Z'],
        ['other:d', 'A'],
      ].map(([variantBindingKey = '', variantId = '']) => ({
        variantBindingKey,
        variantId,
      }))
      expect(await api.experiments.importBindings({ body })).toMatchObject(refused)
      const events = [displayed!, { ...displayed!, experimentId: 'other' }, { ...displayed!, variantId: 'B' }]
      expect(await api.experiments.importEvents({ body: events })).toMatchObject(refused)
    })

    test('with an id of another experiment are rejected', async ({ api }) => {
      await begin(api, 'e', 'other')
      const [displayed] = await display(api, ['c'])
      const body = [{ ...displayed!, id: 'other:A:c:displayed:1' }, displayed!]
      expect(await api.experiments.importEvents({ body })).toEqual({
        success: 1,
        errors: {
          errors: [problem('error.line.invalid', '1', expect.stringContaining('must begin with e:') as never)],
          fieldErrors: { '/1/id': [problem('error.event.id')] },
        },
      })
    })
  })
}

import { etagOf, importCounts } from '@signalbox/core'
import { describe, expect } from 'vitest'
import { collect } from '../../collect.ts'
import { type ApiTest, problem } from '../api-test.ts'
import { createApis } from './apis.ts'

/** Filtering and sorting APIs, nd-json export and import, and concurrent edits. */
export function describeApiLists(test: ApiTest): void {
  describe('APIs', () => {
    test('are filtered and sorted by their members', async ({ api }) => {
      for (const [id, name, tags] of [
        ['a', 'two', ['x', 'y']],
        ['b', 'one', ['y']],
        ['c', 'two', []],
      ] as const)
        await api.apis.create({ body: { id, name, tags: [...tags] } })
      const ids = async (query: object) => (await api.apis.list(query)).results.map(({ id }) => id)
      expect(await ids({ filter: { name: 'two' } })).toEqual(['a', 'c'])
      expect(await ids({ filter: { tags: 'y' } })).toEqual(['a', 'b'])
      expect(await ids({ filter: { name: 'two', tags: 'x', enabled: 'true' } })).toEqual(['a'])
      expect(await ids({ sorted: 'name' })).toEqual(['b', 'a', 'c'])
      expect(await ids({ sorted: 'name:desc,id:desc' })).toEqual(['c', 'a', 'b'])
      expect(await api.apis.list({ sorted: 'name', page: 2, pageSize: 2, pattern: '!b' })).toMatchObject({
        results: [],
      })
      expect(await api.apis.list({ sorted: 'name:desc', page: 2, pageSize: 2 })).toMatchObject({
        results: [{ id: 'b' }],
        metadata: { page: 2, pageSize: 2, count: 3, nbPages: 2 },
      })
    })

    test.for<[query: object, parameter: string]>([
      [{ filter: { colour: 'red' } }, 'filter.colour'],
      [{ filter: { routes: 'x' } }, 'filter.routes'],
      [{ filter: { deployments: 'x' } }, 'filter.deployments'],
      [{ sorted: 'colour' }, 'sorted'],
      [{ sorted: 'tags:asc' }, 'sorted'],
      [{ sorted: 'name:up' }, 'sorted'],
    ])('are not listed by %j', async ([query, parameter], { api }) => {
      await expect(api.apis.list(query)).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { [parameter]: [expect.anything()] },
      })
    })

    test('move by nd-json with drafts and deployments', async ({ api }) => {
      await createApis(api, 'a', 'b')
      await api.apis.deployments.create({ id: 'a', body: { owner: 'ann', version: '1' } })
      await api.apis.patch({ id: 'a', body: { description: 'hotfix' } })
      await api.apis.draft.patch({ id: 'a', body: { description: 'drafted' } })
      const all = async () => ({
        apis: await collect(await api.apis.export()),
        deployments: await collect(await api.apis.deployments.export()),
        drafts: await collect(await api.apis.draft.export()),
        shown: [await api.apis.get({ id: 'a' }), await api.apis.draft.get({ id: 'a' })],
      })
      const before = await all()
      expect([before.apis.length, before.deployments.length, before.drafts.length]).toEqual([2, 2, 1])
      for (const id of ['a', 'b']) await api.apis.delete({ id })
      expect(await api.apis.import({ body: before.apis })).toMatchObject({ success: 2 })
      for (const strategy of ['Keep', 'Replace'] as const) {
        expect(await api.apis.deployments.import({ body: before.deployments, strategy })).toMatchObject({ success: 2 })
        expect(await api.apis.draft.import({ body: before.drafts, strategy })).toMatchObject({ success: 1 })
      }
      expect(await all()).toEqual(before)
      const others = before.drafts.map(({ api }) => ({ api: { ...api, description: 'another draft' } }))
      const kept = [
        await api.apis.deployments.import({ body: before.deployments.map((one) => ({ ...one, owner: 'ben' })) }),
        await api.apis.draft.import({ body: others }),
      ]
      const tried = await api.apis.draft.import({ body: others, strategy: 'Replace', dryRun: true })
      expect([...kept, tried].map((result) => [result.success, importCounts(result)?.kept])).toEqual([
        [0, 2],
        [0, 1],
        [1, 0],
      ])
      expect(await all()).toEqual(before)
      const [read] = before.shown
      expect(
        await api.apis.import({ body: [{ ...read, clients: [{ id: 'c' }] }] as never, strategy: 'Replace' }),
      ).toMatchObject({
        success: 1,
      })
      const { deployments, clients } = await api.apis.get({ id: 'a' })
      expect({ deployments, clients }).toEqual({
        deployments: read?.deployments,
        clients: [{ id: 'c', name: '', description: '', tags: [], metadata: {} }],
      })
      const stray = [{ id: 'd', apiRef: 'none', at: 1, version: '1' }]
      expect(await api.apis.deployments.import({ body: stray })).toMatchObject({
        success: 0,
        errors: { errors: [problem('error.line.invalid', '1', 'API none does not exist')] },
      })
    })

    test('edited by two clients lose nothing with If-Match and retries', async ({ api }) => {
      await api.apis.create({ body: { id: 'a', name: 'a', routes: [], tags: [] } })
      await api.apis.deployments.create({ id: 'a', body: {} })
      const add = async (client: string, n: number) => {
        for (;;) {
          const read = await api.apis.get({ id: 'a' })
          const { deployments: _, ...body } = { ...read, routes: [...(read.routes ?? []), { id: `${client}-${n}` }] }
          try {
            return await api.apis.replace({ id: 'a', body }, { ifMatch: etagOf(read) as string })
          } catch (error) {
            expect(error).toMatchObject({ code: 'PRECONDITION_FAILED' })
          }
        }
      }
      const patch = (n: number) => api.apis.patch({ id: 'a', body: [{ op: 'add', path: '/tags/-', value: `${n}` }] })
      const edits = async (client: string) => {
        for (const n of [0, 1, 2, 3]) await Promise.all([add(client, n), client === 'one' && patch(n)])
      }
      await Promise.all([edits('one'), edits('two')])
      const { routes = [], tags = [], deployments = [] } = await api.apis.get({ id: 'a' })
      const expected = ['one', 'two'].flatMap((client) => [0, 1, 2, 3].map((n) => `${client}-${n}`))
      expect(routes.map(({ id }) => id).sort()).toEqual(expected)
      expect(tags.toSorted()).toEqual(['0', '1', '2', '3'])
      expect(deployments).toHaveLength(13)
      expect(deployments[0]?.apiDefinition?.routes).toEqual(routes)
    })
  })
}

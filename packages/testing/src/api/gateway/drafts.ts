import { etagOf } from '@signalbox/core'
import { describe, expect } from 'vitest'
import { type ApiTest, emitted, problem } from '../api-test.ts'
import { createApis } from './apis.ts'

/** Drafts of APIs. */
export function describeDrafts(test: ApiTest): void {
  describe('the draft of an API', () => {
    test('is the saved API until it is written, and then independent', async ({ api }) => {
      await createApis(api, 'a')
      const saved = await api.apis.get({ id: 'a' })
      const { routes: [route] = [] } = await api.apis.create({ body: { id: 'b', name: 'b', routes: [{ id: 'r' }] } })
      expect(await api.apis.draft.get({ id: 'a' })).toEqual(saved)
      expect(etagOf(await api.apis.draft.get({ id: 'a' }))).toBe(etagOf(saved))
      const { deployments: _, ...body } = { ...saved, routes: [route!] }
      const events = await emitted(
        api,
        async () => {
          const draft = await api.apis.draft.replace({ id: 'a', body })
          expect(draft).toEqual(body)
          expect(etagOf(await api.apis.draft.replace({ id: 'a', body }))).toBe(etagOf(draft))
          await api.apis.draft.patch({ id: 'a', body: [{ op: 'add', path: '/description', value: 'x' }] })
        },
        'Api',
      )
      expect(events.map(({ type, key }) => [type, key])).toEqual([
        ['API_DRAFT_CREATED', 'a'],
        ['API_DRAFT_UPDATED', 'a'],
      ])
      expect(await api.apis.get({ id: 'a' })).toEqual(saved)
      expect(await api.apis.draft.get({ id: 'a' })).toMatchObject({ routes: [{ id: 'r' }], description: 'x' })
      expect(await api.apis.draft.delete({ id: 'a' })).toMatchObject({ description: 'x' })
      expect(await api.apis.draft.get({ id: 'a' })).toEqual(saved)
      await expect(api.apis.draft.delete({ id: 'a' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    test('is validated like the API', async ({ api }) => {
      await createApis(api, 'a')
      const routes = [{ id: 'r', flow_ref: 'none' }]
      await expect(api.apis.draft.patch({ id: 'a', body: { routes } })).rejects.toMatchObject({
        fieldErrors: { '/routes/0/flow_ref': [problem('error.reference', 'none')] },
      })
      await expect(api.apis.draft.replace({ id: 'a', body: { id: 'b', name: 'b' } })).rejects.toMatchObject({
        errors: [problem('error.id.fixed', 'a')],
      })
      await expect(api.apis.draft.patch({ id: 'none', body: {} })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    test('does not change with a hotfix of the API', async ({ api }) => {
      await createApis(api, 'a')
      await api.apis.deployments.create({ id: 'a', body: {} })
      await api.apis.draft.patch({ id: 'a', body: { description: 'drafted' } })
      await api.apis.patch({ id: 'a', body: { tags: ['hotfix'] } })
      const [newest] = (await api.apis.get({ id: 'a' })).deployments ?? []
      expect(newest?.apiDefinition).toMatchObject({ tags: ['hotfix'] })
      expect(newest?.apiDefinition).toMatchObject({ description: '' })
      expect(await api.apis.draft.get({ id: 'a' })).toMatchObject({ description: 'drafted', state: 'published' })
      expect((await api.apis.draft.get({ id: 'a' })).tags).toEqual([])
      const { changes } = await api.apis.draft.diff({ id: 'a' })
      expect(changes.map(({ text }) => text)).toEqual(['API a: description is now drafted; tags is removed'])
    })

    test('whose base has changed is published only with force, and names the changes', async ({ api }) => {
      await createApis(api, 'a')
      await api.apis.draft.patch({ id: 'a', body: { description: 'drafted' } })
      await api.apis.patch({ id: 'a', body: { tags: ['t'], groups: ['g'] } })
      await expect(api.apis.deployments.create({ id: 'a', body: {} })).rejects.toMatchObject({
        code: 'CONFLICT',
        errors: [{ message: 'error.draft.moved', args: expect.arrayContaining(['groups', 'tags']) }],
        members: { members: expect.arrayContaining(['groups', 'tags']) },
      })
      const { problems } = await api.apis.lint({ id: 'a' })
      expect(problems.map(({ pointer }) => pointer)).toContain('/draft')
      await api.apis.deployments.create({ id: 'a', body: {}, force: true })
      const published = await api.apis.get({ id: 'a' })
      expect(published.description).toBe('drafted')
      expect(published.tags).toEqual([])
    })

    test('whose base is unchanged apart from its state is published', async ({ api }) => {
      await createApis(api, 'a')
      await api.apis.draft.patch({ id: 'a', body: { description: 'drafted' } })
      await api.apis.patch({ id: 'a', body: { tags: ['t'], state: 'published' } })
      await api.apis.patch({ id: 'a', body: { tags: null } })
      const events = await emitted(api, () => api.apis.deployments.create({ id: 'a', body: {} }), 'Api')
      expect(events.map(({ type }) => type)).toEqual(['API_UPDATED', 'API_DRAFT_DELETED', 'API_DEPLOYED'])
      expect(await api.apis.get({ id: 'a' })).toMatchObject({ description: 'drafted', state: 'published' })
      await expect(api.apis.draft.delete({ id: 'a' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    test('has its own entity tag, or the one of the API before it exists', async ({ api }) => {
      await createApis(api, 'a')
      const ifMatch = etagOf(await api.apis.draft.get({ id: 'a' })) as string
      const writes = [1, 2, 3].map((n) => api.apis.draft.patch({ id: 'a', body: { metadata: { n } } }, { ifMatch }))
      const outcomes = await Promise.allSettled(writes)
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      await expect(api.apis.draft.delete({ id: 'a' }, { ifMatch })).rejects.toMatchObject({
        code: 'PRECONDITION_FAILED',
      })
    })

    test('patched concurrently loses nothing', async ({ api }) => {
      await api.apis.create({ body: { id: 'a', name: 'a', tags: [] } })
      const add = (n: number) =>
        api.apis.draft.patch({ id: 'a', body: [{ op: 'add', path: '/tags/-', value: `${n}` }] })
      await Promise.all([0, 1, 2, 3, 4].map(add))
      expect((await api.apis.draft.get({ id: 'a' })).tags?.toSorted()).toEqual(['0', '1', '2', '3', '4'])
      expect((await api.apis.get({ id: 'a' })).tags).toEqual([])
    })

    test('published during a write is deployed or kept as a whole', async ({ api }) => {
      await api.apis.create({ body: { id: 'a', name: 'a', tags: [] } })
      await api.apis.draft.patch({ id: 'a', body: { tags: ['first'] } })
      await Promise.all([
        api.apis.draft.patch({ id: 'a', body: [{ op: 'add', path: '/tags/-', value: 'second' }] }),
        api.apis.deployments.create({ id: 'a', body: {} }),
      ])
      const { tags: drafted = [] } = await api.apis.draft.get({ id: 'a' })
      expect(drafted).toEqual(['first', 'second'])
    })
  })
}

import { expect, it } from 'vitest'
import { memoryStore } from '../../memory/store.ts'
import type { Store } from '../../ports.ts'
import { createSignalbox } from '../../signalbox.ts'

const admin = { id: 'ada', admin: true }

async function drafted() {
  const box = createSignalbox()
  await box.apis.create({ body: { id: 'a', name: 'A' } })
  await box.apis.draft.patch({ id: 'a', body: { description: 'drafted' } })
  return box
}

async function linesOf(lines: AsyncIterable<object>): Promise<object[]> {
  const all: object[] = []
  for await (const line of lines) all.push(line)
  return all
}

it('a downloaded draft has nothing that helps to guess secrets', async () => {
  const box = await drafted()
  const [own] = await linesOf(await box.apis.draft.export())
  const [shown] = await linesOf(await box.as(admin).apis.draft.export())
  expect(Object.keys(own ?? {})).toEqual(['api', 'base'])
  expect(Object.keys(shown ?? {})).toEqual(['api'])
})

it('a draft that is uploaded unchanged keeps its base', async () => {
  const box = await drafted()
  const lines = await linesOf(await box.as(admin).apis.draft.export())
  await box.apis.patch({ id: 'a', body: { tags: ['hotfix'] } })
  await box.apis.draft.import({ body: lines as never, strategy: 'Replace' })
  const publish = box.apis.deployments.create({ id: 'a' })
  await expect(publish).rejects.toMatchObject({ code: 'CONFLICT', members: { members: ['tags'] } })
})

it('an uploaded new draft is based on the current API', async () => {
  const box = await drafted()
  const lines = await linesOf(await box.as(admin).apis.draft.export())
  await box.apis.draft.delete({ id: 'a' })
  expect(await box.apis.draft.import({ body: lines as never })).toMatchObject({ success: 1 })
  expect((await box.apis.deployments.create({ id: 'a' })).apiDefinition).toMatchObject({ description: 'drafted' })
})

it('an uploaded draft must follow the rules of plans, like a call', async () => {
  const box = await drafted()
  const plan = { id: 'gold', access_mode_configuration_type: 'jwt' as const }
  const api = { id: 'a', name: 'A', documentation: { plans: [plan] } }
  const place = '/documentation/plans/0/access_mode_configuration'
  const problems = [{ message: 'error.required.any', args: ['secret', 'publicKey', 'jwksUrl'] }]
  await expect(box.apis.draft.replace({ id: 'a', body: api })).rejects.toMatchObject({
    fieldErrors: { [place]: problems },
  })
  const answer = await box.apis.draft.import({ body: [{ api }], strategy: 'Replace' })
  expect(answer).toMatchObject({ success: 0, errors: { fieldErrors: { [`/1/api${place}`]: problems } } })
  expect(await box.apis.draft.get({ id: 'a' })).toMatchObject({ description: 'drafted' })
})

it('an uploaded draft accepts the same synonyms as a call', async () => {
  const box = await drafted()
  await box.apis.draft.import({
    body: [{ api: { id: 'a', name: 'A', contextPath: '/a' } }] as never,
    strategy: 'Replace',
  })
  expect(await box.apis.draft.get({ id: 'a' })).toMatchObject({ context_path: '/a' })
})

it('deployments and drafts of many APIs wait for the store together, not one after the other', async () => {
  const memory = memoryStore()
  let inProgress = 0
  let most = 0
  const store: Store = {
    ...memory,
    async commit(changes, events) {
      most = Math.max(most, ++inProgress)
      await new Promise(setImmediate)
      inProgress--
      return memory.commit(changes, events)
    },
  }
  const box = createSignalbox({ store })
  const ids = Array.from({ length: 100 }, (_, i) => `a${i}`)
  await box.apis.import({ body: ids.map((id) => ({ id, name: 'A', state: 'published' })) as never })
  const deployments = ids.map((id) => ({
    id: `d-${id}`,
    apiRef: id,
    at: 1,
    version: '0.0.1',
    apiDefinition: { id, name: 'A' },
  }))
  most = 0
  expect(await box.apis.deployments.import({ body: deployments as never })).toMatchObject({ success: 100 })
  expect(most).toBe(100)
  most = 0
  const drafts = ids.map((id) => ({ api: { id, name: 'B' } }))
  expect(await box.apis.draft.import({ body: drafts as never })).toMatchObject({ success: 100 })
  expect(most).toBe(100)
})

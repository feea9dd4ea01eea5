import { expect, it } from 'vitest'
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

it('a draft is downloaded without what would let a reader try guesses on secrets', async () => {
  const box = await drafted()
  const [own] = await linesOf(await box.apis.draft.export())
  const [shown] = await linesOf(await box.as(admin).apis.draft.export())
  expect(Object.keys(own ?? {})).toEqual(['api', 'base'])
  expect(Object.keys(shown ?? {})).toEqual(['api'])
})

it('a draft that is uploaded as it was shown keeps what it was made from', async () => {
  const box = await drafted()
  const lines = await linesOf(await box.as(admin).apis.draft.export())
  await box.apis.patch({ id: 'a', body: { tags: ['hotfix'] } })
  await box.apis.draft.import({ body: lines as never, strategy: 'Replace' })
  const publish = box.apis.deployments.create({ id: 'a' })
  await expect(publish).rejects.toMatchObject({ code: 'CONFLICT', members: { members: ['tags'] } })
})

it('a draft that is uploaded where there is none is made from the API as it is', async () => {
  const box = await drafted()
  const lines = await linesOf(await box.as(admin).apis.draft.export())
  await box.apis.draft.delete({ id: 'a' })
  expect(await box.apis.draft.import({ body: lines as never })).toMatchObject({ success: 1 })
  expect((await box.apis.deployments.create({ id: 'a' })).apiDefinition).toMatchObject({ description: 'drafted' })
})

it('a draft is held to the rules of plans by a line as by a call', async () => {
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

it('a line of a draft is read by the names that a call is read by', async () => {
  const box = await drafted()
  await box.apis.draft.import({
    body: [{ api: { id: 'a', name: 'A', contextPath: '/a' } }] as never,
    strategy: 'Replace',
  })
  expect(await box.apis.draft.get({ id: 'a' })).toMatchObject({ context_path: '/a' })
})

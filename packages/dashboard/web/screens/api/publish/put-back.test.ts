import { createClient } from '@signalbox/client'
import { createSignalbox } from '@signalbox/core'
import { toHono } from '@signalbox/hono'
import { expect, it, onTestFinished } from 'vitest'
import { putBackDraft } from './put-back.ts'

async function discarded() {
  const box = createSignalbox()
  onTestFinished(() => box.close())
  const app = toHono(box, { access: 'open' })
  const { apis } = createClient({ baseUrl: 'http://box.test', fetch: async (request) => app.fetch(request) })
  await apis.create({ body: { id: 'shop', name: 'Shop', context_path: '/shop' } })
  await apis.deployments.create({ id: 'shop', body: { version: '1.0.0' } })
  await apis.draft.patch({ id: 'shop', body: { description: 'Mine' } })
  const { deployments: _, ...body } = await apis.draft.delete({ id: 'shop' })
  const description = async () => (await apis.draft.get({ id: 'shop' })).description
  return { apis, body, description }
}

it('a discarded draft is put back, also after the saved API has changed', async () => {
  const { apis, body, description } = await discarded()
  await apis.patch({ id: 'shop', body: { enabled: false } })
  expect(await putBackDraft(apis, 'shop', body)).toBe(true)
  expect(await description()).toBe('Mine')
})

it('a draft that someone else began meanwhile is not overwritten', async () => {
  const { apis, body, description } = await discarded()
  await apis.draft.patch({ id: 'shop', body: { description: 'Theirs' } })
  expect(await putBackDraft(apis, 'shop', body)).toBe(false)
  expect(await description()).toBe('Theirs')
})

it('a draft that someone else begins at the same time is not overwritten', async () => {
  const { apis, body, description } = await discarded()
  const draft = {
    get: apis.draft.get,
    async replace(...input: Parameters<typeof apis.draft.replace>) {
      await apis.draft.patch({ id: 'shop', body: { description: 'Theirs' } })
      return apis.draft.replace(...input)
    },
  }
  expect(await putBackDraft({ get: apis.get, draft }, 'shop', body)).toBe(false)
  expect(await description()).toBe('Theirs')
})
